package sandbox_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/sandbox"
)

// FuzzBodies sends any body to the calls that parse most. They must accept it or refuse it in Discord's form.
func FuzzBodies(f *testing.F) {
	for _, body := range []string{
		`{"content":"x","embeds":[{"title":"t"}]}`,
		v2Open + `[{"type":17,"components":[
			{"type":9,"components":[` + text + `],"accessory":` + button + `}]}]}`,
		`{"components":` + rows(`{"type":3,"custom_id":"m",
			"options":[{"label":"l","value":"v","emoji":{"name":"⚔"}}]}`) + `}`,
		`{"content":"<@1000000000000000021>","nonce":5,
			"allowed_mentions":{"parse":["users"],"users":["1"]}}`,
		`[{"name":"c","description":"d","options":[{"type":1,"name":"s","description":"d",
			"options":[{"type":4,"name":"n","description":"d","min_value":1,
			"choices":[{"name":"a","value":1}]}]}],"name_localizations":{"de":"x"}}]`,
		`{"name":"ship","image":"data:image/png;base64,AAAA"}`,
		`{"name":"m1","type":11,"auto_archive_duration":10080}`, `{"archived":true,"locked":null}`,
		`{"content":"x","components":` + rows(`{"type":8,"custom_id":"m","channel_types":[0],
			"default_values":[{"type":"channel","id":"1"}]}`) + `}`,
		`{"attachments":[{"id":"0"}]}`, `[[]]`, `null`, `{"flags":1e99}`, `{"poll":{}}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s := &sandbox.Server{Log: slog.New(slog.DiscardHandler)}
		s.ServeHTTP(httptest.NewRecorder(), botCall("POST", "/channels/1000000000000000012/threads", `{"name":"m0","type":11}`))
		for _, call := range []string{"POST " + mad, "PUT " + commands, beginThread,
			"PATCH /channels/" + s.Threads(sandbox.MadID)[0].ID.String(),
			"POST /applications/1000000000000000031/emojis"} {
			method, path, _ := strings.Cut(call, " ")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, botCall(method, path, body))
			require.Contains(t, []int{200, 201, 400, 403, 501}, w.Code, "%s: %s", call, w.Body)
			require.True(t, json.Valid(w.Body.Bytes()), "%s", w.Body)
		}
	})
}

func botCall(method, path, body string) *http.Request {
	r := httptest.NewRequest(method, "/api/v10"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bot "+sandbox.DefaultToken)
	r.Header.Set("User-Agent", "DiscordBot (x, 1)")
	r.Header.Set("Content-Type", "application/json")
	return r
}

// FuzzSnowflake checks that ids round-trip as text and as JSON.
func FuzzSnowflake(f *testing.F) {
	f.Add("1000000000000000001")
	f.Add("-1")
	f.Fuzz(func(t *testing.T, text string) {
		id, err := sandbox.ParseSnowflake(text)
		if err != nil {
			return
		}
		again, err := sandbox.ParseSnowflake(id.String())
		require.NoError(t, err)
		require.Equal(t, id, again)
		data, err := json.Marshal(id)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(data, &again))
		require.Equal(t, id, again)
	})
}

// TestAnyStateSurvives performs random actions and checks that the folder restores the same state.
func TestAnyStateSurvives(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		dir := t.TempDir()
		s := &sandbox.Server{Dir: dir, Log: slog.New(slog.DiscardHandler)}
		require.NoError(rt, s.Open())
		defer s.Close()
		do := func(method, path, body string) {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, botCall(method, path, body))
			require.Less(rt, w.Code, 300, "%s", w.Body)
		}
		who := func() *sandbox.Actor {
			return s.Actor(rapid.SampledFrom([]string{"alice", "bob", "carol"}).Draw(rt, "who"))
		}
		own := func() string {
			var ids []string
			for _, m := range s.Actor("alice").Messages(sandbox.MadID) {
				if m.Author.ID == sandbox.BotID {
					ids = append(ids, m.ID.String())
				}
			}
			if len(ids) == 0 {
				return ""
			}
			return rapid.SampledFrom(ids).Draw(rt, "message")
		}
		for _, name := range []string{"alice", "bob", "carol"} {
			s.Actor(name).DM() // opened beforehand, so that both worlds have them
		}
		rt.Repeat(map[string]func(*rapid.T){
			"say": func(*rapid.T) {
				_, err := who().Say(sandbox.MadID, "hello")
				require.NoError(rt, err)
			},
			"send": func(*rapid.T) {
				do("POST", mad, fmt.Sprintf(`{"content":"<@%v> %s"}`, who().ID(), "hello"))
			},
			"edit": func(*rapid.T) {
				if id := own(); id != "" {
					do("PATCH", mad+"/"+id, `{"content":"edited"}`)
				}
			},
			"delete": func(*rapid.T) {
				if id := own(); id != "" {
					do("DELETE", mad+"/"+id, "")
				}
			},
			"read": func(*rapid.T) { who().Read(sandbox.MadID) },
			"write": func(*rapid.T) {
				do("POST", "/channels/"+who().DM().String()+"/messages", `{"content":"x"}`)
			},
			"begin": func(*rapid.T) {
				do("POST", "/channels/1000000000000000012/threads", `{"name":"m","type":11}`)
			},
			"moderate": func(*rapid.T) {
				for _, c := range s.Threads(sandbox.MadID) {
					s.SetThread(c.ID, rapid.Bool().Draw(rt, "archived"), rapid.Bool().Draw(rt, "locked"))
				}
			},
			"reopen": func(*rapid.T) {
				for _, c := range s.Threads(sandbox.MadID) {
					_, err := s.Actor("alice").Say(c.ID, "hello")
					require.NoError(rt, err)
				}
			},
			"command": func(*rapid.T) { do("PUT", commands, `[{"name":"c","description":"d"}]`) },
		})
		again := &sandbox.Server{Dir: killed(t, dir)}
		require.NoError(rt, again.Open())
		defer again.Close()
		for _, name := range []string{"alice", "bob", "carol"} {
			a, b := s.Actor(name), again.Actor(name)
			assert.Equal(rt, a.DM(), b.DM())
			channels := []sandbox.Snowflake{sandbox.MadID, a.DM()}
			for _, c := range s.Threads(sandbox.MadID) {
				channels = append(channels, c.ID)
			}
			for _, channel := range channels {
				assert.Equal(rt, a.Messages(channel), b.Messages(channel))
				n, pings := a.Unread(channel)
				n2, pings2 := b.Unread(channel)
				assert.Equal(rt, [2]int{n, pings}, [2]int{n2, pings2})
			}
		}
		assert.Equal(rt, s.Commands(), again.Commands())
		assert.Equal(rt, s.Threads(sandbox.MadID), again.Threads(sandbox.MadID))
	})
}
