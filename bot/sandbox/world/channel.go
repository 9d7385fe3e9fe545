package world

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// Channels are the fixed channels, the threads, and the direct messages with the bot.
type Channels struct {
	s       *State
	list    []*wire.Channel
	byID    map[wire.Snowflake]*wire.Channel
	granted map[wire.Snowflake]wire.Permission // permissions that were changed
}

// Get returns a channel, or nil.
func (cs *Channels) Get(id wire.Snowflake) *wire.Channel { return cs.byID[id] }

// SeenBy returns a channel if the person is in it, or nil.
func (cs *Channels) SeenBy(person, id wire.Snowflake) *wire.Channel {
	if c := cs.Get(id); c != nil && c.SeenBy(person) && cs.s.People.IsIn(person, c) {
		return c
	}
	return nil
}

// AllSeenBy returns the channels that a person is in, direct messages with the bot first.
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

func (cs *Channels) add(c *wire.Channel) *wire.Channel {
	if at := slices.Index(cs.list, cs.byID[c.ID]); at >= 0 {
		cs.list[at] = c
	} else {
		cs.list = append(cs.list, c)
	}
	cs.byID[c.ID] = c
	return c
}

// Remove deletes a channel with its threads and messages, until the world closes.
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

// OpenDM returns the direct messages of a person with the bot, which it creates if necessary.
func (cs *Channels) OpenDM(person wire.Snowflake) *wire.Channel {
	if c := cs.dm(person); c != nil {
		return c
	}
	c := cs.add(wire.ConversationWithBot(cs.s.newID(), person))
	cs.s.write(entry{DM: &dmEntry{c.ID, person}})
	cs.tell(c)
	return c
}

// dm returns the direct messages of a person with the bot, or nil.
func (cs *Channels) dm(person wire.Snowflake) *wire.Channel {
	at := slices.IndexFunc(cs.list, func(c *wire.Channel) bool { return c.Recipient() == person })
	if at < 0 {
		return nil
	}
	return cs.list[at]
}

// tell reports the state of a channel to everybody who is in it.
func (cs *Channels) tell(c *wire.Channel) {
	for _, person := range cs.s.People.IDs() {
		if c.SeenBy(person) {
			cs.s.tell(func(l Listener) { l.Channel(cs.s, person, c) })
		}
	}
}

// SetForum sets the tags of a forum, and whether each post needs one, until the world closes.
func (cs *Channels) SetForum(forum wire.Snowflake, required bool, tags ...wire.Tag) {
	next := *cs.Get(forum)
	next.Tags, next.Flags = tags, 0
	if required {
		next.Flags = int(discordgo.ChannelFlagRequireTag)
	}
	cs.add(&next)
	cs.tell(&next)
}

// Grant sets the bot's permissions in a guild channel and its threads, until the world closes.
func (cs *Channels) Grant(channel wire.Snowflake, p wire.Permission) { cs.granted[channel] = p }

// BotPermissions returns the bot's permissions in a channel.
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

// Typing shows the typing indicator in a channel.
func (cs *Channels) Typing(c *wire.Channel) { cs.s.listener.Typing(c) }

// For returns a channel as calls and interactions of a person show it, with the id of its last public message and
// the other people of a conversation. Person 0 is the bot.
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
