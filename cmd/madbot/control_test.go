package main

import (
	"regexp"
	"slices"
	"strings"

	"madbot/bot/sandbox"
)

// labelled finds the button of m with the label, or of the square or with the emoji of that name, or that begins as a
// label with … does.
func labelled(m sandbox.Message, label string) (sandbox.Component, bool) {
	start, any := strings.CutSuffix(label, "…")
	for _, row := range controlRows(m) {
		for _, c := range row.Components {
			names := []string{c.Label, squareOf(c), strings.TrimSpace(emojiOf(c))}
			if slices.Contains(names, label) || any && strings.HasPrefix(c.Label, start) {
				return c, true
			}
		}
	}
	return sandbox.Component{}, false
}

// square is in the id of the button of a square on a panel.
var square = regexp.MustCompile(`[:/]([a-e][1-6]) `)

// squareOf returns the square of which c is the button; "" for none.
func squareOf(c sandbox.Component) string {
	if found := square.FindStringSubmatch(c.CustomID + " "); found != nil {
		return found[1]
	}
	return ""
}
