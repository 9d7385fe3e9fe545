package playtest

import (
	"errors"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// testSeats: a player's seat is read back equal, separately for each player and match.
func testSeats(f fixture) {
	f.start("m", terms(), 0)
	f.start("other", terms(), 0)
	whole := play.Seat{Match: "m", Player: alice, Look: play.Look{Moment: 3, At: at(1)},
		Plans:  []play.Plan{{Ply: 3, At: "a position", Lines: []string{"pass pass", "112=221 pass"}}, {Ply: 5, At: "another"}},
		Notes:  []play.Note{{Moment: 1, Ply: 1, At: at(2), Text: "keep 222 \"home\" — é"}, {Text: "b"}},
		Shares: true}
	none := func(id match.ID, p match.PlayerID) play.Seat { return play.Seat{Match: id, Player: p} }
	for _, s := range []play.Seat{none("m", alice), whole, {Match: "m", Player: alice, Shares: true}, whole} {
		f.do(func(tx play.Tx) error {
			if err := tx.SaveSeat(f.Context(), s); err != nil {
				return err
			}
			got, err := tx.Seat(f.Context(), s.Match, s.Player)
			require.Equal(f, s, got)
			return err
		})
		require.Equal(f, s, f.seat("m", alice))
	}
	f.seat("m", alice).Notes[0].Text = "changed from outside"
	assert.Equal(f, whole, f.seat("m", alice))
	assert.Equal(f, none("m", bob), f.seat("m", bob))
	assert.Equal(f, none("other", alice), f.seat("other", alice))
	failed := errors.New("failed")
	require.ErrorIs(f, f.Do(f.Context(), func(tx play.Tx) error {
		return errors.Join(tx.SaveSeat(f.Context(), none("m", alice)), failed)
	}), failed)
	assert.Equal(f, whole, f.seat("m", alice))
	f.do(func(tx play.Tx) error {
		return errors.Join(tx.SaveSeat(f.Context(), none("nothere", alice)),
			tx.SaveSeat(f.Context(), play.Seat{Match: "m", Player: carol, Shares: true}))
	})
	assert.Equal(f, none("m", carol), f.seat("m", carol), "it is not their match")
}

func (f fixture) seat(id match.ID, p match.PlayerID) play.Seat {
	f.Helper()
	s, err := f.Seat(f.Context(), id, p)
	require.NoError(f, err)
	return s
}

// testServers: a server is read back equal; an unknown one has the defaults.
func testServers(f fixture) {
	whole := play.Server{ID: "7", Settings: play.ServerSettings{Channels: []string{"8", "9"}, Threads: true,
		Language: "fr", Preset: "club", MaxOpen: 20, MaxPair: 3, Unthreaded: play.ThreadsFull, Zone: "UTC+3",
		Daily:    play.DailySettings{Channel: "8", Hour: 9, Locale: "de", Fault: play.DailyGone, Since: 20000, Idle: 2},
		Unranked: map[match.PlayerID]play.Exclusion{carol: {By: bob, At: at(1)}}, Watched: true, Left: at(1)}}
	for _, s := range []play.Server{whole, {ID: "7"}, whole} {
		f.do(func(tx play.Tx) error {
			if err := tx.SaveServer(f.Context(), s); err != nil {
				return err
			}
			got, err := tx.Server(f.Context(), s.ID)
			require.Equal(f, s, got)
			return err
		})
		equals(f, s)(f.Server(f.Context(), "7"))
	}
	equals(f, play.Server{ID: "70"})(f.Server(f.Context(), "70"))
	testExcluding(f)
}

// testExcluding: finds exactly the servers on which a player is excluded or has excluded somebody.
func testExcluding(f fixture) {
	f.do(func(tx play.Tx) (err error) {
		for id, e := range map[string][2]match.PlayerID{"7": {carol, bob}, "70": {carol, carol}, "8": {bob, "1"}} {
			err = errors.Join(err, tx.SaveServer(f.Context(), play.Server{ID: id, Settings: play.ServerSettings{
				Unranked: map[match.PlayerID]play.Exclusion{e[0]: {By: e[1], At: at(1)}}}}))
		}
		return errors.Join(err, tx.SaveServer(f.Context(), play.Server{ID: "9", Settings: play.ServerSettings{
			Channels: []string{string(carol)}}}))
	})
	for p, want := range map[match.PlayerID][]string{carol: {"7", "70"}, bob: {"7", "8"}, "1": {"8"}, alice: nil} {
		var ids []string
		inUnit := in(f, func(tx play.Tx) ([]play.Server, error) { return tx.Excluding(f.Context(), p) })
		servers := got(f, f.Excluding, p)
		assert.ElementsMatch(f, servers, inUnit)
		for _, s := range servers {
			equals(f, s)(f.Server(f.Context(), s.ID))
			ids = append(ids, s.ID)
		}
		assert.ElementsMatch(f, want, ids, p)
	}
}

// testDailies: puzzles of the day and their solvers are read back by server and day, and removed up to a day.
func testDailies(f fixture) {
	solved := func(server string, day play.Day, p match.PlayerID, n int) play.Solver {
		return play.Solver{Server: server, Day: day, Player: p, Tries: n, At: at(n), Streak: n, Free: 1, Shared: n == 2}
	}
	old := play.Daily{Server: "7", Day: 3, Puzzle: "p", Post: play.Post{Channel: "c", Message: "m"}, Begun: at(1), Closed: true}
	begun := play.Daily{Server: "7", Day: 20000, Puzzle: "q", Post: play.Post{Channel: "c"}, Begun: at(2)}
	other := play.Daily{Server: "70", Day: 3, Puzzle: "p"}
	posted := begun
	posted.Post.Message, posted.Begun, posted.Recount = "n", time.Time{}, at(3)
	trying := play.Solver{Server: "7", Day: 3, Player: bob, Tries: 1}
	all := []play.Solver{trying, solved("7", 3, bob, 2), solved("7", 3, alice, 1), solved("7", 20000, alice, 9),
		solved("70", 3, alice, 1), {Server: "70", Day: 3, Player: bob, Tries: 3}}
	f.do(func(tx play.Tx) error {
		for _, d := range []play.Daily{begun, old, other, posted} {
			require.NoError(f, tx.SaveDaily(f.Context(), d))
		}
		for _, s := range all {
			require.NoError(f, tx.SaveSolver(f.Context(), s))
		}
		return nil
	})
	require.Error(f, f.Do(f.Context(), func(tx play.Tx) error {
		return tx.SaveSolver(f.Context(), solved("7", 4, bob, 1))
	}), "there is none")
	f.hasDailies([]play.Daily{old, posted}, []play.Solver{all[2], all[1]}, []play.Solver{all[3], all[2], all[4]})
	f.do(func(tx play.Tx) error { return tx.ForgetDailies(f.Context(), "7", 20000) })
	f.hasDailies([]play.Daily{posted}, nil, []play.Solver{all[3], all[4]})
	f.do(func(tx play.Tx) error { return tx.RemovePlayer(f.Context(), alice) })
	f.hasDailies([]play.Daily{posted}, nil, nil)
	equals(f, all[5:])(f.SolvedBy(f.Context(), bob))
}

// hasDailies checks the puzzles of server 7, the solvers of its day 3, and Alice's solved puzzles.
func (f fixture) hasDailies(want []play.Daily, solvers, hers []play.Solver) {
	f.Helper()
	reads := func(r play.DailyReader) {
		equals(f, want)(r.Dailies(f.Context(), "7"))
		equals(f, solvers)(r.Solvers(f.Context(), "7", 3))
		equals(f, hers)(r.SolvedBy(f.Context(), alice))
	}
	reads(f)
	f.do(func(tx play.Tx) error { reads(tx); return nil })
}

// testOrders: the operator's orders are read back, inside and outside a unit of work.
func testOrders(f fixture) {
	is := func(want play.Orders) {
		f.Helper()
		f.do(func(tx play.Tx) error { equals(f, want)(tx.Orders(f.Context())); return nil })
		equals(f, want)(f.Orders(f.Context()))
	}
	is(play.Orders{})
	for _, o := range []play.Orders{{People: map[match.PlayerID]string{"5": "why"}, Notice: "soon", Until: at(1)},
		{Servers: map[string]string{"7": ""}}, {}} {
		f.do(func(tx play.Tx) error { return tx.SaveOrders(f.Context(), o) })
		is(o)
	}
}

func testAlive(f fixture) {
	was := func() play.Alive {
		f.Helper()
		return in(f, func(tx play.Tx) (play.Alive, error) { return tx.Alive(f.Context()) })
	}
	assert.Zero(f, was())
	for _, a := range []play.Alive{{At: at(0)}, {At: at(0), Back: at(1)}, {At: at(1)}} {
		f.do(func(tx play.Tx) error { return tx.SaveAlive(f.Context(), a) })
		assert.Equal(f, a, was())
	}
}

func testHints(f fixture) {
	limited := terms()
	limited.Hints, limited.NoTakebacks = 2, true
	hint := func(m *match.Match) ([]match.Event, error) { return m.As(m.ToMove()).UseHint(at(1)) }
	f.start("m", limited, 0)
	for _, a := range []act{hint, swapAt(2), swapAt(3), hint, swapAt(4), hint} {
		f.change("m", a)
	}
	m := f.match("m")
	assert.Equal(f, []int{2, 1, 3}, []int{m.HintsUsed.Red, m.HintsUsed.Blue, len(m.Past.Hinted)})
	f.summarised(alice)
	limited.Hints = match.NoHints
	f.create("none", bob, limited, 5)
	f.summarised(bob)
}
