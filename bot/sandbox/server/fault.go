package server

import (
	"io"
	"net/http"
	"time"

	"madbot/bot/sandbox/check"
)

// Fault describes how a REST call of the bot fails. nil means it does not.
type Fault struct {
	Delay      time.Duration // wait first
	After      bool          // carry out the call, and lose or replace only its response
	Drop       bool          // close the connection without a response
	Status     int           // status of the response; 0: the call's own response
	Code       int           // Discord's code in the response
	Message    string        // Discord's message in the response
	RetryAfter time.Duration // with status 429
	Global     bool          // with status 429: the global limit
	Body       string        // response body that is not JSON; needs Status
}

// withFault handles a call with pass, or makes it fail as Fault says.
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
		panic(http.ErrAbortHandler) // ends the connection without a response
	}
	if f.Body != "" {
		w.WriteHeader(f.Status)
		_, _ = io.WriteString(w, f.Body) // an error means that the bot hung up
		return
	}
	a.refuse(w, r, &check.Refusal{Status: f.Status, Code: f.Code, Message: f.Message,
		RetryAfter: f.RetryAfter, Global: f.Global})
}

type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(p []byte) (int, error) { return len(p), nil }
func (d discard) WriteHeader(int)             {}
