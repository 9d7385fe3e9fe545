package main

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/bot/sandbox"
)

// TestTyping: the bot shows the typing indicator in a match's channel, once a turn, and plays even if that fails.
func TestTyping(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]*sandbox.Fault{
		"shown":   nil,
		"refused": {Status: http.StatusForbidden, Code: 50013, Message: "Missing Permissions"},
		"failing": {Status: http.StatusInternalServerError},
		"dropped": {Drop: true},
		"hanging": {Delay: 10 * patience},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var requests bytes.Buffer
			s := prepareStage(t, &requests)
			s.server.Fault = func(r *http.Request) *sandbox.Fault {
				if strings.HasSuffix(r.URL.Path, "/typing") {
					return fault
				}
				return nil
			}
			s.open(func(p *parts) {
				p.pace = func(*play.Match) time.Duration { return time.Second }
			})
			assert.Contains(t, s.do("alice: /challenge opponent:@MAD level:1 side:blue"), "**@Alice, your turn**")
			typing := `"POST","path":"/api/v9/channels/` + s.server.Channel("mad").String() + `/typing"`
			assert.Equal(t, 1, strings.Count(requests.String(), typing))
		})
	}
}
