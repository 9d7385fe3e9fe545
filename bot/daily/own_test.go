package daily_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/daily"
	"madbot/bot/play"
	"madbot/bot/play/tries"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/puzzle"
)

func swap() play.Typed { return play.Typed{Text: "112=221"} }

// played returns a match of Alice and Bob after so many turns.
func (fx puzzleFixture) played(plies int) match.ID {
	fx.Helper()
	terms := match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}
	m, err := fx.matches.Challenge(fx.Context(), actor(solver), play.Challenge{To: bob, Terms: terms,
		Venue: play.Venue{Guild: "7", Channel: "c"}})
	require.NoError(fx, err)
	m, err = fx.matches.Accept(fx.Context(), actor(bob), m.ID)
	require.NoError(fx, err)
	for range plies {
		m, err = fx.matches.Play(fx.Context(), actor(m.ToMove()), play.Ref{ID: m.ID, Ply: play.AnyPly},
			swap())
		require.NoError(fx, err)
	}
	return m.ID
}

// erred has Alice have gone wrong after two turns of a match that is over.
func (fx puzzleFixture) erred() tries.Own {
	fx.Helper()
	id := fx.played(5)
	_, err := fx.matches.Resign(fx.Context(), actor(solver), play.Ref{ID: id, Ply: play.AnyPly})
	require.NoError(fx, err)
	o := tries.Own{Match: id, Player: solver, Guild: "7", Ply: 2, Turn: "111=222", Wins: true}
	require.NoError(fx, fx.store.Do(fx.Context(), func(tx play.Tx) error { return tx.SaveOwnPuzzle(fx.Context(), o) }))
	return o
}

// counts checks how many puzzles from games wait for somebody.
func (fx puzzleFixture) counts(p match.PlayerID, own, server int) {
	fx.Helper()
	mine, theirs, err := fx.Counts(fx.Context(), actor(p))
	require.NoError(fx, err)
	assert.Equal(fx, [2]int{own, server}, [2]int{mine, theirs})
}

// shares has somebody let others solve puzzles from their games, or not.
func (fx puzzleFixture) shares(p match.PlayerID, so bool) {
	fx.Helper()
	_, err := fx.matches.ChangePlayer(fx.Context(), actor(p), func(p *play.Player) { p.Settings.Shares = so })
	require.NoError(fx, err)
}

// TestOwn: the position in which somebody went wrong is a puzzle for them alone, once, and for others on the server
// only while both players agree.
func TestOwn(t *testing.T) {
	t.Parallel()
	fx := newPuzzleFixture(t, nil)
	o := fx.erred()
	fx.counts(solver, 1, 0)
	fx.counts(carol, 0, 0)
	f := fx.next(solver, daily.OwnGames)
	assert.Equal(t, o.ID(), f.ID)
	assert.Equal(t, 2, f.Round)
	assert.Equal(t, "111=222", f.Solution[0].String())
	assert.Equal(t, puzzle.Victory, f.Kind)
	_, err := fx.Find(t.Context(), actor(carol), o.ID())
	require.ErrorIs(t, err, play.ErrNotFound)
	fx.shares(solver, true)
	fx.counts(carol, 0, 0)
	fx.shares(bob, true)
	fx.counts(carol, 0, 1)
	fx.counts(bob, 0, 1)
	fx.counts(solver, 1, 0)
	own, server, err := fx.Counts(t.Context(), play.Actor{ID: carol, Guild: "8"})
	require.NoError(t, err)
	assert.Zero(t, own+server)
	theirs := fx.next(carol, daily.Server)
	fx.tries(carol, theirs, true)
	fx.counts(carol, 0, 0)
	fx.counts(solver, 1, 0)
	fx.tries(solver, f, false)
	fx.counts(solver, 0, 0)
	again, err := fx.Find(t.Context(), actor(solver), o.ID())
	require.NoError(t, err)
	assert.True(t, again.Tried)
	fx.shares(solver, false)
	_, err = fx.Find(t.Context(), actor(carol), o.ID())
	require.ErrorIs(t, err, play.ErrNotFound)
	tried, err := fx.store.PuzzleTries(t.Context(), solver)
	require.NoError(t, err)
	assert.Equal(t, tries.Rating(nil), tried[0].After, "it has no number")
}

// TestOwn_Others: a game against the bot takes the consent of one; one with somebody who is gone, and one that was
// played in private, are not for others.
func TestOwn_Others(t *testing.T) {
	t.Parallel()
	fx := newPuzzleFixture(t, nil)
	o := fx.erred()
	fx.shares(solver, true)
	fx.shares(bob, true)
	fx.counts(carol, 0, 1)
	do := func(work func(play.Tx) error) { require.NoError(t, fx.store.Do(t.Context(), work)) }
	do(func(tx play.Tx) error { return tx.Rename(t.Context(), o.Match, bob, match.Former+"x") })
	fx.counts(carol, 0, 0)
	terms := match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed, Level: 3}
	m, err := fx.matches.Challenge(t.Context(), actor(solver), play.Challenge{To: "robot", Terms: terms,
		Venue: play.Venue{Guild: "7", Channel: "c"}})
	require.NoError(t, err)
	_, err = fx.matches.Play(t.Context(), actor(solver), play.Ref{ID: m.ID, Ply: play.AnyPly}, swap())
	require.NoError(t, err)
	_, err = fx.matches.Resign(t.Context(), actor(solver), play.Ref{ID: m.ID, Ply: play.AnyPly})
	require.NoError(t, err)
	robot := tries.Own{Match: m.ID, Player: solver, Guild: "7", Turn: "111=222"}
	do(func(tx play.Tx) error { return tx.SaveOwnPuzzle(t.Context(), robot) })
	fx.counts(carol, 0, 1)
	f := fx.next(carol, daily.Server)
	assert.Equal(t, puzzle.UpperHand, f.Kind)
	robot.Guild = ""
	do(func(tx play.Tx) error { return tx.SaveOwnPuzzle(t.Context(), robot) })
	_, private, err := fx.Counts(t.Context(), play.Actor{ID: carol})
	require.NoError(t, err)
	assert.Zero(t, private)
}

// TestOwn_Many: no more of them are looked at than somebody solves in a while.
func TestOwn_Many(t *testing.T) {
	t.Parallel()
	fx := newPuzzleFixture(t, nil)
	o := fx.erred()
	m, err := fx.store.Match(t.Context(), o.Match)
	require.NoError(t, err)
	require.NoError(t, fx.store.Do(t.Context(), func(tx play.Tx) error {
		for i := range 50 {
			m.ID = match.ID(fmt.Sprint(i))
			o.Match = m.ID
			require.NoError(t, tx.CreateMatch(t.Context(), m, nil))
			require.NoError(t, tx.SaveOwnPuzzle(t.Context(), o))
		}
		return nil
	}))
	fx.counts(solver, 50, 0)
}

// TestOwn_Standing: the service offers no puzzle with a position of the person's running matches, nor one that cannot
// be read or is gone.
func TestOwn_Standing(t *testing.T) {
	t.Parallel()
	fx := newPuzzleFixture(t, nil)
	o := fx.erred()
	for plies, waits := range map[int]int{1: 1, 2: 0, 3: 0, 4: 1} {
		id := fx.played(plies)
		fx.counts(solver, waits, 0)
		_, err := fx.matches.Resign(fx.Context(), actor(solver), play.Ref{ID: id, Ply: play.AnyPly})
		require.NoError(t, err)
	}
	fx.counts(solver, 1, 0)
	for _, wrong := range []tries.Own{{Ply: 5, Turn: "111=222"}, {Ply: 2, Turn: "x"}} {
		wrong.Match, wrong.Player = o.Match, solver
		require.NoError(t, fx.store.Do(t.Context(), func(tx play.Tx) error { return tx.SaveOwnPuzzle(t.Context(), wrong) }))
		fx.counts(solver, 0, 0)
	}
}
