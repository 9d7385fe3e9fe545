package practise

import (
	"slices"
	"strings"

	"madbot/rules"
)

// The id of a control contains turns as two digits: the index among the legal turns, sorted by their texts.
const (
	digits  = "0123456789abcdefghijklmnopqrstuvwxyz"
	maxLine = 20 // turns that a control has room for
)

func legal(p rules.Position) []rules.Turn {
	turns := p.AppendTurns(nil)
	slices.SortFunc(turns, func(a, b rules.Turn) int { return strings.Compare(a.String(), b.String()) })
	return turns
}

// appendTurn returns line with t, which is legal in p, appended.
func appendTurn(line string, p rules.Position, t rules.Turn) string {
	at := slices.Index(legal(p), t)
	return line + string([]byte{digits[at/len(digits)], digits[at%len(digits)]})
}

// playOn plays the turns of line in g. It returns false if one is illegal or there are too many.
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
