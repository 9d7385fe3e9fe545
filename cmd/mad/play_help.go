package main

import (
	"fmt"

	"madbot/rules"
)

const helpRules = `You win by expelling the enemy's 111, the corvette. The three digits of a ship, each 1 or 2, are
its sails, its cannons and its shields. A turn is one of these:
  a move      of one ship to the next square, never diagonally; with two sails up to two squares,
              around a corner too, if the square between is free. It ends on a free square, or on
              an enemy with no more shields than the ship has cannons, which is expelled: it goes
              into exile, beside the board.
  a swap      of two ships with opposite digits: 111 and 222, 112 and 221, 121 and 212, 211 and
              122. One of them may be in exile.
  a rotation  of 112, 121 and 211, or of 122, 212 and 221: each takes the place of the next. One
              of them may be in exile.
A move of exactly one square that ends on the enemy's home row earns a bonus: a swap or rotation
with the ship that moved, in the same turn.
`

// helpText returns the rules of g in short, and what can be typed.
func helpText(g *rules.Game) string {
	text, pass := helpRules, ""
	if start := g.Start(); start.Positioning(rules.Red) || start.Positioning(rules.Blue) {
		text += "The first turn of each side, its positioning turn, is a swap, a rotation or a pass.\n"
		pass = "  pass            in the positioning turn only\n"
	}
	switch n := g.Limit(); n {
	case 0:
	case 1:
		text += fmt.Sprintf(helpStall, "a turn")
	default:
		text += fmt.Sprintf(helpStall, fmt.Sprintf("%d turns", n))
	}
	return text + helpTurns + pass + helpWords
}

// helpStall explains how the game ends automatically; %s is the stall limit in words (rules 5.2).
const helpStall = `The game ends after %s without an expulsion: the side that expelled last has half a point,
Blue if nobody did.
`

const helpTurns = `
Type a turn:
  211-c4          a move, also c2-c4; 211xc4 if it expels
  112=221         a swap
  112>121>211     a rotation: 112 takes the place of 121
  221-a6+112=221  a move and its bonus
`

const helpWords = `or a word:
  turns           list what is legal
  hint            what the engine would play, with its score in frigates and the line it expects
  undo            take back your last turn
  board           draw the board
  record          print the game so far, to keep it
  resign, quit    give up; leave
`
