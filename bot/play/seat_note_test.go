package play_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestService_Note: a note belongs to the moment at which it is written, is cut, and comes back for two turns.
func TestService_Note(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	notes := func(a play.Actor, text string) play.Match {
		t.Helper()
		m, err := fx.Note(t.Context(), a, id, text)
		require.NoError(t, err)
		return m
	}
	notes(alice, "first")
	m := notes(alice, " second\n")
	want := play.Note{At: start(), Text: "second"}
	assert.Equal(t, []play.Note{want}, fx.seat(alice, id).Notes)
	assert.Equal(t, want, fx.seat(alice, id).NoteAt(&m.Match))
	assert.Empty(t, fx.seat(bob, id).Notes)
	for moment, back := range []bool{true, true, true, false} {
		assert.Equal(t, back, fx.seat(alice, id).Reminder(&m.Match).Text != "", "%d", moment)
		if moment > 0 {
			assert.Zero(t, fx.seat(alice, id).NoteAt(&m.Match))
		}
		m = fx.played(id, "111=222")
	}
	fx.now = fx.now.Add(time.Hour)
	m = notes(alice, strings.Repeat("ä", play.MaxNote+1))
	last := fx.seat(alice, id).NoteAt(&m.Match)
	assert.Equal(t, play.Note{Moment: 4, Ply: 4, At: start().Add(time.Hour), Text: strings.Repeat("ä", play.MaxNote)}, last)
	notes(alice, "")
	assert.Equal(t, []play.Note{want}, fx.seat(alice, id).Notes)
	notes(bob, "")
	assert.Empty(t, fx.seat(bob, id).Notes)

	_, err := fx.Note(t.Context(), carol, id, "x")
	require.ErrorIs(t, err, match.ErrNotPlayer)
	_, err = fx.Note(t.Context(), dave, id, "x")
	require.ErrorIs(t, err, play.ErrNotFound)
	_, err = fx.Note(t.Context(), alice, fx.challenge(bob.ID).ID, "x")
	require.ErrorIs(t, err, match.ErrNotPlaying)
	_, err = fx.Note(t.Context(), alice, "nosuch", "x")
	require.ErrorIs(t, err, play.ErrNotFound)
}

// TestSeat_Reminder: a note with a turn comes back on the next one, even if that turn was taken back and
// another played.
func TestSeat_Reminder(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	_, err := fx.Note(t.Context(), alice, id, "keep 222 home")
	require.NoError(t, err)
	for range 2 {
		fx.played(id, "111=222")
		fx.takesBack(alice, id)
	}
	m := fx.played(id, "111=222", "111=222")
	assert.Equal(t, "keep 222 home", fx.seat(alice, id).Reminder(&m.Match).Text)
	m = fx.played(id, "111=222")
	assert.Empty(t, fx.seat(alice, id).Reminder(&m.Match))
}

// TestSeat_ReminderAfterPlan: a turn that was played as planned is none on which a note comes back.
func TestSeat_ReminderAfterPlan(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	id := fx.start().ID
	_, err := fx.Note(t.Context(), alice, id, "keep 222 home")
	require.NoError(t, err)
	fx.played(id, "111=222")
	fx.plans(alice, id, "111=222 111=222 112=221 112=221")
	m := fx.played(id, "111=222", "112=221")
	require.Equal(t, 5, m.Game.Ply())
	m = fx.played(id, "111=222")
	assert.Equal(t, "keep 222 home", fx.seat(alice, id).Reminder(&m.Match).Text)
	m = fx.played(id, "111=222")
	assert.Empty(t, fx.seat(alice, id).Reminder(&m.Match))
}

// TestService_ShareNotes: both must agree, and the match must be over.
func TestService_ShareNotes(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	for _, a := range []play.Actor{alice, bob} {
		_, err := fx.Note(t.Context(), a, m.ID, "by "+string(a.ID))
		require.NoError(t, err)
		_, err = fx.ShareNotes(t.Context(), a, m.ID)
		require.ErrorIs(t, err, match.ErrNotPlaying)
	}
	reads := func(a play.Actor) play.Notes {
		t.Helper()
		m = fx.stored(m.ID)
		n, err := fx.NotesIn(t.Context(), a, &m)
		require.NoError(t, err)
		return n
	}
	fx.do(func(tx play.Tx) error { // however that came about
		return tx.SaveSeat(t.Context(), play.Seat{Match: m.ID, Player: carol.ID, Shares: true})
	})
	_, err := fx.Resign(t.Context(), alice, anyPly(m.ID))
	require.NoError(t, err)
	assert.Zero(t, reads(carol))
	assert.Nil(t, reads(alice).Theirs)
	_, err = fx.ShareNotes(t.Context(), alice, m.ID)
	require.NoError(t, err)
	assert.Nil(t, reads(alice).Theirs)
	n := reads(bob)
	assert.True(t, n.Asked && !n.Shares && n.Theirs == nil, "%+v", n)
	_, err = fx.ShareNotes(t.Context(), bob, m.ID)
	require.NoError(t, err)
	assert.Equal(t, "by 2", reads(alice).Theirs[0].Text)
	assert.Equal(t, "by 1", reads(bob).Theirs[0].Text)
	_, err = fx.ShareNotes(t.Context(), carol, m.ID)
	require.ErrorIs(t, err, match.ErrNotPlayer)
}
