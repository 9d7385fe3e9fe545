package gateway

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/discord"
)

// TestReceive_AfterHanging: what a process receives just after it has hung waits until the store confirms that the
// process still leads. If another process has taken over, interactions are dropped, and only the first one waits.
func TestReceive_AfterHanging(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		woken, confirmed := time.Now(), leadWait-leadPoll
		g := New(Config{Log: slog.New(slog.NewTextHandler(&log, nil)),
			Leads: func() bool { return time.Since(woken) >= confirmed }})
		var got []string
		g.setHandler(func(in *discord.Interaction) { got = append(got, in.ID) })
		g.receive([]byte(`{"id": "1"}`))
		g.receive([]byte(`{"id": "2"}`))
		assert.Equal(t, []string{"1", "2"}, got)
		assert.Empty(t, log.String())
		for range 2 {
			woken, confirmed = time.Now(), time.Hour
			for range 10 {
				g.receive([]byte(`{"id": "3"}`))
			}
			assert.Equal(t, leadWait, time.Since(woken))
			assert.Len(t, got, 2)
			assert.Equal(t, 10, strings.Count(log.String(), "interaction dropped"))
			log.Reset()
			confirmed = 0
			g.receive([]byte(`{"id": "4"}`))
			assert.Equal(t, "4", got[len(got)-1])
			got = got[:2]
		}
	})
}
