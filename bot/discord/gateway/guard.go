package gateway

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"madbot/bot/safely"
)

// maxFrame is the length of the largest frame that is accepted. Discord's are far smaller without intents.
const maxFrame = 16 << 20

// closeGuard is the close code with which a guard ends discordgo's side of a connection.
const closeGuard = 4900

var (
	// errReconnect ends a connection if Discord asked for a new one. The session can be resumed.
	errReconnect = errors.New("discord asked to reconnect")
	// errInvalidSession ends a connection if Discord ended its session.
	errInvalidSession = errors.New("discord ended the session")
)

// guard relays one connection between discordgo and Discord. discordgo does not check what it reads: a null where it
// expects an object, or a request for a heartbeat while a connection closes, panics in one of its goroutines, which
// would end the process. So discordgo sees only HELLO, READY, RESUMED, acknowledgements and the numbers of other
// dispatches, all written by the guard. The guard handles interactions, requests for heartbeats, and the opcodes 7 and
// 9, in which discordgo deadlocks or identifies without regard to limits. A bad frame ends the session.
type guard struct {
	shard   *shard
	session *session
	discord *websocket.Conn // to Discord
	client  *websocket.Conn // to discordgo; nil until it has sent its handshake
	writing sync.Mutex      // held while writing to discord
	opened  bool            // a dispatch was passed on
}

// dial connects a session to Discord and returns discordgo's end of the guarded connection. Both ends are closed when
// life ends.
func (s *shard) dial(life context.Context, address string, c *session) (net.Conn, error) {
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: s.times.open}
	url := strings.TrimSuffix(address, "/") + "/?v=" + discordgo.APIVersion + "&encoding=json"
	up, _, err := dialer.DialContext(life, url, nil)
	if err != nil {
		return nil, err
	}
	up.SetReadLimit(maxFrame)
	theirs, ours := net.Pipe()
	g := &guard{shard: s, session: c, discord: up}
	release := context.AfterFunc(life, func() { up.Close(); ours.Close() })
	go func() {
		defer release()
		defer up.Close()
		defer ours.Close()
		if err := safely.Do(func() error { return g.relay(ours) }); err != nil {
			s.log.Warn("connection to discord ended", "err", err)
		}
	}()
	return theirs, nil
}

// relay relays until one of the two sides ends. The error is nil unless Discord sent a bad frame, or the guard is
// broken.
func (g *guard) relay(ours net.Conn) (err error) {
	if g.client, err = accept(ours); err != nil {
		return nil // discordgo has given up
	}
	go func() {
		_ = safely.Do(g.toDiscord) // it can only fail because the connection ended
		g.discord.Close()
	}()
	err = g.fromDiscord()
	if errors.Is(err, errFrame) || errors.Is(err, errInvalidSession) {
		g.session.over.Store(true)
		signal(g.session.down) // now, not after the second that discordgo takes to close
	}
	code, text := closeGuard, err.Error()
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok && closed.Code != websocket.CloseAbnormalClosure {
		code, text = closed.Code, closed.Text
	}
	message := websocket.FormatCloseMessage(code, text[:min(len(text), 120)])
	_ = g.client.WriteMessage(websocket.CloseMessage, message) // until life ends, at the latest
	if errors.Is(err, errFrame) {
		return err
	}
	return nil
}

// toDiscord relays what discordgo sends, and returns the error with which that ends.
func (g *guard) toDiscord() error {
	for {
		_, message, err := g.client.ReadMessage()
		if err == nil {
			err = g.write(message)
		}
		if err != nil {
			return err
		}
	}
}

// write sends a message to Discord.
func (g *guard) write(message []byte) error {
	g.writing.Lock()
	defer g.writing.Unlock()
	return g.discord.WriteMessage(websocket.TextMessage, message)
}

// fromDiscord relays what Discord sends, and returns the error with which that ends.
func (g *guard) fromDiscord() error {
	for {
		_, message, err := g.discord.ReadMessage()
		if err != nil {
			return err
		}
		f, err := parseFrame(message)
		if err != nil {
			return err
		}
		if err := g.handle(f); err != nil {
			return err
		}
	}
}

// handle does what a frame asks for, and passes on what discordgo needs of it.
func (g *guard) handle(f frame) error {
	switch *f.Op {
	case opHeartbeat:
		return g.heartbeat()
	case opReconnect:
		return errReconnect
	case opInvalid:
		return errInvalidSession
	case opDispatch:
		g.opened = true
		g.session.seq.Store(f.Seq)
		if f.Type == "INTERACTION_CREATE" {
			g.shard.receive(f.Data)
		}
	case opAck:
		if !g.opened { // discordgo's Open, which waits for a dispatch, would deadlock
			return nil
		}
	case opHello:
	default:
		return nil // https://discord.com/developers/docs/topics/gateway#opcodes: unknown ones are ignored
	}
	return g.client.WriteJSON(f.reduced())
}

// heartbeat answers a request for a heartbeat.
// https://discord.com/developers/docs/events/gateway#sending-heartbeats
func (g *guard) heartbeat() error {
	return g.write(fmt.Appendf(nil, `{"op":%d,"d":%d}`, opHeartbeat, g.session.seq.Load()))
}

// accept does the server's part of the handshake with discordgo.
func accept(conn net.Conn) (*websocket.Conn, error) {
	r := bufio.NewReader(conn)
	req, err := http.ReadRequest(r)
	if err != nil {
		return nil, err
	}
	up := websocket.Upgrader{Error: func(http.ResponseWriter, *http.Request, int, error) {}}
	return up.Upgrade(&hijacked{conn: conn, r: r}, req, nil)
}

// hijacked is the http.ResponseWriter of a request that was read directly from conn.
type hijacked struct {
	http.ResponseWriter // nil: nothing uses it
	conn                net.Conn
	r                   *bufio.Reader
}

func (h *hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return h.conn, bufio.NewReadWriter(h.r, bufio.NewWriter(h.conn)), nil
}
