// Package explain finds the facts that speak for a turn, as data that the texts put into words. It looks a few turns
// ahead with a plain search that knows the rules and the values of the ships, but does not evaluate positions. So each
// reason is a fact that a player can follow on the board, no matter which engine chose the turn. A forced end of the
// game is not a reason: the engine reports it as a score or a proof.
package explain

import (
	"context"

	"madbot/rules"
)

// Claim is a turn and what is proven about it. Victory is the number of turns in which its side forces a win, negative
// if that side loses by force. Semi means that it can force at least a semi-victory.
type Claim struct {
	Turn    rules.Turn
	Victory int
	Semi    bool
}

// Find returns the reasons for a legal turn in g, most important first. The work is bounded and repeatable. If ctx
// ends, Find returns the reasons found by then.
func Find(ctx context.Context, g *rules.Game, c Claim) []Reason {
	x := explanation{claim: c, before: g.Position(), turn: c.Turn, limit: g.Limit(), done: ctx.Done()}
	x.us = x.before.Side()
	x.after = x.before.Play(c.Turn)
	x.idle, x.again = x.before.Skip(), x.after.Skip()
	x.turns = x.before.AppendTurns(nil)
	if len(x.turns) == 1 {
		x.add(Reason{Kind: OnlyTurn})
	}
	switch o := x.after.Outcome(x.limit); {
	case o.Reason == rules.CorvetteExile && o.Winner == x.us:
		x.add(Reason{Kind: ExpelsCorvette, Square: c.Turn.To()})
	case o.Reason == rules.CorvetteExile:
	case o.Over():
		x.ends()
	case c.Victory == -1:
		x.falls()
	default:
		x.continues()
	}
	return x.reasons
}

// explanation collects the reasons for one turn.
type explanation struct {
	claim         Claim
	before, after rules.Position
	idle, again   rules.Position // before and after, followed by a pass
	turn          rules.Turn
	turns         []rules.Turn // all legal turns
	us            rules.Color
	limit         rules.StallLimit
	done          <-chan struct{}
	reasons       []Reason
}

func (x *explanation) add(r Reason) { x.reasons = append(x.reasons, r) }

// The number of positions that each finder may search: about 50 ms in all, but less than 1 ms for most turns.
const (
	victoryNodes  = 12_000 // for each of two searches
	materialNodes = 12_000 // for each search of prizes
	turnsNodes    = 40_000 // to compare all turns
)

// look returns a search of at most the given number of positions, or of none if ctx has ended.
func (x *explanation) look(nodes int) *tactics {
	select {
	case <-x.done:
		nodes = -1
	default:
	}
	return &tactics{limit: x.limit, left: nodes, done: x.done}
}

// continues finds the reasons for a turn that does not end the game.
func (x *explanation) continues() {
	m := x.material()
	x.opposition()
	x.defence()
	x.comparison(&m)
	x.expulsion(&m)
	x.attack()
	x.pressure(&m)
	x.rescue(&m)
	x.stall()
	x.threat(&m)
	x.recall()
	x.cover(&m, Covers)
	x.corvettes()
	x.bonus()
	x.room()
	x.alternative(&m)
	x.lead()
	x.cover(&m, StaysCovered)
	x.solid()
}

// gameContinues reports whether the game continues after a pass of the other side, which could bring the stall.
func (x *explanation) gameContinues() bool { return !x.again.Outcome(x.limit).Over() }

// material is what each side could win. It is searched once and shared by several finders.
type material struct {
	had, has   map[rules.Ship]prize // by us: before the turn, and after it if they passed
	lost, lose map[rules.Ship]prize // by them: if we passed, and after the turn
	answer     value                // the most they can gain after the turn
	taken      value                // the most they can gain after it if both sides only expel
	ok         bool                 // all searches were completed
}

func (x *explanation) material() material {
	had, has := x.look(materialNodes), x.look(materialNodes)
	lost, lose, answer := x.look(materialNodes), x.look(materialNodes), x.look(materialNodes)
	taken := x.look(materialNodes)
	m := material{had: had.prizes(&x.before), has: has.prizes(&x.again), lost: lost.prizes(&x.idle),
		lose: lose.prizes(&x.after), answer: answer.gain(&x.after, 1+replyDepth, everything()),
		taken: taken.gain(&x.after, 0, everything())}
	m.ok = had.left >= 0 && has.left >= 0 && lost.left >= 0 && lose.left >= 0 && answer.left >= 0 && taken.left >= 0
	return m
}
