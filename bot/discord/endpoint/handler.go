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

// maxBody is far more than an interaction with its message takes, in bytes.
const maxBody = 1 << 20

// complaints is the time between refused requests that are logged: anybody can send them.
const complaints = time.Minute

// handler answers the requests.
type handler struct {
	Config
	on       func(*discord.Interaction)
	refusals rate.Sometimes // to log one
	visitors visitors
}

// newHandler returns a handler that hands interactions to on.
func newHandler(c Config, on func(*discord.Interaction)) *handler {
	return &handler{Config: c, on: on, refusals: rate.Sometimes{Interval: complaints}}
}

// ServeHTTP answers a request of Discord: a ping with a pong, and an interaction with the promise to call back,
// before it is handled. It returns when the interaction was handed on. What is not signed by Discord gets 401.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, _ := r.Context().Value(visitorKey{}).(net.Conn)
	r.Body = counted{http.MaxBytesReader(w, r.Body, maxBody), &h.visitors, conn}
	if err := h.Key.verify(r, h.Now()); err != nil {
		h.refusals.Do(func() {
			h.Log.Info("request refused; Discord sends some to see that", "why", err, "from", r.RemoteAddr)
		})
		http.Error(w, "invalid request signature", http.StatusUnauthorized)
		return
	}
	h.visitors.leave(conn)
	var in discord.Interaction
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.ID == "" {
		h.Log.Error("interaction cannot be read", "err", err)
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

// pong answers a ping.
func pong(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(discord.Response{Type: discordgo.InteractionResponsePong}) // Discord has gone
}

// accept says that the answer will be a call to the interaction's callback, whose fate is known, unlike
// that of an answer in the response.
// https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback
func accept(w http.ResponseWriter) {
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(http.StatusAccepted)
	_ = http.NewResponseController(w).Flush() // Discord has gone, or its connection; it is answered all the same
}
