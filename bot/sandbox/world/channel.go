package world

import (
	"slices"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// Channels are the fixed channels, then threads and the conversations with the bot.
type Channels struct {
	s       *State
	list    []*wire.Channel
	byID    map[wire.Snowflake]*wire.Channel
	granted map[wire.Snowflake]wire.Permission // where somebody has changed it
}

// Get finds a channel, or nil.
func (cs *Channels) Get(id wire.Snowflake) *wire.Channel { return cs.byID[id] }

// SeenBy finds a channel that a person is in, or nil.
func (cs *Channels) SeenBy(person, id wire.Snowflake) *wire.Channel {
	if c := cs.Get(id); c != nil && c.SeenBy(person) && cs.s.People.IsIn(person, c) {
		return c
	}
	return nil
}

// AllSeenBy are the channels that a person is in, those with the bot first.
func (cs *Channels) AllSeenBy(person wire.Snowflake) []*wire.Channel {
	var with, without []*wire.Channel
	for _, c := range cs.list {
		switch {
		case !c.SeenBy(person), !cs.s.People.IsIn(person, c):
		case c.WithBot():
			with = append(with, c)
		default:
			without = append(without, c)
		}
	}
	return append(with, without...)
}

// add keeps a channel, in place of an older one of its id.
func (cs *Channels) add(c *wire.Channel) *wire.Channel {
	if at := slices.Index(cs.list, cs.byID[c.ID]); at >= 0 {
		cs.list[at] = c
	} else {
		cs.list = append(cs.list, c)
	}
	cs.byID[c.ID] = c
	return c
}

// Remove deletes a channel with its threads and all their messages, until the world closes.
func (cs *Channels) Remove(id wire.Snowflake) {
	for _, c := range slices.Clone(cs.list) {
		if c.ID != id && c.ParentID != id {
			continue
		}
		cs.s.Messages.posts.empty(c.ID)
		cs.list = slices.DeleteFunc(cs.list, func(o *wire.Channel) bool { return o == c })
		delete(cs.byID, c.ID)
		cs.s.tell(func(l Listener) { l.NoChannel(c.ID) })
	}
}

// OpenDM finds or makes the conversation between a person and the bot.
func (cs *Channels) OpenDM(person wire.Snowflake) *wire.Channel {
	if c := cs.dm(person); c != nil {
		return c
	}
	c := cs.add(wire.ConversationWithBot(cs.s.newID(), person))
	cs.s.write(entry{DM: &dmEntry{c.ID, person}})
	cs.tell(c)
	return c
}

// dm finds the conversation between a person and the bot, or nil.
func (cs *Channels) dm(person wire.Snowflake) *wire.Channel {
	at := slices.IndexFunc(cs.list, func(c *wire.Channel) bool { return c.Recipient() == person })
	if at < 0 {
		return nil
	}
	return cs.list[at]
}

// tell tells everybody who is in a channel how it stands.
func (cs *Channels) tell(c *wire.Channel) {
	for _, person := range cs.s.People.IDs() {
		if c.SeenBy(person) {
			cs.s.tell(func(l Listener) { l.Channel(cs.s, person, c) })
		}
	}
}

// Grant changes what the bot may do in a guild channel, and in its threads, until the world closes.
func (cs *Channels) Grant(channel wire.Snowflake, p wire.Permission) { cs.granted[channel] = p }

// BotPermissions are what the bot may do in a channel.
func (cs *Channels) BotPermissions(c *wire.Channel) wire.Permission {
	if p, ok := cs.granted[c.Home()]; ok {
		return p
	}
	return wire.BotPermissions(c)
}

// MaySend refuses a draft that the bot may not send to a channel.
func (cs *Channels) MaySend(c *wire.Channel, d *check.Draft) *check.Refusal {
	switch cs.s.People.DMs(c.Recipient()) {
	case DMsClosed:
		return check.ClosedDM
	case DMsNowhere:
		return check.NoMutualGuilds
	}
	if err := d.MaySend(c, cs.BotPermissions(c)); err != nil {
		return err
	}
	return cs.s.Threads.mayReopen(c)
}

// Typing shows that the bot writes in a channel. It is not kept.
func (cs *Channels) Typing(c *wire.Channel) { cs.s.listener.Typing(c) }

// For is a channel as a call or an interaction of a person shows it: with the id of its last public
// message and the others of a conversation. Person 0 is the bot.
func (cs *Channels) For(person wire.Snowflake, c *wire.Channel) wire.Channel {
	out := *c
	out.Recipients = c.Others(person)
	list := cs.s.Messages.posts.public(c.ID)
	if len(list) > 0 {
		out.LastMessageID = &list[len(list)-1].ID
	}
	if c.IsThread() {
		out.ThreadCounts = &wire.ThreadCounts{Messages: len(list), Members: 1, Sent: len(list)}
	}
	return out
}
