package bot

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/challenge"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// onForm uses a control of the form.
func (tb table) onForm(p match.PlayerID, id ui.ID, picked ...string) (dispatch.Reply, error) {
	return tb.pressed(onPanel(tb.call(p), id, picked...))
}

// challengeBob sends alice's challenge to bob, and returns the button that opens the form.
func (tb table) challengeBob(options ...string) ui.ID {
	tb.t.Helper()
	tb.ok(tb.run(alice, "challenge", append([]string{"opponent", string(bob)}, options...)...))
	open, err := tb.service().Open(tb.t.Context(), alice)
	require.NoError(tb.t, err)
	return pressable(tb.t, tb.boardMessage(tb.match(open[0].ID)), "Other terms")
}

// TestCounter: the controls hold everything that is chosen; only Send changes something, and it answers the challenge.
func TestCounter(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	press := tb.challengeBob("side", "red")
	var form ui.Message
	_, units := tb.store.counted(func() {
		reply := tb.ok(tb.press(bob, press))
		assert.Equal(t, dispatch.Private, reply.Kind, "the card stays")
		form = reply.Message
		assert.True(t, form.Block)
		assert.True(t, sendOf(form).Disabled, "nothing is different yet")
		assert.True(t, buttonNamed(t, form, "Club").Disabled)
		for _, step := range []func() (dispatch.Reply, error){
			func() (dispatch.Reply, error) { return tb.onForm(bob, buttonNamed(t, form, "Serious").ID) },
			func() (dispatch.Reply, error) {
				return tb.onForm(bob, form.Rows[1].Menu.ID, form.Rows[1].Menu.Items[1].Value)
			},
			func() (dispatch.Reply, error) {
				return tb.onForm(bob, form.Rows[2].Menu.ID, form.Rows[2].Menu.Items[0].Value)
			},
			func() (dispatch.Reply, error) {
				return tb.onForm(bob, form.Rows[3].Menu.ID, form.Rows[3].Menu.Items[1].Value)
			},
			func() (dispatch.Reply, error) {
				return tb.onForm(bob, form.Rows[4].Menu.ID, form.Rows[4].Menu.Items[3].Value)
			},
			func() (dispatch.Reply, error) { return tb.onForm(bob, buttonNamed(t, form, "Allow takebacks").ID) },
			func() (dispatch.Reply, error) { return tb.onForm(bob, buttonNamed(t, form, "No positioning turn").ID) },
		} {
			reply, err := step()
			require.NoError(t, err)
			assert.Equal(t, dispatch.Update, reply.Kind)
			form = reply.Message
			assert.False(t, sendOf(form).Disabled)
		}
	})
	assert.Zero(t, units)
	assert.Equal(t, match.Proposed, tb.match("m1").Status)
	for range 2 { // clicked twice
		reply, err := tb.onForm(bob, sendOf(form).ID)
		require.NoError(t, err)
		assert.Equal(t, dispatch.Update, reply.Kind)
		assert.Equal(t, "Sent: you now challenge <@101> on your terms, and their challenge is closed.", reply.Message.Text)
		assert.Empty(t, reply.Message.Rows)
	}
	m := tb.match("m2")
	assert.Equal(t, []match.PlayerID{bob, alice}, []match.PlayerID{m.Challenger, m.Opponent})
	assert.Equal(t, match.Terms{Options: rules.Options{Board: rules.Board5x5, StallLimit: rules.DefaultStallLimit},
		Pace:  match.Pace{PerTurn: 7 * 24 * time.Hour, Bank: 7 * 24 * time.Hour},
		Grace: match.DefaultGrace, Hints: 5}, m.Terms)
	old := tb.boardMessage(tb.match("m1"))
	assert.Contains(t, old.Text, "**<@102> answered <@101>'s challenge with other terms.**")
	assert.Empty(t, old.Rows)
	open, err := tb.service().Open(t.Context(), bob)
	require.NoError(t, err)
	assert.Len(t, open, 1)

	_, err = tb.service().Accept(t.Context(), actor(alice), "m2")
	require.NoError(t, err)
	reply, err := tb.onForm(bob, sendOf(form).ID) // much later
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "**Your turn** as Red")
}

// TestCounter_Refused: the form is refused to others, for a challenge answered meanwhile, and beyond the limit of
// challenges.
func TestCounter_Refused(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	press := tb.challengeBob()
	send := press
	send.Verb, send.Arg = ui.SendTerms, challenge.EncodeTerms(match.Terms{Options: rules.DefaultOptions()})
	for p, want := range map[match.PlayerID]string{alice: "your own challenge", carol: "for someone else"} {
		for _, id := range []ui.ID{press, send} {
			_, err := tb.press(p, id)
			assert.Contains(t, tb.refusal(err), want)
		}
	}
	cut := send
	cut.Arg = cut.Arg[:9]
	_, err := tb.press(bob, cut)
	assert.ErrorIs(t, err, match.ErrTerms)
	for _, pace := range []string{"1d", "7d"} {
		reply := tb.ok(tb.run(bob, "challenge", "opponent", string(alice), "pace", pace))
		tb.ok(tb.press(bob, pressable(t, reply.Message, "Send my challenge anyway")))
	}
	_, err = tb.press(bob, send)
	assert.Contains(t, tb.refusal(err), "<@101> already has 2 challenges from you")
	assert.Equal(t, match.Proposed, tb.match("m1").Status)

	_, err = tb.service().Withdraw(t.Context(), actor(alice), "m1")
	require.NoError(t, err)
	for _, id := range []ui.ID{press, send} {
		reply, err := tb.onForm(bob, id)
		require.NoError(t, err)
		assert.Equal(t, dispatch.Update, reply.Kind, "the form is of no use any more")
		assert.Contains(t, reply.Message.Text, "no longer waits for an answer.\n**<@101> withdrew")
	}
}

// TestCounter_Same: if a challenge on the same terms is open, it is shown, and nothing is declined.
func TestCounter_Same(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	reply := tb.ok(tb.press(bob, tb.challengeBob()))
	reply, err := tb.onForm(bob, buttonNamed(t, reply.Message, "Coffee").ID)
	require.NoError(t, err)
	crossed := tb.ok(tb.run(bob, "challenge", "opponent", string(alice), "preset", "coffee"))
	tb.ok(tb.press(bob, pressable(t, crossed.Message, "Send my challenge anyway")))
	reply, err = tb.onForm(bob, sendOf(reply.Message).ID)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "You already have this challenge open")
	assert.Equal(t, match.Proposed, tb.match("m1").Status)
}

// TestCounter_Away: where the bot cannot post, the reply contains the new card.
func TestCounter_Away(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	c := tb.call(alice, "opponent", string(bob))
	c.Venue.Away, c.UserRights = true, discordgo.PermissionUseExternalApps
	tb.ok(tb.command("challenge").Run(t.Context(), c))
	c = onPanel(tb.call(bob), ui.ID{Verb: ui.SendTerms, Match: "m1", Ply: play.AnyPly,
		Arg: challenge.EncodeTerms(match.Terms{Options: rules.DefaultOptions()})})
	c.Venue.Away = true
	reply := tb.ok(tb.pressed(c))
	require.NotNil(t, reply.Post)
	assert.Contains(t, reply.Post.Text, "**<@102> challenges <@101> to MAD**")
	assert.Equal(t, []match.PlayerID{alice}, reply.Post.Ping)
}

// sendOf returns the button that sends a form.
func sendOf(m ui.Message) ui.Button { return m.Rows[len(m.Rows)-1].Buttons[0] }

// buttonNamed returns the button of m with a label.
func buttonNamed(t *testing.T, m ui.Message, label string) ui.Button {
	t.Helper()
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.Label == label {
				return b
			}
		}
	}
	require.Fail(t, "no such button", label)
	return ui.Button{}
}

// forgetful is a Store that cannot read optional data next to a match.
type forgetful struct{ play.Store }

func (forgetful) Histories(context.Context, match.PlayerID, int) ([][]match.Event, error) {
	return nil, errors.New("disk is gone")
}

func (forgetful) Endings(context.Context, match.PlayerID, match.PlayerID) ([]play.Ending, error) {
	return nil, errors.New("disk is gone")
}

func (forgetful) Seat(context.Context, match.ID, match.PlayerID) (play.Seat, error) {
	return play.Seat{}, errors.New("disk is gone")
}

// TestBackground_Unread: optional data that cannot be read is omitted, and nobody is kept from playing.
func TestBackground_Unread(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	made := 0
	tb.serve(play.New(play.Deps{Store: forgetful{tb.store}, Now: func() time.Time { return *tb.now },
		NewID: func() match.ID { made++; return match.ID([]string{"m1", "m2", "m3"}[made-1]) },
		Toss:  func() rules.Color { return rules.Red }}))
	reply := tb.ok(tb.run(alice, "challenge", "opponent", string(bob)))
	assert.Equal(t, "Challenge sent to <@102>.", reply.Message.Text)
	assert.Equal(t, challenge.DefaultTerms(), tb.match("m1").Terms)
	assert.Equal(t, tb.boardMessage(tb.match("m1")).Text, tb.boardMessage(tb.match("m1")).Text)
	_, err := tb.service().Decline(t.Context(), actor(bob), "m1")
	require.NoError(t, err)
	assert.Contains(t, tb.boardMessage(tb.match("m1")).Text, "declined")
	id := tb.start()
	tb.turns(id, "pass", "pass", "111=222", "111=222")
	tb.resign(id, alice)
	assert.NotContains(t, tb.boardMessage(tb.match(id)).Text, "head to head")
}

// TestPreset_Server: the default preset between people is the server's.
func TestPreset_Server(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do(func(tx play.Tx) error {
		return tx.SaveServer(t.Context(), play.Server{ID: guildID,
			Settings: play.ServerSettings{Preset: string(challenge.Serious)}})
	})
	tb.challengeBob()
	assert.True(t, challenge.Serious.Is(tb.match("m1").Terms))
	tb.challengeBob("preset", "coffee")
	assert.True(t, challenge.Coffee.Is(tb.match("m2").Terms))
	tb.ok(tb.run(alice, "challenge", "opponent", string(robot)))
	assert.Equal(t, match.Terms{Options: rules.DefaultOptions(), Level: challenge.DefaultLevel}, tb.match("m3").Terms)
}
