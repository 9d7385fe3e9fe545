package ui

import (
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// What stands on one line of a message on the smallest phones that people have, of 360 points, in tenths of a point: a
// letter is as wide as most are.
const (
	lineWidth   = 2560
	letterWidth = 73
	emojiWidth  = 260
	padding     = 200 // of a button
	leastWidth  = 460 // of a button; five stand on a line, which are as many as Discord takes
	gap         = 60  // between two
)

// Lines returns b in as many rows as it takes for each to stand on one line on a phone.
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
