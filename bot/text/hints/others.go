package hints

import (
	"slices"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/explain"
)

// Another turn beside the best.
var (
	msgAsGood = i18n.Message{ID: "other.asgood", Other: "**{{.Arrow}}** `{{.Turn}}`: about as good."}
	msgAtBest = i18n.Message{ID: "other.atbest", Other: "**{{.Arrow}}** `{{.Turn}}`: at best as good."}
	msgMaybe  = i18n.Message{ID: "other.maybe",
		Other: "**{{.Arrow}}** `{{.Turn}}`: maybe as good, not proven."}
	msgBit    = i18n.Message{ID: "other.weaker", Other: "**{{.Arrow}}** `{{.Turn}}`: a little weaker."}
	msgWeaker = i18n.Message{ID: "other.clearlyweaker", Other: "**{{.Arrow}}** `{{.Turn}}`: weaker."}

	msgWinsToo     = i18n.Message{ID: "other.win", Other: "**{{.Arrow}}** `{{.Turn}}`: also wins by force."}
	msgSemiToo     = i18n.Message{ID: "other.semi", Other: "**{{.Arrow}}** `{{.Turn}}`: also forces the semi-victory."}
	msgSemiLossToo = i18n.Message{ID: "other.semiloss",
		Other: "**{{.Arrow}}** `{{.Turn}}`: the other side can force a semi-victory."}
)

// Turns returns the turns that Whole proposes, best first.
func Turns(hint play.Hint) []rules.Turn {
	var list []rules.Turn
	for _, candidate := range shown(hint) {
		list = append(list, candidate.Turn)
	}
	return list
}

// shown returns the candidates that Whole proposes. It drops reasons that call one of them, or every other turn, a
// mistake: a hint that proposes a turn must not also call it wrong.
func shown(hint play.Hint) []play.Candidate {
	list := proposed(hint)
	for i := range list {
		list[i].Reasons = slices.DeleteFunc(slices.Clone(list[i].Reasons), func(r explain.Reason) bool {
			return r.Kind == explain.OnlyHolds && len(list) > 1 ||
				slices.ContainsFunc(list, func(c play.Candidate) bool { return declines(r, c.Turn) })
		})
	}
	return list
}

func declines(r explain.Reason, t rules.Turn) bool { return r.Kind == explain.Declines && r.Turn == t }

// proposed returns the candidates worth proposing. If the best one ends the match, it is the only one; if it is a
// proven win, only proven wins accompany it. It leaves out turns that lose by force, end the match, are mistakes or are
// weaker by a destroyer.
func proposed(hint play.Hint) []play.Candidate {
	best := hint.Candidates[0]
	list := []play.Candidate{best}
	if saysEnd(best.Reasons) {
		return list
	}
	for _, c := range hint.Candidates[1:] {
		worth := c.Proof != play.LossProven && (best.Proof != play.WinProven || c.Proof == play.WinProven)
		bad := saysEnd(c.Reasons) || mistaken(best, c) || lead(best.Worth)-lead(c.Worth) >= destroyerLead
		if worth && !bad && len(list) <= maxOthers {
			list = append(list, c)
		}
	}
	return list
}

// mistaken reports whether a reason for the best turn refutes c, either with certainty or because the search agrees
// that c costs a ship.
func mistaken(best, c play.Candidate) bool {
	costly := lead(best.Worth)-lead(c.Worth) >= frigateLead
	return slices.ContainsFunc(best.Reasons, func(r explain.Reason) bool {
		refutes := declines(r, c.Turn) || r.Kind == explain.OnlyHolds
		return refutes && (costly || r.Ship == rules.Ship111)
	})
}

// otherText returns the text for the last candidate of list, which is not the best: how good it is and, unless that is
// proven, the main reason. Its number is the same as on its arrow in the picture.
func otherText(t i18n.Printer, p rules.Position, list []play.Candidate) string {
	c := list[len(list)-1]
	args := i18n.Args{"Arrow": len(list), "Turn": c.Turn}
	if c.Proof != play.Unproven {
		return t.Text(provenToo(c.Proof), args)
	}
	said := t.Text(compared(list), args)
	for _, r := range weightiest(speaking(list[0], c), 1) {
		said += " " + reasonText(t, p.Side(), r)
	}
	return said
}

// speaking returns the reasons for c that are worth adding to the reasons for the best turn. It leaves out the mistake
// that c avoids, threats that the best turn carries out, and a repetition of "the enemy can expel nothing".
func speaking(best, c play.Candidate) []explain.Reason {
	said := weightiest(best.Reasons, maxReasons)
	return slices.DeleteFunc(slices.Clone(c.Reasons), func(r explain.Reason) bool {
		later := r.Kind == explain.KeepsThreat || r.Kind == explain.Threatens
		return r.Kind == explain.Declines || later && sameMove(r.Turn, best.Turn) ||
			r.Kind == explain.LeavesNothing && slices.Contains(said, r)
	})
}

// sameMove reports whether both turns move the same ship to the same square, ignoring the bonus.
func sameMove(a, b rules.Turn) bool {
	return a.IsMove() && b.IsMove() && a.Ship() == b.Ship() && a.To() == b.To()
}

// compared says by how many ships the last candidate of list is worse than the first.
func compared(list []play.Candidate) i18n.Message {
	best, atMost := list[0], mayOverestimate(list)
	switch less := lead(best.Worth) - lead(list[len(list)-1].Worth); {
	case less >= frigateLead:
		return msgWeaker
	case less >= evenLead:
		return i18n.Either(atMost, msgWeaker, msgBit)
	case best.Proof != play.Unproven:
		return msgMaybe
	}
	return i18n.Either(atMost, msgAtBest, msgAsGood)
}

// mayOverestimate reports whether the last candidate of list may be worth less than its score. A search that ended
// early gives unsearched candidates the last score it found, an upper bound.
func mayOverestimate(list []play.Candidate) bool {
	for i, c := range list[1:] {
		if c.Proof == play.Unproven && c.Worth == list[i].Worth {
			return true
		}
	}
	return false
}

func provenToo(p play.Proof) i18n.Message {
	switch p {
	case play.WinProven:
		return msgWinsToo
	case play.SemiWinProven:
		return msgSemiToo
	}
	return msgSemiLossToo
}
