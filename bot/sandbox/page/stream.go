package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// pingEvery keeps proxies from closing an idle stream.
const pingEvery = 20 * time.Second

// reader is a page that receives events. Its channel is closed if it falls behind.
type reader struct {
	person wire.Snowflake
	out    chan []byte
}

// Stream sends changes of the world to pages as Server-Sent Events. The zero value is ready to use.
type Stream struct {
	mu      sync.Mutex
	readers []*reader
}

// serve sends events to a page until it disconnects or done is closed.
func (s *Stream) serve(w http.ResponseWriter, r *http.Request, person wire.Snowflake,
	done <-chan struct{}) {
	me := s.join(person)
	defer s.leave(me)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	flusher := http.NewResponseController(w)
	for next, open := event("ping", struct{}{}), true; open; {
		if _, err := w.Write(next); err != nil {
			return
		}
		if err := flusher.Flush(); err != nil {
			return
		}
		select {
		case next, open = <-me.out:
		case <-ping.C:
			next = event("ping", struct{}{})
		case <-r.Context().Done():
			return
		case <-done:
			return
		}
	}
}

func (s *Stream) join(person wire.Snowflake) *reader {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := &reader{person, make(chan []byte, 256)}
	s.readers = append(s.readers, one)
	return one
}

func (s *Stream) leave(one *reader) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removeLocked(one)
}

func (s *Stream) removeLocked(one *reader) {
	s.readers = slices.DeleteFunc(s.readers, func(o *reader) bool { return o == one })
}

func event(name string, data any) []byte {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // a value that can be marshalled
	}
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, raw)
}

// tell sends an event to the pages of a person. data is only called if there are any.
func (s *Stream) tell(person wire.Snowflake, name string, data func() any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var next []byte
	for _, r := range slices.Clone(s.readers) {
		if r.person != person {
			continue
		}
		if next == nil {
			next = event(name, data())
		}
		select {
		case r.out <- next:
		default: // the page reconnects and reloads its state
			s.removeLocked(r)
			close(r.out)
		}
	}
}

// people returns the people whose pages are connected.
func (s *Stream) people() (list []wire.Snowflake) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.readers {
		if !slices.Contains(list, r.person) {
			list = append(list, r.person)
		}
	}
	return list
}

func (s *Stream) tellAll(name string, data any) {
	for _, person := range s.people() {
		s.tell(person, name, func() any { return data })
	}
}

// Message implements world.Listener.
func (s *Stream) Message(w *world.State, p *world.Post, isNew bool) {
	name := "message_update"
	if isNew {
		name = "message_create"
	}
	c := w.Channels.Get(p.ChannelID)
	for _, person := range s.people() {
		if !c.SeenBy(person) || !p.SeenBy(person) {
			continue
		}
		s.tell(person, name, func() any { return map[string]any{"message": w.Messages.ForPage(p)} })
		if isNew {
			s.Channel(w, person, c)
		}
	}
}

// Typing implements world.Listener.
func (s *Stream) Typing(c *wire.Channel) {
	for _, person := range s.people() {
		if c.SeenBy(person) {
			s.tell(person, "typing", func() any { return map[string]wire.Snowflake{"channel_id": c.ID} })
		}
	}
}

// Gone implements world.Listener.
func (s *Stream) Gone(w *world.State, p *world.Post) {
	c := w.Channels.Get(p.ChannelID)
	for _, person := range s.people() {
		if !c.SeenBy(person) || p.To != 0 && p.To != person {
			continue
		}
		s.tell(person, "message_delete", func() any {
			return map[string]any{"channel_id": p.ChannelID, "id": p.ID}
		})
		s.Channel(w, person, c)
	}
}

// Channel implements world.Listener.
func (s *Stream) Channel(w *world.State, person wire.Snowflake, c *wire.Channel) {
	s.tell(person, "channel_update", func() any {
		return map[string]any{"channel": channelFor(w, person, c)}
	})
}

// NoChannel implements world.Listener.
func (s *Stream) NoChannel(id wire.Snowflake) {
	s.tellAll("channel_delete", map[string]wire.Snowflake{"id": id})
}

// DMs implements world.Listener.
func (s *Stream) DMs(w *world.State, person wire.Snowflake) {
	s.tell(person, "dms", func() any { return map[string]bool{"closed": w.People.DMs(person) != world.DMsOpen} })
}

// Commands implements world.Listener.
func (s *Stream) Commands(w *world.State) {
	for _, person := range s.people() {
		s.tell(person, "commands", func() any {
			return map[string]any{"commands": append([]*wire.Command{}, w.Commands.All()...),
				"channels": channelsFor(w, person)}
		})
	}
}

// Online implements world.Listener.
func (s *Stream) Online(online bool) { s.tellAll("bot", map[string]bool{"online": online}) }

// Unhandled implements world.Listener.
func (s *Stream) Unhandled(what string) {
	s.tellAll("unhandled", map[string]string{"text": what})
}
