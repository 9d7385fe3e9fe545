package gateway

import (
	"sync/atomic"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"

	"madbot/bot/discord"
)

// badFrames are frames that Discord should not send. discordgo alone panics in some of them.
var badFrames = []string{"", "null", "{}", "[]", "0", `"x"`, "hello", "{\"op\":", "\xff\xfe",
	`{"op":null}`, `{"op":0}`, `{"op":"0"}`, `{"op":0,"s":2,"t":null,"d":null}`, `{"op":99,"d":null}`, `{"op":-1}`,
	`{"op":0,"s":2,"t":"GUILD_CREATE","d":null}`, `{"op":0,"s":2,"t":"GUILD_UPDATE","d":null}`,
	`{"op":0,"s":2,"t":"GUILD_CREATE","d":{"id":"1","channels":[null]}}`,
	`{"op":0,"s":2,"t":"GUILD_CREATE","d":{"id":"1","members":[null],"voice_states":[null]}}`,
	`{"op":0,"s":2,"t":"READY","d":{"session_id":"x","guilds":[null]}}`, `{"op":0,"s":2,"t":"READY","d":null}`,
	`{"op":0,"s":2,"t":"READY","d":{"session_id":7}}`, `{"op":0,"s":2,"t":"READY","d":[]}`,
	`{"op":0,"s":2,"t":"VOICE_STATE_UPDATE","d":null}`, `{"op":0,"s":2,"t":"VOICE_SERVER_UPDATE","d":null}`,
	`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":null}`, `{"op":0,"s":2,"t":"INTERACTION_CREATE","d":{"id":"1","type":3}}`,
	`{"op":0,"s":-1,"t":"RESUMED","d":null}`, `{"op":0,"s":null,"t":"RESUMED"}`, `{"op":0,"s":1e30,"t":"RESUMED"}`,
	`{"op":1}`, `{"op":1,"d":{}}`, `{"op":7}`, `{"op":9}`, `{"op":9,"d":{}}`, `{"op":11,"d":{}}`,
	`{"op":10}`, `{"op":10,"d":null}`, `{"op":10,"d":{"heartbeat_interval":0}}`, `{"op":10,"d":{"heartbeat_interval":-5}}`,
	`{"op":10,"d":{"heartbeat_interval":9223372036854775807}}`, `{"op":10,"d":{"heartbeat_interval":1}}`,
}

// survives requires that a gateway that sends a frame after before can be used on the same connection or the next.
func survives(t *testing.T, before script, text []byte) {
	t.Helper()
	g := &server{scripts: []script{func(conn *websocket.Conn) {
		before(conn)
		_ = conn.WriteMessage(websocket.TextMessage, text)
		ready(conn)
		send(conn, `{"op":0,"s":3,"t":"INTERACTION_CREATE","d":{"id":"5","type":2}}`)
	}, func(conn *websocket.Conn) {
		welcome(conn)
		send(conn, `{"op":0,"s":3,"t":"INTERACTION_CREATE","d":{"id":"5","type":2}}`)
	}}}
	var received atomic.Bool
	up := connect(t, g, hasty, func(in *discord.Interaction) {
		received.Store(received.Load() || in.ID == "5")
	})
	eventually(t, func() bool { return received.Load() && up.isReady() })
}

// FuzzFrame: a frame that Discord should not send costs one session at most, before and after HELLO and READY.
func FuzzFrame(f *testing.F) {
	for _, text := range badFrames {
		for when := range byte(3) {
			f.Add(when, []byte(text))
		}
	}
	moments := []script{func(*websocket.Conn) {}, hello, welcome}
	f.Fuzz(func(t *testing.T, when byte, text []byte) {
		t.Parallel()
		survives(t, moments[int(when)%len(moments)], text)
	})
}

// TestOp1: a request for a heartbeat is answered with the number of the last dispatch.
func TestOp1(t *testing.T) {
	t.Parallel()
	answers := make(chan string, 1)
	g := &server{scripts: []script{func(conn *websocket.Conn) {
		welcome(conn)
		_, _, _ = conn.ReadMessage() // discordgo's first heartbeat
		send(conn, `{"op":0,"s":7,"t":"GUILD_DELETE","d":{"id":"1"}}`)
		send(conn, `{"op":1,"d":null}`)
		_, answer, _ := conn.ReadMessage()
		answers <- string(answer)
	}}}
	connect(t, g, nil, ignore)
	assert.Equal(t, `{"op":1,"d":7}`, <-answers)
}
