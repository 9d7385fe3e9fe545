package endpoint

import (
	"encoding/json"
	"net"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"madbot/bot/discord"
)

// maxBody is far more than an interaction needs, in bytes.
const maxBody = 1 << 20

// refusalLogPeriod is the minimum time between logged refusals, because anybody can cause them.
const refusalLogPeriod = time.Minute

type handler struct {
	Config
	on         func(*discord.Interaction)
	refusals   rate.Sometimes // limits their logging
	unverified unverified
}

func newHandler(c Config, on func(*discord.Interaction)) *handler {
	return &handler{Config: c, on: on, refusals: rate.Sometimes{Interval: refusalLogPeriod}}
}

// ServeHTTP answers a ping with a pong. It accepts any other interaction with status 202, a promise to call back,
// and then passes it to on. Requests that Discord did not sign get status 401.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, _ := r.Context().Value(connKey{}).(net.Conn)
	r.Body = countedBody{http.MaxBytesReader(w, r.Body, maxBody), &h.unverified, conn}
	if err := h.Key.verify(r, h.Now()); err != nil {
		h.refusals.Do(func() {
			h.Log.Info("request refused; Discord also sends invalid ones as a test", "why", err, "from", r.RemoteAddr)
		})
		http.Error(w, "invalid request signature", http.StatusUnauthorized)
		return
	}
	h.unverified.remove(conn)
	var in discord.Interaction
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.ID == "" {
		h.Log.Error("cannot decode interaction", "err", err)
		http.Error(w, "not an interaction", http.StatusBadRequest)
		return
	}
	if in.Type == discordgo.InteractionPing {
		pong(w)
		return
	}
	accept(w)
	h.on(&in)
}

func pong(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(discord.Response{Type: discordgo.InteractionResponsePong}) // failure: Discord hung up
}

// accept responds that the interaction will be answered by a call to its callback. Unlike the response to this
// request, a call tells whether Discord received it.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback
func accept(w http.ResponseWriter) {
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(http.StatusAccepted)
	_ = http.NewResponseController(w).Flush() // an error means that Discord hung up; the call may still succeed
}
