package world

import (
	"cmp"
	"slices"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// Threads are the channels that are threads.
type Threads struct{ s *State }

// New creates a thread in a channel.
func (ts *Threads) New(in *wire.Channel, t check.NewThread) (*wire.Channel, *check.Refusal) {
	if ts.areFull() {
		return nil, check.TooManyThreads
	}
	now, id := ts.s.Now().UTC(), t.ID
	if id == 0 {
		id = ts.s.newID()
	}
	return ts.put(&wire.Channel{ID: id, Type: discordgo.ChannelTypeGuildPublicThread, GuildID: in.GuildID,
		ParentID: in.ID, Name: t.Name, OwnerID: t.Owner, AppliedTags: t.Tags,
		Thread: &wire.Thread{AutoArchive: t.AutoArchive, Created: now, Changed: now}}), nil
}

// Begin creates a post in a forum, which shares its id with its first message. send stores that message, unless it
// is refused; then there is no post either.
func (ts *Threads) Begin(in *wire.Channel, t check.NewThread,
	send func(*Post) *check.Refusal) (*wire.Channel, *check.Refusal) {
	c, err := ts.New(in, t)
	if err != nil {
		return nil, err
	}
	first := ts.s.Messages.New(c)
	first.ID = c.ID
	if err := send(first); err != nil {
		ts.s.Channels.Remove(c.ID)
		return nil, err
	}
	return c, nil
}

// Change replaces a thread by its changed version.
func (ts *Threads) Change(next wire.Channel) (*wire.Channel, *check.Refusal) {
	before := ts.s.Channels.Get(next.ID)
	if before.Thread.Archived && !next.Thread.Archived && ts.areFull() {
		return nil, check.TooManyThreads
	}
	next.Thread = new(*next.Thread)
	if before.Thread.Archived != next.Thread.Archived {
		next.Thread.Changed = ts.s.Now().UTC()
	}
	return ts.put(&next), nil
}

// Set archives and locks a thread, or the opposite.
func (ts *Threads) Set(c *wire.Channel, archived, locked bool) *check.Refusal {
	next := *c
	next.Thread = new(*c.Thread)
	next.Thread.Archived, next.Thread.Locked = archived, locked
	_, err := ts.Change(next)
	return err
}

func (ts *Threads) put(c *wire.Channel) *wire.Channel {
	ts.s.Channels.add(c)
	ts.s.write(entry{Thread: c})
	ts.s.Channels.tell(c)
	return c
}

// Of returns the threads of a channel, oldest first.
func (ts *Threads) Of(channel wire.Snowflake) (list []*wire.Channel) {
	for _, c := range ts.s.Channels.list {
		if c.IsThread() && c.ParentID == channel {
			list = append(list, c)
		}
	}
	return list
}

// Active returns the threads of a guild that are not archived, newest first.
func (ts *Threads) Active(guild wire.Snowflake) (list []*wire.Channel) {
	for _, c := range ts.s.Channels.list {
		if c.GuildID == guild && c.IsThread() && !c.Thread.Archived {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b *wire.Channel) int { return cmp.Compare(b.ID, a.ID) })
	return list
}

// Archived returns the archived threads of a channel, last archived first.
func (ts *Threads) Archived(channel wire.Snowflake) []*wire.Channel {
	list := slices.DeleteFunc(ts.Of(channel), func(c *wire.Channel) bool { return !c.Thread.Archived })
	slices.SortFunc(list, func(a, b *wire.Channel) int { return b.Thread.Changed.Compare(a.Thread.Changed) })
	return list
}

func (ts *Threads) areFull() bool {
	active := 0
	for _, c := range ts.s.Channels.list {
		if c.IsThread() && !c.Thread.Archived {
			active++
		}
	}
	return active >= ts.s.MaxThreads
}

// mayReopen returns a refusal if c is archived and the limit of active threads is reached.
func (ts *Threads) mayReopen(c *wire.Channel) *check.Refusal {
	if c.IsThread() && c.Thread.Archived && ts.areFull() {
		return check.TooManyThreads
	}
	return nil
}

// reopen unarchives a thread when a public message is posted in it.
func (ts *Threads) reopen(p *Post) {
	c := ts.s.Channels.Get(p.ChannelID)
	if p.To == 0 && c.IsThread() && c.Thread.Archived {
		ts.Set(c, false, c.Thread.Locked)
	}
}
