package sandbox

import (
	"net/http"
)

// pageChannel is a channel as a person's page shows it.
type pageChannel struct {
	ID            Snowflake   `json:"id"`
	Name          string      `json:"name"`
	Topic         *string     `json:"topic,omitempty"`
	Type          ChannelType `json:"type"`
	Recipient     *User       `json:"recipient,omitempty"`
	Unread        int         `json:"unread"`
	Mentions      int         `json:"mentions"`
	LastMessageID *Snowflake  `json:"last_message_id"`
	BotCanWrite   bool        `json:"bot_can_write"`
}

// channelFor is how a channel stands for a person. mu must be held.
func (s *Server) channelFor(person Snowflake, c *Channel) pageChannel {
	out := pageChannel{
		ID:          c.ID,
		Name:        c.Name,
		Topic:       c.Topic,
		Type:        c.Type,
		BotCanWrite: s.maySend(c, &draft{}) == nil,
	}
	if c.Type == ChannelDM {
		out.Recipient, out.Name = s.users[BotID], s.users[BotID].Username
	}
	out.Unread, out.Mentions = s.unread(person, c.ID)
	if last := s.lastSeen(person, c.ID); last != 0 {
		out.LastMessageID = &last
	}
	return out
}

// forPage is a message as a page gets it. mu must be held.
func (s *Server) forPage(p *post) Message {
	m := p.Message.clone()
	if m.Reference != nil {
		if to := s.post(m.Reference.MessageID); to != nil {
			m.Referenced = ref(to.clone())
		}
	}
	return m
}

func (s *Server) getState(_ *http.Request, person Snowflake) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var everybody []*User
	for _, id := range people() {
		everybody = append(everybody, s.users[id])
	}
	channels := []pageChannel{}
	for _, c := range s.channels {
		if c.seenBy(person) {
			channels = append(channels, s.channelFor(person, c))
		}
	}
	return map[string]any{
		"me": s.users[person], "people": everybody,
		"bot":   map[string]any{"user": s.users[BotID], "online": s.online()},
		"guild": map[string]any{"id": GuildID, "name": guildName}, "channels": channels,
		"commands": s.commandsFor(person), "can_restart": s.Restart != nil,
		"unhandled": append([]string{}, s.unhandled...), "locale": s.locale(person),
	}, nil
}
