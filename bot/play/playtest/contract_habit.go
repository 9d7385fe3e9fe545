package playtest

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

func testHistories(f fixture) {
	level := terms()
	level.Level = 3
	f.create("asked", bob, terms(), 1)
	f.start("first", terms(), 2)
	f.start("second", terms(), 3)
	f.start("third", terms(), 4)
	f.change("first", swapAt(5))
	f.change("third", resignAt(6))
	f.create("robot", robot, level, 7)
	f.change("robot", func(m *match.Match) ([]match.Event, error) { return m.As(robot).Accept(rules.Red, at(8)) })
	for p, want := range map[match.PlayerID][]match.ID{
		alice: {"third", "first", "second"}, bob: {"third", "first", "second"}, carol: nil,
	} {
		for _, limit := range []int{0, 2, 9} {
			got, err := f.Histories(f.Context(), p, limit)
			require.NoError(f, err)
			require.Len(f, got, min(limit, len(want)))
			for i, events := range got {
				assert.Equal(f, f.events(want[i]), events)
			}
		}
	}
}

func testEndings(f fixture) {
	level := terms()
	level.Level = 3
	blue := terms()
	blue.Side = match.PlayBlue
	resigned := func(id match.ID, opponent match.PlayerID, t match.Terms) {
		f.create(id, opponent, t, 1)
		f.change(id, func(m *match.Match) ([]match.Event, error) { return m.As(opponent).Accept(rules.Red, at(2)) })
		for i := 0; i < 4 && id != "left"; i++ { // or it would be called off
			f.change(id, swapAt(3))
		}
		f.change(id, func(m *match.Match) ([]match.Event, error) { return m.As(m.Players.Red).Resign(at(4)) })
	}
	f.start("open", terms(), 1)
	resigned("red", bob, terms())
	resigned("blue", bob, blue)
	resigned("carol", carol, terms())
	resigned("left", "104", terms())
	resigned("robot", robot, level)
	lost := rules.Outcome{Winner: rules.Blue, Reason: rules.Resignation}
	off := rules.Outcome{Reason: rules.Aborted}
	for _, c := range []struct {
		p, other match.PlayerID
		want     []play.Ending
	}{
		{alice, "", []play.Ending{{Outcome: lost, Side: rules.Red}, {Outcome: lost, Side: rules.Blue},
			{Outcome: lost, Side: rules.Red}, {Outcome: off, Side: rules.Red, Left: true}}},
		{"104", alice, []play.Ending{{Outcome: off, Side: rules.Blue}}},
		{alice, bob, []play.Ending{{Outcome: lost, Side: rules.Red}, {Outcome: lost, Side: rules.Blue}}},
		{bob, alice, []play.Ending{{Outcome: lost, Side: rules.Blue}, {Outcome: lost, Side: rules.Red}}},
		{carol, "", []play.Ending{{Outcome: lost, Side: rules.Blue}}},
		{carol, bob, nil},
		{alice, alice, nil},
		{robot, "", nil},
	} {
		got, err := f.Endings(f.Context(), c.p, c.other)
		require.NoError(f, err)
		f.strip(got)
		assert.ElementsMatch(f, c.want, got, "%s and %s", c.p, c.other)
	}
}

// strip checks the parts of endings that come from their matches, and removes them.
func (f fixture) strip(all []play.Ending) {
	f.Helper()
	for i, e := range all {
		m := f.match(e.Match)
		assert.Equal(f, [2]any{m.Terms.Options.Board, m.Ended}, [2]any{e.Board, e.Ended})
		all[i].Match, all[i].Board, all[i].Ended = "", 0, time.Time{}
	}
}

func ratedTerms() match.Terms {
	t := terms()
	t.Pace, t.Hints, t.NoTakebacks, t.Rated = match.Pace{PerTurn: time.Hour}, match.NoHints, true, true
	t.Grace = match.DefaultGrace
	return t
}

// testRatings: rating changes are read back equal, newest first, and cannot be stored twice.
func testRatings(f fixture) {
	var all []rated.Change
	for i, id := range []match.ID{"m", "n", "o"} {
		assert.Equal(f, ratedTerms(), f.start(id, ratedTerms(), 0).Terms)
		all = append(all, rated.Change{Player: alice, N: i + 1, Match: id, At: at(i), Step: rated.Step{
			Before: rating.Rating{Points: 1500.1234567890123, Deviation: 349.9}, After: rating.Rating{Points: 1 / 3.0},
			Score: rating.SemiVictory, Why: rated.Played}})
		f.do(func(tx play.Tx) error { return tx.AddRatingChange(f.Context(), all[i]) })
	}
	slices.Reverse(all)
	equals(f, all[:2])(f.RatingChanges(f.Context(), alice, 2))
	f.do(func(tx play.Tx) error { equals(f, all)(tx.RatingChanges(f.Context(), alice, 9)); return nil })
	equals(f, all[1:2])(f.RatedIn(f.Context(), all[1].Match))
	hasLen(f, 0)(f.RatingChanges(f.Context(), bob, 9))
	for _, wrong := range []rated.Change{
		{Player: alice, N: 3, Match: "m", At: at(9)}, {Player: alice, N: 4, Match: "o", At: at(9)},
		{Player: alice, N: 4, Match: "nothere", At: at(9)}} {
		assert.Error(f, f.Do(f.Context(), func(tx play.Tx) error { return tx.AddRatingChange(f.Context(), wrong) }))
	}
}

// testTwoEnd: if many rated matches between two people end at once, each changes both ratings, in the same order.
func testTwoEnd(f fixture) {
	ids := []match.ID{"m", "n", "o", "p"}
	for _, id := range ids {
		f.start(id, ratedTerms(), 0)
		for range 4 {
			f.change(id, swapAt(1))
		}
	}
	f.atOnce(len(ids), func(i int) {
		f.do(func(tx play.Tx) error {
			_, err := play.Change(f.Context(), At(tx, at(2)), play.Ref{ID: ids[i], Ply: play.AnyPly},
				func(tx play.Tx, m *play.Match) ([]match.Event, error) {
					return m.As([]match.PlayerID{alice, bob}[i%2]).Resign(tx.Now())
				})
			return err
		})
	})
	red, err := f.RatingChanges(f.Context(), alice, 9)
	require.NoError(f, err)
	blue, err := f.RatingChanges(f.Context(), bob, 9)
	require.NoError(f, err)
	require.Len(f, red, len(ids))
	require.Len(f, blue, len(ids))
	slices.Reverse(red)
	slices.Reverse(blue)
	var before [2]rated.Change
	for i := range red {
		assert.True(f, red[i].Follows(before[0], blue[i]), "%+v", red)
		assert.True(f, blue[i].Follows(before[1], red[i]), "%+v", blue)
		before = [2]rated.Change{red[i], blue[i]}
	}
}

func (f fixture) stand(all ...rated.Standing) {
	f.Helper()
	f.do(func(tx play.Tx) (err error) {
		for _, s := range all {
			err = errors.Join(err, tx.AddStanding(f.Context(), s))
		}
		return err
	})
}

// standings checks the result of Standings.
func (f fixture) standings(server, season string, byRating bool, want ...rated.Row) {
	f.Helper()
	got, err := f.Standings(f.Context(), server, season, byRating)
	require.NoError(f, err)
	assert.ElementsMatch(f, want, got)
}

func (f fixture) save(p play.Player) {
	f.Helper()
	f.do(func(tx play.Tx) error { return tx.SavePlayer(f.Context(), p) })
}

// testStandings: standings add up, without players who are forgotten, hidden or new.
func testStandings(f fixture) {
	for _, p := range []match.PlayerID{alice, bob, carol, match.Former + "x"} {
		f.stand(rated.Standing{Server: "7", Season: "2026-1", Player: p, Matches: 5, Halves: 3})
	}
	nine := rated.Standing{Server: "8", Season: "2026-1", Player: alice, Matches: 9, Halves: 9}
	f.stand(rated.Standing{Server: "7", Season: "2026-1", Player: alice, Matches: 2, Halves: 2},
		rated.Standing{Server: "7", Season: "2026-2", Player: alice, Matches: 4, Halves: 1},
		rated.Standing{Server: "7", Season: "2026-2", Player: bob, Matches: -2, Halves: -1},
		rated.Standing{Server: "7", Season: "2026-2", Player: bob, Matches: 2, Halves: 1}, nine)
	f.start("m", ratedTerms(), 0)
	f.save(play.Player{ID: carol, Met: at(0), Settings: play.Settings{Unranked: true}})
	check := func(server, season string, want ...rated.Row) {
		f.Helper()
		f.standings(server, season, false, want...)
	}
	check("7", "2026-1", rated.Row{Player: alice, Matches: 7, Halves: 5}, rated.Row{Player: bob, Matches: 5, Halves: 3})
	check("7", "2026-2")
	check("7", "", rated.Row{Player: alice, Matches: 11, Halves: 6}, rated.Row{Player: bob, Matches: 5, Halves: 3})
	check("8", "2026-1", rated.Row{Player: alice, Matches: 9, Halves: 9})
	check("9", "")
	nine.Matches, nine.Halves = -9, -9
	f.stand(nine)
	check("8", "")
}

// testStandingsRated: by rating, only players with a public rating are included, with the rating after their last
// match.
func testStandingsRated(f fixture) {
	for _, p := range []match.PlayerID{alice, bob, carol} {
		f.stand(rated.Standing{Server: "7", Season: "2026-1", Player: p, Matches: 5, Halves: 3})
	}
	f.save(play.Player{ID: carol, Met: at(0), Settings: play.Settings{Unranked: true}})
	for n := 1; n <= rated.Shown; n++ {
		f.standings("7", "", true)
		id := match.ID(fmt.Sprint("m", n))
		f.start(id, ratedTerms(), 0)
		for p, least := range map[match.PlayerID]int{alice: 1, bob: 2, carol: 1} {
			if n < least {
				continue
			}
			f.do(func(tx play.Tx) error {
				return tx.AddRatingChange(f.Context(), rated.Change{Player: p, N: n + 1 - least, Match: id, At: at(n),
					Step: rated.Step{After: rating.Rating{Points: 1500 + float64(n)/8}, Games: n + 1 - least}})
			})
		}
	}
	five := rated.Row{Player: alice, Matches: 5, Halves: 3, Points: 1500.625}
	f.standings("7", "", true, five)
	f.standings("7", "2026-1", true, five)
	f.standings("8", "", true)
	for _, eyes := range []play.Eyes{play.OwnEyes, play.NoEyes} {
		f.save(play.Player{ID: alice, Met: at(0), Settings: play.Settings{Rating: eyes}})
		f.standings("7", "", true)
	}
}

func testTrials(f fixture) {
	later := terms()
	g := later.NewGame()
	p := g.Position()
	later.Start = p.Play(p.AppendTurns(nil)[0])
	for i, c := range []struct {
		id    match.ID
		level match.Level
		terms match.Terms
		turns int
		end   func(int) act
	}{{"lost", 3, terms(), 4, resignAt}, {"won", 4, terms(), 5, robotResigns}, {"left", 4, terms(), 0, resignAt},
		{"later", 5, later, 4, resignAt}, {"hinted", 6, terms(), 6, robotResigns}} {
		c.terms.Level = c.level
		f.create(c.id, robot, c.terms, 0)
		f.change(c.id, func(m *match.Match) ([]match.Event, error) { return m.As(robot).Accept(rules.Red, at(0)) })
		if c.id == "hinted" {
			f.change(c.id, func(m *match.Match) ([]match.Event, error) { return m.As(m.ToMove()).UseHint(at(0)) })
		}
		for range c.turns {
			f.change(c.id, swapAt(1))
		}
		f.change(c.id, c.end(2+i))
	}
	f.start("open", terms(), 1)
	all := []play.Trial{{Level: 6, Won: true, Hints: 1}, {Level: 4, Won: true}, {Level: 3}}
	for _, limit := range []int{1, 9} {
		equals(f, all[:min(limit, len(all))])(f.Trials(f.Context(), alice, limit))
	}
	hasLen(f, 0)(f.Trials(f.Context(), bob, 9))
}

func robotResigns(n int) act {
	return func(m *match.Match) ([]match.Event, error) { return m.As(robot).Resign(at(n)) }
}

func testRated(f fixture) {
	f.start("casual", terms(), 5)
	f.create("asked", bob, ratedTerms(), 5)
	for i, id := range []match.ID{"old", "ended", "begun"} {
		f.start(id, ratedTerms(), 2*i)
	}
	for range 4 {
		f.change("ended", swapAt(3))
	}
	f.change("ended", resignAt(4))
	f.change("old", resignAt(2))
	for p, want := range map[match.PlayerID][]match.ID{alice: {"ended", "begun"}, bob: {"ended", "begun"}, carol: nil} {
		list, err := f.Rated(f.Context(), p, at(4))
		require.NoError(f, err)
		var got []match.ID
		for _, m := range list {
			got = append(got, m.ID)
		}
		assert.ElementsMatch(f, want, got)
	}
}
