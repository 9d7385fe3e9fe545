package worker_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/rules/match"
)

// TestDigest: on Mondays at nine, in the zone of the player, if something waits.
func TestDigest(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.jump("2026-03-20 12:00") // a Friday
		f.wants(alice, "Europe/Brussels", play.Settings{Digest: true})
		f.run()
		f.pass(7 * day)
		assert.Empty(f, f.messenger.digests.get(), "nothing waits")
		paced := f.startPaced()
		f.pass(time.Minute)
		waiting := f.start()
		f.playTurn(f.start())
		f.pass(3*day - 5*time.Hour - 2*time.Minute) // to Monday, 8:59 in summer time
		assert.Empty(f, f.messenger.digests.get())
		f.pass(time.Minute)
		all := f.messenger.digests.get()
		require.Len(f, all, 1)
		require.Len(f, all[0].Waiting, 2)
		assert.Equal(f, []match.ID{paced, waiting}, []match.ID{all[0].Waiting[0].ID, all[0].Waiting[1].ID}, "what ends first")
		assert.Equal(f, 1, all[0].Others)
		assert.Zero(f, f.job(play.JobDigest).Attempts)
		f.stop()
		f.run()
		f.pass(7*day - time.Minute)
		assert.Len(f, f.messenger.digests.get(), 1)
		missed, err := f.TakeMissed(f.Context(), alice)
		require.NoError(f, err)
		assert.Zero(f, missed)
		f.messenger.shut.set(true)
		f.pass(time.Minute)
		missed, err = f.TakeMissed(f.Context(), alice)
		require.NoError(f, err)
		assert.True(f, missed.Shut)
		assert.Len(f, missed.Matches, 1)
		f.messenger.shut.set(false)
		f.pass(7 * day)
		assert.Len(f, f.messenger.digests.get(), 2)
		f.wants(alice, "Europe/Brussels", play.Settings{Digest: true, Quiet: notice.Quiet{From: 22 * notice.OClock, To: 8 * notice.OClock}})
		f.stop()
		f.pass(7*day + 14*time.Hour) // it is late, in her quiet hours
		f.run()
		f.pass(9*time.Hour - 1)
		assert.Len(f, f.messenger.digests.get(), 2)
		f.pass(1)
		assert.Len(f, f.messenger.digests.get(), 3)
		f.wants(alice, "Europe/Brussels", play.Settings{})
		f.pass(30 * day)
		assert.Len(f, f.messenger.digests.get(), 3)
	})
}
