package gateway

import (
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// over returns a client's connection over near, whose other end is accepted elsewhere.
func over(t *testing.T, near net.Conn) *websocket.Conn {
	t.Helper()
	dialer := websocket.Dialer{NetDial: func(string, string) (net.Conn, error) { return near, nil }}
	conn, _, err := dialer.Dial("ws://gateway", nil)
	require.NoError(t, err)
	return conn
}

// relayed returns a relay that carries packets between gateway, nil when the handshake is under way,
// and the end that discordgo has.
func relayed(t *testing.T) (r *relay, gateway func() *websocket.Conn, near net.Conn) {
	t.Helper()
	client, server := net.Pipe()
	accepted := make(chan *websocket.Conn, 1)
	go func() {
		conn, _ := accept(server)
		accepted <- conn
	}()
	up := over(t, client)
	near, far := net.Pipe()
	r = newRelay(&resumption{}, false, func() {}, func() error { return nil })
	require.True(t, r.take(up, far))
	go r.run(up, far)
	return r, func() *websocket.Conn { return <-accepted }, near
}

// TestLeaveIsBounded leaves a connection to a gateway that reads nothing any more.
func TestLeaveIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, _, discordgo := relayed(t)
		defer discordgo.Close()
		begun := time.Now()
		r.leave(leaveLimit)
		assert.Equal(t, leaveLimit+drainLimit, time.Since(begun), "discordgo never said a word")
	})
}

// TestInteractionOutlivesItsConnection: discordgo drops what it has read and not looked at when its
// connection ends, so that happens only once it has passed on every interaction, or is stuck.
func TestInteractionOutlivesItsConnection(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		end    func(r *relay, gateway *websocket.Conn)
		passed bool
		after  time.Duration
	}{
		"the gateway ends it":   {func(_ *relay, g *websocket.Conn) { g.Close() }, true, 300 * time.Millisecond},
		"it is replaced":        {func(r *relay, _ *websocket.Conn) { r.end(errGone) }, true, 300 * time.Millisecond},
		"discordgo is stuck":    {func(r *relay, _ *websocket.Conn) { r.end(errGone) }, false, drainLimit},
		"the session is at end": {func(_ *relay, g *websocket.Conn) { say(g, `{"op":9,"d":false}`) }, true, 300 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				r, accepted, near := relayed(t)
				gateway, discordgo := accepted(), over(t, near)
				defer gateway.Close()
				go func() {
					say(gateway, `{"op":10,"d":{"heartbeat_interval":41250}}`)
					asks(gateway, 1)
					test.end(r, gateway)
				}()
				for range 2 {
					_, _, err := discordgo.ReadMessage()
					require.NoError(t, err)
				}
				synctest.Wait()
				begun := time.Now()
				if test.passed {
					time.AfterFunc(300*time.Millisecond, r.passed)
				}
				_, _, err := discordgo.ReadMessage()
				require.Error(t, err)
				assert.WithinDuration(t, begun.Add(test.after), time.Now(), 5*time.Millisecond)
				<-r.done.c
			})
		})
	}
}
