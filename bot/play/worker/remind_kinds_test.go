package worker_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/rules"
	"madbot/rules/match"
)

// TestRemind_Kinds: notices that wait for the end of quiet hours describe the state at that time, and sent ones are
// deleted when they are no longer true.
func TestRemind_Kinds(t *testing.T) {
	propose := func(f *fixture, by, to play.Actor) match.ID {
		m, err := f.Challenge(f.Context(), by, play.Challenge{To: to.ID,
			Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}, Venue: play.Venue{Guild: "g", Channel: "c"}})
		require.NoError(f, err)
		return m.ID
	}
	offer := func(f *fixture, by play.Actor, id match.ID) {
		_, err := f.Offer(f.Context(), by, anyPly(id), match.ToStop)
		require.NoError(f, err)
	}
	for name, c := range map[string]struct {
		night func(*fixture) // alice's
		kind  play.NoticeKind
		day   func(*fixture, match.ID) // what makes the notice untrue; nil: nothing does
	}{
		"a challenge": {func(f *fixture) { propose(f, bob, alice) }, play.InviteNotice, func(f *fixture, id match.ID) {
			_, err := f.Accept(f.Context(), alice, id)
			require.NoError(f, err)
		}},
		"a challenge that is withdrawn": {func(f *fixture) {
			_, err := f.Withdraw(f.Context(), bob, propose(f, bob, alice))
			require.NoError(f, err)
		}, play.NoNotice, nil},
		"a challenge that she declined": {func(f *fixture) {
			id := propose(f, bob, alice)
			f.pass(time.Minute)
			_, err := f.Decline(f.Context(), alice, id)
			require.NoError(f, err)
		}, play.NoNotice, nil},
		"her challenge is declined": {func(f *fixture) {
			_, err := f.Decline(f.Context(), bob, propose(f, alice, bob))
			require.NoError(f, err)
		}, play.DeclinedNotice, nil},
		"an offer": {func(f *fixture) {
			id := f.start()
			f.playTurn(id)
			f.pass(time.Minute)
			offer(f, bob, id)
		}, play.AskedNotice,
			func(f *fixture, id match.ID) {
				_, err := f.WithdrawOffer(f.Context(), bob, anyPly(id), match.ToStop)
				require.NoError(f, err)
			}},
		"an offer that is withdrawn": {func(f *fixture) {
			id := f.start()
			f.playTurn(id)
			offer(f, bob, id)
			f.pass(time.Minute)
			_, err := f.WithdrawOffer(f.Context(), bob, anyPly(id), match.ToStop)
			require.NoError(f, err)
		}, play.NoNotice, nil},
		"a resignation of hers": {func(f *fixture) {
			id := f.start()
			f.pass(time.Minute)
			_, err := f.Resign(f.Context(), alice, anyPly(id))
			require.NoError(f, err)
		}, play.NoNotice, nil},
		"her turn": {func(f *fixture) { f.start() }, play.TurnNotice, func(f *fixture, id match.ID) { f.move(id) }},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.jump("2026-01-10 23:00")
				f.wants(alice, "UTC", play.Settings{Quiet: notice.Quiet{From: 22 * notice.OClock, To: 7 * notice.OClock}})
				f.run()
				c.night(f)
				f.pass(7 * time.Hour)
				require.Empty(f, f.messenger.calls.get())
				f.pass(2 * time.Hour)
				calls := f.messenger.calls.get()
				if c.kind == play.NoNotice {
					require.Empty(f, calls)
					return
				}
				require.Len(f, calls, 1)
				assert.Equal(f, c.kind, calls[0].Kind)
				sent := play.Post{Channel: "c", Message: calls[0].Key}
				assert.NotContains(f, f.announcer.removed.get(), sent)
				if c.day != nil {
					c.day(f, calls[0].Match.ID)
					f.pass(time.Minute)
					assert.Contains(f, f.announcer.removed.get(), sent)
				}
				assert.Len(f, f.messenger.calls.get(), 1)
			})
		})
	}
}
