// Package rest is the sandbox's end of Discord's REST interface: who may call, what is asked, and
// how it is answered. What Discord refuses is in package check, what is kept in package world.
package rest

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// Config is how the interface behaves.
type Config struct {
	World    *world.World
	Token    string // the one bot token accepted
	Deadline time.Duration
	Limits   bool      // refuses calls that come too fast
	Record   io.Writer // gets each request as a JSON line; or nil
	Log      func() *slog.Logger
	Fault    func(*http.Request) *Fault // asked before each request, unless nil
	Shards   int                        // that the bot is recommended
	// Concurrency is how many shards may start sessions at once, and Sessions how many may be started in a day.
	Concurrency, Sessions int
}

// API answers the bot's calls.
type API struct {
	Config
	recordMu sync.Mutex
	base     atomic.Pointer[string] // how the bot reached this server last; nil: not yet

	tooMany, tooManyInAll atomic.Int64 // refusals
}

// TooMany is how many calls were refused for their rate, and how many of them for the limit on all calls.
func (a *API) TooMany() (all, global int) {
	return int(a.tooMany.Load()), int(a.tooManyInAll.Load())
}

// handler answers a call with a status and a body (nil for none), or refuses. It has the world to
// itself.
type handler func(*call) (int, any, *check.Refusal)

// Register adds what the bot may call, below /api/v9 and /api/v10, and the files it links to.
// Anything else below /api is refused loudly.
func Register(mux *http.ServeMux, c Config) *API {
	a := &API{Config: c}
	for pattern, h := range a.handlers() {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /api/{version}"+path, a.serve(h))
	}
	mux.HandleFunc("/api/", a.serve(func(c *call) (int, any, *check.Refusal) {
		return 0, nil, check.Unhandled(c.Method + " " + c.URL.Path)
	}))
	mux.HandleFunc("GET /cdn/attachments/{channel}/{id}/{name}", a.serveFile)
	mux.HandleFunc("GET /cdn/emojis/{id}", a.serveFile)
	return a
}

// handlers are the calls, by method and path.
func (a *API) handlers() map[string]handler {
	return map[string]handler{
		"GET /gateway":                 getGateway,
		"GET /gateway/bot":             a.getGatewayBot,
		"GET /users/{user}":            getUser,
		"POST /users/@me/channels":     postDM,
		"GET /applications/@me":        getApplication,
		"GET /oauth2/applications/@me": getApplication,

		"PUT /applications/{app}/commands":                inApp(putCommands),
		"PUT /applications/{app}/guilds/{guild}/commands": inApp(putCommands),
		"GET /applications/{app}/emojis":                  inApp(getEmojis),
		"POST /applications/{app}/emojis":                 inApp(postEmoji),
		"DELETE /applications/{app}/emojis/{emoji}":       inApp(deleteEmoji),

		"GET /channels/{channel}":                             inChannel(getChannel),
		"PATCH /channels/{channel}":                           inChannel(patchChannel),
		"POST /channels/{channel}/threads":                    inChannel(postThread),
		"POST /channels/{channel}/typing":                     inChannel(postTyping),
		"GET /channels/{channel}/messages":                    inChannel(getMessages),
		"POST /channels/{channel}/messages":                   inChannel(postMessage),
		"POST /channels/{channel}/messages/{message}/threads": inChannel(postThreadUnder),
		"GET /channels/{channel}/messages/{message}":          inChannel(getMessage),
		"PATCH /channels/{channel}/messages/{message}":        inChannel(patchMessage),
		"DELETE /channels/{channel}/messages/{message}":       inChannel(deleteMessage),

		"POST /interactions/{interaction}/{token}/callback": a.postCallback,
		"POST /webhooks/{app}/{token}":                      inWebhook(postFollowUp),
		"GET /webhooks/{app}/{token}/messages/{message}":    inWebhook(getAnswer),
		"PATCH /webhooks/{app}/{token}/messages/{message}":  inWebhook(patchAnswer),
		"DELETE /webhooks/{app}/{token}/messages/{message}": inWebhook(deleteAnswer),
	}
}

// Base is how the bot reached this server last, as "http://host"; "" before it has.
func (a *API) Base() string {
	if base := a.base.Load(); base != nil {
		return *base
	}
	return ""
}

// serve does what is common to all calls: body, record, faults, who calls, and the form of the
// answer.
func (a *API) serve(h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, check.MaxBody))
		if err != nil {
			a.refuse(w, r, check.TooLarge)
			return
		}
		a.record(r, raw)
		a.withFault(w, r, func(w http.ResponseWriter) {
			status, body, refusal := a.handle(h, &call{Request: r, raw: raw}, w.Header())
			if refusal != nil {
				a.refuse(w, r, refusal)
				return
			}
			answer(w, r, status, body)
		})
	}
}

// handle reads a call and carries it out.
func (a *API) handle(h handler, c *call, header http.Header) (status int, body any,
	refusal *check.Refusal) {
	if refusal = a.keepPace(header, c.Request); refusal != nil {
		return 0, nil, refusal
	}
	if refusal = c.admit(a.Token); refusal != nil {
		return 0, nil, refusal
	}
	a.base.Store(new("http://" + wire.Host(c.Request)))
	a.World.Do(func(s *world.State) {
		c.State = s
		status, body, refusal = h(c)
	})
	return status, body, refusal
}

// refuse writes a refusal; loudly when the sandbox is at fault.
func (a *API) refuse(w http.ResponseWriter, r *http.Request, why *check.Refusal) {
	a.Log().Debug("refused", "call", r.Method+" "+r.Pattern, "err", why)
	if why.Unhandled != "" {
		a.World.Do(func(s *world.State) { s.Unhandled(why.Unhandled) })
	}
	if why.Status == http.StatusTooManyRequests {
		slowDown(w.Header(), why)
	}
	answer(w, r, why.Status, why.Body())
}

// answer writes a status and JSON, nothing for a nil body.
func answer(w http.ResponseWriter, r *http.Request, status int, body any) {
	if body == nil {
		w.WriteHeader(status)
		return
	}
	data, err := json.Marshal(body)
	if err != nil {
		panic(err) // plain data
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(wire.Absolute(data, "http://"+wire.Host(r))) //nolint:errcheck // the bot has gone
}
