package page

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/client"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

type channelView struct {
	ID            wire.Snowflake        `json:"id"`
	Name          string                `json:"name"`
	Topic         *string               `json:"topic,omitempty"`
	Type          discordgo.ChannelType `json:"type"`
	Guild         *guildView            `json:"guild,omitempty"`
	Recipient     *wire.User            `json:"recipient,omitempty"` // of direct messages
	Members       []wire.User           `json:"members"`
	Commands      []wire.Snowflake      `json:"commands"` // offered to the person in this channel
	Unread        int                   `json:"unread"`
	Mentions      int                   `json:"mentions"`
	LastMessageID *wire.Snowflake       `json:"last_message_id"`
	BotCanWrite   bool                  `json:"bot_can_write"`
	Thread        *threadView           `json:"thread,omitempty"`
}

type threadView struct {
	Parent   wire.Snowflake `json:"parent"`
	Archived bool           `json:"archived"`
	Locked   bool           `json:"locked"`
	Manages  bool           `json:"manages"` // the person may change it
}

// guildView is a guild. Its roles are only given for the bot's first guild.
type guildView struct {
	ID    wire.Snowflake `json:"id"`
	Name  string         `json:"name"`
	Roles []wire.Role    `json:"roles,omitempty"`
}

func channelFor(s *world.State, person wire.Snowflake, c *wire.Channel) channelView {
	out := channelView{
		ID:          c.ID,
		Name:        c.Name,
		Topic:       c.Topic,
		Type:        c.Type,
		BotCanWrite: s.Channels.MaySend(c, &check.Draft{}) == nil,
		Thread:      threadFor(person, c),
	}
	switch {
	case c.GuildID != 0:
		out.Guild = &guildView{ID: c.GuildID, Name: wire.GuildNameOf(c.GuildID)}
	case c.Context() == discordgo.InteractionContextBotDM:
		out.Recipient = new(wire.BotUser())
	case c.Type == discordgo.ChannelTypeDM:
		out.Recipient = &c.Others(person)[0]
	}
	if out.Recipient != nil {
		out.Name = out.Recipient.Username
	}
	for _, u := range people(s) {
		if c.SeenBy(u.ID) {
			out.Members = append(out.Members, u)
		}
	}
	if c.WithBot() {
		out.Members = append(out.Members, wire.BotUser())
	}
	out.Commands = commandsFor(s, person, c)
	out.Unread, out.Mentions = s.Reads.Unread(person, c.ID)
	if last := s.Reads.LastSeen(person, c.ID); last != 0 {
		out.LastMessageID = &last
	}
	return out
}

// threadFor returns the additional state of a thread; nil for other channels.
func threadFor(person wire.Snowflake, c *wire.Channel) *threadView {
	if !c.IsThread() {
		return nil
	}
	return &threadView{c.ParentID, c.Thread.Archived, c.Thread.Locked,
		wire.PermissionsIn(c, person).Has(discordgo.PermissionManageThreads)}
}

func commandsFor(s *world.State, person wire.Snowflake, c *wire.Channel) []wire.Snowflake {
	out := []wire.Snowflake{}
	for _, command := range s.Commands.All() {
		if command.Offered(person, c) {
			out = append(out, command.ID)
		}
	}
	return out
}

// channelOf returns the channel in the request's path, if the person is in it.
func channelOf(s *world.State, r *http.Request, person wire.Snowflake) (*wire.Channel, error) {
	id, _ := wire.ParseSnowflake(r.PathValue("channel"))
	c := s.Channels.SeenBy(person, id)
	if c == nil {
		return nil, client.Refusal("There is no such channel.")
	}
	return c, nil
}

func people(s *world.State) (out []wire.User) {
	for _, id := range s.People.IDs() {
		u, _ := wire.UserOf(id)
		out = append(out, u)
	}
	return out
}

func channelsFor(s *world.State, person wire.Snowflake) []channelView {
	out := []channelView{}
	for _, c := range s.Channels.AllSeenBy(person) {
		out = append(out, channelFor(s, person, c))
	}
	return out
}

func (p *page) getState(_ *http.Request, person wire.Snowflake) (out any, err error) {
	me, _ := wire.UserOf(person)
	err = p.do(func(s *world.State) error {
		out = map[string]any{
			"me": me, "people": people(s),
			"bot":         map[string]any{"user": wire.BotUser(), "online": s.Bot.Online()},
			"guild":       guildView{wire.GuildID, wire.GuildName, s.Roles.Of(wire.GuildID)},
			"channels":    channelsFor(s, person),
			"commands":    append([]*wire.Command{}, s.Commands.All()...),
			"can_restart": p.Restart() != nil, "can_jump": p.Jump() != nil, "tour": p.Tour(), "now": p.Now(),
			"locale":       s.People.Locale(person),
			"guild_locale": s.People.Locale(wire.GuildID), "locales": wire.Locales(),
			"dms_closed": s.People.DMs(person) != world.DMsOpen, "manager": wire.AliceID,
			"unhandled": append([]string{}, s.Bot.AllUnhandled()...),
		}
		return nil
	})
	return out, err
}

// waits are a person's unread messages.
type waits struct {
	Unread   int `json:"unread"`
	Mentions int `json:"mentions"`
}

// getWaiting returns the unread messages of each person.
func (p *page) getWaiting(*http.Request, wire.Snowflake) (any, error) {
	out := map[wire.Snowflake]waits{}
	err := p.do(func(s *world.State) error {
		for _, person := range s.People.IDs() {
			var sum waits
			for _, c := range s.Channels.AllSeenBy(person) {
				unread, mentions := s.Reads.Unread(person, c.ID)
				sum.Unread += unread
				sum.Mentions += mentions
			}
			out[person] = sum
		}
		return nil
	})
	return out, err
}

func (p *page) getMessages(r *http.Request, person wire.Snowflake) (any, error) {
	before, _ := wire.ParseSnowflake(r.URL.Query().Get("before"))
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || limit < 1 || limit > 100 {
		limit = 50
	}
	out := []wire.Message{}
	err = p.do(func(s *world.State) error {
		c, err := channelOf(s, r, person)
		if err != nil {
			return err
		}
		for post := range s.Messages.Backward(person, c.ID, before) {
			if len(out) == limit {
				break
			}
			out = append(out, s.Messages.ForPage(post))
		}
		slices.Reverse(out)
		return nil
	})
	return out, err
}
