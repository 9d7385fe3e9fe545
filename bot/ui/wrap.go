package ui

import (
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// Widths on the smallest common phones, which are 360 points wide, in tenths of a point. letterWidth is an average.
const (
	lineWidth   = 2560
	letterWidth = 73
	emojiWidth  = 260
	padding     = 200 // of a button
	leastWidth  = 460 // of a button; five fit on a line, which is Discord's limit
	gap         = 60  // between two
)

// Wrap distributes b over rows so that each row fits on one line of a phone.
func Wrap(b ...Button) []Row {
	var rows []Row
	left := 0
	for _, next := range b {
		if width := next.width(); len(rows) > 0 && width <= left {
			row := &rows[len(rows)-1]
			row.Buttons, left = append(row.Buttons, next), left-width-gap
		} else {
			rows, left = append(rows, Row{Buttons: []Button{next}}), lineWidth-width-gap
		}
	}
	return rows
}

func (b Button) width() int {
	width := padding + letterWidth*utf8.RuneCountInString(b.Label)
	if b.Emoji != (discordgo.ComponentEmoji{}) {
		width += emojiWidth
	}
	return max(width, leastWidth)
}
