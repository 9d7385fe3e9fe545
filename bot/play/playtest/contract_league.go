package playtest

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules/league"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// testLeagues: leagues and entries are read back by server and season, in order.
func testLeagues(f fixture) {
	l := season.League{Server: "7", Season: 2, State: season.State{Phase: season.Running, Until: at(9), Last: true,
		LastBy: carol, Channel: "c", Locale: "fr", Shut: true, Called: at(3),
		LeftOut: []season.LeftOut{{Season: 2, Group: 1, Pairing: league.Pairing{Red: 2, Blue: 1}}},
		Tells:   []season.Tell{{Player: bob, Kind: season.TellRemoved, Other: alice, Reason: "r", Due: at(4)}},
		Changes: []season.EntryChange{{Player: bob, At: at(3)}}, Bars: []season.Bar{{Player: bob, By: alice, Reason: "r", At: at(3)}},
		Posts: []season.Post{{Season: 2, Group: 1, Channel: "c", Message: "m", News: 2, Told: 1, Ping: []match.PlayerID{bob}}, {Season: 2, Begun: at(2), News: 1}}}}
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
		a.Missed, a.Exit = 2, season.LeftServer
		return errors.Join(tx.SaveEntry(f.Context(), a), tx.RemoveEntry(f.Context(), "7", 3, bob))
	})
	reads := func(r season.Reader, hers match.PlayerID, entries ...season.Entry) {
		equals(f, l)(r.League(f.Context(), "7"))
		equals(f, []season.Entry{c, b, a})(r.Entries(f.Context(), "7", 2))
		equals(f, entries)(r.EnteredBy(f.Context(), hers))
		equals(f, []season.League{l})(r.LeaguesNaming(f.Context(), bob))
		equals(f, []season.League{l})(r.LeaguesNaming(f.Context(), carol))
		hasLen(f, 0)(r.LeaguesNaming(f.Context(), bob[1:]))
	}
	reads(f, alice, a, old, other)
	const former = match.Former + "x"
	f.do(func(tx play.Tx) error { return tx.RenameEntries(f.Context(), alice, former) })
	a.Player, old.Player, other.Player = former, former, former
	reads(f, alice)
	f.do(func(tx play.Tx) error { reads(tx, former, a, old, other); return nil })
}

// testLeagueCounts: a league match resigned in its first turns counts as a defeat until it is annulled. Without a
// league, nobody can enter.
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
	equals(f, season.League{Server: "9"})(f.League(f.Context(), "9"))
}

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
		m.League.Result, m.Judged, m.Ended, m.Late = league.Void, true, league.RedVictory, at(5)
		return tx.SavePair(f.Context(), m)
	})
	require.Error(f, f.Do(f.Context(), func(tx play.Tx) error { return tx.SavePair(f.Context(), pair("x", 2, 1)) }),
		"there is no such match")
	beside, err := f.Pairs(f.Context(), "7", 2)
	require.NoError(f, err)
	assert.Equal(f, []season.Pair{n, m}, beside)
	f.do(func(tx play.Tx) error {
		for id, want := range map[match.ID]season.Pair{"m": m, "n": n, "p": {}, "x": {}} {
			equals(f, want)(tx.PairOf(f.Context(), id))
		}
		list, err := tx.Pairs(f.Context(), "7", 2)
		assert.Equal(f, beside, list)
		require.NoError(f, err)
		made, err := tx.MadeIn(f.Context(), "8", at(0))
		assert.Len(f, made, 1, "those of a league keep nobody from challenging there")
		return err
	})
}

// testAnnul: if many annul a rated match, one succeeds, and is named in its event. Its effect on ratings and standings
// is reversed even after later matches, and it counts nowhere.
func testAnnul(f fixture) {
	service, manager := f.service(), play.Actor{ID: carol, Guild: "7"}
	f.lost("m", alice)
	f.lost("n", bob)
	for _, other := range []play.Actor{{ID: alice, Guild: "7"}, {ID: carol, Guild: "8"}, {ID: carol}} {
		_, err := service.Annul(f.Context(), other, "m", "found out")
		require.Error(f, err)
	}
	f.annulledOnce(manager, "m")
	m := f.match("m")
	assert.True(f, m.Past.Annulled)
	last := func() match.Event { return f.events("m")[m.Seq-1] }
	assert.Equal(f, []any{match.Annulled, carol}, []any{last().Kind, last().By})
	f.do(func(tx play.Tx) error { return tx.RenameRatings(f.Context(), carol, match.Former+"c") })
	assert.Equal(f, []match.PlayerID{match.Former + "c", alice}, []match.PlayerID{last().By, f.events("m")[0].By})
	for _, p := range []match.PlayerID{alice, bob} {
		all, err := f.RatingChanges(f.Context(), p, 9)
		require.NoError(f, err)
		require.Len(f, all, 3)
		assert.True(f, all[0].Corrects(all[1]))
		assert.Equal(f, 1, all[0].Games)
		opponent := rating.Result{Opponent: rating.Start(), Score: all[1].Score}
		assert.InDelta(f, rating.Start().With(opponent).Points, all[0].After.Points, 1e-6, "as if only the other counted")
		f.do(func(tx play.Tx) error { // four more, because only players with five matches are ranked
			return tx.AddStanding(f.Context(), rated.Standing{Server: "7", Season: "2026-1", Player: p, Matches: 4})
		})
	}
	f.standings("7", "", false, rated.Row{Player: alice, Matches: 5, Halves: 2}, rated.Row{Player: bob, Matches: 5})
	hasLen(f, 1)(f.Rated(f.Context(), alice, at(0)))
	equals(f, play.Score{Matches: 1, Halves: [2]int{2, 0}})(service.Score(f.Context(), alice, bob))
	changes, err := service.RatedBy(f.Context(), &m.Match)
	require.NoError(f, err)
	require.Len(f, changes, 2)
	assert.Equal(f, []any{alice, bob, rated.Annulled}, []any{changes[0].Player, changes[1].Player, changes[0].Why})
	by, err := service.AnnulledBy(f.Context(), &m.Match)
	require.NoError(f, err)
	assert.Equal(f, match.PlayerID(match.Former+"c"), by)
}

// annulledOnce checks that only one of four processes can annul a match.
func (f fixture) annulledOnce(manager play.Actor, id match.ID) {
	f.Helper()
	var done atomic.Int64
	f.atOnce(4, func(int) {
		if _, err := f.service().Annul(f.Context(), manager, id, "found out"); err == nil {
			done.Add(1)
		} else {
			assert.ErrorIs(f, err, match.ErrNotRated)
		}
	})
	assert.Equal(f, int64(1), done.Load())
}

// testReinstate: a reinstated match counts as before, for good. Managers in its ranking cannot decide about it.
func testReinstate(f fixture) {
	service, manager := f.service(), play.Actor{ID: carol, Guild: "7"}
	f.lost("m", alice)
	f.lost("n", bob)
	rival := rated.Standing{Server: "7", Season: rated.Season(f.match("m").Ended), Player: carol, Matches: rated.Ranked}
	f.do(func(tx play.Tx) error { return tx.AddStanding(f.Context(), rival) })
	_, err := service.Annul(f.Context(), manager, "m", "found out")
	require.ErrorIs(f, err, play.ErrRival)
	rival.Matches = -rival.Matches
	f.do(func(tx play.Tx) error { return tx.AddStanding(f.Context(), rival) })
	_, err = service.Annul(f.Context(), manager, "m", "")
	require.ErrorIs(f, err, match.ErrReason)
	_, err = service.Reinstate(f.Context(), manager, "m")
	require.ErrorIs(f, err, match.ErrNotAnnulled)
	before, err := f.RatingChanges(f.Context(), alice, 1)
	require.NoError(f, err)
	f.manages(service.Annul(f.Context(), manager, "m", "found out"))
	f.manages(service.Reinstate(f.Context(), manager, "m"))
	after, err := f.RatingChanges(f.Context(), alice, 9)
	require.NoError(f, err)
	require.Len(f, after, 4)
	assert.InDelta(f, before[0].After.Points, after[0].After.Points, 1e-6)
	assert.Equal(f, []any{rated.Reinstated, 2}, []any{after[0].Why, after[0].Games})
	m := f.match("m")
	changes, err := service.RatedBy(f.Context(), &m.Match)
	require.NoError(f, err)
	require.Len(f, changes, 2)
	assert.Equal(f, rated.Played, changes[0].Why)
	_, err = service.Annul(f.Context(), manager, "m", "again")
	require.ErrorIs(f, err, match.ErrNotRated)
}

func (f fixture) manages(_ play.Match, err error) {
	f.Helper()
	require.NoError(f, err)
}

func (f fixture) lost(id match.ID, by match.PlayerID) {
	f.Helper()
	f.start(id, ratedTerms(), 0)
	for range 4 {
		f.change(id, swapAt(0))
	}
	_, err := f.service().Resign(f.Context(), play.Actor{ID: by}, play.Ref{ID: id, Ply: play.AnyPly})
	require.NoError(f, err)
}
