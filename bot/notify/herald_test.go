package notify

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
)

func bill(play.DailyNews) ui.Message { return ui.Message{Block: true, Text: "a puzzle"} }

// TestShowDaily: a puzzle of the day is posted silently under its key, unless it may be there and is found; once it is
// posted, that post is changed.
func TestShowDaily(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		since time.Time
		found string
		id    string
	}{{time.Time{}, "66", "77"}, {time.Unix(1, 0), "66", "66"}, {time.Unix(1, 0), "", "77"}} {
		out := &keeper{found: func(int, time.Time) (string, error) { return c.found, nil }}
		n := play.DailyNews{Daily: play.Daily{Day: 7, Post: play.Post{Channel: "1"}}, Since: c.since}
		post, err := New(Views{Daily: bill}, out, nil).ShowDaily(t.Context(), n)
		require.NoError(t, err)
		assert.Equal(t, play.Post{Channel: "1", Message: c.id}, post)
		for _, m := range out.got {
			assert.Equal(t, "daily-7", m.Nonce)
			assert.True(t, m.EnforceNonce)
			assert.NotZero(t, m.Flags&discordgo.MessageFlagsSuppressNotifications)
		}
		n.Post = post
		again, err := New(Views{Daily: bill}, out, nil).ShowDaily(t.Context(), n)
		require.NoError(t, err)
		assert.Equal(t, post, again)
		assert.Len(t, out.changed, 1)
	}
}

// TestShowDaily_Unknown: of one that is over and may stand there unknown, what is found tells how it went; nothing is
// posted.
func TestShowDaily_Unknown(t *testing.T) {
	t.Parallel()
	outage := errors.New("outage")
	n := play.DailyNews{Daily: play.Daily{Day: 7, Post: play.Post{Channel: "1"}, Closed: true}, Since: time.Unix(1, 0)}
	for _, c := range []struct {
		id         string
		fails, not error
		changed    int
	}{{"66", nil, nil, 1}, {"", nil, nil, 0}, {"", outage, nil, 0}, {"66", nil, outage, 0}} {
		out := &keeper{found: func(int, time.Time) (string, error) { return c.id, c.fails }}
		if c.not != nil {
			out.edits = []error{c.not}
		}
		post, err := New(Views{Daily: bill}, out, nil).ShowDaily(t.Context(), n)
		require.Equal(t, c.fails != nil || c.not != nil, err != nil)
		assert.Equal(t, c.id, post.Message)
		assert.Empty(t, out.got)
		assert.Len(t, out.changed, c.changed)
	}
}

// TestShowDaily_Errors: what Discord refuses is told apart from what may be tried again; a post that is there although
// its answer cannot be read has no id, and one that cannot be changed is left.
func TestShowDaily_Errors(t *testing.T) {
	t.Parallel()
	outage := errors.New("outage")
	refused := func(code int) error { return &discord.APIError{Status: 403, Code: code} }
	posted := play.DailyNews{Daily: play.Daily{Post: play.Post{Channel: "1", Message: "77"}}}
	for why, want := range map[error]error{refused(discordgo.ErrCodeMissingAccess): play.ErrClosed,
		refused(discordgo.ErrCodeUnknownChannel): play.ErrGone, outage: outage, discord.ErrUnreadable: nil} {
		out := &keeper{refusals: []error{why}}
		post, err := New(Views{Daily: bill}, out, nil).ShowDaily(t.Context(), play.DailyNews{})
		require.ErrorIs(t, err, want)
		assert.Zero(t, post)
		if want == nil || want == play.ErrClosed {
			want = play.ErrGone
		}
		_, err = New(Views{Daily: bill}, &keeper{edits: []error{why}}, nil).ShowDaily(t.Context(), posted)
		require.ErrorIs(t, err, want)
	}
	out := &keeper{refusals: []error{refused(discordgo.ErrCodeMissingPermissions)}}
	post, err := New(Views{Daily: bill}, out, nil).ShowDaily(t.Context(), play.DailyNews{})
	require.NoError(t, err, "in words")
	assert.Equal(t, "77", post.Message)
}

// pictures refuses what has files.
type pictures struct{ keeper }

func refuses(m discord.Message) error {
	if len(m.Files) > 0 {
		return &discord.APIError{Status: 403, Code: discordgo.ErrCodeMissingPermissions}
	}
	return nil
}

func (p *pictures) CreateMessage(ctx context.Context, channel string, m discord.Message) (string, error) {
	if err := refuses(m); err != nil {
		return "", err
	}
	return p.keeper.CreateMessage(ctx, channel, m)
}

func (p *pictures) EditMessage(ctx context.Context, channel, id string, m discord.Message) error {
	if err := refuses(m); err != nil {
		return err
	}
	return p.keeper.EditMessage(ctx, channel, id, m)
}

// TestShowDaily_InWords: where the bot may not attach files, a post comes in words, and tells so how it went.
func TestShowDaily_InWords(t *testing.T) {
	t.Parallel()
	drawn := func(n play.DailyNews) ui.Message {
		m := bill(n)
		m.Picture = &ui.Picture{Alt: "a board", Draw: func(io.Writer) error { return nil }}
		return m
	}
	out := &pictures{}
	n := play.DailyNews{Daily: play.Daily{Day: 7, Post: play.Post{Channel: "1"}}}
	var err error
	n.Post, err = New(Views{Daily: drawn}, out, nil).ShowDaily(t.Context(), n)
	require.NoError(t, err)
	assert.Len(t, out.got, 1)
	n.Closed = true
	_, err = New(Views{Daily: drawn}, out, nil).ShowDaily(t.Context(), n)
	require.NoError(t, err)
	assert.Len(t, out.changed, 1)
}
