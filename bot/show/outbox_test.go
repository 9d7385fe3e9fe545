package show

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

// puzzlePost is a post that stands in a channel.
func puzzlePost() ui.Message { return ui.Message{Block: true, Text: "a puzzle"} }

// TestUpsert: a standing message is posted silently under its key, unless it may be there and is found; once it is
// posted, that post is changed.
func TestUpsert(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		since time.Time
		found string
		id    string
	}{{time.Time{}, "66", "77"}, {time.Unix(1, 0), "66", "66"}, {time.Unix(1, 0), "", "77"}} {
		out := &keeper{found: func(int, time.Time) (string, error) { return c.found, nil }}
		at := StandingPost{Post: play.Post{Channel: "1"}, Key: "daily-7", Since: c.since}
		post, err := NewNotifier(nil, out, nil).Upsert(t.Context(), at, puzzlePost())
		require.NoError(t, err)
		assert.Equal(t, play.Post{Channel: "1", Message: c.id}, post)
		for _, m := range out.got {
			assert.Equal(t, "daily-7", m.Nonce)
			assert.True(t, m.EnforceNonce)
			assert.NotZero(t, m.Flags&discordgo.MessageFlagsSuppressNotifications)
		}
		at.Post = post
		again, err := NewNotifier(nil, out, nil).Upsert(t.Context(), at, puzzlePost())
		require.NoError(t, err)
		assert.Equal(t, post, again)
		assert.Len(t, out.changed, 1)
	}
}

// TestFindPost: a post whose message is not known is looked up by its key.
func TestFindPost(t *testing.T) {
	t.Parallel()
	outage := errors.New("outage")
	at := StandingPost{Post: play.Post{Channel: "1"}, Key: "daily-7", Since: time.Unix(1, 0)}
	for _, c := range []struct {
		id   string
		err  error
		want play.Post
	}{{"66", nil, play.Post{Channel: "1", Message: "66"}}, {"", nil, play.Post{}}, {"", outage, play.Post{}}} {
		out := &keeper{found: func(int, time.Time) (string, error) { return c.id, c.err }}
		post, err := NewNotifier(nil, out, nil).FindPost(t.Context(), at)
		require.ErrorIs(t, err, c.err)
		assert.Equal(t, c.want, post)
	}
	at.Message = "55"
	post, err := NewNotifier(nil, &keeper{}, nil).FindPost(t.Context(), at)
	require.NoError(t, err)
	assert.Equal(t, at.Post, post, "it is known")
}

// TestUpsert_Errors: refusals by Discord are distinguished from errors that may be retried; a post whose response
// cannot be read has no id, and one that cannot be changed stays.
func TestUpsert_Errors(t *testing.T) {
	t.Parallel()
	outage := errors.New("outage")
	refused := func(code int) error { return &discord.APIError{Status: 403, Code: code} }
	posted := StandingPost{Post: play.Post{Channel: "1", Message: "77"}}
	for why, want := range map[error]error{refused(discordgo.ErrCodeMissingAccess): play.ErrClosed,
		refused(discordgo.ErrCodeUnknownChannel): play.ErrGone, outage: outage, discord.ErrUnreadable: nil} {
		out := &keeper{refusals: []error{why}}
		post, err := NewNotifier(nil, out, nil).Upsert(t.Context(), StandingPost{}, puzzlePost())
		require.ErrorIs(t, err, want)
		assert.Zero(t, post)
		if want == nil || want == play.ErrClosed {
			want = play.ErrGone
		}
		_, err = NewNotifier(nil, &keeper{edits: []error{why}}, nil).Upsert(t.Context(), posted, puzzlePost())
		require.ErrorIs(t, err, want)
	}
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

// TestUpsert_InWords: where the bot may not attach files, a post comes in words, and tells so how it went.
func TestUpsert_InWords(t *testing.T) {
	t.Parallel()
	drawn := puzzlePost()
	drawn.Picture = &ui.Picture{Alt: "a board", Draw: func(io.Writer) error { return nil }}
	out := &pictures{}
	at := StandingPost{Post: play.Post{Channel: "1"}, Key: "daily-7"}
	var err error
	at.Post, err = NewNotifier(nil, out, nil).Upsert(t.Context(), at, drawn)
	require.NoError(t, err)
	assert.Len(t, out.got, 1)
	_, err = NewNotifier(nil, out, nil).Upsert(t.Context(), at, drawn)
	require.NoError(t, err)
	assert.Len(t, out.changed, 1)
}
