package playtest

import (
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/rules/match"
)

// testDelivery: a match and its delivery are stored independently.
func testDelivery(f fixture) {
	m := f.start("m", terms(), 0)
	other := f.start("other", terms(), 0)
	for _, d := range []play.Delivery{
		{Venue: play.Venue{Guild: "1", Channel: "2", Locale: "de"}, Closed: true,
			Post: play.Post{Channel: "8", Message: "9"}, Thread: "88", Told: 1, Sending: 2, Edits: true, Serial: 3,
			Shares: play.Shares{play.SharedReplay: {Channel: "8", Since: at(4), Done: true}}},
		{Venue: play.Venue{Channel: "2"}, Told: 2, Serial: 4},
	} {
		f.do(func(tx play.Tx) error { return tx.SaveDelivery(f.Context(), "m", d) })
		m.Delivery = d
		require.Equal(f, m, f.match("m"))
		f.do(func(tx play.Tx) error { equals(f, d)(tx.Delivery(f.Context(), "m")); return nil })
		m = f.change("m", swapAt(5))
		assert.Equal(f, d, m.Delivery, "SaveMatch leaves it")
	}
	assert.Equal(f, other, f.match("other"))
}

func testPlayers(f fixture) {
	whole := play.Player{ID: alice, Locale: "fr", Zone: "Europe/Brussels",
		Settings: play.Settings{Language: "de", Theme: "paper", Menus: true, Words: true, Quick: true},
		Progress: play.Progress{Lesson: "move", Done: "names", Game: "m1", Away: true},
		Vacation: play.Vacation{Left: 36 * time.Hour, At: at(1), Until: at(2), Stays: true}, Met: at(1)}
	for _, p := range []play.Player{whole, {ID: alice, Met: at(2)}, {ID: bob, Locale: "fr", Met: at(3)}} {
		f.do(func(tx play.Tx) error { return tx.SavePlayer(f.Context(), p) })
		require.Equal(f, p, f.player(p.ID))
		equals(f, p)(f.Player(f.Context(), p.ID))
	}
	assert.Equal(f, play.Player{ID: alice, Met: at(2)}, f.player(alice), "Bob is somebody else")
	_, err := f.Player(f.Context(), "nothere")
	assert.ErrorIs(f, err, play.ErrNotFound)
}

func testLists(f fixture) {
	f.create("c1", bob, terms(), 1)
	f.start("a2", terms(), 2)
	f.create("c3", "", terms(), 3)
	f.create("c4", carol, terms(), 4)
	for i, id := range []match.ID{"f5", "f6", "f7"} {
		f.start(id, terms(), 5)
		f.change(id, resignAt(10+i))
	}
	f.change("c1", func(m *match.Match) ([]match.Event, error) { return m.As(bob).Accept(0, at(20)) })
	f.change("c4", func(m *match.Match) ([]match.Event, error) { return m.As(carol).Decline(at(21)) })
	shown := play.Delivery{Venue: play.Venue{Guild: "7", Channel: "8", Away: true}, Closed: true,
		Thread: "80", Post: play.Post{Channel: "8", Message: "9"}}
	f.do(func(tx play.Tx) error { return tx.SaveDelivery(f.Context(), "a2", shown) })

	for p, want := range map[match.PlayerID][]match.ID{
		alice: {"c1", "c3", "a2"}, bob: {"c1", "a2"}, carol: nil,
	} {
		open := got(f, f.Open, p)
		require.Equal(f, want, ids(open), "open of %q", p)
		f.checkSummaries(open)
		f.checkOpen(p, open)
	}
	f.checkRunning(alice, "a2", "c1")
	f.checkRunning(carol)
	f.create("c8", carol, terms(), 30)
	assert.Equal(f, []match.ID{"c8"}, ids(got(f, f.Open, carol)), "it waits for her answer")

	for limit, want := range map[int][]match.ID{0: nil, 2: {"f7", "f6"}, 9: {"f7", "f6", "f5"}} {
		recent, err := f.Recent(f.Context(), bob, limit)
		require.NoError(f, err)
		require.Equal(f, want, ids(recent))
		f.checkSummaries(recent)
	}
	recent, err := f.Recent(f.Context(), carol, 2)
	require.NoError(f, err)
	assert.Empty(f, recent, "what was declined is not a finished match")
}

// checkRunning checks which matches p is playing, and their positions.
func (f fixture) checkRunning(p match.PlayerID, want ...match.ID) {
	f.Helper()
	running := got(f, f.Running, p)
	require.Len(f, running, len(want))
	for _, r := range running {
		require.Contains(f, want, r.ID)
		m := f.match(r.ID)
		require.Equal(f, gate.RunningOf(&m.Match), r)
	}
	f.do(func(tx play.Tx) error {
		inside, err := tx.Running(f.Context(), p)
		require.ElementsMatch(f, running, inside)
		return err
	})
}

func (f fixture) checkOpen(p match.PlayerID, open []play.Summary) {
	f.Helper()
	f.do(func(tx play.Tx) error { equals(f, open)(tx.Open(f.Context(), p)); return nil })
}

// checkSummaries checks that list contains the summaries of the matches.
func (f fixture) checkSummaries(list []play.Summary) {
	f.Helper()
	for _, s := range list {
		m := f.match(s.ID)
		require.Equal(f, m.Summary(), s)
	}
}
