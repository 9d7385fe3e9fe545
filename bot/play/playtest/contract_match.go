package playtest

import (
	"fmt"
	"math/rand/v2"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

func testCreate(f fixture) {
	for i, side := range []match.SidePick{match.RandomSide, match.PlayRed, match.PlayBlue} {
		for j, to := range []match.PlayerID{"", bob} {
			o := rules.Options{Board: rules.Boards()[j], Positioning: i == 1, StallLimit: 30}
			f.create(match.ID(fmt.Sprintf("m%d%d", i, j)), to, match.Terms{Options: o, Side: side}, i)
		}
	}
	before, events := f.match("m00"), f.events("m00")
	other, news := f.proposal("m00", carol, terms(), 9)
	err := f.Do(f.Context(), func(tx play.Tx) error {
		return tx.CreateMatch(f.Context(), other, news)
	})
	require.ErrorIs(f, err, play.ErrExists)
	assert.Equal(f, before, f.match("m00"))
	assert.Equal(f, events, f.events("m00"))
}

func testNotFound(f fixture) {
	_, err := f.Match(f.Context(), "nothere")
	require.ErrorIs(f, err, play.ErrNotFound)
	f.do(func(tx play.Tx) error {
		_, err := tx.Match(f.Context(), "nothere")
		require.ErrorIs(f, err, play.ErrNotFound)
		_, err = tx.Delivery(f.Context(), "nothere")
		require.ErrorIs(f, err, play.ErrNotFound)
		_, err = tx.Player(f.Context(), "nothere")
		require.ErrorIs(f, err, play.ErrNotFound)
		return nil
	})
	assert.Empty(f, f.events("nothere"))
	assert.Empty(f, f.claim(play.JobTell, 0))
	_, ok := f.nextJob(0, play.JobTell)
	assert.False(f, ok)
}

// testWholeGames: random games with all options are read back equal after each turn.
func testWholeGames(f fixture) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[rules.Reason]bool{}
	for i := range 8 {
		o := rules.Options{Board: rules.Boards()[i%2], Positioning: i&2 == 0, StallLimit: 8}
		if i >= 4 {
			o.StallLimit = 0 // until a corvette falls or the test ends
		}
		m := f.start(match.ID(fmt.Sprintf("game%d", i)), match.Terms{Options: o}, 0)
		for n := 1; m.Status == match.Playing && n < 1000; n++ {
			m = f.change(m.ID, randomTurn(r, n))
		}
		seen[m.Game.Outcome().Reason] = true
	}
	for i, id := range []match.ID{"aborted", "resigned"} {
		f.start(id, terms(), 0)
		for n := range 3 * i { // Alice leaves before or after her second turn
			f.change(id, randomTurn(r, n))
		}
		m := f.change(id, resignAt(4))
		seen[m.Game.Outcome().Reason] = true
	}
	assert.Equal(f, map[rules.Reason]bool{rules.CorvetteExile: true, rules.Stall: true,
		rules.Aborted: true, rules.Resignation: true}, seen)
}

// testOffers: offers, refusals, withdrawals and agreements of both sides are read back equal.
func testOffers(f fixture) {
	f.start("m", terms(), 0)
	for i, by := range []match.PlayerID{alice, bob} {
		f.change("m", func(m *match.Match) ([]match.Event, error) {
			return m.As(by).MakeOffer(match.ToStop, at(1+i))
		})
		f.change("m", func(m *match.Match) ([]match.Event, error) {
			return m.As(m.Players.Of(m.ColorOf(by).Other())).AnswerOffer(match.ToStop, false, at(1+i))
		})
	}
	f.change("m", randomTurn(rand.New(rand.NewPCG(1, 2)), 3))
	for range 2 {
		f.change("m", func(m *match.Match) ([]match.Event, error) {
			by := alice
			if m.Offers[match.ToStop].IsOpen() {
				by = bob
			}
			return m.As(by).MakeOffer(match.ToStop, at(4))
		})
	}
	f.start("back", terms(), 0)
	for _, by := range []match.PlayerID{alice, bob} {
		f.change("back", func(m *match.Match) ([]match.Event, error) { return m.As(by).MakeOffer(match.ToStop, at(2)) })
		f.change("back", func(m *match.Match) ([]match.Event, error) { return m.As(by).WithdrawOffer(match.ToStop, at(3)) })
	}
	m := f.match("m")
	assert.Equal(f, rules.Outcome{Winner: rules.Blue, Reason: rules.Agreement}, m.Game.Outcome())

	f.create("declined", bob, terms(), 5)
	f.change("declined", func(m *match.Match) ([]match.Event, error) {
		return m.As(bob).Decline(at(6))
	})
	f.create("withdrawn", "", terms(), 5)
	f.change("withdrawn", func(m *match.Match) ([]match.Event, error) {
		return m.As(alice).Withdraw(at(6))
	})
}

// testRobot: a match against the robot, accepted when it is created, is read back equal.
func testRobot(f fixture) {
	level := terms()
	level.Level = 7
	m, events := f.proposal("m", robot, level, 1)
	accepted, err := m.As(robot).Accept(rules.Red, at(1))
	require.NoError(f, err)
	events = append(events, accepted...)
	f.do(func(tx play.Tx) error { return tx.CreateMatch(f.Context(), m, events) })
	require.Equal(f, m, f.match("m"))
	assert.Equal(f, events, f.events("m"))
	m = f.change("m", swapAt(2))
	assert.True(f, m.AwaitsRobot())
}

// testPractice: a practice game is read back equal with its start, and only Made lists it until it is kept.
func testPractice(f fixture) {
	from := terms()
	from.Level, from.Options.Positioning = 7, false
	g := from.NewGame()
	require.NoError(f, g.PlayText("111=222"))
	from.Start = g.Position()
	for i, id := range []match.ID{"m", "n"} {
		m, events, err := match.Propose(match.Proposal{ID: id, By: alice, To: robot, Terms: from, Practice: true}, at(i))
		require.NoError(f, err)
		accepted, err := m.As(robot).Accept(rules.Red, at(i))
		require.NoError(f, err)
		created := play.Match{Match: m, Delivery: play.Delivery{Venue: play.Venue{Channel: "8", Away: true}}}
		f.do(func(tx play.Tx) error { return tx.CreateMatch(f.Context(), created, append(events, accepted...)) })
		require.Equal(f, created, f.match(id))
		assert.Equal(f, robot, m.ToMove(), "Blue is on")
		f.change(id, swapAt(2+i))
	}
	f.change("n", resignAt(5))
	listed := func(open, recent, in []match.ID) {
		now := got(f, f.Open, alice)
		assert.Equal(f, open, ids(now))
		f.checkOpen(alice, now)
		past, err := f.Recent(f.Context(), alice, 9)
		require.NoError(f, err)
		assert.Equal(f, recent, ids(past))
		f.do(func(tx play.Tx) error { hasLen(f, len(in))(tx.MadeIn(f.Context(), "8", at(0))); return nil })
		assert.Equal(f, []match.ID{"n", "m"}, ids(f.made(alice, 0)))
	}
	listed(nil, nil, nil)
	for _, id := range []match.ID{"m", "n"} {
		f.change(id, func(m *match.Match) ([]match.Event, error) { return m.As(alice).Keep(at(9)) })
	}
	listed([]match.ID{"m"}, []match.ID{"n"}, []match.ID{"m", "n"})
}

// testIndependent: changing a match that was read or saved changes neither the store nor other copies.
func testIndependent(f fixture) {
	r := rand.New(rand.NewPCG(1, 2))
	f.start("m", terms(), 0)
	for n := range 5 {
		m := f.change("m", randomTurn(r, n))
		before := f.match("m")
		for range 2 {
			if _, err := randomTurn(r, n)(&m.Match); err != nil {
				break // the turn before ended the game
			}
		}
		require.Equal(f, before, f.match("m"))
	}
	turns := []rules.Turn{rules.ShiftTurn(rules.Swap121x212), rules.ShiftTurn(rules.Swap111x222),
		rules.ShiftTurn(rules.Swap112x221)}
	f.start("copies", terms(), 0)
	for n := range 3 {
		copies := []play.Match{f.change("copies", swapAt(n)), f.match("copies"), f.match("copies")}
		for i := range copies {
			_, err := copies[i].As(copies[i].ToMove()).Play(turns[i], at(n))
			require.NoError(f, err)
		}
		for i := range copies {
			require.Equal(f, turns[i], copies[i].Game.Turns()[n+1])
		}
	}
}

func testEvents(f fixture) {
	f.start("m", terms(), 1)
	f.create("other", "", terms(), 2)
	f.change("m", swapAt(3))
	want := []match.Event{{Kind: match.Challenged, Seq: 1, By: alice, At: at(1)},
		{Kind: match.Accepted, Seq: 2, By: bob, At: at(1)},
		{Kind: match.Played, Seq: 3, By: alice, Ply: 1, At: at(3)}}
	assert.Equal(f, want, f.events("m"))
	f.do(func(tx play.Tx) error {
		for _, c := range []struct{ after, last int }{{0, 1}, {0, 3}, {1, 2}, {2, 3}, {3, 3}} {
			some, err := tx.Events(f.Context(), "m", c.after, c.last)
			require.NoError(f, err)
			assert.Equal(f, append([]match.Event{}, want[c.after:c.last]...),
				append([]match.Event{}, some...), "%v", c)
		}
		return nil
	})
}
