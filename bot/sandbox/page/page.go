// Package page is what the sandbox's web page talks to: what a person sees, what they do, and a
// stream of what changes.
package page

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"

	"madbot/bot/sandbox/client"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// Config is what the page needs. All fields are required.
type Config struct {
	Client  *client.Client
	Stream  *Stream
	Static  fs.FS          // the page itself
	Restart func() Restart // restarts the bot; a nil Restart hides the button
}

type page struct{ Config }

// handler answers one call of the page for a person: with a body, or an error for them.
type handler func(r *http.Request, person wire.Snowflake) (any, error)

// Register adds the page and its own interface. Other sites' pages are kept out.
func Register(mux *http.ServeMux, c Config) {
	p := &page{c}
	guard := http.NewCrossOriginProtection()
	for pattern, h := range map[string]handler{
		"GET /sandbox/state":                        p.getState,
		"GET /sandbox/waiting":                      p.getWaiting,
		"GET /sandbox/channels/{channel}/messages":  p.getMessages,
		"POST /sandbox/channels/{channel}/messages": p.postMessage,
		"POST /sandbox/channels/{channel}/read":     p.postRead,
		"POST /sandbox/channels/{channel}/thread":   p.postThread,
		"POST /sandbox/dms":                         p.postDM,
		"POST /sandbox/dms/closed":                  p.postClosed,
		"POST /sandbox/locale":                      p.postLocale,
		"POST /sandbox/messages/{message}/dismiss":  p.postDismiss,
		"POST /sandbox/interactions":                p.postInteraction,
		"POST /sandbox/restart":                     p.postRestart,
	} {
		mux.Handle(pattern, guard.Handler(p.serve(h)))
	}
	mux.HandleFunc("GET /sandbox/events", func(w http.ResponseWriter, r *http.Request) {
		person, err := p.as(r)
		if err != nil {
			write(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
			return
		}
		c.Stream.serve(w, r, person, c.Client.World.Done())
	})
	mux.Handle("/", own(http.FileServerFS(c.Static)))
}

// own keeps the page to itself: nothing is loaded from elsewhere, and nothing is cached across
// versions.
func own(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-cache")
		h.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data: blob:; "+
			"style-src 'self' 'unsafe-inline'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}

// as reads who the page is; a page that does not know yet is Alice's.
func (p *page) as(r *http.Request) (wire.Snowflake, error) {
	text := r.URL.Query().Get("as")
	if text == "" {
		return wire.AliceID, nil
	}
	id, err := wire.ParseSnowflake(text)
	return id, p.do(func(s *world.State) error {
		if err != nil || !s.People.Has(id) {
			return client.Refusal("There is no such person.")
		}
		return nil
	})
}

// serve does what is common to the page's calls. A Refusal is the person's (400), anything else the
// server's (500).
func (p *page) serve(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		person, err := p.as(r)
		var body any
		if err == nil {
			body, err = h(r, person)
		}
		if err == nil {
			write(w, http.StatusOK, body)
			return
		}
		status := http.StatusInternalServerError
		if refused := client.Refusal(""); errors.As(err, &refused) {
			status = http.StatusBadRequest
		}
		write(w, status, map[string]string{"error": err.Error()})
	})
}

func write(w http.ResponseWriter, status int, body any) {
	data, err := json.Marshal(body)
	if err != nil {
		panic(err) // plain data
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(data) //nolint:errcheck // the page has gone
}

// read reads a call's body, numbers as they are written.
func read(r *http.Request, into any) error {
	dec := json.NewDecoder(r.Body)
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return client.Refusal("The request is not readable: " + err.Error())
	}
	return nil
}

// do runs f in the world.
func (p *page) do(f func(*world.State) error) (err error) {
	p.Client.World.Do(func(s *world.State) { err = f(s) })
	return err
}
