package gateway

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
)

// nonsense is what no gateway is known to send. discordgo alone panics at most of it, in goroutines
// of its own.
var nonsense = []string{
	`null`, `{}`, `[]`, `"x"`, `7`, `{`, ``, "\x00\xff", `{"op":"x"}`, `{"op":99}`,
	`{"op":0}`, `{"op":0,"s":"x","t":"READY","d":{}}`, `{"op":0,"t":null,"d":null}`,
	`{"op":0,"s":1,"t":"READY","d":null}`,
	`{"op":0,"s":1,"t":"READY","d":{"guilds":[null]}}`,
	`{"op":0,"s":1,"t":"READY","d":{"session_id":7,"resume_gateway_url":[]}}`,
	`{"op":0,"s":1,"t":"GUILD_CREATE","d":null}`,
	`{"op":0,"s":1,"t":"GUILD_CREATE","d":{"channels":[null],"members":[null]}}`,
	`{"op":0,"s":1,"t":"GUILD_UPDATE","d":null}`,
	`{"op":0,"s":1,"t":"VOICE_STATE_UPDATE","d":null}`,
	`{"op":0,"s":1,"t":"VOICE_STATE_UPDATE","d":{"channel_id":"1"}}`,
	`{"op":0,"s":1,"t":"VOICE_SERVER_UPDATE","d":{"guild_id":"1"}}`,
	`{"op":0,"s":1,"t":"INTERACTION_CREATE","d":null}`,
	`{"op":0,"s":1,"t":"INTERACTION_CREATE","d":{"type":3,"data":null}}`,
	`{"op":0,"s":1,"t":"INTERACTION","d":null}`,
	`{"op":0,"s":1,"t":"__CONNECT__","d":null}`,
	`{"op":0,"s":-9223372036854775808,"t":"X","d":{}}`,
	`{"op":1}`, `{"op":1,"d":"x"}`, `{"op":11}`, `{"op":11,"d":[]}`,
	`{"op":7,"d":[]}`, `{"op":9,"d":null}`, `{"op":9,"d":true}`,
	`{"op":10,"d":null}`, `{"op":10,"d":{"heartbeat_interval":0}}`,
	`{"op":10,"d":{"heartbeat_interval":-1}}`, `{"op":10,"d":{"heartbeat_interval":1e300}}`,
	`{"op":10,"d":{"heartbeat_interval":9223372036854775807}}`,
	`{"op":10,"d":{"heartbeat_interval":"41250"}}`,
	strings.Repeat(`[`, 20_000),
}

// places are where in a session a packet may come.
var places = map[string]func(conn *websocket.Conn, kind int, packet string){
	"instead of HELLO": tell,
	"instead of READY": func(conn *websocket.Conn, kind int, packet string) {
		hello(conn)
		tell(conn, kind, packet)
	},
	"after READY": func(conn *websocket.Conn, kind int, packet string) {
		welcome(conn)
		tell(conn, kind, packet)
	},
}

// tell sends a packet twice, then closes the connection a moment later.
func tell(conn *websocket.Conn, kind int, packet string) {
	for range 2 {
		_ = conn.WriteMessage(kind, []byte(packet))
	}
	say(conn, `{"op":0,"s":2,"t":"INTERACTION_CREATE","d":{"id":"7","type":2}}`)
	time.Sleep(5 * time.Millisecond)
	conn.Close()
}

// FuzzPackets sends packets to a real session at every place; none ends the process:
//
//	go test ./bot/discord -run '^$' -fuzz FuzzPackets -fuzztime 1m
func FuzzPackets(f *testing.F) {
	for _, packet := range nonsense {
		f.Add([]byte(packet), false)
	}
	f.Add([]byte("x\x9c"), true)
	f.Fuzz(func(t *testing.T, packet []byte, binary bool) {
		kind := websocket.TextMessage
		if binary {
			kind = websocket.BinaryMessage
		}
		for _, at := range places {
			web := httptest.NewServer(&server{scripts: []script{func(conn *websocket.Conn) {
				at(conn, kind, string(packet))
			}}})
			relay := newRelay(&resumption{}, false, func() {}, func() error { return nil })
			s, err := newSession(testToken, relay, func(*discordgo.Event) {})
			require.NoError(t, err)
			_ = s.open(t.Context(), "ws"+strings.TrimPrefix(web.URL, "http")+"/ws", time.Second)
			select {
			case <-relay.done.c:
			case <-time.After(5 * time.Second):
				t.Error("the connection does not end")
			}
			s.kill()
			web.Close()
		}
	})
}

// attendant notes what a gateway is sent and what comes of what it sends.
type attendant struct {
	mu   sync.Mutex
	sent []string // what it was sent, shortened
	got  []string // ids of the interactions that came
}

func (a *attendant) receive(in *discord.Interaction) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.got = append(a.got, in.ID)
}

// reads waits for the packet that begins a session.
func (a *attendant) reads(conn *websocket.Conn) {
	for {
		_, line, err := conn.ReadMessage()
		var p struct {
			Op   int `json:"op"`
			Data struct {
				Token   string `json:"token"`
				Session string `json:"session_id"`
				Seq     int    `json:"seq"`
			} `json:"d"`
		}
		if err != nil {
			return
		}
		if json.Unmarshal(line, &p) != nil || p.Op != opIdentify && p.Op != opResume {
			continue // a heartbeat
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		a.sent = append(a.sent, fmt.Sprintf("%d %t %s %d", p.Op, p.Data.Token == "Bot "+testToken,
			p.Data.Session, p.Data.Seq))
		return
	}
}

// last returns what began the last session.
func (a *attendant) last() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.sent[len(a.sent)-1]
}

// opens begins a session, whose address is at the end of its READY.
func (a *attendant) opens(conn *websocket.Conn, address string) {
	say(conn, `{"op":10,"d":{"heartbeat_interval":41250}}`)
	a.reads(conn)
	say(conn, `{"op":0,"s":1,"t":"READY","d":{"session_id":"abc","resume_gateway_url":`+address+`}}`)
}

// asks sends an interaction.
func asks(conn *websocket.Conn, seq int) {
	say(conn, fmt.Sprintf(`{"op":0,"s":%d,"t":"INTERACTION_CREATE","d":{"id":"i%[1]d"}}`, seq))
}

// ends closes a connection, after a moment in which what was sent is read.
func ends(conn *websocket.Conn, code int) {
	_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""),
		time.Now().Add(time.Second))
}

const (
	identified = "2 true  0"
	resumed    = "6 true abc 2"
)

func TestSessionIsResumed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		address string
		breaks  func(*websocket.Conn)
		refuse  bool
		want    []string
	}{
		"close 4000": {`""`, func(c *websocket.Conn) { ends(c, 4000) }, false,
			[]string{identified, resumed}},
		"abrupt end": {`""`, func(c *websocket.Conn) { c.NetConn().Close() }, false,
			[]string{identified, resumed}},
		"op 7": {`null`, func(c *websocket.Conn) { say(c, `{"op":7,"d":null}`) }, false,
			[]string{identified, resumed}},
		"op 9 that may be resumed": {`7`, func(c *websocket.Conn) { say(c, `{"op":9,"d":true}`) },
			false, []string{identified, resumed}},
		"op 9": {`""`, func(c *websocket.Conn) { say(c, `{"op":9,"d":false}`) }, false,
			[]string{identified, identified}},
		"refused": {`""`, func(c *websocket.Conn) { ends(c, 4000) }, true,
			[]string{identified, resumed, identified}},
		"at an address that is dead": {`"ws://127.0.0.1:1"`,
			func(c *websocket.Conn) { ends(c, 4000) }, false, []string{identified, identified}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := &attendant{}
			again := func(conn *websocket.Conn) {
				say(conn, `{"op":10,"d":{"heartbeat_interval":41250}}`)
				a.reads(conn)
				switch {
				case a.last() == identified:
					say(conn, `{"op":0,"s":1,"t":"READY","d":{"session_id":"def"}}`)
				case test.refuse:
					say(conn, `{"op":9,"d":false}`)
					return
				}
				asks(conn, 3) // before RESUMED: it was missed
				say(conn, `{"op":0,"s":4,"t":"RESUMED","d":{}}`)
				asks(conn, 4)
			}
			g := &server{scripts: []script{func(conn *websocket.Conn) {
				a.opens(conn, test.address)
				asks(conn, 2)
				test.breaks(conn)
			}, again}}
			_, _, _ = connect(t, g, time.Minute, a.receive)
			require.Eventually(t, func() bool {
				a.mu.Lock()
				defer a.mu.Unlock()
				return len(a.got) == 3
			}, time.Minute, 5*time.Millisecond)
			assert.ElementsMatch(t, []string{"i2", "i3", "i4"}, a.got)
			assert.Equal(t, test.want, a.sent)
		})
	}
}

// TestNoStartWithoutAPermit: a connection that was to go on with a session starts none when that is gone.
func TestNoStartWithoutAPermit(t *testing.T) {
	t.Parallel()
	started := 0
	start := func() error { started++; return errGone }
	r := newRelay(&resumption{}, true, func() {}, start)
	assert.ErrorIs(t, r.identify(nil, []byte(`{"op":2,"d":{"token":"x"}}`)), errUnresumed)
	assert.Zero(t, started)
	r = newRelay(&resumption{at: Bookmark{Session: "x"}}, false, func() {}, start)
	assert.ErrorIs(t, r.identify(nil, []byte(`{"op":2,"d":{"token":"x"}}`)), errGone)
	assert.Equal(t, 1, started)
}
