package check

import (
	"cmp"
	"slices"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

const maxSlowness = 21600

// NewThread is a thread to create.
type NewThread struct {
	ID          wire.Snowflake // of the message it belongs to; 0: none
	Name        string
	AutoArchive int              // minutes
	Owner       wire.Snowflake   // who creates it
	Tags        []wire.Snowflake // of a forum's post
}

// maxTags is the most tags that a forum's post can have.
const maxTags = 5

// ForumPost checks a request for a post in a forum: a thread together with its first message, for which it returns the
// form. Without the right to moderate, the bot may not apply some tags.
func ForumPost(f Form, in *wire.Channel, may wire.Permission) (NewThread, Form, *Refusal) {
	f.need("name", "message")
	t := NewThread{Name: f.text("name", 1, 100), AutoArchive: autoArchive(f), Owner: wire.BotID,
		Tags: f.ids("applied_tags", maxTags)}
	if t.AutoArchive == 0 {
		t.AutoArchive = 4320
	}
	refuseSlowness(f)
	message, _ := f.form("message")
	return t, message, cmp.Or(f.Err(), t.mayPost(in, may))
}

// mayPost refuses a post in the forum c for lack of permissions or for its tags.
func (t NewThread) mayPost(c *wire.Channel, may wire.Permission) *Refusal {
	moderates := may.Has(discordgo.PermissionManageThreads)
	switch {
	case !may.Has(discordgo.PermissionSendMessages):
		return MissingPermissions
	case len(t.Tags) == 0 && discordgo.ChannelFlags(c.Flags)&discordgo.ChannelFlagRequireTag != 0:
		return TagRequired
	}
	for _, id := range t.Tags {
		i := slices.IndexFunc(c.Tags, func(tag wire.Tag) bool { return tag.ID == id })
		switch {
		case i < 0:
			return UnknownTag
		case c.Tags[i].Moderated && !moderates:
			return MissingPermissions
		}
	}
	return nil
}

// Thread checks a request for a thread without a message. Only public threads are supported; without a type,
// Discord creates a private one.
func Thread(f Form) (NewThread, *Refusal) {
	f.need("name")
	t := NewThread{Name: f.text("name", 1, 100), AutoArchive: autoArchive(f), Owner: wire.BotID}
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

// ThreadUnder checks a request for the thread of a message.
func ThreadUnder(f Form, message wire.Snowflake) (NewThread, *Refusal) {
	f.need("name")
	t := NewThread{ID: message, Name: f.text("name", 1, 100), AutoArchive: autoArchive(f), Owner: wire.BotID}
	if t.AutoArchive == 0 {
		t.AutoArchive = 4320
	}
	refuseSlowness(f)
	return t, f.Err()
}

// autoArchive returns after how many minutes an idle thread is archived, or 0 if that is absent.
func autoArchive(f Form) int { return choice(f, "auto_archive_duration", 60, 1440, 4320, 10080) }

func refuseSlowness(f Form) {
	if n, _ := f.integer("rate_limit_per_user", 0, maxSlowness); n > 0 {
		f.unknown("slow mode")
	}
}

// ThreadChange is a change of a thread. Fields that are nil, "" and 0 stay as they are.
type ThreadChange struct {
	Name             string
	AutoArchive      int
	Archived, Locked *bool
}

// ChangeOfThread checks a change of a thread, and returns the changed thread. It refuses what is reserved to the
// thread's creator or, in a locked thread, to moderators.
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

// may returns a refusal if permissions are missing.
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

func (f Form) flag(name string) *bool {
	if !f.has(name) {
		return nil
	}
	return new(f.truth(name))
}

// Locked refuses posts, edits and command responses in a locked thread, except from moderators.
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
