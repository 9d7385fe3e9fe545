package dispatch

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"

	"madbot/bot/ui"
)

// TestCard: the public message whose control was used becomes the card, in time or late, before anything is said; where
// it cannot, the card is posted, unless there is other news.
func TestCard(t *testing.T) {
	t.Parallel()
	say := func(text string) *ui.Message { return &ui.Message{Text: text} }
	private := InPrivate("said")
	for name, test := range map[string]struct {
		reply  Reply
		late   bool
		refuse bool // what changes the card
		want   []string
	}{
		"silent":            {Reply{Kind: Silence, Card: say("card")}, false, false, []string{"create card"}},
		"and news":          {Reply{Kind: Silence, Card: say("card"), Post: say("news")}, false, false, []string{"create card", "follow news"}},
		"and said":          {Reply{Message: private.Message, Card: say("card")}, false, false, []string{"create card", "follow said"}},
		"late":              {Reply{Kind: Silence, Card: say("card")}, true, false, []string{"create ", "edit card"}},
		"refused":           {Reply{Kind: Silence, Card: say("card")}, false, true, []string{"create card", "create ", "follow card"}},
		"refused with news": {Reply{Kind: Silence, Card: say("card"), Post: say("news")}, false, true, []string{"create card", "create ", "follow news"}},
		"refused late":      {Reply{Kind: Silence, Card: say("card")}, true, true, []string{"create ", "edit card", "follow card"}},
		"none":              {Reply{Kind: Silence, Post: say("news")}, false, false, []string{"create ", "follow news"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := fixture(t, aButton)
			synctest.Test(t, func(t *testing.T) {
				p := newProbe(t, func(context.Context, *Call) (Reply, error) {
					if test.late {
						time.Sleep(5 * time.Second)
					}
					return test.reply, nil
				}, true)
				p.out.refuses = func(r recorded) error {
					if test.refuse && r.message.Content == "card" && r.what != "follow" {
						return refusal(discordgo.ErrCodeMissingAccess, "")
					}
					return nil
				}
				p.answers(t.Context(), in)
				var did []string
				for _, r := range p.out.said() {
					did = append(did, r.what+" "+r.message.Content)
				}
				assert.Equal(t, test.want, did)
			})
		})
	}
}
