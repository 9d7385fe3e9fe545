package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// TestWhatPeopleSee keeps every state of a match as the channel sees it in a golden file.
func TestWhatPeopleSee(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	var out strings.Builder
	look := func(title string, id match.ID) {
		msg := tb.public(tb.match(id))
		fmt.Fprintf(&out, "== %s\n%s\n", title, msg.Text)
		if msg.Picture != nil {
			fmt.Fprintf(&out, "(%s)\n", msg.Picture.Alt)
		}
		for _, row := range msg.Rows {
			for _, b := range row.Buttons {
				fmt.Fprintf(&out, "[%s] ", b.Label)
			}
			out.WriteString("\n")
		}
		out.WriteString("\n")
	}
	_, err := tb.run(alice, "challenge", "board", "5x5", "side", "blue", "positioning", "false", "stall_limit", "30")
	require.NoError(t, err)
	look("an open challenge", "m1")
	_, err = tb.press(alice, ui.ID{Verb: "withdraw", Match: "m1"})
	require.NoError(t, err)
	look("withdrawn", "m1")
	_, err = tb.run(alice, "challenge", "opponent", string(bob))
	require.NoError(t, err)
	look("a challenge to bob", "m2")
	_, err = tb.press(bob, ui.ID{Verb: "decline", Match: "m2"})
	require.NoError(t, err)
	look("declined", "m2")
	id := tb.start()
	look("the match begins", id)
	tb.turns(id, "pass")
	look("a pass", id)
	tb.turns(id, "122>212>221")
	look("a rotation", id)
	tb.turns(id, "211-c4")
	look("a movement", id)
	tb.turns(id, "211xc4")
	look("an expulsion", id)
	tb.offer(id, bob)
	look("an offer to stop", id)
	_, err = tb.press(alice, ui.ID{Verb: "stop", Match: id, Ply: 4, Arg: answerNo})
	require.NoError(t, err)
	look("refused", id)
	tb.offer(id, alice)
	look("offered the other way", id)
	_, err = tb.press(alice, ui.ID{Verb: "unoffer", Match: id, Ply: 4})
	require.NoError(t, err)
	look("both have offered", id)
	tb.turns(id, "121=212")
	tb.offer(id, alice)
	_, err = tb.press(alice, ui.ID{Verb: "unoffer", Match: id, Ply: 5})
	require.NoError(t, err)
	look("withdrawn by its maker", id)
	tb.set("e1", "6x4 b1d2a2b2c2d1a1c1 c3d5a5b5c5d6a6c6 r - 0 b")
	tb.turns("e1", "211xc3")
	look("the corvette expelled", "e1")
	tb.set("e2", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 39 b")
	tb.turns("e2", "211-c4")
	look("stall", "e2")
	tb.set("e3", "6x4 b1d2a2b2c2d5a1c1 b6--a5b5c5a6d6c6 r - 0 r")
	tb.turns("e3", "212xd6+121=212")
	look("a bonus", "e3")
	golden(t, "texts.golden.txt", []byte(out.String()))
}

func TestPings(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	m := tb.match(id) // alice, Red, is to move
	event := func(kind match.EventKind, by match.PlayerID) match.Event { return match.Event{Kind: kind, By: by} }
	tests := []struct {
		name string
		news []match.Event
		want []match.PlayerID
	}{
		{"challenged", []match.Event{event(match.Challenged, alice)}, []match.PlayerID{bob}},
		{"accepted", []match.Event{event(match.Accepted, bob)}, []match.PlayerID{alice}},
		{"declined", []match.Event{event(match.ChallengeDeclined, bob)}, []match.PlayerID{alice}},
		{"withdrawn", []match.Event{event(match.ChallengeWithdrawn, alice)}, nil},
		{"played", []match.Event{event(match.Played, bob)}, []match.PlayerID{alice}},
		{"two turns at once", []match.Event{event(match.Played, alice), event(match.Played, bob)}, []match.PlayerID{alice}},
		{"offered", []match.Event{event(match.StopOffered, alice)}, []match.PlayerID{bob}},
		{"refused", []match.Event{event(match.StopRefused, bob)}, []match.PlayerID{alice}},
		{"offer withdrawn", []match.Event{event(match.StopWithdrawn, alice)}, nil},
		{"ended", []match.Event{event(match.Ended, alice)}, []match.PlayerID{bob}},
		{"challenged and accepted", []match.Event{event(match.Challenged, alice), event(match.Accepted, bob)},
			[]match.PlayerID{bob, alice}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, pings(&m, test.news))
			stands := m
			stands.Post = play.Post{Channel: channelID, Message: "1"}
			assert.Equal(t, test.want, pings(&stands, test.news))
		})
	}
}

// TestPings_Moved: who is to play is notified where the match is shown from now on, whatever the
// news, and others only of those.
func TestPings_Moved(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.run(alice, "challenge", "level", "3", "side", "red")
	require.NoError(t, err)
	id := tb.start() // alice, Red, is to move
	ended := tb.start()
	tb.resign(ended, bob)
	_, err = tb.run(alice, "challenge", "opponent", string(bob))
	require.NoError(t, err)
	offered := []match.Event{{Kind: match.StopOffered, By: alice}}
	played := []match.Event{{Kind: match.Played, By: bob}}
	tests := []struct {
		name string
		id   match.ID
		news []match.Event
		want []match.PlayerID
	}{
		{"nothing new", id, nil, []match.PlayerID{alice}},
		{"a turn", id, played, []match.PlayerID{alice}},
		{"an offer", id, offered, []match.PlayerID{bob, alice}},
		{"against the bot", "m1", nil, []match.PlayerID{alice}},
		{"after the end", ended, nil, nil},
		{"news of the end", ended, []match.Event{{Kind: match.Ended, By: bob}}, []match.PlayerID{alice}},
		{"a challenge, told already", "m4", nil, nil},
		{"a challenge", "m4", []match.Event{{Kind: match.Challenged, By: alice}}, []match.PlayerID{bob}},
	}
	for _, test := range tests {
		m := tb.match(test.id)
		m.Post = play.Post{Channel: "5002", Message: "1"}
		assert.Equal(t, test.want, pings(&m, test.news), test.name)
	}
	m := tb.match(id)
	m.Post = play.Post{Channel: channelID, Message: "1"}
	assert.Equal(t, []match.PlayerID{alice}, pings(&m, nil), "it moved back")

	tb.turns("m1", "pass")
	m = tb.match("m1")
	m.Post = play.Post{Channel: "5002", Message: "1"}
	assert.Empty(t, pings(&m, nil), "the bot is not notified")
}

// refuser is a poster that refuses everything.
type refuser struct{ why error }

func (r refuser) CreateMessage(context.Context, string, discord.Message) (string, error) {
	return "", r.why
}

func (r refuser) DeleteMessage(context.Context, string, string) error { return r.why }

func TestWhatIsGoneForGood(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	m := tb.match(tb.start())
	for code, want := range map[discord.Code]error{10003: play.ErrGone, 10004: play.ErrGone, 50083: play.ErrGone,
		160005: play.ErrGone, 50001: play.ErrClosed, 50013: play.ErrClosed, 50007: play.ErrClosed,
		50278: play.ErrClosed, 0: nil} {
		announcer := &announcer{public: tb.public, out: refuser{&discord.APIError{Status: 403, Code: code}}}
		_, err := announcer.announce(t.Context(), m, nil)
		require.Error(t, err)
		for _, why := range []error{play.ErrGone, play.ErrClosed} {
			assert.Equal(t, want == why, errors.Is(err, why), "code %d", code)
		}
		err = announcer.retire(t.Context(), play.Post{Channel: "5001", Message: "1"})
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
	tb := newTable(t)
	id := tb.start()
	tb.deliver(id, func(d *play.Delivery) { d.Serial = 5 })
	m := tb.match(id)
	news := []match.Event{{Kind: match.Accepted, By: bob}}
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
		post, err := (&announcer{public: tb.public, out: out}).announce(t.Context(), m, news)
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
	announcer := &announcer{out: refuser{&discord.APIError{Status: 404, Code: discord.CodeUnknownMessage}}}
	assert.NoError(t, announcer.retire(t.Context(), play.Post{Channel: "1", Message: "2"}))
}
