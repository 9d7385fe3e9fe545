package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// stream is one page that listens to events. Its channel is closed when it cannot keep up, or by
// the page's leaving.
type stream struct {
	person Snowflake
	out    chan []byte
}

// pingEvery keeps proxies from ending a quiet stream.
const pingEvery = 20 * time.Second

// serveEvents answers GET /sandbox/events with Server-Sent Events until the page leaves or the
// server closes.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request, person Snowflake) {
	st := &stream{person, make(chan []byte, 256)}
	s.mu.Lock()
	s.streams = append(s.streams, st)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.streams = without(s.streams, st)
		s.mu.Unlock()
	}()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	flusher := http.NewResponseController(w)
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	next := event("ping", struct{}{})
	for {
		if _, err := w.Write(next); err != nil {
			return
		}
		if err := flusher.Flush(); err != nil {
			return
		}
		var open bool
		select {
		case next, open = <-st.out:
			if !open {
				return
			}
		case <-ping.C:
			next = event("ping", struct{}{})
		case <-r.Context().Done():
			return
		case <-s.done:
			return
		}
	}
}

// event is one Server-Sent Event.
func event(name string, data any) []byte {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // plain data
	}
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, raw)
}

// tell sends an event to a person's pages. mu must be held.
func (s *Server) tell(person Snowflake, name string, data any) {
	for _, st := range s.streams {
		if st.person != person {
			continue
		}
		select {
		case st.out <- event(name, data):
		default: // the page will reload its state
			s.streams = without(s.streams, st)
			close(st.out)
			s.tell(person, name, data)
			return
		}
	}
}

// tellAll sends an event to every page and wakes whoever waits. mu must be held.
func (s *Server) tellAll(name string, data any) {
	for _, person := range people() {
		s.tell(person, name, data)
	}
	s.wake()
}

// tellMessage tells a new or changed message to those who see it. mu must be held.
func (s *Server) tellMessage(p *post, isNew bool) {
	c := s.channel(p.ChannelID)
	name, event := "message_update", "MESSAGE_UPDATE"
	if isNew {
		name, event = "message_create", "MESSAGE_CREATE"
	}
	for _, person := range people() {
		if !c.seenBy(person) || !p.seenBy(person) {
			continue
		}
		s.tell(person, name, map[string]any{"message": s.forPage(p)})
		if isNew {
			s.tell(person, "channel_update", map[string]any{"channel": s.channelFor(person, c)})
		}
	}
	if p.To == 0 {
		s.dispatchMessage(event, p, c)
	}
	s.wake()
}

// dispatchMessage tells the bot about a public message. Without the intent for it, which it has
// not, it gets the contents of its own messages, of direct ones, and of those that mention it. mu
// must be held.
func (s *Server) dispatchMessage(name string, p *post, c *Channel) {
	m := s.forBot(p)
	mentioned := false
	for _, u := range m.Mentions {
		mentioned = mentioned || u.ID == BotID
	}
	if c.Type != ChannelDM && m.Author.ID != BotID && !mentioned {
		m.Content, m.Embeds = "", []Embed{}
		m.Attachments, m.Components = []Attachment{}, []Component{}
	}
	s.dispatch(intentOf(c), name, struct {
		Message
		GuildID Snowflake `json:"guild_id,omitempty"`
		Member  *Member   `json:"member,omitempty"`
	}{m, c.GuildID, s.memberIn(c, m.Author.ID)})
}

// memberIn is a user's face in a guild channel; nil in a direct conversation.
func (s *Server) memberIn(c *Channel, user Snowflake) *Member {
	if c.Type == ChannelDM {
		return nil
	}
	m := s.member(user, false)
	return &m
}

func intentOf(c *Channel) int {
	if c.Type == ChannelDM {
		return intentDirectMessages
	}
	return intentGuildMessages
}

// tellDeleted tells those who saw a message that it is gone. mu must be held.
func (s *Server) tellDeleted(p *post) {
	c := s.channel(p.ChannelID)
	for _, person := range people() {
		if !c.seenBy(person) || p.To != 0 && p.To != person {
			continue
		}
		s.tell(person, "message_delete", map[string]any{"channel_id": p.ChannelID, "id": p.ID})
		s.tell(person, "channel_update", map[string]any{"channel": s.channelFor(person, c)})
	}
	if p.To == 0 {
		s.dispatch(intentOf(c), "MESSAGE_DELETE",
			map[string]any{"id": p.ID, "channel_id": p.ChannelID, "guild_id": c.GuildID})
	}
	s.wake()
}

// tellChannel tells a person how a channel stands for them. mu must be held.
func (s *Server) tellChannel(person Snowflake, c *Channel) {
	s.tell(person, "channel_update", map[string]any{"channel": s.channelFor(person, c)})
	s.wake()
}

// tellCommands tells every page the commands. mu must be held.
func (s *Server) tellCommands() {
	for _, person := range people() {
		s.tell(person, "commands", map[string]any{"commands": s.commandsFor(person)})
	}
	s.wake()
}

// tellOnline tells every page whether the bot is there. mu must be held.
func (s *Server) tellOnline() { s.tellAll("bot", map[string]bool{"online": s.online()}) }
