package match_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

func TestOffers(t *testing.T) {
	t.Parallel()
	event := func(k match.EventKind, by match.PlayerID, ply int) []match.Event {
		return []match.Event{{Kind: k, By: by, Ply: ply}}
	}
	no := func(by match.PlayerID) command { return answer(by, false) }
	run(t, []ruling{
		{"alice on turn", playing(), offer(alice), nil, event(match.StopOffered, alice, 0)},
		{"bob not on turn", playing(), offer(bob), nil, event(match.StopOffered, bob, 0)},
		{"carol", playing(), offer(carol), match.ErrNotPlayer, nil},
		{"a challenge", proposed(bob, match.PlayRed), offer(alice), match.ErrNotPlaying, nil},
		{"after the end", playing(resign(bob)), offer(alice), match.ErrFinished, nil},
		{"twice", playing(offer(alice)), offer(alice), match.ErrOfferOpen, nil},
		{"against an offer accepts it", playing(offer(alice)), offer(bob), nil,
			event(match.Ended, bob, 0)},

		{"yes", playing(offer(alice)), answer(bob, true), nil, event(match.Ended, bob, 0)},
		{"no", playing(offer(alice)), answer(bob, false), nil,
			event(match.StopRefused, bob, 0)},
		{"to nothing", playing(), answer(bob, true), match.ErrNoOffer, nil},
		{"to one's own", playing(offer(alice)), answer(alice, true), match.ErrOwnOffer, nil},
		{"no to one's own", playing(offer(alice)), answer(alice, false), match.ErrOwnOffer, nil},
		{"to one's own refused one", playing(offer(alice), no(bob)), answer(alice, true),
			match.ErrNoOffer, nil},
		{"by carol", playing(offer(alice)), answer(carol, true), match.ErrNotPlayer, nil},
		{"to a refused one", playing(offer(alice), no(bob)), answer(bob, true),
			match.ErrNoOffer, nil},
		{"after the turn", playing(offer(bob), swaps(1)), answer(alice, true),
			match.ErrNoOffer, nil},
		{"after the match", playing(offer(bob), resign(alice)), answer(alice, true),
			match.ErrFinished, nil},

		{"again after no", playing(offer(alice), no(bob)), offer(alice),
			match.ErrOfferedAlready, nil},
		{"the other way after no", playing(offer(alice), no(bob)), offer(bob), nil,
			event(match.StopOffered, bob, 0)},
		{"both were refused, alice", playing(offer(alice), no(bob), offer(bob),
			no(alice)), offer(alice), match.ErrOfferedAlready, nil},
		{"both were refused, bob", playing(offer(alice), no(bob), offer(bob),
			no(alice)), offer(bob), match.ErrOfferedAlready, nil},
		{"again after a turn", playing(offer(alice), no(bob), swaps(1)), offer(alice), nil,
			event(match.StopOffered, alice, 1)},
		{"the refused one accepts the other's", playing(offer(alice), no(bob), offer(bob)),
			offer(alice), nil, event(match.Ended, alice, 0)},

		{"withdrawn by its maker", playing(offer(alice)), unoffer(alice), nil,
			event(match.StopWithdrawn, alice, 0)},
		{"withdrawn by the other", playing(offer(alice)), unoffer(bob), match.ErrNotOfferer, nil},
		{"withdrawn by carol", playing(offer(alice)), unoffer(carol), match.ErrNotPlayer, nil},
		{"no offer to withdraw", playing(), unoffer(alice), match.ErrNoOffer, nil},
		{"a refused one to withdraw", playing(offer(alice), no(bob)), unoffer(alice),
			match.ErrNoOffer, nil},
		{"withdrawn after the turn", playing(offer(bob), swaps(1)), unoffer(bob),
			match.ErrNoOffer, nil},
		{"withdrawn after the match", playing(offer(bob), resign(alice)), unoffer(bob),
			match.ErrFinished, nil},
		{"a withdrawn one is answered", playing(offer(alice), unoffer(alice)), answer(bob, true),
			match.ErrNoOffer, nil},
		{"again after withdrawing", playing(offer(alice), unoffer(alice)), offer(alice),
			match.ErrOfferedAlready, nil},
		{"the other way after withdrawing", playing(offer(alice), unoffer(alice)), offer(bob), nil,
			event(match.StopOffered, bob, 0)},
		{"both withdrew", playing(offer(alice), unoffer(alice), offer(bob), unoffer(bob)),
			offer(alice), match.ErrOfferedAlready, nil},
		{"withdrawn after the other's was refused", playing(offer(bob), no(alice), offer(alice),
			unoffer(alice)), offer(bob), match.ErrOfferedAlready, nil},
		{"again after a turn, withdrawn", playing(offer(alice), unoffer(alice), swaps(1)),
			offer(alice), nil, event(match.StopOffered, alice, 1)},
	})
}

// TestOffer_Fields: what is stored of an offer.
func TestOffer_Fields(t *testing.T) {
	t.Parallel()
	m := playing(swaps(3), offer(bob))(t)
	assert.Equal(t, match.Offer{By: rules.Blue}, m.Offers[match.ToStop])
	assert.True(t, m.Offers[match.ToStop].IsOpen())
	m = playing(swaps(3), offer(bob), answer(alice, false))(t)
	assert.Equal(t, match.Offer{By: rules.Blue, Refused: true}, m.Offers[match.ToStop])
	assert.False(t, m.Offers[match.ToStop].IsOpen())
	m = playing(swaps(3), offer(bob), answer(alice, false), offer(alice))(t)
	assert.Equal(t, match.Offer{By: rules.Red, Barred: rules.Blue}, m.Offers[match.ToStop])
	m = playing(swaps(3), offer(bob), swaps(1))(t)
	assert.Zero(t, m.Offers[match.ToStop])
	m = playing(swaps(3), offer(bob), unoffer(bob))(t)
	assert.Equal(t, match.Offer{Barred: rules.Blue}, m.Offers[match.ToStop])
	assert.Equal(t, rules.Blue, m.Offers[match.ToStop].Withdrawn())
	assert.False(t, m.Offers[match.ToStop].IsSpent(), "alice can still offer")
	assert.Equal(t, rules.NoColor, match.Offer{By: rules.Red}.Withdrawn())
	for name, spend := range map[string][]command{
		"both refused":       {offer(bob), answer(alice, false), offer(alice), answer(bob, false)},
		"refused, withdrawn": {offer(bob), answer(alice, false), offer(alice), unoffer(alice)},
		"withdrawn, refused": {offer(bob), unoffer(bob), offer(alice), answer(bob, false)},
		"both withdrawn":     {offer(bob), unoffer(bob), offer(alice), unoffer(alice)},
	} {
		m = playing(spend...)(t)
		assert.Equal(t, match.Offer{By: rules.Red, Refused: true, Barred: rules.Blue}, m.Offers[match.ToStop], name)
		assert.True(t, m.Offers[match.ToStop].IsSpent(), name)
		assert.False(t, m.Offers[match.ToStop].IsOpen(), name)
		assert.Equal(t, rules.NoColor, m.Offers[match.ToStop].Withdrawn(), name)
	}
	m = playing(offer(bob), answer(alice, false), offer(alice))(t)
	assert.False(t, m.Offers[match.ToStop].IsSpent(), "it waits for its answer")
	m = playing(offer(bob), answer(alice, false))(t)
	assert.False(t, m.Offers[match.ToStop].IsSpent(), "alice can still offer")
}

// TestAgreement: nobody ever expelled, so Blue has the semi-victory (rules 5.3, 5.4).
func TestAgreement(t *testing.T) {
	t.Parallel()
	m := playing(swaps(2), offer(alice), answer(bob, true))(t)
	assert.Equal(t, match.Finished, m.Status)
	assert.Equal(t, rules.Outcome{Winner: rules.Blue, Reason: rules.Agreement}, m.Game.Outcome())
	assert.Equal(t, now(), m.Ended)
	assert.Zero(t, m.Offers[match.ToStop])
}

// TestCanOffer: to look whether an offer can be made changes nothing, also where it would be agreed to.
func TestCanOffer(t *testing.T) {
	t.Parallel()
	for _, k := range []match.OfferKind{match.ToStop, match.ToPause, match.ToTakeBack, match.ForTime} {
		m := clockedWith(t, match.Pace{PerTurn: day})
		for _, do := range []timely{turn, turn, ask(alice, k)} {
			_, err := do(&m, start())
			require.NoError(t, err)
		}
		before := m.Clone()
		for _, p := range []match.PlayerID{alice, bob, carol} {
			_ = m.As(p).CanOffer(k)
			assert.Equal(t, before, m)
		}
	}
}
