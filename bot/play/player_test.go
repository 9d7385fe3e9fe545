package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
)

// TestService_Met: a person has a row from when they first act, and never when they do not.
func TestService_Met(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.challenge(bob.ID)
	p, ok := fx.player(alice.ID)
	assert.True(t, ok)
	assert.Equal(t, play.Player{ID: alice.ID, Locale: "fr", Met: start()}, p)

	_, err := fx.Match(t.Context(), bob, m.ID)
	require.NoError(t, err)
	_, err = fx.Open(t.Context(), bob.ID)
	require.NoError(t, err)
	_, err = fx.Resign(t.Context(), carol, anyPly(m.ID))
	require.ErrorIs(t, err, match.ErrNotPlaying)
	_, err = fx.Resign(t.Context(), dave, anyPly(m.ID))
	require.ErrorIs(t, err, play.ErrNotFound)
	for _, a := range []play.Actor{bob, carol, dave} {
		_, ok := fx.player(a.ID)
		assert.False(t, ok, "challenged, looked or refused: %s", a.ID)
	}
	fx.now = fx.now.Add(time.Minute)
	_, err = fx.Accept(t.Context(), bob, m.ID)
	require.NoError(t, err)
	p, ok = fx.player(bob.ID)
	assert.True(t, ok)
	assert.Equal(t, play.Player{ID: bob.ID, Met: start().Add(time.Minute)}, p)
}

// TestService_MetAgain: the locale follows their client, and nothing else of the row changes.
func TestService_MetAgain(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.start()
	known := play.Player{ID: alice.ID, Locale: "fr", Zone: "Europe/Brussels",
		Settings: play.Settings{Language: "de"}, Met: start().Add(-time.Hour)}
	fx.do(func(tx play.Tx) error { return tx.SavePlayer(t.Context(), known) })
	for _, locale := range []string{"fr", "", "nl", ""} {
		a := alice
		if a.Locale = locale; locale != "" {
			known.Locale = locale
		}
		_, err := fx.Offer(t.Context(), a, anyPly(m.ID), match.ToStop)
		require.NoError(t, err)
		_, err = fx.AnswerOffer(t.Context(), bob, anyPly(m.ID), match.ToStop, false)
		require.NoError(t, err)
		for _, on := range []play.Actor{{ID: alice.ID, Guild: "g"}, bob} {
			_, err = fx.Play(t.Context(), on, anyPly(m.ID), swap())
			require.NoError(t, err)
		}
		p, ok := fx.player(alice.ID)
		assert.True(t, ok)
		assert.Equal(t, known, p)
	}
}

// TestService_MetUnchanged: a row is written when there is something to write.
func TestService_MetUnchanged(t *testing.T) {
	t.Parallel()
	fx, kept := newFixture(t), 0
	fx.hook = func(c playtest.Call, do func() error) error {
		if c.Name == "SavePlayer" {
			kept++
		}
		return do()
	}
	for _, to := range []match.PlayerID{bob.ID, carol.ID, ""} {
		fx.challenge(to)
	}
	assert.Equal(t, 1, kept)
}

func TestPlayer_Language(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]play.Player{"": {}, "fr": {Locale: "fr"},
		"de": {Locale: "fr", Settings: play.Settings{Language: "de"}}} {
		assert.Equal(t, want, p.Language())
	}
}

// TestService_ChangePlayer: a choice is kept, for somebody the bot never met too, and nobody else's.
func TestService_ChangePlayer(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, err := fx.Player(t.Context(), alice.ID)
	require.NoError(t, err)
	assert.Equal(t, play.Player{ID: alice.ID}, p, "a stranger has the defaults, and no row")
	_, ok := fx.player(alice.ID)
	assert.False(t, ok)

	want := play.Player{ID: alice.ID, Locale: "fr", Met: start(), Settings: play.Settings{Quick: true}}
	p, err = fx.ChangePlayer(t.Context(), alice, func(p *play.Player) { p.Settings.Quick = true })
	require.NoError(t, err)
	assert.Equal(t, want, p)
	want.Settings.Theme = "paper"
	_, err = fx.ChangePlayer(t.Context(), alice, func(p *play.Player) { p.Settings.Theme = "paper" })
	require.NoError(t, err)
	p, err = fx.Player(t.Context(), alice.ID)
	require.NoError(t, err)
	assert.Equal(t, want, p)
	p, err = fx.Player(t.Context(), bob.ID)
	require.NoError(t, err)
	assert.Equal(t, play.Player{ID: bob.ID}, p)
}
