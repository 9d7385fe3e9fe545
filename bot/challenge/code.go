package challenge

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// Encode returns t as Decode reads it, in no more than 60 characters and without spaces, to stand in a
// custom id. It leaves out the level.
func Encode(t match.Terms) string {
	seconds := func(d time.Duration) int64 { return int64(d / time.Second) }
	flag := map[bool]int{true: 1}
	return fmt.Sprintf("%s.%d.%d.%d.%d.%d.%d.%d.%d", t.Options.Board, flag[t.Options.Positioning],
		t.Options.StallLimit, t.Side, seconds(t.Pace.PerTurn), seconds(t.Pace.Bank), seconds(t.Grace),
		t.Hints, flag[t.NoTakebacks]|flag[t.Rated]<<1)
}

// Decode reads what Encode wrote; false when it did not.
func Decode(text string) (match.Terms, bool) {
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
	return t, Encode(t) == text
}
