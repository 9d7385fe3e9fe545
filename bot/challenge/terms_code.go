package challenge

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// EncodeTerms returns t as a text of at most 60 characters without spaces, for a custom id. It leaves out the level.
func EncodeTerms(t match.Terms) string {
	seconds := func(d time.Duration) int64 { return int64(d / time.Second) }
	flag := map[bool]int{true: 1}
	return fmt.Sprintf("%s.%d.%d.%d.%d.%d.%d.%d.%d", t.Options.Board, flag[t.Options.Positioning],
		t.Options.StallLimit, t.Side, seconds(t.Pace.PerTurn), seconds(t.Pace.Bank), seconds(t.Grace),
		t.Hints, flag[t.NoTakebacks]|flag[t.Rated]<<1)
}

// decodeTerms parses the text that EncodeTerms returns. It returns false for any other text.
func decodeTerms(text string) (match.Terms, bool) {
	name, rest, _ := strings.Cut(text, ".")
	board, err := rules.ParseBoard(name)
	var n [8]int
	words := strings.Split(rest, ".")
	if err != nil || len(words) != len(n) {
		return match.Terms{}, false
	}
	for i, word := range words {
		if n[i], err = strconv.Atoi(word); err != nil {
			return match.Terms{}, false
		}
	}
	seconds := func(n int) time.Duration { return time.Duration(n) * time.Second }
	t := match.Terms{
		Options: rules.Options{Board: board, Positioning: n[0] == 1, StallLimit: rules.StallLimit(n[1])},
		Side:    match.SidePick(n[2]),
		Pace:    match.Pace{PerTurn: seconds(n[3]), Bank: seconds(n[4])}, Grace: seconds(n[5]),
		Hints: match.HintLimit(n[6]), NoTakebacks: n[7]&1 > 0, Rated: n[7]&2 > 0}
	return t, EncodeTerms(t) == text
}

// formTerms returns the terms in the argument of a control of the form: encoded, perhaps followed by a space and a key.
// It returns false if there are none.
func formTerms(arg string) (match.Terms, bool) {
	code, _, _ := strings.Cut(arg, " ")
	return decodeTerms(code)
}
