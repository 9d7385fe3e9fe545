package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/sandbox"
	"madbot/rules/match"
)

const (
	benchTaps   = 10_000
	crowdPeople = 32
	floorCalls  = 1000
)

// BenchmarkPanelTap has people tap on their panels, from the click at their client to the panel that
// they see then: through the gateway, the dispatcher, the database on disk and REST. It reports the
// times of 10,000 taps, by one person after one another, or by 32 people of whom each taps again as
// soon as they see the next panel; and, as the floor, the median of a call of the bot's REST client to
// the sandbox. It fails when people have to wait:
//
//	go test ./cmd/madbot -run '^$' -bench PanelTap
func BenchmarkPanelTap(b *testing.B) {
	b.Run("One", func(b *testing.B) {
		s := newTapStage(b, nil, nil)
		var panels []*tapper
		for _, plies := range []int{0, 13, 26, 79} {
			id := match.ID(fmt.Sprintf("one%d", plies))
			s.match(id, match.PlayerID(sandbox.AliceID.String()), plies)
			panels = append(panels, s.opens(s.server.Actor("alice"), id))
		}
		floor := s.floor(b)
		for b.Loop() {
			var took []time.Duration
			for n := range benchTaps {
				_, d, err := panels[n/25%len(panels)].taps(control.isTap)
				require.NoError(b, err)
				took = append(took, d)
			}
			reportTaps(b, took, append(floor, s.floor(b)...))
			requireWithin(b, took, 50, 5*time.Millisecond)
			requireWithin(b, took, 99, 25*time.Millisecond)
		}
	})
	b.Run("Many", func(b *testing.B) {
		s := newTapStage(b, nil, crowd)
		panels := make([]*tapper, crowdPeople)
		for i := range panels {
			id := match.ID(fmt.Sprintf("crowd%02d", i))
			s.match(id, match.PlayerID(crowdPerson(fmt.Appendf(nil, "%02d", i))), i)
			panels[i] = s.opens(s.server.Actor("alice"), id)
		}
		floor := s.floor(b)
		for b.Loop() {
			took := tapTogether(b, panels)
			reportTaps(b, took, append(floor, s.floor(b)...))
			requireWithin(b, took, 99, 100*time.Millisecond)
		}
	})
}

// tapTogether has all tap at once, again and again.
func tapTogether(b *testing.B, panels []*tapper) []time.Duration {
	took := make([][]time.Duration, len(panels))
	var all sync.WaitGroup
	for i, p := range panels {
		all.Go(func() {
			for range benchTaps / len(panels) {
				_, d, err := p.taps(control.isTap)
				if err != nil {
					b.Error(err)
					return
				}
				took[i] = append(took[i], d)
			}
		})
	}
	all.Wait()
	return slices.Concat(took...)
}

// floor returns how long an answer by the bot's REST client takes to an interaction that the sandbox does
// not know. Discord's limits do not bind answers, so none of them waits.
func (s *tapStage) floor(b *testing.B) []time.Duration {
	client, err := discord.NewClient(sandbox.DefaultToken, discord.Address{Base: s.url})
	require.NoError(b, err)
	took := make([]time.Duration, floorCalls)
	for i := range took {
		began := time.Now()
		err := client.CreateResponse(s.ctx, &discord.Interaction{ID: "1", Token: "none"},
			discord.Response{Type: discordgo.InteractionResponseDeferredMessageUpdate})
		took[i] = time.Since(began)
		require.Equal(b, discordgo.ErrCodeUnknownInteraction, discord.CodeOf(err))
	}
	return took
}

func reportTaps(b *testing.B, taps, floor []time.Duration) {
	ms := func(times []time.Duration, p int) float64 {
		return float64(percentile(times, p)) / float64(time.Millisecond)
	}
	b.ReportMetric(ms(taps, 50), "p50-ms")
	b.ReportMetric(ms(taps, 99), "p99-ms")
	b.ReportMetric(ms(taps, 100), "max-ms")
	b.ReportMetric(ms(floor, 50), "floor-ms")
	b.ReportMetric(float64(len(taps)), "taps")
	b.ReportMetric(0, "ns/op") // says nothing here
}

// requireWithin fails when p of a hundred take longer than limit.
func requireWithin(b *testing.B, times []time.Duration, p int, limit time.Duration) {
	if got := percentile(times, p); got > limit {
		b.Errorf("%d of 100 taps take up to %v, more than %v", p, got, limit)
	}
}

// crowd stands between the bot and the sandbox at inner, whose people are three: to the bot, Alice is
// another person in each match whose id begins with crowd.
func crowd(inner *httptest.Server) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !websocket.IsWebSocketUpgrade(r) {
			inner.Config.Handler.ServeHTTP(w, r)
			return
		}
		down, err := new(websocket.Upgrader).Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer down.Close()
		address := strings.Replace(inner.URL, "http", "ws", 1) + r.URL.RequestURI()
		up, _, err := websocket.DefaultDialer.Dial(address, nil)
		if err != nil {
			return
		}
		defer up.Close()
		go carry(up, down, bytes.Clone)
		carry(down, up, asCrowd)
	})
}

// carry carries packets to one end from the other until one of them is gone.
func carry(to, from *websocket.Conn, change func([]byte) []byte) {
	defer to.Close()
	for {
		kind, data, err := from.ReadMessage()
		if err != nil || to.WriteMessage(kind, change(data)) != nil {
			return
		}
	}
}

var crowdMatch = regexp.MustCompile(`"crowd(\d\d)"|:crowd(\d\d):`)

// asCrowd returns a packet in which Alice is another person, if it is about a match of the crowd.
func asCrowd(packet []byte) []byte {
	found := crowdMatch.FindSubmatch(packet)
	if found == nil {
		return packet
	}
	alice := sandbox.AliceID.String()
	return bytes.ReplaceAll(packet, []byte(alice), []byte(crowdPerson(append(found[1], found[2]...))))
}

// crowdPerson returns the id of a person of the crowd by two digits.
func crowdPerson(digits []byte) string { return "20000000000000000" + string(digits) }
