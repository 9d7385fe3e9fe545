package server

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// api handles the bot's REST calls.
type api struct {
	Config
	recordMu sync.Mutex

	// guarded by the world's lock
	base                  string // last address at which the bot reached this server, "http://host"; "" at first
	tooMany, tooManyInAll int    // refusals
}

// handler handles a call with exclusive access to the world. It returns the body of the response, or nil for none.
type handler func(*call) (any, *check.Refusal)

type created struct{ any }

// register adds the bot's calls below /api/v9 and /api/v10, and the files they link to. Anything else below /api is
// refused as unhandled.
func (a *api) register(mux *http.ServeMux) {
	for pattern, h := range a.handlers() {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /api/{version}"+path, a.serve(h))
	}
	mux.HandleFunc("/api/", a.serve(func(c *call) (any, *check.Refusal) {
		return nil, check.Unhandled(c.Method + " " + c.URL.Path)
	}))
	mux.HandleFunc("GET /cdn/attachments/{channel}/{id}/{name}", a.serveFile)
	mux.HandleFunc("GET /cdn/emojis/{id}", a.serveFile)
}

// handlers returns the handlers by method and path.
func (a *api) handlers() map[string]handler {
	return map[string]handler{
		"GET /gateway":          getGateway,
		"GET /gateway/bot":      a.getGatewayBot,
		"GET /users/{user}":     getUser,
		"GET /users/@me/guilds": getGuilds,

		"GET /guilds/{guild}/members/{user}":                           getMember,
		"GET /guilds/{guild}/roles/{role}":                             getRole,
		"POST /users/@me/channels":                                     postDM,
		"GET /applications/@me":                                        getApplication,
		"PUT /applications/{app}/commands":                             inApp(putCommands),
		"PUT /applications/{app}/guilds/{guild}/commands":              inApp(putCommands),
		"GET /applications/{app}/commands":                             inApp(getCommands),
		"GET /applications/{app}/guilds/{guild}/commands":              inApp(getCommands),
		"DELETE /applications/{app}/commands/{command}":                inApp(deleteCommand),
		"DELETE /applications/{app}/guilds/{guild}/commands/{command}": inApp(deleteCommand),
		"GET /applications/{app}/emojis":                               inApp(getEmojis),
		"POST /applications/{app}/emojis":                              inApp(postEmoji),
		"DELETE /applications/{app}/emojis/{emoji}":                    inApp(deleteEmoji),

		"GET /guilds/{guild}":                                 getGuild,
		"GET /guilds/{guild}/threads/active":                  getActiveThreads,
		"GET /channels/{channel}":                             inChannel(getChannel),
		"PATCH /channels/{channel}":                           inChannel(patchChannel),
		"POST /channels/{channel}/threads":                    inChannel(postThread),
		"GET /channels/{channel}/threads/archived/public":     inChannel(getArchivedThreads),
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

// serve wraps h with what all calls share: body, record, faults, authorization, and the response.
func (a *api) serve(h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, check.MaxBody))
		if err != nil {
			a.refuse(w, r, check.TooLarge)
			return
		}
		a.record(r, raw)
		a.withFault(w, r, func(w http.ResponseWriter) {
			body, refusal := a.handle(h, &call{Request: r, raw: raw}, w.Header())
			if refusal != nil {
				a.refuse(w, r, refusal)
				return
			}
			status := http.StatusOK
			if made, isNew := body.(created); isNew {
				status, body = http.StatusCreated, made.any
			}
			answer(w, r, status, body)
		})
	}
}

// handle reads a call and carries it out.
func (a *api) handle(h handler, c *call, header http.Header) (body any, refusal *check.Refusal) {
	a.World.Do(func(s *world.State) { refusal = a.keepPaceLocked(s, header, c.Request) })
	if refusal == nil {
		refusal = c.admit(a.Token)
	}
	if refusal != nil {
		return nil, refusal
	}
	a.World.Do(func(s *world.State) {
		a.base, c.State = "http://"+wire.Host(c.Request), s
		body, refusal = h(c)
	})
	return body, refusal
}

// refuse sends a refusal, and reports what the sandbox does not support.
func (a *api) refuse(w http.ResponseWriter, r *http.Request, why *check.Refusal) {
	a.Log().Debug("refused", "call", r.Method+" "+r.Pattern, "err", why)
	if why.Unhandled != "" {
		a.World.Do(func(s *world.State) { s.Bot.Unhandled(why.Unhandled) })
	}
	if why.Status == http.StatusTooManyRequests {
		slowDown(w.Header(), why)
	}
	answer(w, r, why.Status, why.Body())
}

func answer(w http.ResponseWriter, r *http.Request, status int, body any) {
	if body == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	data, err := json.Marshal(body)
	if err != nil {
		panic(err) // a value that can be marshalled
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(wire.Absolute(data, "http://"+wire.Host(r))) //nolint:errcheck // the bot has gone
}
