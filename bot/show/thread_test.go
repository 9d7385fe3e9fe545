package show

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
)

// threader records calls, and fails on request.
type threader struct {
	Discord                       // which it is not asked
	calls                         []string
	start, create, archive, edits error
}

func (c *threader) StartThread(_ context.Context, channel, message, name string) error {
	c.calls = append(c.calls, "start "+channel+"/"+message+" "+name)
	return c.start
}

func (c *threader) CreateThread(_ context.Context, channel, name string) (string, error) {
	c.calls = append(c.calls, "create "+channel+" "+name)
	if c.create != nil {
		return "", c.create
	}
	return "900", nil
}

func (c *threader) ArchiveThread(_ context.Context, thread string) error {
	c.calls = append(c.calls, "archive "+thread)
	return c.archive
}

func (c *threader) EditMessage(_ context.Context, channel, message string, m discord.Message) error {
	c.calls = append(c.calls, "edit "+channel+"/"+message)
	return c.edits
}

// refusal is an answer of Discord.
func refusal(status int, code int) error {
	return &discord.APIError{Status: status, Code: code}
}

// threadsOver returns a Notifier on c.
func threadsOver(c *threader) *Notifier {
	return NewNotifier(fixed{ui.Message{Block: true, Text: "in the thread"}}, c, &ui.Links{})
}

// TestOpenThread: the thread hangs on the card of the challenge, which says so then; without a card it is
// begun in the channel.
func TestOpenThread(t *testing.T) {
	t.Parallel()
	card := play.Post{Channel: channelID, Message: "77"}
	const start, edit, create = "start 5001/77 MAD", "edit 5001/77", "create 5001 MAD"
	outage := errors.New("outage")
	tests := []struct {
		name  string
		post  play.Post
		out   threader
		want  string
		err   error
		calls []string
	}{
		{"under the card", card, threader{}, "77", nil, []string{start, edit}},
		{"under a card that can't be changed", card, threader{edits: refusal(403, 50005)}, "77", nil, []string{start, edit}},
		{"under an old card", card, threader{edits: refusal(429, discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached)}, "77", nil, []string{start, edit}},
		{"under a card that can't be changed yet", card, threader{edits: outage}, "77", outage, []string{start, edit}},
		{"without the card", card, threader{start: refusal(404, discordgo.ErrCodeUnknownMessage)}, "900", nil, []string{start, create}},
		{"before the card", play.Post{}, threader{}, "900", nil, []string{create}},
		{"a card elsewhere", play.Post{Channel: "5002", Message: "77"}, threader{}, "900", nil, []string{create}},
		{"no right", card, threader{start: refusal(403, discordgo.ErrCodeMissingPermissions)}, "77", play.ErrClosed, []string{start}},
		{"no access", play.Post{}, threader{create: refusal(403, discordgo.ErrCodeMissingAccess)}, "", play.ErrClosed, []string{create}},
		{"too many", card, threader{start: refusal(400, discordgo.ErrCodeMaximumNumberOfActiveThreadsReached)}, "77", play.ErrFull, []string{start}},
		{"not here", card, threader{start: refusal(400, 50024)}, "77", play.ErrUnfit, []string{start}},
		{"an answer that makes no sense", play.Post{}, threader{create: discord.ErrUnreadable}, "", play.ErrGone, []string{create}},
		{"an outage", card, threader{start: refusal(503, 0)}, "77", nil, []string{start}},
		{"too fast", card, threader{start: refusal(429, 0)}, "77", nil, []string{start}},
	}
	for _, test := range tests {
		m := play.Match{Delivery: play.Delivery{Venue: play.Venue{Channel: channelID}, Post: test.post}}
		id, err := threadsOver(&test.out).OpenThread(t.Context(), m)
		assert.Equal(t, test.want, id, test.name)
		assert.Equal(t, test.calls, test.out.calls, test.name)
		if test.err != nil {
			assert.ErrorIs(t, err, test.err, test.name)
			continue
		}
		for _, final := range []error{play.ErrClosed, play.ErrFull, play.ErrUnfit, play.ErrGone} {
			assert.NotErrorIs(t, err, final, test.name)
		}
		passes := test.out.start == nil || discord.CodeOf(test.out.start) == discordgo.ErrCodeUnknownMessage
		assert.Equal(t, passes, err == nil, test.name)
	}
}

// TestCloseThread: the message above the thread says how the match ended, if possible, and the thread is archived.
func TestCloseThread(t *testing.T) {
	t.Parallel()
	m := play.Match{Delivery: play.Delivery{Venue: play.Venue{Channel: channelID}, Thread: "77"}}
	for _, edits := range []error{nil, refusal(404, discordgo.ErrCodeUnknownMessage)} {
		out := &threader{edits: edits}
		require.NoError(t, threadsOver(out).CloseThread(t.Context(), m))
		assert.Equal(t, []string{"edit 5001/77", "archive 77"}, out.calls)
	}
	out := &threader{edits: errors.New("outage")}
	require.Error(t, threadsOver(out).CloseThread(t.Context(), m))
	assert.Len(t, out.calls, 1)
	for code, want := range map[int]error{discordgo.ErrCodeUnknownChannel: play.ErrGone,
		discordgo.ErrCodeMissingPermissions: play.ErrClosed} {
		err := threadsOver(&threader{archive: refusal(403, code)}).CloseThread(t.Context(), m)
		assert.ErrorIs(t, err, want)
	}
}

// TestAnnounce_InThread: a board goes where the match is shown.
func TestAnnounce_InThread(t *testing.T) {
	t.Parallel()
	out := &posting{}
	n := NewNotifier(fixed{board()}, out, nil)
	m := play.Match{Delivery: play.Delivery{Venue: play.Venue{Channel: channelID}, Thread: "900"}}
	post, err := n.Announce(t.Context(), play.Announcement{Match: m})
	require.NoError(t, err)
	assert.Equal(t, "900", post.Channel)
	assert.Equal(t, []string{"900"}, out.channels)
}

// posting is a poster that remembers where it posted.
type posting struct {
	Discord  // which it is not asked
	channels []string
}

func (p *posting) CreateMessage(_ context.Context, channel string, _ discord.Message) (string, error) {
	p.channels = append(p.channels, channel)
	return "66", nil
}

func (*posting) FindMessage(context.Context, string, int, time.Time) (string, error) { return "", nil }

func (*posting) EditMessage(context.Context, string, string, discord.Message) error { return nil }

func (*posting) DeleteMessage(context.Context, string, string) error { return nil }
