package check

import (
	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

// maxSlowness is the longest pause between the messages of one person, in seconds.
const maxSlowness = 21600

// NewThread is a thread as a request asks for it.
type NewThread struct {
	ID          wire.Snowflake // of the message that it hangs on; 0: none
	Name        string
	AutoArchive int // minutes
}

// Thread checks a thread that is begun without a message. Only public ones are known; without a type
// Discord makes a private one.
func Thread(f Form) (NewThread, *Refusal) {
	f.need("name")
	t := NewThread{Name: f.text("name", 1, 100), AutoArchive: autoArchive(f)}
	if t.AutoArchive == 0 {
		t.AutoArchive = 4320
	}
	refuseSlowness(f)
	switch {
	case !f.has("type"):
		f.unknown("private threads")
	case !f.foreign("type", "threads of type %d", 10, 12):
		choice(f, "type", discordgo.ChannelTypeGuildPublicThread)
	}
	if f.has("invitable") {
		f.truth("invitable")
		f.unknown("private threads")
	}
	return t, f.Err()
}

// ThreadUnder checks a thread that is begun under a message.
func ThreadUnder(f Form, message wire.Snowflake) (NewThread, *Refusal) {
	f.need("name")
	t := NewThread{ID: message, Name: f.text("name", 1, 100), AutoArchive: autoArchive(f)}
	if t.AutoArchive == 0 {
		t.AutoArchive = 4320
	}
	refuseSlowness(f)
	return t, f.Err()
}

// autoArchive reads after how many minutes a thread is archived by itself; 0 when it is not said.
func autoArchive(f Form) int { return choice(f, "auto_archive_duration", 60, 1440, 4320, 10080) }

// refuseSlowness refuses a pause between the messages of a person.
func refuseSlowness(f Form) {
	if n, _ := f.integer("rate_limit_per_user", 0, maxSlowness); n > 0 {
		f.unknown("slow mode")
	}
}

// ThreadChange is how a request changes a thread; nil, "" and 0 are what it leaves.
type ThreadChange struct {
	Name             string
	AutoArchive      int
	Archived, Locked *bool
}

// ChangeOfThread checks a change of a thread, and returns the thread as it is then. Only what its maker
// or a moderator may do is done; of a locked one only what a moderator may.
func ChangeOfThread(f Form, c *wire.Channel, may wire.Permission) (wire.Channel, *Refusal) {
	change := ThreadChange{Name: f.text("name", 1, 100), AutoArchive: autoArchive(f),
		Archived: f.flag("archived"), Locked: f.flag("locked")}
	refuseSlowness(f)
	for _, name := range []string{"flags", "applied_tags", "invitable"} {
		if f.has(name) {
			f.unknown(name + " of a thread")
		}
	}
	if err := f.Err(); err != nil {
		return *c, err
	}
	return change.apply(*c), change.may(c, may)
}

// may refuses a change that the bot may not make.
func (t ThreadChange) may(c *wire.Channel, may wire.Permission) *Refusal {
	moderates, reopens := may.Has(discordgo.PermissionManageThreads), t.Archived != nil && !*t.Archived
	others := t.Name != "" || t.AutoArchive != 0 || t.Archived != nil && *t.Archived
	switch {
	case t.Locked != nil && !moderates,
		others && c.OwnerID != wire.BotID && !moderates,
		reopens && !moderates && !may.Has(discordgo.PermissionSendMessagesInThreads):
		return MissingPermissions
	case c.Thread.Archived && !reopens, c.Thread.Locked && !moderates:
		return ArchivedThread
	}
	return nil
}

// apply returns c as it is after the change.
func (t ThreadChange) apply(c wire.Channel) wire.Channel {
	next := *c.Thread
	if t.Name != "" {
		c.Name = t.Name
	}
	if t.AutoArchive != 0 {
		next.AutoArchive = t.AutoArchive
	}
	if t.Archived != nil {
		next.Archived = *t.Archived
	}
	if t.Locked != nil {
		next.Locked = *t.Locked
	}
	c.Thread = &next
	return c
}

// flag reads a boolean; nil when it is absent.
func (f Form) flag(name string) *bool {
	if !f.has(name) {
		return nil
	}
	return new(f.truth(name))
}

// Locked refuses what only a moderator may do in a locked thread: to post, to edit, to answer a command.
func Locked(c *wire.Channel, may wire.Permission) *Refusal {
	if c.IsThread() && c.Thread.Locked && !may.Has(discordgo.PermissionManageThreads) {
		return ArchivedThread
	}
	return nil
}

// Archived refuses an edit in a thread that is archived or locked.
func Archived(c *wire.Channel, may wire.Permission) *Refusal {
	if c.IsThread() && c.Thread.Archived {
		return ArchivedThread
	}
	return Locked(c, may)
}
