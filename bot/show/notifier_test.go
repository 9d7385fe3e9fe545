package show

import (
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/sandbox"
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
		Players: rules.BySide[match.PlayerID]{Red: alice, Blue: bob}, Game: rules.NewGame(rules.DefaultOptions())},
		Delivery: play.Delivery{Venue: play.Venue{Channel: channelID}}}
}

// board shows a match in words that mention its players, and in a picture.
func board() ui.Message {
	return ui.Message{Text: "<@101> <@102>", Picture: &ui.Picture{Draw: func(w io.Writer) error {
		_, err := io.WriteString(w, "a picture")
		return err
	}}}
}

// fixed are Messages that are the same whatever happened.
type fixed struct{ ui.Message }

func (f fixed) BoardMessage(context.Context, play.Match, ...match.Event) ui.Message { return f.Message }

func (f fixed) Notice(play.Notice) ui.Message { return f.Message }

func (f fixed) Digest(play.Digest) ui.Message { return f.Message }

func (fixed) ThreadTitle(context.Context, play.Match) string { return "MAD" }

func (f fixed) ThreadStarter(play.Match) ui.Message { return f.Message }

// refuser is a poster that refuses everything.
type refuser struct {
	Discord // which it is not asked
	why     error
}

func (r refuser) CreateMessage(context.Context, string, discord.Message) (string, error) {
	return "", r.why
}

func (r refuser) FindMessage(context.Context, string, int, time.Time) (string, error) {
	return "", r.why
}

func (r refuser) EditMessage(context.Context, string, string, discord.Message) error { return r.why }

func (r refuser) DeleteMessage(context.Context, string, string) error { return r.why }

func TestAnnounce_Refused(t *testing.T) {
	t.Parallel()
	m := begun()
	for code, want := range map[int]error{10003: play.ErrGone, 10004: play.ErrGone, 50083: play.ErrGone,
		160005: play.ErrGone, 50001: play.ErrClosed, 50013: play.ErrClosed, 50007: play.ErrClosed,
		50278: play.ErrClosed, 0: nil} {
		n := NewNotifier(fixed{board()}, refuser{why: &discord.APIError{Status: 403, Code: code}}, nil)
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
	Discord  // which it is not asked
	refusals []error
	edits    []error // refusals of changes
	got      []discord.Message
	changed  map[string]discord.Message // by their ids
	found    func(mark int, since time.Time) (string, error)
}

func (k *keeper) FindMessage(_ context.Context, _ string, mark int, since time.Time) (string, error) {
	return k.found(mark, since)
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

func (k *keeper) EditMessage(_ context.Context, channel, message string, m discord.Message) error {
	if len(k.edits) > 0 {
		return k.edits[0]
	}
	k.changed = map[string]discord.Message{channel + "/" + message: m}
	return nil
}

func (*keeper) DeleteMessage(context.Context, string, string) error { return nil }

// TestAnnounce: every attempt at an announcement carries its key, and who is notified.
func TestAnnounce(t *testing.T) {
	t.Parallel()
	m := begun()
	m.Serial = 5
	noFiles := &discord.APIError{Status: 403, Code: discordgo.ErrCodeMissingPermissions}
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
		a := play.Announcement{Match: m, Ping: []match.PlayerID{alice}}
		post, err := NewNotifier(fixed{board()}, out, nil).Announce(t.Context(), a)
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

// TestAnnounce_Edit: what notifies nobody changes the message that stands; where Discord refuses that, there is a new
// one, and where nobody knows, it is tried again.
func TestAnnounce_Edit(t *testing.T) {
	t.Parallel()
	m, stands := begun(), play.Post{Channel: channelID, Message: "55"}
	outage := errors.New("outage")
	for name, c := range map[string]struct {
		refusal error
		post    play.Post
		posts   int
		err     error
	}{
		"changed": {nil, stands, 0, nil},
		"gone": {&discord.APIError{Status: 404, Code: discordgo.ErrCodeUnknownMessage},
			play.Post{Channel: channelID, Message: "77"}, 1, nil},
		"outage": {outage, play.Post{}, 0, outage},
		"over":   {&discord.APIError{Status: 400, Code: discordgo.ErrCodePerformedOperationOnArchivedThread}, stands, 0, nil},
		"ends": {&discord.APIError{Status: 404, Code: discordgo.ErrCodeUnknownMessage},
			play.Post{Channel: channelID, Message: "77"}, 1, nil},
	} {
		a := play.Announcement{Match: m, Edit: stands}
		switch name {
		case "over": // what is known of it since is no reason to post it again
			a.Match.Status = match.Finished
		case "ends":
			a.Match.Status, a.News = match.Finished, []match.Event{{Kind: match.Ended}}
		}
		out := &keeper{}
		if c.refusal != nil {
			out.edits = []error{c.refusal}
		}
		post, err := NewNotifier(fixed{board()}, out, nil).Announce(t.Context(), a)
		require.ErrorIs(t, err, c.err, name)
		assert.Equal(t, c.post, post, name)
		assert.Len(t, out.got, c.posts, name)
		if c.refusal == nil {
			assert.Len(t, out.changed[channelID+"/55"].Files, 1, "the board as it's now")
		}
	}
}

// TestAnnounce_Again: what may have been sent is looked for by the mark of its message, and sent again only when it
// is not there, or cannot be looked for; not while that is not known.
func TestAnnounce_Again(t *testing.T) {
	t.Parallel()
	m := begun()
	m.Serial = 5
	since := time.Date(2026, time.July, 22, 12, 0, 0, 0, time.UTC)
	block := board()
	block.Block = true
	tests := []struct {
		name  string
		found string
		why   error
		post  string
		tries int
	}{
		{"found", "66", nil, "66", 0},
		{"not there", "", nil, "77", 1},
		{"may not look", "", &discord.APIError{Status: 403, Code: discordgo.ErrCodeMissingAccess}, "77", 1},
		{"can't read it", "", discord.ErrUnreadable, "77", 1},
		{"not known", "", &discord.APIError{Status: 502}, "", 0},
		{"too fast", "", &discord.APIError{Status: 429}, "", 0},
		{"no answer", "", context.DeadlineExceeded, "", 0},
	}
	for _, test := range tests {
		marked := 0
		out := &keeper{found: func(mark int, at time.Time) (string, error) {
			marked = mark
			assert.Equal(t, since.Add(-time.Minute), at, test.name)
			return test.found, test.why
		}}
		n := NewNotifier(fixed{block}, out, nil)
		post, err := n.Announce(t.Context(), play.Announcement{Match: m, Since: since})
		assert.Equal(t, test.post == "", err != nil, "%s: %v", test.name, err)
		assert.Equal(t, test.post, post.Message, test.name)
		require.Len(t, out.got, test.tries, test.name)
		for _, msg := range out.got {
			sent, ok := msg.Components[0].(discordgo.Container)
			require.True(t, ok)
			assert.Equal(t, marked, sent.ID)
			assert.Greater(t, marked, 1<<20, "no id that is counted")
		}
	}
	assert.NotEqual(t, mark("m1-5"), mark("m1-6"))
}

// world is a sandbox and the time that has passed there.
type world struct {
	began  time.Time
	passed atomic.Int64
	server *sandbox.Server
	client *discord.Client
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{began: time.Date(2026, time.July, 22, 12, 0, 0, 0, time.UTC)}
	w.server = &sandbox.Server{Now: func() time.Time { return w.began.Add(time.Duration(w.passed.Load())) }}
	web := httptest.NewServer(w.server)
	t.Cleanup(func() { assert.NoError(t, w.server.Close()); web.Close() })
	var err error
	w.client, err = discord.NewClient(sandbox.DefaultToken, discord.Address{Base: web.URL})
	require.NoError(t, err)
	return w
}

// TestAnnounce_Forgotten: an announcement that was posted so long ago that Discord has forgotten its key is not posted
// again when it is not known whether it was.
func TestAnnounce_Forgotten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := NewNotifier(fixed{ui.Message{Text: "a board", Block: true}}, w.client, &ui.Links{})
	a := play.Announcement{Match: begun()}
	a.Match.Venue.Channel = sandbox.MadID.String()
	a.Match.Serial = 4
	_, err := n.Announce(t.Context(), a)
	require.NoError(t, err)
	a.Match.Serial = 5
	first, err := n.Announce(t.Context(), a)
	require.NoError(t, err)
	w.passed.Store(int64(time.Hour))
	a.Since = w.began
	again, err := n.Announce(t.Context(), a)
	require.NoError(t, err)
	assert.Equal(t, first, again)
	assert.Len(t, w.server.Actor("carol").Messages(sandbox.MadID), 2)
}

func TestRetire_Gone(t *testing.T) {
	t.Parallel()
	unknown := &discord.APIError{Status: 404, Code: discordgo.ErrCodeUnknownMessage}
	n := NewNotifier(fixed{board()}, refuser{why: unknown}, nil)
	assert.NoError(t, n.Retire(t.Context(), play.Post{Channel: "1", Message: "2"}))
}
