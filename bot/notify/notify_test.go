package notify

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// The people and the place of the tests.
const (
	alice     match.PlayerID = "101"
	bob       match.PlayerID = "102"
	robot     match.PlayerID = "9001"
	channelID                = "5001"
)

// begun is a match of alice (Red) and bob in which alice is to move.
func begun() play.Match {
	return play.Match{Match: match.Match{ID: "m1", Status: match.Playing, Challenger: alice, Opponent: bob,
		Red: alice, Blue: bob, Game: rules.NewGame(rules.DefaultOptions())},
		Delivery: play.Delivery{Venue: play.Venue{Channel: channelID}}}
}

// board shows a match in words that mention its players, and in a picture.
func board(m play.Match, _ ...match.Event) ui.Message {
	return ui.Message{Text: "<@101> <@102>", Picture: &ui.Picture{Draw: func(w io.Writer) error {
		_, err := io.WriteString(w, "a picture")
		return err
	}}}
}

// refuser is a poster that refuses everything.
type refuser struct{ why error }

func (r refuser) CreateMessage(context.Context, string, discord.Message) (string, error) {
	return "", r.why
}

func (r refuser) DeleteMessage(context.Context, string, string) error { return r.why }

func TestWhatIsGoneForGood(t *testing.T) {
	t.Parallel()
	m := begun()
	for code, want := range map[discord.Code]error{10003: play.ErrGone, 10004: play.ErrGone, 50083: play.ErrGone,
		160005: play.ErrGone, 50001: play.ErrClosed, 50013: play.ErrClosed, 50007: play.ErrClosed,
		50278: play.ErrClosed, 0: nil} {
		n := New(board, refuser{&discord.APIError{Status: 403, Code: code}}, nil)
		_, err := n.Announce(t.Context(), play.Announcement{Match: m})
		require.Error(t, err)
		for _, why := range []error{play.ErrGone, play.ErrClosed} {
			assert.Equal(t, want == why, errors.Is(err, why), "code %d", code)
		}
		err = n.Retire(t.Context(), play.Post{Channel: "5001", Message: "1"})
		require.Error(t, err)
		for _, why := range []error{play.ErrGone, play.ErrClosed} {
			assert.Equal(t, want == why, errors.Is(err, why), "code %d", code)
		}
	}
}

// keeper is a poster that keeps what it is given, after some refusals.
type keeper struct {
	refusals []error
	got      []discord.Message
}

func (k *keeper) CreateMessage(_ context.Context, _ string, m discord.Message) (string, error) {
	k.got = append(k.got, m)
	if len(k.refusals) == 0 {
		return "77", nil
	}
	why := k.refusals[0]
	k.refusals = k.refusals[1:]
	return "", why
}

func (*keeper) DeleteMessage(context.Context, string, string) error { return nil }

// TestAnnounce: every attempt at an announcement carries its key, and who is notified.
func TestAnnounce(t *testing.T) {
	t.Parallel()
	m := begun()
	m.Serial = 5
	noFiles := &discord.APIError{Status: 403, Code: discord.CodeMissingRights}
	tests := []struct {
		name     string
		refusals []error
		post     play.Post
		tries    int
	}{
		{"at once", nil, play.Post{Channel: channelID, Message: "77"}, 1},
		{"without files", []error{noFiles}, play.Post{Channel: channelID, Message: "77"}, 2},
		{"nobody knows the message", []error{discord.ErrUnreadable}, play.Post{}, 1},
	}
	for _, test := range tests {
		out := &keeper{refusals: test.refusals}
		post, err := New(board, out, nil).Announce(t.Context(), play.Announcement{Match: m, Ping: []match.PlayerID{alice}})
		require.NoError(t, err, test.name)
		assert.Equal(t, test.post, post, test.name)
		require.Len(t, out.got, test.tries, test.name)
		for i, msg := range out.got {
			assert.Equal(t, "m1-5", msg.Nonce)
			assert.True(t, msg.EnforceNonce)
			assert.Equal(t, []string{string(alice)}, msg.AllowedMentions.Users)
			assert.Equal(t, i == 0, len(msg.Files) == 1)
		}
	}
}

func TestRetireOfWhatIsGoneAlready(t *testing.T) {
	t.Parallel()
	n := New(board, refuser{&discord.APIError{Status: 404, Code: discord.CodeUnknownMessage}}, nil)
	assert.NoError(t, n.Retire(t.Context(), play.Post{Channel: "1", Message: "2"}))
}
