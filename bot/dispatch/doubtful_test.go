package dispatch

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/ui"
)

// TestDoubtful: an answer that may have arrived is corrected if it can be wrong, and is not logged as an error; one
// that did not arrive is.
func TestDoubtful(t *testing.T) {
	t.Parallel()
	lost := refusal(discordgo.ErrCodeMissingAccess, "")
	slow := fmt.Errorf("answer interaction: %w", context.DeadlineExceeded)
	for _, test := range []struct {
		name  string
		work  time.Duration
		reply Reply
		why   error
		calls []string
		fault bool
	}{
		{"form, it seems", 0, Reply{Kind: Form}, discord.ErrDoubtful, []string{"create"}, false},
		{"form lost", 0, Reply{Kind: Form}, lost, []string{"create"}, true},
		{"silence, it seems", 0, Reply{Kind: Silence}, discord.ErrDoubtful, []string{"create"}, false},
		{"silence lost", 0, Reply{Kind: Silence}, lost, []string{"create"}, true},
		{"answer, it seems", 0, InPrivate("x"), discord.ErrDoubtful, []string{"create", "edit", "follow"}, false},
		{"answer lost", 0, InPrivate("x"), lost, []string{"create"}, true},
		{"answer too late, perhaps", 0, InPrivate("x"), slow, []string{"create", "edit", "follow"}, false},
		{"deferred too late, perhaps", deferAfter + 1, InPrivate("x"), slow,
			[]string{"create", "create", "edit", "follow"}, false},
		{"deferred answer gone", deferAfter + 1, InPrivate("x"), nil, []string{"create", "edit", "follow"}, false},
		{"deferred, it seems", deferAfter + 1, InPrivate("x"), discord.ErrDoubtful, []string{"create", "edit", "follow"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			in := pressed(t, private)
			synctest.Test(t, func(t *testing.T) {
				p := newProbe(t, after(test.work, test.reply, nil), false)
				p.out.refuses = func(c recorded) error {
					return map[string]error{"create": test.why, "edit": refusal(discordgo.ErrCodeUnknownMessage, "")}[c.what]
				}
				p.answers(t.Context(), in)
				var calls []string
				for _, c := range p.out.said() {
					calls = append(calls, c.what)
					assert.True(t, c.what != "follow" || c.message.Flags == discordgo.MessageFlagsEphemeral, "only one sees it")
				}
				assert.Equal(t, test.calls, calls)
				assert.Equal(t, test.fault, strings.Contains(p.log.String(), "level=ERROR"))
			})
		})
	}
}

// TestDoubtful_Others: where a change of the message with the control may have been put off, or nothing, that message
// becomes nothing but a change of it: what is for one person comes after it.
func TestDoubtful_Others(t *testing.T) {
	t.Parallel()
	for kind, last := range map[ReplyKind]string{Private: "follow", Update: "edit"} {
		for _, why := range []error{context.DeadlineExceeded, io.EOF, discord.ErrDoubtful} {
			in := pressed(t, private)
			synctest.Test(t, func(t *testing.T) {
				p := newProbe(t, after(deferAfter+1, Reply{Kind: kind, Message: ui.Message{Text: "x"}}, nil), true)
				tries := 0
				p.out.refuses = func(c recorded) error {
					switch tries++; {
					case tries == 1:
						return context.DeadlineExceeded
					case c.what == "create":
						return why
					}
					return nil
				}
				p.answers(t.Context(), in)
				said := p.out.said()
				require.Len(t, said, 3)
				assert.Equal(t, last, said[2].what)
			})
		}
	}
}
