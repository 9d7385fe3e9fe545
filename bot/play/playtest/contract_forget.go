package playtest

import (
	"errors"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// testForget: stored data contains a forgotten player only under the other name; nothing else changes.
func testForget(f fixture) {
	const former = match.Former + "x"
	ended := forgettable(f)
	events := f.events("m")
	for range 2 { // repeating it changes nothing
		f.do(func(tx play.Tx) error {
			_, err := tx.Claim(f.Context(), play.Claim{Kind: play.JobForget, Now: at(4), Until: at(5), Limit: 1})
			return errors.Join(err, tx.Rename(f.Context(), "m", alice, former), tx.RemovePlayer(f.Context(), alice))
		})
		ended.Challenger, ended.Players.Red, ended.EndedBy = former, former, former
		require.Equal(f, ended, f.match("m"))
	}
	for i := range events {
		if events[i].By == alice {
			events[i].By = former
		}
	}
	assert.Equal(f, events, f.events("m"))
	assert.Equal(f, play.Seat{Match: "m", Player: alice}, f.seat("m", alice))
	assert.True(f, f.seat("m", bob).Shares)
	assert.EqualValues(f, former, got(f, f.Review, "m").Asker)
	_, err := f.Player(f.Context(), alice)
	require.ErrorIs(f, err, play.ErrNotFound)
	remains(f)
}

// testFormers: deleted profiles are found by the player's id, newest first, until they are removed.
func testFormers(f fixture) {
	first, second := rated.Former{Name: match.Former + "x", At: at(1)}, rated.Former{Name: match.Former + "y", At: at(2)}
	other := rated.Former{Name: match.Former + "z", At: at(1)}
	f.do(func(tx play.Tx) error {
		return errors.Join(tx.SaveFormer(f.Context(), alice, first), tx.SaveFormer(f.Context(), alice, second),
			tx.SaveFormer(f.Context(), bob, other), tx.SaveFormer(f.Context(), bob, other))
	})
	formers := func(p match.PlayerID, since time.Time, want ...rated.Former) {
		f.Helper()
		equals(f, want)(f.Formers(f.Context(), p, since))
		f.do(func(tx play.Tx) error { equals(f, want)(tx.Formers(f.Context(), p, since)); return nil })
	}
	formers(alice, time.Time{}, second, first)
	formers(alice, at(1), second)
	formers(alice, at(2))
	formers(bob, at(0), other)
	formers(first.Name, at(0))
	formers(carol, at(0))
	f.do(func(tx play.Tx) error {
		equals(f, []match.PlayerID{first.Name, other.Name})(tx.RemoveFormers(f.Context(), at(1)))
		hasLen(f, 0)(tx.RemoveFormers(f.Context(), at(1)))
		return tx.RemovePlayer(f.Context(), alice)
	})
	formers(alice, at(0), second)
	formers(bob, at(0))
	assert.Error(f, f.Do(f.Context(), func(tx play.Tx) error {
		return tx.SaveFormer(f.Context(), alice, rated.Former{Name: first.Name})
	}))
}

// forgettable stores data about Alice and Bob in every possible place, and returns a finished match.
func forgettable(f fixture) play.Match {
	f.start("m", terms(), 0)
	f.start("other", terms(), 0)
	f.change("m", swapAt(1))
	ended := f.change("m", resignAt(2))
	f.do(func(tx play.Tx) error {
		var err error
		for _, p := range []match.PlayerID{alice, bob} {
			err = errors.Join(err, tx.SavePlayer(f.Context(), play.Player{ID: p, Met: at(0)}),
				tx.SaveSeat(f.Context(), play.Seat{Match: "m", Player: p, Shares: true}),
				tx.Schedule(f.Context(), play.JobDigest, play.Subject(play.JobDigest, p), at(3)))
		}
		return errors.Join(err, tx.Schedule(f.Context(), play.JobForget, play.Subject(play.JobForget, alice), at(3)),
			tx.SaveReview(f.Context(), play.Review{Match: "m", Asker: alice, Asked: at(3), Version: "1"}))
	})
	return ended
}

// remains checks the data that does not belong to Alice, or belongs to another of her matches.
func remains(f fixture) {
	f.Helper()
	assert.Equal(f, alice, f.match("other").Challenger)
	assert.Equal(f, bob, f.player(bob).ID)
	f.do(func(tx play.Tx) error {
		all, err := tx.Claim(f.Context(), play.Claim{Kind: play.JobDigest, Now: at(9), Until: at(10), Limit: 5})
		if assert.Len(f, all, 1) {
			assert.Equal(f, play.Subject(play.JobDigest, bob), all[0].Subject)
		}
		return err
	})
	next, _, err := f.NextJob(f.Context(), []play.JobKind{play.JobForget}, at(9))
	require.NoError(f, err)
	assert.Zero(f, next)
	equals(f, []match.ID{"other"})(f.MatchIDs(f.Context(), alice, 9))
}

// testRemovedServer: after a server is removed, only its matches are left; other servers keep everything.
func testRemovedServer(f fixture) {
	f.start("b", terms(), 0)
	f.start("a", terms(), 0)
	f.create("c", bob, terms(), 0)
	f.start("over", terms(), 0)
	f.change("over", resignAt(1))
	f.start("other", terms(), 0)
	f.serve()
	for range 2 { // repeating it changes nothing
		f.do(func(tx play.Tx) error { return tx.RemoveServer(f.Context(), "7") })
		f.serves70()
	}
	f.do(func(tx play.Tx) error {
		for _, k := range []play.JobKind{play.JobServer, play.JobDaily} {
			all, err := tx.Claim(f.Context(), play.Claim{Kind: k, Now: at(9), Until: at(9).Add(time.Second), Limit: 5})
			require.NoError(f, err)
			if assert.Len(f, all, 1) {
				assert.Equal(f, play.Subject(k, "70"), all[0].Subject)
			}
		}
		return nil
	})
}

// serve stores data of all kinds for the servers 7 and 70.
func (f fixture) serve() {
	f.Helper()
	f.do(func(tx play.Tx) (err error) {
		for id, guild := range map[match.ID]string{"a": "7", "b": "7", "c": "7", "over": "7", "other": "70"} {
			d := play.Delivery{Venue: play.Venue{Guild: guild, Channel: "8"}}
			err = errors.Join(err, tx.SaveDelivery(f.Context(), id, d))
		}
		for _, id := range []string{"7", "70"} {
			err = errors.Join(err, tx.SaveServer(f.Context(), play.Server{ID: id, Settings: play.ServerSettings{MaxOpen: 3}}),
				tx.SaveLeague(f.Context(), season.League{Server: id, Season: 1}),
				tx.SaveEntry(f.Context(), season.Entry{Server: id, Season: 1, Player: bob}),
				tx.SaveDaily(f.Context(), play.Daily{Server: id, Day: 1, Puzzle: "p"}),
				tx.SaveSolver(f.Context(), play.Solver{Server: id, Day: 1, Player: bob, Tries: 1}),
				tx.Schedule(f.Context(), play.JobServer, play.Subject(play.JobServer, id), at(1)),
				tx.Schedule(f.Context(), play.JobDaily, play.Subject(play.JobDaily, id), at(1)))
		}
		return err
	})
}

// serves70 checks that only the matches are left of server 7, and everything of server 70.
func (f fixture) serves70() {
	f.Helper()
	on := func(server string, playing bool) []match.ID {
		return in(f, func(tx play.Tx) ([]match.ID, error) { return tx.MatchesOn(f.Context(), server, playing) })
	}
	assert.Equal(f, []match.ID{"a", "b", "c", "over"}, on("7", false))
	assert.Equal(f, []match.ID{"a", "b"}, on("7", true))
	assert.Equal(f, []match.ID{"other"}, on("70", true))
	assert.Empty(f, on("8", false))
	equals(f, play.Server{ID: "7"})(f.Server(f.Context(), "7"))
	equals(f, []season.Entry{{Server: "70", Season: 1, Player: bob}})(f.EnteredBy(f.Context(), bob))
	equals(f, []play.Solver{{Server: "70", Day: 1, Player: bob, Tries: 1}})(f.SolvedBy(f.Context(), bob))
	hasLen(f, 0)(f.Dailies(f.Context(), "7"))
	assert.Equal(f, 3, got(f, f.Server, "70").Settings.MaxOpen)
}
