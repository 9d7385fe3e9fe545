package gateway

import (
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"madbot/bot/discord"
)

// relay stands between discordgo and the gateway. discordgo gets only packets that it can bear, and
// of those only what it is needed for: greeting, heartbeats and interactions. Some packets make it
// panic in a goroutine of its own, which would end the process; others make it deadlock, or close
// its connection after a second's sleep. Where there is a session to resume, its IDENTIFY leaves as
// a RESUME.
type relay struct {
	at       *resumption
	resuming bool         // a session is gone on with, and none started
	yield    func()       // ends the connection that had the session before
	start    func() error // called before a session is started

	leaving  *signal      // the session is left open
	ready    *signal      // READY or RESUMED came
	asked    *signal      // the gateway asks for another connection
	overdue  *signal      // drainLimit has passed since the end
	done     *signal      // nothing comes any more
	interval atomic.Int64 // between heartbeats, nanoseconds; 0: not greeted yet
	opened   bool         // discordgo has what its Open waits for; of the reader alone
	pending  atomic.Int64 // interactions that discordgo was handed and has not passed on

	writing sync.Mutex // to the gateway; it may be held for as long as a write takes

	mu    sync.Mutex // guards the fields below
	up    *websocket.Conn
	down  net.Conn
	why   error
	ended bool
}

// maxPacket is more than any packet that is read, in bytes.
const maxPacket = 8 << 20

// writeLimit bounds the sending of one packet.
const writeLimit = 10 * time.Second

// drainLimit bounds how long discordgo may take to pass on what it was handed.
const drainLimit = time.Second

// newRelay returns a relay that is not connected. With resuming it starts no session, whatever becomes of at.
// Else start is called right before a session is started, which it prevents with an error.
func newRelay(at *resumption, resuming bool, yield func(), start func() error) *relay {
	return &relay{at: at, resuming: resuming, yield: yield, start: start,
		leaving: newSignal(), ready: newSignal(), asked: newSignal(), overdue: newSignal(), done: newSignal()}
}

// connect connects to the gateway at address and returns the connection for discordgo.
func (r *relay) connect(ctx context.Context, address string) (net.Conn, error) {
	dialer := &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: dialLimit}
	header := http.Header{"User-Agent": {discord.UserAgent}}
	up, _, err := dialer.DialContext(ctx, gatewayAddress(address), header)
	if err != nil {
		r.end(err)
		return nil, err
	}
	up.SetReadLimit(maxPacket)
	near, far := net.Pipe()
	if !r.take(up, far) {
		return nil, net.ErrClosed
	}
	go r.run(up, far)
	return near, nil
}

// gatewayAddress adds to an address of the gateway what is asked of it.
func gatewayAddress(base string) string {
	return strings.TrimSuffix(base, "/") + "/?v=9&encoding=json"
}

// take notes both ends for end; when that was called already, it closes them and returns false.
func (r *relay) take(up *websocket.Conn, down net.Conn) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		_, _ = up.Close(), down.Close()
		return false
	}
	r.up, r.down = up, down
	return true
}

// run carries packets both ways until one end is gone.
func (r *relay) run(up *websocket.Conn, far net.Conn) {
	defer r.done.set()
	defer far.Close()
	var down *websocket.Conn
	err := safely(func() (err error) {
		down, err = accept(far)
		return err
	})
	if err != nil {
		r.end(err)
		return
	}
	var sending sync.WaitGroup
	sending.Go(func() { r.end(safely(func() error { return r.send(up, down) })) })
	err = safely(func() error { return r.receive(up, down) })
	if r.leaving.happened() {
		_ = r.write(up, websocket.CloseMessage, websocket.FormatCloseMessage(closeResumable, ""))
	}
	r.end(err)
	r.drain()
	far.Close()
	sending.Wait()
}

// passed notes that discordgo has passed on an interaction.
func (r *relay) passed() { r.pending.Add(-1) }

// drain waits until discordgo has passed on every interaction, at most until the end is overdue.
func (r *relay) drain() {
	for r.pending.Load() > 0 && !r.overdue.happened() {
		time.Sleep(time.Millisecond)
	}
}

// end ends the connection because of err, unless it has ended before. discordgo drops what it has
// read and not looked at when its connection ends, so it has drainLimit to pass that on.
func (r *relay) end(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return
	}
	r.ended, r.why = true, err
	if r.up == nil {
		r.done.set()
		return
	}
	down := r.down
	_ = r.up.Close()
	time.AfterFunc(drainLimit, func() {
		r.overdue.set()
		_ = down.Close()
	})
}

// heartbeat returns the interval between heartbeats, 0 before the gateway has said it.
func (r *relay) heartbeat() time.Duration { return time.Duration(r.interval.Load()) }

// cause returns why the connection ended.
func (r *relay) cause() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.why
}

// closeResumable is a close code after which the session can be resumed: any but 1000 and 1001.
// https://discord.com/developers/docs/events/gateway#initiating-a-disconnect
const closeResumable = 4000

// leave ends the connection and leaves its session open: nothing more is read, and what was read is handed
// on, if that takes no longer than limit.
func (r *relay) leave(limit time.Duration) {
	late := time.AfterFunc(limit, func() { r.end(errGone) })
	defer late.Stop()
	r.leaving.set()
	r.mu.Lock()
	up := r.up
	r.mu.Unlock()
	if up != nil {
		_ = up.NetConn().SetReadDeadline(time.Unix(1, 0))
	}
	<-r.done.c
}
