package playtest

import (
	"errors"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/league"
	"madbot/rules/match"
)

// testLeagues: a league and who is in it are read back, each of their server and season, and in their order.
func testLeagues(f fixture) {
	l := season.League{Server: "7", Season: 2, State: season.State{Phase: season.Running, Until: at(9), Last: true,
		Channel: "c", Locale: "fr", Shut: true, Called: at(3),
		Posts: []season.Post{{Season: 2, Group: 1, Channel: "c", Message: "m", News: 2, Told: 1}, {Season: 2, Begun: at(2), News: 1}}}}
	a := season.Entry{Server: "7", Season: 2, Player: alice, Group: 2, Seat: 1}
	b := season.Entry{Server: "7", Season: 2, Player: bob, Group: 2}
	c := season.Entry{Server: "7", Season: 2, Player: carol, Group: 1, Seat: 3}
	old := season.Entry{Server: "7", Season: 1, Player: alice, Group: 1, Seat: 1}
	other := season.Entry{Server: "70", Season: 5, Player: alice}
	all := []season.Entry{a, b, c, old, other, {Server: "7", Season: 3, Player: bob, Seat: 2}}
	f.do(func(tx play.Tx) error {
		for _, one := range []season.League{{Server: "7", Season: 1}, {Server: "70", Season: 5}, l} {
			require.NoError(f, tx.SaveLeague(f.Context(), one))
		}
		for _, e := range all {
			require.NoError(f, tx.SaveEntry(f.Context(), e))
		}
		a.Late, a.Left = 2, true
		return errors.Join(tx.SaveEntry(f.Context(), a), tx.RemoveEntry(f.Context(), "7", 3, bob))
	})
	reads := func(r season.Reader, hers match.PlayerID, entries ...season.Entry) {
		is(f, l)(r.League(f.Context(), "7"))
		is(f, []season.Entry{c, b, a})(r.Entries(f.Context(), "7", 2))
		is(f, entries)(r.EnteredBy(f.Context(), hers))
	}
	reads(f, alice, a, old, other)
	const former = match.Former + "x"
	f.do(func(tx play.Tx) error { return tx.RenameEntries(f.Context(), alice, former) })
	a.Player, old.Player, other.Player = former, former, former
	reads(f, alice)
	f.do(func(tx play.Tx) error { reads(tx, former, a, old, other); return nil })
}

// testLeagueCounts: a match of a season that is resigned before it begins is a defeat in it, until it is annulled.
// Nobody enters where there is no league.
func testLeagueCounts(f fixture) {
	change := func(act act) {
		f.do(func(tx play.Tx) error {
			_, err := play.Change(f.Context(), At(tx, at(2)), play.Ref{ID: "m", Ply: play.AnyPly},
				func(_ play.Tx, m *play.Match) ([]match.Event, error) { return act(&m.Match) })
			return err
		})
	}
	counts := func(want league.Result) {
		assert.Equal(f, want, got(f, f.PairOf, "m").League.Result)
	}
	terms := terms()
	terms.Pace, terms.Hints, terms.NoTakebacks, terms.Rated = match.Pace{PerTurn: time.Hour}, match.NoHints, true, true
	f.do(func(tx play.Tx) error {
		return errors.Join(
			play.Start(f.Context(), At(tx, at(1)), match.Proposal{ID: "m", By: alice, To: bob, Terms: terms, Binding: true},
				play.Venue{Guild: "7", Channel: "8"}),
			tx.SaveLeague(f.Context(), season.League{Server: "7", Season: 1, State: season.State{Phase: season.Running}}),
			tx.SavePair(f.Context(), season.Pair{Match: "m", Server: "7", Season: 1, Group: 1,
				League: league.Match{Pairing: league.Pairing{Red: 0, Blue: 1}}}))
	})
	change(resignAt(2))
	counts(league.BlueVictory)
	change(func(m *match.Match) ([]match.Event, error) { return m.Arbiter().Annul(carol, "found out", at(3)) })
	counts(league.Void)

	require.Error(f, f.Do(f.Context(), func(tx play.Tx) error {
		return tx.SaveEntry(f.Context(), season.Entry{Server: "9", Season: 1, Player: bob})
	}))
	is(f, season.League{Server: "9"})(f.League(f.Context(), "9"))
}

// testLeagueOf: the matches of a season are read back, and a match knows its season.
func testLeagueOf(f fixture) {
	for _, id := range []match.ID{"m", "n", "o", "p"} {
		f.start(id, terms(), 0)
	}
	pair := func(id match.ID, number, group int) season.Pair {
		return season.Pair{Match: id, Server: "7", Season: number, Group: group,
			League: league.Match{Pairing: league.Pairing{Red: 3, Blue: 2}}}
	}
	m, n := pair("m", 2, 2), pair("n", 2, 1)
	f.do(func(tx play.Tx) error {
		require.NoError(f, tx.SaveLeague(f.Context(), season.League{Server: "7", Season: 2}))
		for _, p := range []season.Pair{m, n, pair("o", 1, 1)} {
			require.NoError(f, tx.SavePair(f.Context(), p))
		}
		m.League.Result, m.Judged = league.Void, true
		return tx.SavePair(f.Context(), m)
	})
	require.Error(f, f.Do(f.Context(), func(tx play.Tx) error { return tx.SavePair(f.Context(), pair("x", 2, 1)) }),
		"there is no such match")
	beside, err := f.Pairs(f.Context(), "7", 2)
	require.NoError(f, err)
	assert.Equal(f, []season.Pair{n, m}, beside)
	f.do(func(tx play.Tx) error {
		for id, want := range map[match.ID]season.Pair{"m": m, "n": n, "p": {}, "x": {}} {
			is(f, want)(tx.PairOf(f.Context(), id))
		}
		list, err := tx.Pairs(f.Context(), "7", 2)
		assert.Equal(f, beside, list)
		require.NoError(f, err)
		made, err := tx.MadeIn(f.Context(), "8", at(0))
		assert.Len(f, made, 1, "those of a league keep nobody from challenging there")
		return err
	})
}
