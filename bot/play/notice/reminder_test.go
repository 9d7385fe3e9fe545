package notice_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play/notice"
	"madbot/rules"
	"madbot/rules/match"
)

// TestWishes_Next_Away: nobody is reminded while they are away, but when they are back.
func TestWishes_Next_Away(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 10, 12, 0, 0, 0, time.UTC)
	m, _, err := match.Propose(match.Proposal{ID: "m", By: "1", To: "2", Terms: match.Terms{Options: rules.DefaultOptions(),
		Side: match.PlayRed, Pace: match.Pace{PerTurn: 24 * time.Hour}}}, now)
	require.NoError(t, err)
	_, err = m.Accept("2", rules.Red, now)
	require.NoError(t, err)
	w := notice.Wishes{Zone: time.UTC, Reminders: []notice.Reminder{notice.AtHalf, notice.HourBefore}}
	assert.Equal(t, now.Add(12*time.Hour), w.Next(&m, nil, now))
	leaves := now.Add(20 * time.Hour)
	_, err = m.GoAway("1", leaves.Add(48*time.Hour), leaves)
	require.NoError(t, err)
	assert.Equal(t, leaves.Add(48*time.Hour), w.Next(&m, nil, leaves))
	assert.Equal(t, leaves.Add(51*time.Hour), w.Next(&m, []notice.Reminder{notice.AtHalf}, leaves))
	due, _ := w.Due(&m, nil, leaves.Add(47*time.Hour))
	assert.Empty(t, due)
}
