package server

import (
	"io"
	"net/http"
	"time"

	"madbot/bot/sandbox/check"
)

// Fault is what goes wrong with one REST call of the bot. nil lets it pass.
type Fault struct {
	Delay      time.Duration // wait before anything else
	After      bool          // the call is carried out first; only its answer is lost or replaced
	Drop       bool          // end the connection without an answer
	Status     int           // answer with this HTTP status; 0 with the call's own answer
	Code       int           // Discord's code in the answer
	Message    string        // Discord's sentence in the answer
	RetryAfter time.Duration // with status 429: when to try again
	Global     bool          // with status 429: the global limit
	Body       string        // answer with this and not in JSON; needs Status
}

// withFault lets a call pass, or spoils it as Fault says.
func (a *api) withFault(w http.ResponseWriter, r *http.Request, pass func(http.ResponseWriter)) {
	var f *Fault
	if a.Fault != nil {
		f = a.Fault(r)
	}
	if f == nil {
		pass(w)
		return
	}
	if f.Delay > 0 {
		timer := time.NewTimer(f.Delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return
		case <-a.World.Done():
			return
		}
	}
	if !f.Drop && f.Status == 0 {
		pass(w)
		return
	}
	if f.After {
		pass(discard{http.Header{}})
	}
	if f.Drop {
		panic(http.ErrAbortHandler) // net/http's own way to end a connection without an answer
	}
	if f.Body != "" {
		w.WriteHeader(f.Status)
		_, _ = io.WriteString(w, f.Body) // the bot has gone
		return
	}
	a.refuse(w, r, &check.Refusal{Status: f.Status, Code: f.Code, Message: f.Message,
		RetryAfter: f.RetryAfter, Global: f.Global})
}

// discard is an answer that nobody gets.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(p []byte) (int, error) { return len(p), nil }
func (d discard) WriteHeader(int)             {}
