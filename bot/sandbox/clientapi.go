package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
)

// page adds what keeps the client to itself: nothing is loaded from elsewhere, and nothing is
// cached across versions.
func page(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-cache")
		h.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data: blob:; "+
			"style-src 'self' 'unsafe-inline'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}

// pageHandler answers one call of the page for a person: with a body, or an error for them.
type pageHandler func(r *http.Request, person Snowflake) (any, error)

// pageRoutes registers the page's own interface. Other sites' pages are kept out.
func (s *Server) pageRoutes(mux *http.ServeMux) {
	guard := http.NewCrossOriginProtection()
	add := func(pattern string, h pageHandler) {
		mux.Handle(pattern, guard.Handler(s.servePage(h)))
	}
	add("GET /sandbox/state", s.getState)
	add("GET /sandbox/channels/{channel}/messages", s.getPageMessages)
	add("POST /sandbox/channels/{channel}/messages", s.postPageMessage)
	add("POST /sandbox/channels/{channel}/read", s.postRead)
	add("POST /sandbox/dms", s.postPageDM)
	add("POST /sandbox/messages/{message}/dismiss", s.postDismiss)
	add("POST /sandbox/interactions", s.postInteraction)
	add("POST /sandbox/restart", s.postRestart)
	mux.HandleFunc("GET /sandbox/events", func(w http.ResponseWriter, r *http.Request) {
		person, err := as(r)
		if err != nil {
			writePage(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
			return
		}
		s.serveEvents(w, r, person)
	})
}

// as reads who the page is; a page that does not know yet is Alice's.
func as(r *http.Request) (Snowflake, error) {
	text := r.URL.Query().Get("as")
	if text == "" {
		return AliceID, nil
	}
	id, err := ParseSnowflake(text)
	if err != nil || !isPerson(id) {
		return 0, refusal("There is no such person.")
	}
	return id, nil
}

// servePage does what is common to the page's calls. A Refusal is the person's (400), anything else
// the server's (500).
func (s *Server) servePage(h pageHandler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		person, err := as(r)
		var body any
		if err == nil {
			body, err = h(r, person)
		}
		if err == nil {
			writePage(w, http.StatusOK, body)
			return
		}
		status := http.StatusInternalServerError
		if refused := Refusal(""); errors.As(err, &refused) {
			status = http.StatusBadRequest
		}
		writePage(w, status, map[string]string{"error": err.Error()})
	})
}

func writePage(w http.ResponseWriter, status int, body any) {
	data, err := json.Marshal(body)
	if err != nil {
		panic(err) // plain data
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(data) //nolint:errcheck // the page has gone
}

// readPage reads a call's body, numbers as they are written.
func readPage(r *http.Request, into any) error {
	dec := json.NewDecoder(r.Body)
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return refusal("The request is not readable: %v", err)
	}
	return nil
}

// pageChannelOf finds the channel the address names, if the person is in it. mu must be held.
func (s *Server) pageChannelOf(r *http.Request, person Snowflake) (*Channel, error) {
	id, _ := ParseSnowflake(r.PathValue("channel"))
	c := s.channel(id)
	if c == nil || !c.seenBy(person) {
		return nil, refusal("There is no such channel.")
	}
	return c, nil
}

func (s *Server) getPageMessages(r *http.Request, person Snowflake) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.pageChannelOf(r, person)
	if err != nil {
		return nil, err
	}
	before, _ := ParseSnowflake(r.URL.Query().Get("before"))
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || limit < 1 || limit > 100 {
		limit = 50
	}
	out := []Message{}
	for _, p := range slices.Backward(s.posts) {
		if len(out) == limit {
			break
		}
		if p.ChannelID == c.ID && p.seenBy(person) && (before == 0 || p.ID < before) {
			out = append(out, s.forPage(p))
		}
	}
	slices.Reverse(out)
	return out, nil
}

func (s *Server) postPageMessage(r *http.Request, person Snowflake) (any, error) {
	var body struct {
		Content string `json:"content"`
	}
	if err := readPage(r, &body); err != nil {
		return nil, err
	}
	id, _ := ParseSnowflake(r.PathValue("channel"))
	return (&Actor{s, person}).Say(id, body.Content)
}

func (s *Server) postRead(r *http.Request, person Snowflake) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.pageChannelOf(r, person)
	if err != nil {
		return nil, err
	}
	s.markAllRead(person, c)
	return struct{}{}, nil
}

func (s *Server) postPageDM(r *http.Request, person Snowflake) (any, error) {
	var body struct {
		Recipient Snowflake `json:"recipient_id"`
	}
	if err := readPage(r, &body); err != nil {
		return nil, err
	}
	if body.Recipient != BotID {
		return nil, refusal("In the sandbox you can only write to the bot directly.")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.channelFor(person, s.openDM(person)), nil
}

func (s *Server) postDismiss(r *http.Request, person Snowflake) (any, error) {
	id, _ := ParseSnowflake(r.PathValue("message"))
	return struct{}{}, (&Actor{s, person}).Dismiss(id)
}

// postInteraction does what a person asks and answers when the bot has.
func (s *Server) postInteraction(r *http.Request, person Snowflake) (any, error) {
	var ask request
	if err := readPage(r, &ask); err != nil {
		return nil, err
	}
	answer, err := s.interact(r.Context(), person, ask)
	if errors.Is(err, ErrNoAnswer) {
		return map[string]any{"status": "failed", "error": err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	out := map[string]any{"status": "answered", "interaction_id": answer.InteractionID}
	if answer.Kind == CallbackChoices {
		out["choices"] = append([]Choice{}, answer.Choices...)
	}
	if answer.Message != nil {
		out["message_id"] = answer.Message.ID
	}
	if answer.Modal != nil {
		out["modal"] = struct {
			*Modal
			InteractionID Snowflake `json:"interaction_id"`
		}{answer.Modal, answer.InteractionID}
	}
	return out, nil
}

func (s *Server) postRestart(r *http.Request, _ Snowflake) (any, error) {
	if s.Restart == nil {
		return nil, refusal("The bot cannot be restarted here.")
	}
	if err := s.Restart(r.Context()); err != nil {
		return nil, err
	}
	return map[string]bool{"ok": true}, nil
}
