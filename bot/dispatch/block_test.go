package dispatch

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// saidBy returns the words of a message, and whether it is a block.
func saidBy(m discord.Message) (said string, block bool) {
	block = m.Flags&discordgo.MessageFlagsIsComponentsV2 != 0
	if !block {
		return m.Content, false
	}
	for _, part := range m.Components[0].(discordgo.Container).Components {
		if words, ok := part.(discordgo.TextDisplay); ok {
			said += words.Content
		}
	}
	return said, m.Content == ""
}

// controlsIn returns the custom ids of the buttons of a message, which must be a block.
func controlsIn(m discord.Message) (ids []string) {
	for _, part := range m.Components[0].(discordgo.Container).Components {
		row, _ := part.(discordgo.ActionsRow)
		for _, b := range row.Components {
			ids = append(ids, b.(discordgo.Button).CustomID)
		}
	}
	return ids
}

// The messages whose button is pressed.
const (
	private = discordgo.MessageFlagsEphemeral
	block   = discordgo.MessageFlagsIsComponentsV2
)

// pressed returns the button of a fixture on a message with flags.
func pressed(t *testing.T, flags discordgo.MessageFlags) *discord.Interaction {
	t.Helper()
	in := fixture(t, aButton)
	in.Message.Flags = flags
	return in
}

// filledIn returns the form that was opened by a button on a message with flags.
func filledIn(t *testing.T, flags discordgo.MessageFlags) *discord.Interaction {
	t.Helper()
	in := pressed(t, flags)
	in.Type = discordgo.InteractionModalSubmit
	return in
}

// prompt returns a probe whose answers are blocks.
func prompt(t *testing.T, run Handler) probe {
	t.Helper()
	p := newProbe(t, run, true)
	command := p.commands["probe"]
	command.Prompt = true
	p.commands["probe"] = command
	p.controls["probe"] = Component{Run: run, Inline: true, Prompt: true}
	return p
}

// aBlock is an answer of a block that says so.
func aBlock(kind ReplyKind, said string) Reply {
	return Reply{Kind: kind, Message: ui.Message{Block: true, Text: said}}
}

// after answers r or err when that much time has gone by.
func after(d time.Duration, r Reply, err error) Handler {
	return func(context.Context, *Call) (Reply, error) {
		time.Sleep(d)
		return r, err
	}
}

// aPicture is a classic message with a picture.
var aPicture = ui.Message{Text: "seen", Picture: &ui.Picture{Alt: "a board",
	Draw: func(w io.Writer) error { _, err := io.WriteString(w, "drawn"); return err }}}

// aFile is a classic message with a file that is no picture.
var aFile = ui.Message{Text: "kept", File: &ui.File{Name: "a.txt", Data: []byte("1. pass")}}

// TestPrompt_Late: a reply that must be a block is never deferred: a placeholder block comes first, and the final block
// replaces it whatever its outcome.
func TestPrompt_Late(t *testing.T) {
	t.Parallel()
	aCommandOfOurs := fixture(t, aCommand)
	aCommandOfOurs.Data.Name = "probe"
	const (
		create = discordgo.InteractionResponseChannelMessageWithSource
		update = discordgo.InteractionResponseUpdateMessage
	)
	tests := []struct {
		name  string
		in    *discord.Interaction
		reply Reply
		err   error
		first discordgo.InteractionResponseType
		then  string // the second call
		want  string // what it says; empty: the incident
	}{
		{"command", aCommandOfOurs, aBlock(Private, "tap"), nil, create, "edit", "tap"},
		{"command refused", aCommandOfOurs, Reply{}, match.ErrNotPlayer, create, "edit",
			"You're not playing in this game."},
		{"command that fails", aCommandOfOurs, Reply{}, errors.New("x"), create, "edit", ""},
		{"panel", pressed(t, private|block), aBlock(Update, "tap"), nil, update, "edit", "tap"},
		{"panel refused", pressed(t, private|block), Reply{}, match.ErrNotPlayer, update, "edit",
			"You're not playing in this game."},
		{"panel that fails", pressed(t, private|block), Reply{}, errors.New("x"), update, "edit", ""},
		{"panel answered apart", pressed(t, private|block), Reply{Message: aPicture}, nil, update, "edit", "seen"},
		{"panel answered in words", pressed(t, private|block), InPlace("words"), nil, update, "edit", "words"},
		{"panel answered by a file", pressed(t, private|block), Reply{Message: aFile}, nil, update, "edit", "kept"},
		{"form", filledIn(t, private|block), aBlock(Update, "tap"), nil, update, "edit", "tap"},
		{"form refused", filledIn(t, private|block), Reply{}, match.ErrNotPlayer, update, "edit",
			"You're not playing in this game."},
		{"board of all", pressed(t, block), aBlock(Private, "tap"), nil, create, "edit", "tap"},
		{"board of all refused", pressed(t, block), Reply{}, match.ErrNotPlayer, create, "edit",
			"You're not playing in this game."},
		{"private classic message", pressed(t, private), aBlock(Private, "tap"), nil, create, "edit", "tap"},
		{"public classic message", pressed(t, 0), aBlock(Update, "tap"), nil, create, "edit", "tap"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := prompt(t, after(5*time.Second, test.reply, test.err))
				p.Start(t.Context(), test.in)
				time.Sleep(deferAfter + time.Millisecond)
				synctest.Wait()
				require.Len(t, p.out.said(), 1, "answered in time")
				first := p.out.said()[0]
				assert.Equal(t, test.first, first.kind)
				said, isBlock := saidBy(first.message)
				assert.Equal(t, text.OneMoment(p.deps.Catalog.Printer("en")), said)
				assert.True(t, isBlock)
				assert.Equal(t, test.first == create, first.message.Flags&discordgo.MessageFlagsEphemeral != 0)
				again := []string{test.in.Data.CustomID}
				if test.in.Type == discordgo.InteractionApplicationCommand {
					again = nil
				}
				assert.Equal(t, again, controlsIn(first.message), "it's not left without controls")
				require.True(t, p.Drain(time.Minute))
				require.Len(t, p.out.said(), 2)
				last := p.out.said()[1]
				assert.Equal(t, test.then, last.what, "in the place of the first")
				said, isBlock = saidBy(last.message)
				assert.True(t, isBlock, "a block stays one")
				assert.Equal(t, test.reply.Message.Picture != nil, len(last.message.Files) > 0, "no other file is in a block")
				if test.want == "" {
					test.want = incident(test.in.ID)
				}
				assert.Contains(t, said, test.want)
				if test.err == nil || test.first == create {
					again = nil
				}
				assert.Equal(t, again, controlsIn(last.message), "nor is a panel that could not be shown")
			})
		})
	}
}

// TestPrompt_NotInline: a late reply that does not update the message of its control is a separate message.
func TestPrompt_NotInline(t *testing.T) {
	t.Parallel()
	in := pressed(t, private|block)
	synctest.Test(t, func(t *testing.T) {
		p := prompt(t, after(5*time.Second, aBlock(Private, "x"), nil))
		p.controls["probe"] = Component{Run: p.controls["probe"].Run, Prompt: true}
		p.answers(t.Context(), in)
		assert.Equal(t, discordgo.InteractionResponseChannelMessageWithSource, p.out.said()[0].kind)
	})
}

// TestPrompt_InTime: a reply that is ready in time is the first answer; a panel replaces it, and anything else gets a
// message of its own.
func TestPrompt_InTime(t *testing.T) {
	t.Parallel()
	const (
		create = discordgo.InteractionResponseChannelMessageWithSource
		update = discordgo.InteractionResponseUpdateMessage
	)
	tests := []struct {
		name  string
		in    *discord.Interaction
		reply Reply
		kind  discordgo.InteractionResponseType
		block bool
	}{
		{"panel by a block", pressed(t, private|block), aBlock(Update, "x"), update, true},
		{"panel by words", pressed(t, private|block), InPlace("x"), update, true},
		{"panel by a picture", pressed(t, private|block), Reply{Kind: Update, Message: aPicture}, create, false},
		{"panel by a file", pressed(t, private|block), Reply{Kind: Update, Message: aFile}, create, false},
		{"panel by a form", filledIn(t, private|block), aBlock(Update, "x"), update, true},
		{"classic message by a block", pressed(t, private), aBlock(Update, "x"), create, true},
		{"classic message by words", pressed(t, private), InPlace("x"), update, false},
		{"board of all by a block", pressed(t, block), aBlock(Update, "x"), create, true},
		{"board of all by words", pressed(t, block), InPlace("x"), create, false},
		{"board of all by a picture", pressed(t, block), Reply{Kind: Update, Message: aPicture}, create, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := prompt(t, after(0, test.reply, nil))
			p.answers(t.Context(), test.in)
			require.Len(t, p.out.said(), 1)
			got := p.out.said()[0]
			assert.Equal(t, test.kind, got.kind)
			_, isBlock := saidBy(got.message)
			assert.Equal(t, test.block, isBlock)
			assert.Equal(t, test.kind == create, got.message.Flags&discordgo.MessageFlagsEphemeral != 0, "only one sees it")
		})
	}
}

// TestDeferral_NoBlock: nothing that Discord fills in later is begun as a block, which it refuses.
func TestDeferral_NoBlock(t *testing.T) {
	t.Parallel()
	for _, flags := range []discordgo.MessageFlags{0, private, block, private | block} {
		for _, inline := range []bool{false, true} {
			for _, in := range []*discord.Interaction{pressed(t, flags), filledIn(t, flags), fixture(t, aCommand)} {
				synctest.Test(t, func(t *testing.T) {
					p := newProbe(t, after(5*time.Second, aBlock(Update, "x"), nil), inline)
					p.answers(t.Context(), in)
					first := p.out.said()[0]
					want := deferredMessage
					if inline && in.Type == discordgo.InteractionMessageComponent {
						want = deferredUpdate
					}
					assert.Equal(t, want, first.kind)
					assert.Zero(t, first.message.Flags&discordgo.MessageFlagsIsComponentsV2)
				})
			}
		}
	}
}

// TestForm: a form is the first answer and the only one.
func TestForm(t *testing.T) {
	t.Parallel()
	form := discord.Modal{CustomID: "probe:m1:4:", Title: "Your turn", Label: "Turn", MaxLength: 60}
	p := prompt(t, after(0, Reply{Kind: Form, Form: form}, nil))
	p.answers(t.Context(), pressed(t, private|block))
	assert.Equal(t, []recorded{{what: "create", kind: discordgo.InteractionResponseModal, form: form}}, p.out.said())
}

// TestForm_Late: when the bot had too much to do to open a form in time, it says so where it said that
// the answer would come.
func TestForm_Late(t *testing.T) {
	t.Parallel()
	in := pressed(t, private|block)
	synctest.Test(t, func(t *testing.T) {
		p := prompt(t, after(deferAfter+time.Second, Reply{Kind: Form, Form: discord.Modal{Title: "x"}}, nil))
		p.answers(t.Context(), in)
		require.Len(t, p.out.said(), 2)
		assert.Equal(t, "edit", p.out.said()[1].what)
		said, _ := saidBy(p.out.said()[1].message)
		assert.Equal(t, p.busy(), said)
		assert.Equal(t, []string{in.Data.CustomID}, controlsIn(p.out.said()[1].message))
	})
}

// TestForm_Filled: a completed form reaches the handler of its custom id.
func TestForm_Filled(t *testing.T) {
	t.Parallel()
	var got *Call
	p := prompt(t, func(_ context.Context, c *Call) (Reply, error) {
		got = c
		return aBlock(Update, "x"), nil
	})
	in := filledIn(t, private|block)
	in.Data = discord.InteractionData{CustomID: "probe:m1:4:x"}
	p.answers(t.Context(), in)
	require.NotNil(t, got)
	assert.Equal(t, ui.ID{Verb: "probe", Match: "m1", Ply: 4, Arg: "x"}, got.ID)
	assert.True(t, got.OnPrivate && got.OnBlock && got.Submitted)
}

// TestPost_Refused: the person who posted is informed if Discord refused the post, but not if it may have arrived.
func TestPost_Refused(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]int{discordgo.ErrCodeMissingAccess: 1, 0: 0} {
		refused := 0
		p := prompt(t, after(0, Reply{Post: &ui.Message{Text: "news"},
			OnRefused: func(context.Context) { refused++ }}, nil))
		p.out.refuses = func(c recorded) error {
			switch {
			case c.message.Content != "news":
				return nil
			case code == 0:
				return &discord.APIError{Status: 502}
			}
			return refusal(code, "")
		}
		p.answers(t.Context(), pressed(t, private|block))
		assert.Equal(t, want, refused, code)
		assert.Len(t, p.out.said(), 3)
	}
}

// TestPost: what is for everybody comes after the answer; when it is lost, the person learns that the
// others may not know, if that can be said.
func TestPost(t *testing.T) {
	t.Parallel()
	for lost, want := range []int{2, 3, 3} {
		p := prompt(t, after(0, Reply{Message: ui.Message{Text: "done"}, Post: &ui.Message{Text: "news"}}, nil))
		p.out.lost = lost
		p.answers(t.Context(), pressed(t, private|block))
		said := p.out.said()
		require.Len(t, said, want)
		assert.Equal(t, "news", said[1].message.Content)
		assert.Zero(t, said[1].message.Flags)
		if lost > 0 {
			assert.Equal(t, text.MaybeNotPosted(p.deps.Catalog.Printer("en")), said[2].message.Content)
			assert.Equal(t, discordgo.MessageFlagsEphemeral, said[2].message.Flags)
		}
	}
}
