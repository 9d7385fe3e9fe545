// Package page is the API of the sandbox's web page: what a person sees and does, and a stream of changes.
package page

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"time"

	"madbot/bot/sandbox/client"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// Config is what the page needs. All fields are required.
type Config struct {
	Client  *client.Client
	Stream  *Stream
	Static  fs.FS // the files of the page
	Now     func() time.Time
	Restart func() Restart // nil hides the restart button
	Jump    func() Jump    // nil hides the clock
	Tour    func() *Tour   // nil: none
}

// Tour is what a channel with the bot says at its start to people who have just come.
type Tour struct {
	Text  []string `json:"text"` // paragraphs
	Tries []Try    `json:"tries"`
}

// Try is a button that runs the line of a command, such as "/help".
type Try struct {
	Label string `json:"label"`
	Line  string `json:"line"`
}

type page struct{ Config }

// handler handles a call of the page for a person. It returns the response, or an error for the person.
type handler func(r *http.Request, person wire.Snowflake) (any, error)

// Register adds the page and its API to mux. It refuses requests from other sites.
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
		"POST /sandbox/jump":                        p.postJump,
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

// own forbids loading anything from elsewhere, and caching, so that versions do not mix.
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

// as returns the person of a request; without one, Alice.
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

// serve handles a call. A Refusal gets status 400, any other error 500.
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
		panic(err) // a value that can be marshalled
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(data) //nolint:errcheck // the page has gone
}

// read decodes the body of a call. Numbers keep their digits.
func read(r *http.Request, into any) error {
	dec := json.NewDecoder(r.Body)
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return client.Refusal("The request is not readable: " + err.Error())
	}
	return nil
}

func (p *page) do(f func(*world.State) error) (err error) {
	p.Client.World.Do(func(s *world.State) { err = f(s) })
	return err
}
