package show

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/sandbox"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// office is a Mailer that refuses on request.
type office struct {
	Discord                  // which it is not asked
	refuses map[string]error // by channel, and "open" for a new conversation
	sent    []string
	last    discord.Message
}

func (o *office) CreateDM(_ context.Context, user string) (string, error) {
	return "dm" + user, o.refuses["open"]
}

func (o *office) CreateMessage(_ context.Context, channel string, m discord.Message) (string, error) {
	o.sent, o.last = append(o.sent, channel), m
	return "77", o.refuses[channel]
}

func (*office) FindMessage(context.Context, string, int, time.Time) (string, error) { return "", nil }

func (*office) EditMessage(context.Context, string, string, discord.Message) error { return nil }

func (*office) DeleteMessage(context.Context, string, string) error { return nil }

// TestNotify_Refused: what a refusal of Discord means, whatever the call; and that a thread gives way to its
// channel.
func TestNotify_Refused(t *testing.T) {
	t.Parallel()
	words := fixed{ui.Message{Text: "<@102>, your turn"}}
	code := func(status int, c int) error { return &discord.APIError{Status: status, Code: c} }
	threaded := begun()
	threaded.Thread = "6001"
	away := begun()
	away.Venue.Away = true
	type refuses = map[string]error
	tests := []struct {
		name    string
		m       play.Match
		direct  bool
		refuses refuses
		want    error // nil: none
		fails   bool
		sent    []string
	}{
		{"in the channel", begun(), false, nil, nil, false, []string{channelID}},
		{"directly", begun(), true, nil, nil, false, []string{"dm102"}},
		{"in the thread", threaded, false, nil, nil, false, []string{"6001"}},
		{"thread locked", threaded, false, refuses{"6001": code(403, 160005)}, nil, false, []string{"6001", channelID}},
		{"thread archived", threaded, false, refuses{"6001": code(400, 50083)}, nil, false, []string{"6001", channelID}},
		{"thread deleted", threaded, false, refuses{"6001": code(404, 10003)}, nil, false, []string{"6001", channelID}},
		{"thread not for the bot", threaded, false, refuses{"6001": code(403, 50013)}, nil, false, []string{"6001", channelID}},
		{"thread and channel", threaded, false, refuses{"6001": code(403, 50001), channelID: code(403, 50013)},
			play.ErrClosed, true, []string{"6001", channelID}},
		{"channel deleted", begun(), false, refuses{channelID: code(404, 10003)}, play.ErrGone, true, []string{channelID}},
		{"server left", begun(), false, refuses{channelID: code(404, 10004)}, play.ErrGone, true, []string{channelID}},
		{"no access", begun(), false, refuses{channelID: code(403, 50001)}, play.ErrClosed, true, []string{channelID}},
		{"no rights", begun(), false, refuses{channelID: code(403, 50013)}, play.ErrClosed, true, []string{channelID}},
		{"Discord is down", begun(), false, refuses{channelID: code(503, 0)}, nil, true, []string{channelID}},
		{"too fast", begun(), false, refuses{channelID: code(429, 0)}, nil, true, []string{channelID}},
		{"sent, it seems", begun(), false, refuses{channelID: discord.ErrUnreadable}, nil, false, []string{channelID}},
		{"messages closed", begun(), true, refuses{"dm102": code(403, 50007)}, play.ErrClosed, true, []string{"dm102"}},
		{"no server shared", begun(), true, refuses{"dm102": code(403, 50278)}, play.ErrClosed, true, []string{"dm102"}},
		{"no conversation", begun(), true, refuses{"open": code(403, 50278)}, play.ErrClosed, true, nil},
		{"nobody there", begun(), true, refuses{"open": code(400, 50033)}, play.ErrClosed, true, nil},
		{"conversations too fast", begun(), true, refuses{"open": code(429, 0)}, nil, true, nil},
		{"no conversation now", begun(), true, refuses{"open": code(500, 0)}, nil, true, nil},
		{"where the bot only answers", away, false, nil, play.ErrClosed, true, nil},
		{"directly, where the bot only answers", away, true, nil, nil, false, []string{"dm102"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			o := &office{refuses: test.refuses}
			post, err := NewNotifier(words, o, nil).Notify(t.Context(), play.Notice{Match: test.m,
				To: play.Player{ID: bob}, Direct: test.direct, Key: "m1-o3"})
			assert.Equal(t, test.fails, err != nil, "%v", err)
			for _, why := range []error{play.ErrGone, play.ErrClosed} {
				assert.Equal(t, test.want == why, errors.Is(err, why), "%v", err)
			}
			assert.Equal(t, test.sent, o.sent)
			if len(o.sent) == 0 {
				return
			}
			assert.Equal(t, "m1-o3", o.last.Nonce)
			assert.True(t, o.last.EnforceNonce)
			if err == nil && test.refuses[channelID] == nil {
				assert.Equal(t, play.Post{Channel: o.sent[len(o.sent)-1], Message: "77"}, post)
			}
			var ping []string
			if !test.direct {
				ping = []string{string(bob)}
			}
			assert.ElementsMatch(t, ping, o.last.AllowedMentions.Users)
			if test.direct {
				err := NewNotifier(words, o, nil).Digest(t.Context(), play.Digest{To: play.Player{ID: bob}})
				assert.Equal(t, fmt.Sprint(test.fails), fmt.Sprint(err != nil))
			}
		})
	}
}

// TestNotify_Forgotten: a notice that was sent so long ago that Discord has forgotten its key is not sent again
// when it is not known whether it was, in a channel and directly.
func TestNotify_Forgotten(t *testing.T) {
	t.Parallel()
	for _, direct := range []bool{false, true} {
		w := newWorld(t)
		words := fixed{ui.Message{Text: "your turn", Rows: ui.Buttons(ui.Button{Label: "Play", ID: ui.ID{Verb: "play"}})}}
		messenger := NewNotifier(words, w.client, &ui.Links{})
		n := play.Notice{Match: begun(), To: play.Player{ID: match.PlayerID(sandbox.BobID.String())}, Direct: direct}
		n.Match.Venue.Channel = sandbox.MadID.String()
		notify := func(key string) play.Post {
			n.Key = key
			post, err := messenger.Notify(t.Context(), n)
			require.NoError(t, err)
			return post
		}
		before, first := notify("m1-o4"), notify("m1-o5")
		assert.NotEqual(t, before, first)
		w.passed.Store(int64(time.Hour))
		n.Since = w.began
		assert.Equal(t, first, notify("m1-o5"), "direct %v", direct)
		assert.NotEqual(t, first, notify("m1-o6"), "direct %v", direct)
	}
}
