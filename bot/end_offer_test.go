package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// twice presses a control twice and returns both replies; the second press changes nothing.
func (tb table) twice(p match.PlayerID, private bool, id ui.ID) (first, second dispatch.Reply) {
	tb.t.Helper()
	c := tb.call(p)
	c.ID, c.OnPrivate = id, private
	first = tb.ok(tb.pressed(c))
	after := tb.match(id.Match)
	second = tb.ok(tb.pressed(c))
	assert.Equal(tb.t, after.Match, tb.match(id.Match).Match)
	return first, second
}

// TestOffers_Twice: every button about an offer of any kind works once, and the second press gets the same reply.
func TestOffers_Twice(t *testing.T) {
	t.Parallel()
	for _, k := range text.OfferKinds() {
		t.Run(k.String(), func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			id := tb.start()
			tb.turns(id, "pass", "pass")
			m := tb.match(id)
			arg := ui.OfferArg{Answer: ui.Yes, Kind: k}.String()
			first, second := tb.twice(alice, true, ui.OnMatch(ui.MakeOffer, &m.Match, arg))
			assert.Equal(t, first.Message.Text, second.Message.Text)
			assert.Len(t, second.Message.Rows, 1, "it can be withdrawn")
			arg = ui.OfferArg{Answer: ui.No, Kind: k}.String()
			first, second = tb.twice(bob, true, ui.OnMatch(ui.AnswerOffer, &m.Match, arg))
			assert.Equal(t, first.Message, second.Message)
			tb.ask(id, bob, k)
			first, second = tb.twice(bob, true, ui.OnMatch(ui.WithdrawOffer, &m.Match, ui.OfferArg{Kind: k}.String()))
			assert.Equal(t, first.Message, second.Message)
			_, err := tb.press(alice, ui.OnMatch(ui.MakeOffer, &m.Match, ui.OfferArg{Answer: ui.Yes, Kind: k}.String()))
			assert.ErrorIs(t, err, match.ErrOfferedAlready)
			_, err = tb.press(carol, ui.OnMatch(ui.AnswerOffer, &m.Match, ui.OfferArg{Answer: ui.Yes, Kind: k}.String()))
			assert.ErrorIs(t, err, match.ErrNotPlayer)
		})
	}
}

// TestPause_Agreed: agreeing twice has the effect of agreeing once.
func TestPause_Agreed(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.ask(id, alice, match.ToPause)
	m := tb.match(id)
	arg := ui.OfferArg{Answer: ui.Yes, Kind: match.ToPause}.String()
	first, second := tb.twice(bob, true, ui.OnMatch(ui.AnswerOffer, &m.Match, arg))
	assert.Equal(t, first.Message, second.Message)
	assert.True(t, tb.match(id).Clock.Paused)
}

// TestTakeBack: a turn is taken back once, in private if that was asked for, and the panel opens again.
func TestTakeBack(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass")
	m := tb.match(id)
	press := show.TakeBack(tb.call(alice).T, &m.Match).ID
	first, second := tb.twice(alice, true, press)
	assert.Equal(t, first.Message.Text, second.Message.Text)
	assert.Contains(t, first.Message.Text, "Your turn is taken back.\n**Your turn** as Red")
	assert.Zero(t, tb.ply(id))

	tb.turns(id, "pass")
	tb.ok(tb.run(bob, "board"))
	m = tb.match(id)
	press = show.TakeBack(tb.call(alice).T, &m.Match).ID
	first, second = tb.twice(alice, true, press)
	assert.Equal(t, first.Message.Text, second.Message.Text)
	assert.Contains(t, first.Message.Text, "**You asked to take back pass.**")
	_, err := tb.press(carol, press)
	assert.ErrorIs(t, err, match.ErrNotPlayer)
	_, err = tb.service().AnswerOffer(t.Context(), actor(bob), play.Ref{ID: id, Ply: play.AnyPly}, match.ToTakeBack, true)
	require.NoError(t, err)
	tb.turns(id, "pass", "pass")
	assert.Contains(t, tb.ok(tb.press(alice, press)).Message.Text, "The game has moved on.")
	assert.Equal(t, 2, tb.ply(id))
}

// TestTakeBack_Answered: to ask for a turn back with its answer is a question first, and goes public once agreed to.
func TestTakeBack_Answered(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass")
	asked := func() bool { m := tb.match(id); return m.Offers[match.ToTakeBack].IsOpen() }
	m := tb.match(id)
	press := show.MayTakeBack(tb.call(alice).T, &m.Match, alice)[0]
	reply := tb.ok(tb.press(alice, press.ID))
	assert.Equal(t, "Ask <@102> to let you take back pass, and the answer pass with it? "+
		"That turn would get 3 days again; bank time already used stays used.", reply.Message.Text)
	assert.Equal(t, press.Label, reply.Message.Rows[0].Buttons[0].Label)
	assert.False(t, asked())
	yes, no := reply.Message.Rows[0].Buttons[0].ID, reply.Message.Rows[0].Buttons[1].ID
	assert.Equal(t, "No offer sent.", tb.ok(tb.press(alice, no)).Message.Text)
	assert.False(t, asked())
	_, err := tb.press(carol, press.ID)
	require.ErrorIs(t, err, match.ErrNotPlayer)
	first, second := tb.twice(alice, true, yes)
	assert.Equal(t, first.Message, second.Message)
	assert.Equal(t, first.Message, tb.ok(tb.press(alice, press.ID)).Message)
	assert.True(t, asked())

	tb.turns(id, "112=221")
	assert.Contains(t, tb.ok(tb.press(alice, press.ID)).Message.Text, "The game has moved on.")
}

// TestVacation_Twice: using a menu twice starts one vacation, and buttons of old messages do no harm.
func TestVacation_Twice(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.start()
	reply := tb.ok(tb.run(alice, "vacation"))
	pick := reply.Message.Rows[0].Menu.ID
	assert.Len(t, reply.Message.Rows[0].Menu.Items, 2, "the days of a newcomer")
	var until []time.Time
	for range 2 {
		assert.Contains(t, tb.ok(tb.press(alice, pick, "1")).Message.Text, "**You're on vacation until")
		p, err := tb.service().Player(t.Context(), alice)
		require.NoError(t, err)
		until = append(until, p.Vacation.Until)
	}
	assert.Equal(t, until[0], until[1], "a minute later")
	p, err := tb.service().Player(t.Context(), alice)
	require.NoError(t, err)
	assert.Greater(t, tb.service().VacationLeft(p), 23*time.Hour)
	for _, arg := range []string{"end", "end", "stays", "stays"} {
		reply = tb.ok(tb.press(alice, ui.NoMatch("vacation", arg)))
		assert.Equal(t, dispatch.Update, reply.Kind)
		assert.Contains(t, reply.Message.Text, "**You're not on vacation.**")
	}
	_, err = tb.run(alice, "vacation", "days", "14")
	assert.Contains(t, tb.refusal(err), "You only have ")
}
