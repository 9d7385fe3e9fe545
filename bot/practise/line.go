package practise

import (
	"slices"
	"strings"

	"madbot/rules"
)

// Of a turn, the id of a control has room for two digits: its place among all that are legal, in the order of their
// texts.
const (
	digits  = "0123456789abcdefghijklmnopqrstuvwxyz"
	maxLine = 20 // turns that a control has room for
)

// legal returns the turns of p in the order of their texts.
func legal(p rules.Position) []rules.Turn {
	turns := p.AppendTurns(nil)
	slices.SortFunc(turns, func(a, b rules.Turn) int { return strings.Compare(a.String(), b.String()) })
	return turns
}

// written returns line with a turn after it that is legal in p.
func written(line string, p rules.Position, t rules.Turn) string {
	at := slices.Index(legal(p), t)
	return line + string([]byte{digits[at/len(digits)], digits[at%len(digits)]})
}

// playOn plays the turns of a line that written wrote in g; false, when one is not legal there or there are too many.
func playOn(g *rules.Game, line string) bool {
	if len(line)%2 != 0 || len(line) > 2*maxLine {
		return false
	}
	for ; line != ""; line = line[2:] {
		turns := legal(g.Position())
		at := strings.IndexByte(digits, line[0])*len(digits) + strings.IndexByte(digits, line[1])
		if at < 0 || at >= len(turns) || g.Play(turns[at]) != nil {
			return false
		}
	}
	return true
}
