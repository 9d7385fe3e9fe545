package ui

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
)

// TestLines: the rows of these labels on a phone 360 points wide; /// begins a row, * is an emoji.
func TestLines(t *testing.T) {
	t.Parallel()
	for _, want := range []string{
		"",
		"Back",
		"A label that is wider than any phone alone",
		"Confirm / Back / Note",
		"*Pass / Type it / Flip",
		"Refresh / Plan ahead / Note /// Take back / Flip",
		"1 / 2 / 3 / 4 / 5 /// 6",
		"211 in exile / 121 in exile /// 112 in exile",
		"*122>221>212 /// *122>212>221 / Back",
		"A label that is wider than any phone alone /// Back",
	} {
		var buttons []Button
		var got []string
		for label := range strings.SplitSeq(strings.ReplaceAll(want, "///", "/"), "/") {
			if label = strings.TrimSpace(label); label == "" {
				continue
			}
			b := Button{Label: strings.TrimPrefix(label, "*")}
			if b.Label != label {
				b.Emoji = discordgo.ComponentEmoji{Name: "sign"}
			}
			buttons = append(buttons, b)
		}
		for _, row := range Wrap(buttons...) {
			var labels []string
			for _, b := range row.Buttons {
				label := b.Label
				if b.Emoji.Name != "" {
					label = "*" + label
				}
				labels = append(labels, label)
			}
			got = append(got, strings.Join(labels, " / "))
		}
		assert.Equal(t, want, strings.Join(got, " /// "))
	}
}
