package main

import (
	"regexp"
	"slices"
	"strings"

	"madbot/bot/sandbox"
)

// labelled finds the button of m with the label, square or emoji; a label that ends in … matches the beginning.
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

// square matches the square in the custom id of a panel's button.
var square = regexp.MustCompile(`[:/]([a-e][1-6]) `)

// squareOf returns the square of a button; "" if it has none.
func squareOf(c sandbox.Component) string {
	if found := square.FindStringSubmatch(c.CustomID + " "); found != nil {
		return found[1]
	}
	return ""
}
