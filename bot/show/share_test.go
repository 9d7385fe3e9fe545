package show

import (
	"errors"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
)

// TestShare_Errors: only what Discord refused is said to be so; what is there by its answer, is there.
func TestShare_Errors(t *testing.T) {
	t.Parallel()
	outage := errors.New("outage")
	msg := ui.Message{Block: true, Text: "a review"}
	for name, c := range map[string]struct{ why, want error }{
		"not there":  {&discord.APIError{Status: 403, Code: discordgo.ErrCodeMissingAccess}, play.ErrClosed},
		"too large":  {&discord.APIError{Status: 413}, play.ErrClosed},
		"outage":     {outage, outage},
		"unreadable": {discord.ErrUnreadable, nil},
	} {
		n := NewNotifier(fixed{board()}, refuser{why: c.why}, &ui.Links{})
		require.ErrorIs(t, n.Share(t.Context(), play.Sharing{Channel: "1", Key: "k"}, msg), c.want, name)
	}
	for _, status := range []int{500, 502, 429, 408} {
		why := &discord.APIError{Status: status}
		err := NewNotifier(fixed{board()}, refuser{why: why}, &ui.Links{}).Share(t.Context(), play.Sharing{Channel: "1"}, msg)
		require.ErrorIs(t, err, why)
		assert.NotErrorIs(t, err, play.ErrClosed, status)
	}
}

// TestShare_Again: what may be there is looked for, and posted under its key when it is not.
func TestShare_Again(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		since time.Time
		found string
		posts int
	}{{time.Time{}, "66", 1}, {time.Unix(1, 0), "66", 0}, {time.Unix(1, 0), "", 1}} {
		out := &keeper{found: func(int, time.Time) (string, error) { return c.found, nil }}
		require.NoError(t, NewNotifier(fixed{board()}, out, nil).Share(t.Context(), play.Sharing{Channel: "1", Key: "m1-s0", Since: c.since},
			ui.Message{Block: true, Text: "a review"}))
		require.Len(t, out.got, c.posts)
		for _, m := range out.got {
			assert.Equal(t, "m1-s0", m.Nonce)
			assert.True(t, m.EnforceNonce)
		}
	}
}
