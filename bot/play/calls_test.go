package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestService_Calls: news ask somebody else to act once: on their turn, on an offer, on a challenge.
func TestService_Calls(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.start()
	at := start()
	event := func(kind match.EventKind, by play.Actor, after time.Duration) match.Event {
		return match.Event{Kind: kind, By: by.ID, At: at.Add(after)}
	}
	played := event(match.Played, bob, time.Hour) // alice is to move
	asked := func(by play.Actor, kind match.EventKind) match.Event { return event(kind, by, time.Hour) }
	of := func(e match.Event, ply int) match.Event { e.Ply = ply; return e }
	tests := []struct {
		name   string
		by     play.Actor
		before []match.Event
		news   match.Event
		looked time.Duration // when alice looked last, since the start
		want   bool
	}{
		{"a turn", bob, nil, played, 0, true},
		{"her own deed", alice, nil, asked(alice, match.TakenBack), 0, false},
		{"agreed", bob, nil, asked(bob, match.TakenBack), 0, true},
		{"accepted by whoever is to move", alice, nil, asked(alice, match.Accepted), 0, false},
		{"the end", bob, nil, asked(bob, match.Ended), 0, false},
		{"summoned, has played since", bob, nil, asked(bob, match.Summoned), 0, false},
		{"refused", bob, nil, asked(bob, match.StopRefused), 0, false},
		{"withdrawn", bob, nil, asked(bob, match.StopWithdrawn), 0, false},
		{"replaced", bob, []match.Event{event(match.Played, bob, 1)}, played, 0, false},
		{"replaced after an hour", bob, []match.Event{event(match.Played, bob, 0)}, played, 0, true},
		{"replaced when she had looked", bob, []match.Event{event(match.Played, bob, 1)}, played, 2, true},
		{"she looked before", bob, []match.Event{event(match.Played, bob, 2)}, played, 2, false},
		{"another turn of his", bob, []match.Event{of(event(match.Played, bob, 1), 2)}, played, 0, true},
		{"a turn of hers", bob, []match.Event{event(match.Played, alice, 1)}, played, 0, true},
		{"an offer before his turn", bob, []match.Event{event(match.StopOffered, bob, 1)}, played, 0, true},
		{"an offer", bob, nil, asked(bob, match.StopOffered), 0, true},
		{"another offer", bob, []match.Event{event(match.TimeAsked, bob, 1)}, asked(bob, match.StopOffered), 0, false},
		{"one of hers", bob, []match.Event{event(match.TimeAsked, alice, 1)}, asked(bob, match.StopOffered), 0, true},
		{"one of another turn", bob, []match.Event{of(event(match.TimeAsked, bob, 1), 2)}, asked(bob, match.StopOffered), 0, true},
		{"an offer after his turn", bob, []match.Event{event(match.Played, bob, 1)}, asked(bob, match.StopOffered), 0, true},
	}
	for _, test := range tests {
		m := begun()
		if test.news.Kind == match.StopOffered {
			_, err := m.As(bob.ID).MakeOffer(match.ToStop, at)
			require.NoError(t, err)
		}
		fx.do(func(tx play.Tx) error {
			return tx.SaveSeat(t.Context(), play.Seat{Match: "m1", Player: alice.ID, Look: play.Look{At: at.Add(test.looked)}})
		})
		got, err := fx.AsksToAct(t.Context(), test.by, &m, test.before, []match.Event{test.news})
		require.NoError(t, err)
		assert.Equal(t, test.want, got, test.name)
	}
	invited := play.Match{Match: match.Match{ID: "m1", Status: match.Proposed, Challenger: alice.ID, Opponent: bob.ID}}
	for by, want := range map[play.Actor]bool{alice: true, bob: false} {
		got, err := fx.AsksToAct(t.Context(), by, &invited, nil, []match.Event{event(match.Challenged, alice, 0)})
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}
