package dispatch

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/ui"
)

// aBoard is a block with an emoji.
func aBoard(kind ReplyKind) Reply {
	return Reply{Kind: kind, Message: ui.Message{Block: true, Text: "tap", Rows: ui.Buttons(ui.Button{
		ID: ui.ID{Verb: "probe"}, Label: "c2", Emoji: discordgo.ComponentEmoji{ID: "8", Name: "red_211"}})}}
}

// buttonOf returns the one button of a message, which must be a block; false when there is none.
func buttonOf(m discord.Message) (b discordgo.Button, found bool) {
	if len(m.Components) == 0 {
		return b, false
	}
	for _, part := range m.Components[0].(discordgo.Container).Components {
		if row, ok := part.(discordgo.ActionsRow); ok {
			return row.Components[0].(discordgo.Button), true
		}
	}
	return b, false
}

// refusal is an answer of Discord with a code.
func refusal(code int, detail string) error {
	return &discord.APIError{Status: 400, Code: code, Detail: detail}
}

// refusesEmojis refuses what shows an emoji as Discord does when it is gone.
func refusesEmojis(c recorded) error {
	if b, found := buttonOf(c.message); found && b.Emoji != nil {
		return refusal(discordgo.ErrCodeInvalidFormBody, "COMPONENT_INVALID_EMOJI")
	}
	return nil
}

// TestEmojisRefused: an answer with an emoji that is gone is sent again in words, in the same way, and
// the emojis are doubted.
func TestEmojisRefused(t *testing.T) {
	t.Parallel()
	command := fixture(t, aCommand)
	command.Data.Name = "probe"
	tests := []struct {
		name string
		in   *discord.Interaction
		kind ReplyKind
		work time.Duration
		held bool // a block says that the answer will come
		want []string
	}{
		{"first answer", command, Private, 0, false, []string{"create", "create"}},
		{"panel", pressed(t, private|block), Update, 0, false, []string{"create", "create"}},
		{"deferred answer", command, Private, 5 * time.Second, false, []string{"create", "edit", "edit"}},
		{"deferred panel", pressed(t, private|block), Update, 5 * time.Second, false, []string{"create", "edit", "edit"}},
		{"deferred panel beside", pressed(t, private|block), Private, 5 * time.Second, false,
			[]string{"create", "follow", "follow"}},
		{"held answer", command, Private, 5 * time.Second, true, []string{"create", "edit", "edit"}},
		{"held panel", pressed(t, private|block), Update, 5 * time.Second, true, []string{"create", "edit", "edit"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				run := after(test.work, aBoard(test.kind), nil)
				p := newProbe(t, run, true)
				if test.held {
					p = prompt(t, run)
				}
				p.out.refuses = refusesEmojis
				p.answers(t.Context(), test.in)
				requireInWords(t, p, test.want)
			})
		})
	}
}

// requireInWords checks which calls p made and that the last says again in words what the one before
// could not.
func requireInWords(t *testing.T, p probe, calls []string) {
	t.Helper()
	var made []string
	for _, one := range p.out.said() {
		made = append(made, one.what)
	}
	require.Equal(t, calls, made)
	refused, last := p.out.said()[len(made)-2], p.out.said()[len(made)-1]
	assert.Equal(t, refused.kind, last.kind)
	assert.Equal(t, refused.message.Flags, last.message.Flags)
	b, _ := buttonOf(last.message)
	assert.Nil(t, b.Emoji)
	assert.Equal(t, "c2 red 211", b.Label)
	assert.EqualValues(t, 1, p.doubts.Load())
	assert.NotContains(t, p.log.String(), "level=ERROR")
}

// TestEmojisRefused_DeferredAfterAll: a deferral that seemed to fail may be noticed with the second try.
func TestEmojisRefused_DeferredAfterAll(t *testing.T) {
	t.Parallel()
	in := fixture(t, aCommand)
	in.Data.Name = "probe"
	synctest.Test(t, func(t *testing.T) {
		p := newProbe(t, after(5*time.Second, aBoard(Private), nil), false)
		p.out.refuses = func(c recorded) error {
			if c.kind == deferredMessage {
				return errors.New("lost")
			}
			if err := refusesEmojis(c); err != nil || c.what == "edit" {
				return err
			}
			return refusal(discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged, "")
		}
		p.answers(t.Context(), in)
		require.Len(t, p.out.said(), 4)
		assert.Equal(t, "edit", p.out.said()[3].what)
		assert.EqualValues(t, 1, p.doubts.Load())
		assert.NotContains(t, p.log.String(), "level=ERROR")
	})
}

// TestEmojisNotToBlame: an answer is sent again for its emojis alone, and they are left alone when it
// is refused in words as well.
func TestEmojisNotToBlame(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		reply Reply
		code  int
		tries int
		said  string
	}{
		{"refused in words too", aBoard(Private), discordgo.ErrCodeInvalidFormBody, 2, "try 2"},
		{"no emojis", aBlock(Private, "tap"), discordgo.ErrCodeInvalidFormBody, 1, "try 1"},
		{"other refusal", aBoard(Private), discordgo.ErrCodeMissingAccess, 1, "try 1"},
		{"answered by others", aBoard(Private), discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged, 1, "try 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, tries := newProbe(t, after(0, test.reply, nil), false), 0
			p.out.refuses = func(recorded) error {
				tries++
				return refusal(test.code, "try "+string(rune('0'+tries)))
			}
			p.answers(t.Context(), pressed(t, private|block))
			assert.Equal(t, test.tries, tries)
			assert.Zero(t, p.doubts.Load())
			assert.Regexp(t, `level=ERROR msg="answer not sent".*`+test.said, p.log.String())
		})
	}
}
