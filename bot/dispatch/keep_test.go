package dispatch

import (
	"encoding/json"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/ui"
)

// pictured returns the button of a fixture on a private block that shows the picture board-1 as attachment 77.
func pictured(t *testing.T) *discord.Interaction {
	t.Helper()
	in := pressed(t, private|block)
	require.NoError(t, json.Unmarshal([]byte(`{"components": [{"type": 17, "components": [{"type": 12, "items": [
		{"description": "a board", "media": {"attachment_id": "77",
		"url": "https://cdn.example/ephemeral-attachments/5/77/board-1.png?ex=1"}}]}]}]}`), &in.Message))
	return in
}

// named returns a reply with the picture of that name, and counts how often it is drawn.
func named(kind ReplyKind, name string, drawn *int) Reply {
	r := aBlock(kind, "tap")
	r.Message.Picture = &ui.Picture{Name: name, Alt: "a board",
		Draw: func(w io.Writer) error { *drawn++; _, err := io.WriteString(w, "drawn"); return err }}
	return r
}

// TestKeepsPicture: a reply on a message that already shows its picture keeps it, in time or late, and is neither drawn
// nor uploaded. Any other picture is uploaded. If Discord refuses the kept one, it is uploaded after all.
func TestKeepsPicture(t *testing.T) {
	t.Parallel()
	gone := func(c recorded) error {
		if c.message.Keeps() {
			return refusal(discordgo.ErrCodeInvalidFormBody, "ATTACHMENT_NOT_FOUND")
		}
		return nil
	}
	tests := []struct {
		name     string
		kind     ReplyKind
		picture  string
		work     time.Duration
		refuses  func(recorded) error
		uploaded bool
	}{
		{"same picture", Update, "board-1", 0, nil, false},
		{"same picture, late", Update, "board-1", 5 * time.Second, nil, false},
		{"other picture", Update, "board-2", 0, nil, true},
		{"picture without a name", Update, "", 0, nil, true},
		{"separate message", Private, "board-1", 0, nil, true},
		{"kept picture refused", Update, "board-1", 0, gone, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			in := pictured(t)
			synctest.Test(t, func(t *testing.T) {
				drawn := 0
				p := prompt(t, after(test.work, named(test.kind, test.picture, &drawn), nil))
				p.out.refuses = test.refuses
				p.answers(t.Context(), in)
				for _, sent := range p.out.said()[:len(p.out.said())-1] { // the placeholder
					assert.True(t, sent.message.Keeps(), "the picture stays meanwhile")
				}
				last := p.out.said()[len(p.out.said())-1].message
				assert.Equal(t, test.uploaded, len(last.Files) == 1)
				assert.Equal(t, test.uploaded, drawn == 1)
				require.Len(t, last.Attachments, 1)
				assert.Equal(t, test.uploaded, last.Attachments[0].ID != "77")
				assert.Equal(t, "a board", last.Attachments[0].Description)
				assert.NotContains(t, p.log.String(), "level=ERROR")
			})
		})
	}
}
