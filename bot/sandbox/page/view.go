package page

import (
	"net/http"
	"slices"
	"strconv"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/client"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// channelView is a channel as a person's page shows it.
type channelView struct {
	ID            wire.Snowflake   `json:"id"`
	Name          string           `json:"name"`
	Topic         *string          `json:"topic,omitempty"`
	Type          wire.ChannelType `json:"type"`
	Recipient     *wire.User       `json:"recipient,omitempty"`
	Unread        int              `json:"unread"`
	Mentions      int              `json:"mentions"`
	LastMessageID *wire.Snowflake  `json:"last_message_id"`
	BotCanWrite   bool             `json:"bot_can_write"`
}

func channelFor(s *world.State, person wire.Snowflake, c *wire.Channel) channelView {
	out := channelView{
		ID:          c.ID,
		Name:        c.Name,
		Topic:       c.Topic,
		Type:        c.Type,
		BotCanWrite: s.MaySend(c, &check.Draft{}) == nil,
	}
	if c.Type == wire.ChannelDM {
		out.Recipient = new(wire.BotUser())
		out.Name = out.Recipient.Username
	}
	out.Unread, out.Mentions = s.Unread(person, c.ID)
	if last := s.LastSeen(person, c.ID); last != 0 {
		out.LastMessageID = &last
	}
	return out
}

// channelOf finds the channel that the address names, if the person is in it.
func channelOf(s *world.State, r *http.Request, person wire.Snowflake) (*wire.Channel, error) {
	id, _ := wire.ParseSnowflake(r.PathValue("channel"))
	c := s.ChannelSeenBy(person, id)
	if c == nil {
		return nil, client.Refusal("There is no such channel.")
	}
	return c, nil
}

// commandsFor are the commands that a person's page offers.
func commandsFor(s *world.State, person wire.Snowflake) []*wire.Command {
	list := append([]*wire.Command{}, s.Commands()...)
	return slices.DeleteFunc(list, func(c *wire.Command) bool { return !c.Permitted(person) })
}

func (p *page) getState(_ *http.Request, person wire.Snowflake) (out any, err error) {
	me, _ := wire.UserOf(person)
	var people []wire.User
	for _, id := range wire.People() {
		u, _ := wire.UserOf(id)
		people = append(people, u)
	}
	err = p.do(func(s *world.State) error {
		channels := []channelView{}
		for _, c := range s.ChannelsSeenBy(person) {
			channels = append(channels, channelFor(s, person, c))
		}
		out = map[string]any{
			"me": me, "people": people,
			"bot":      map[string]any{"user": wire.BotUser(), "online": s.Online()},
			"guild":    map[string]any{"id": wire.GuildID, "name": wire.GuildName},
			"channels": channels, "commands": commandsFor(s, person),
			"can_restart": p.Restart() != nil, "locale": s.Locale(person),
			"unhandled": append([]string{}, s.AllUnhandled()...),
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
		for post := range s.Backward(person, c.ID, before) {
			if len(out) == limit {
				break
			}
			out = append(out, s.ForPage(post))
		}
		slices.Reverse(out)
		return nil
	})
	return out, err
}
