package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play/notice"
	"madbot/rules/match"
)

// TestPlayer_Back: what a vacation held back waits for the end of quiet hours too, and then for boards a little.
func TestPlayer_Back(t *testing.T) {
	t.Parallel()
	at := func(day, hour int) time.Time { return time.Date(2026, 1, day, hour, 0, 0, 0, time.UTC) }
	p := Player{ID: "1", Zone: "UTC"}
	assert.Zero(t, p.backAt())
	p.Vacation.Quiet = at(2, 20)
	assert.Equal(t, at(2, 20).Add(boardGrace), p.backAt())
	p.Settings.Quiet = notice.Quiet{From: 22 * notice.OClock, To: 7 * notice.OClock}
	p.Vacation.Quiet = at(2, 23)
	assert.Equal(t, at(3, 7).Add(boardGrace), p.backAt())

	m := Match{Match: match.Match{Status: match.Proposed, Terms: match.Terms{Pace: match.Pace{PerTurn: day}}}}
	p.Vacation.Quiet = at(2, 20)
	assert.Equal(t, at(3, 7), p.quietUntil(&m, at(2, 23)), "they are back, in quiet hours")
	assert.Equal(t, at(3, 8).Add(time.Minute), p.quietUntil(&m, at(3, 8)), "asked again until they were told")
}
