package discord

import (
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCloseIsBounded closes a connection to a gateway that reads nothing any more.
func TestCloseIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		go func() { _, _ = accept(far) }()
		dialer := websocket.Dialer{NetDial: func(string, string) (net.Conn, error) { return near, nil }}
		up, _, err := dialer.Dial("ws://gateway", nil)
		require.NoError(t, err)
		down, discordgo := net.Pipe()
		r := newRelay(&resumption{}, func() {})
		require.True(t, r.take(up, down))
		go r.run(up, down)
		begun := time.Now()
		r.close(closeLimit)
		assert.Equal(t, closeLimit, time.Since(begun))
		discordgo.Close()
	})
}
