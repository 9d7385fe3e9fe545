package world

import (
	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// NewThread begins a thread of the bot in a channel.
func (s *State) NewThread(in *wire.Channel, t check.NewThread) (*wire.Channel, *check.Refusal) {
	if s.isFull() {
		return nil, check.TooManyThreads
	}
	now := s.Now().UTC()
	c := s.addChannel(&wire.Channel{ID: s.newID(), Type: wire.ChannelThread, GuildID: in.GuildID,
		ParentID: in.ID, Name: t.Name, OwnerID: wire.BotID,
		Thread: &wire.Thread{AutoArchive: t.AutoArchive, Created: now, Changed: now}})
	s.write(entry{Thread: c})
	s.tellChannel(c)
	return c, nil
}

// ChangeThread puts a thread as it is after a change in its place.
func (s *State) ChangeThread(next wire.Channel) (*wire.Channel, *check.Refusal) {
	before := s.Channel(next.ID)
	if before.Thread.Archived && !next.Thread.Archived && s.isFull() {
		return nil, check.TooManyThreads
	}
	next.Thread = new(*next.Thread)
	if before.Thread.Archived != next.Thread.Archived {
		next.Thread.Changed = s.Now().UTC()
	}
	c := s.addChannel(&next)
	s.write(entry{Thread: c})
	s.tellChannel(c)
	return c, nil
}

// SetThread archives and locks a thread, or undoes it.
func (s *State) SetThread(c *wire.Channel, archived, locked bool) *check.Refusal {
	next := *c
	next.Thread = new(*c.Thread)
	next.Thread.Archived, next.Thread.Locked = archived, locked
	_, err := s.ChangeThread(next)
	return err
}

// Threads are the threads of a channel, oldest first.
func (s *State) Threads(channel wire.Snowflake) (list []*wire.Channel) {
	for _, c := range s.channels {
		if c.IsThread() && c.ParentID == channel {
			list = append(list, c)
		}
	}
	return list
}

// isFull reports whether there are as many threads as may be active.
func (s *State) isFull() bool {
	active := 0
	for _, c := range s.channels {
		if c.IsThread() && !c.Thread.Archived {
			active++
		}
	}
	return active >= s.MaxThreads
}

// mayReopen refuses a message to an archived thread when no other may be active.
func (s *State) mayReopen(c *wire.Channel) *check.Refusal {
	if c.IsThread() && c.Thread.Archived && s.isFull() {
		return check.TooManyThreads
	}
	return nil
}

// reopen makes an archived thread active, since there is a message for everybody in it.
func (s *State) reopen(p *Post) {
	c := s.Channel(p.ChannelID)
	if p.To == 0 && c.IsThread() && c.Thread.Archived {
		s.SetThread(c, false, c.Thread.Locked)
	}
}
