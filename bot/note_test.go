package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// notes fills in the form of a note, and returns the note before and the reply.
func (tb table) notes(p match.PlayerID, block bool, id ui.ID, text string) (string, dispatch.Reply) {
	tb.t.Helper()
	form := tb.inPrivate(p, block, id)
	require.Equal(tb.t, dispatch.Form, form.Kind)
	c := tb.call(p)
	var err error
	c.ID, err = ui.ParseID(form.Form.CustomID)
	require.NoError(tb.t, err)
	c.Input, c.Submitted, c.OnPrivate, c.OnBlock = text, true, true, block
	reply := tb.ok(tb.pressed(c))
	return form.Form.Value, reply
}

// noted returns the texts of p's notes in a match.
func (tb table) noted(p match.PlayerID, id match.ID) (texts []string) {
	tb.t.Helper()
	_, seat, err := tb.service().Seat(tb.t.Context(), actor(p), id)
	require.NoError(tb.t, err)
	for _, n := range seat.Notes {
		texts = append(texts, n.Text)
	}
	return texts
}

// TestNote: a note is stored with the turn on which it is written, changed and deleted there, and the panel stays as it
// was.
func TestNote(t *testing.T) {
	t.Parallel()
	tb, id := begun(t)
	asked := tb.taps(alice, tb.opens(alice), "c2", "c4")
	press := pressable(t, asked, "Note")
	was, reply := tb.notes(alice, true, press, "keep 222 home")
	assert.Empty(t, was)
	assert.Equal(t, dispatch.Update, reply.Kind)
	assert.Equal(t, "Noted. It comes back on your next turn.\n"+asked.Text, reply.Message.Text)
	assert.Equal(t, asked.Rows, reply.Message.Rows)
	was, _ = tb.notes(alice, true, press, "  keep 222 at home ")
	assert.Equal(t, "keep 222 home", was)
	assert.Equal(t, []string{"keep 222 at home"}, tb.noted(alice, id))
	lost := tb.inPrivate(alice, true, ui.ID{Verb: ui.SubmitNote, Match: id, Ply: 2}).Message
	assert.Contains(t, lost.Text, "> keep 222 at home", "a form that is lost deletes nothing")
	assert.NotContains(t, tb.opens(bob).Text, "222 at home")
	_, reply = tb.notes(alice, false, press, "")
	assert.Equal(t, "There's no note on this turn now.", reply.Message.Text)
	assert.Empty(t, tb.noted(alice, id))

	_, _ = tb.notes(alice, true, press, "x")
	tb.turns(id, "211-c4")
	_, reply = tb.notes(alice, true, press, "on an old panel")
	assert.Contains(t, reply.Message.Text, "Noted. It comes back on your next turn.\nThe game has moved on.")
	assert.Equal(t, []string{"x", "on an old panel"}, tb.noted(alice, id))
	tb.turns(id, "112-d4")
	assert.Contains(t, tb.opens(alice).Text, "Your note, <t:")
	assert.Contains(t, tb.opens(alice).Text, ":R>:\n> on an old panel")
	tb.turns(id, "112=221", "112=221")
	assert.NotContains(t, tb.opens(alice).Text, "Your note", "it came back already")
	assert.Contains(t, labels(tb.more(alice, id)), "My notes")

	for _, verb := range []ui.Verb{ui.Note, ui.SubmitNote, ui.Notes, ui.ShareNotes} {
		c := tb.call(carol)
		c.ID, c.Submitted, c.Input = ui.ID{Verb: verb, Match: id, Ply: play.AnyPly}, true, "mine"
		_, err := tb.pressed(c)
		require.ErrorIs(t, err, match.ErrNotPlayer, verb)
	}
	_, err := tb.press(alice, ui.ID{Verb: ui.ShareNotes, Match: id, Ply: play.AnyPly})
	require.ErrorIs(t, err, match.ErrNotPlaying)
}

// TestNote_Pages: the maximum number of notes of maximum length can be read page by page; one more is refused.
func TestNote_Pages(t *testing.T) {
	t.Parallel()
	tb, id := begun(t)
	full := play.Seat{Match: id, Player: alice}
	for i := range play.MaxNotes {
		full.Notes = append(full.Notes, play.Note{Moment: i - play.MaxNotes, Text: strings.Repeat("*", play.MaxNote)})
	}
	tb.do(func(tx play.Tx) error { return tx.SaveSeat(t.Context(), full) })
	m := tb.inPrivate(alice, false, ui.ID{Verb: ui.Notes, Match: id}).Message
	pages := 1
	for ; ; pages++ {
		tb.requireClassic(m)
		if next := m.Rows[0].Buttons[1]; next.Disabled {
			break
		}
		m = tb.uses(alice, m, "Next")
	}
	assert.Equal(t, play.MaxNotes, pages)
	tb.uses(alice, m, "Previous")
	c := tb.call(alice)
	c.ID, c.Submitted, c.Input = ui.ID{Verb: ui.SubmitNote, Match: id}, true, "one more"
	_, err := tb.pressed(c)
	require.ErrorIs(t, err, play.ErrNotesFull)

	full.Notes = full.Notes[:1]
	full.Notes[0].Moment = 2
	tb.do(func(tx play.Tx) error { return tx.SaveSeat(t.Context(), full) })
	tb.requireClassic(tb.more(alice, id))
	assert.Contains(t, tb.opens(alice).Text, strings.Repeat(`\*`, play.MaxNote))
}

// TestNote_Broken: people can play even if their notes cannot be read.
func TestNote_Broken(t *testing.T) {
	t.Parallel()
	tb, id := begun(t)
	tb.store.seatless.Store(true)
	assert.Contains(t, tb.opens(alice).Text, "**Your turn** as Red")
	assert.Contains(t, tb.more(bob, id).Text, "to move")
	_, err := tb.press(alice, ui.ID{Verb: ui.Note, Match: id})
	require.Error(t, err)
}

// TestNote_UnderOffer: while an offer is open, players can still reach their notes.
func TestNote_UnderOffer(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start("positioning", "false")
	tb.turns(id, "211-c4")
	tb.plans(alice, id, "112-d4 211-c2")
	_, err := tb.service().Note(t.Context(), actor(alice), id, "keep 222 home")
	require.NoError(t, err)
	tb.offer(id, bob)
	m := tb.match(id)
	more := tb.inPrivate(alice, false, ui.ID{Verb: ui.More, Match: id, Ply: m.Moment()}).Message
	tb.requireClassic(more)
	assert.Subset(t, labels(more), []string{"Stop here", "Take back", "Plan: 1 line", "Note"})
}
