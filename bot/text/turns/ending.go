package turns

import (
	"madbot/bot/i18n"
	"madbot/rules"
)

// How a match ended, the first line of its public result. Winner, Loser and Leaver are people.
var (
	msgWonCorvette = i18n.Message{ID: "result.corvette",
		Other: "**{{.Winner}} wins: {{.Loser}}'s corvette is in exile.**"}
	msgWonResigned = i18n.Message{ID: "result.resigned",
		Other: "**{{.Winner}} wins: {{.Loser}} resigned.**"}
	msgWonTime = i18n.Message{ID: "result.time",
		Other: "**{{.Winner}} wins: {{.Loser}} ran out of time.**"}
	msgStalled = i18n.Message{ID: "result.stall",
		One:   "**Semi-victory for {{.Winner}}:** {{.N}} turn without an expulsion.",
		Other: "**Semi-victory for {{.Winner}}:** {{.N}} turns in a row without an expulsion."}
	msgAgreed = i18n.Message{ID: "result.agreed",
		Other: "**Semi-victory for {{.Winner}}:** both agreed to stop."}
	msgAborted = i18n.Message{ID: "result.aborted",
		Other: "**{{.Leaver}} called the game off** before playing a second turn. It doesn't count."}
	msgAbortedBefore = i18n.Message{ID: "result.abortedbefore",
		Other: "**The game was called off** before a second turn. It doesn't count."}
	msgAbortedAny = i18n.Message{ID: "result.abortedany",
		Other: "**The game was called off.** It doesn't count."}
)

// After a semi-victory: where players have no names, and anywhere.
var (
	msgSideExpelled = i18n.Message{ID: "result.lastside", Other: "{{.Side}} made the last expulsion."}
	msgNeverAny     = i18n.Message{ID: "result.never",
		Other: "No ship was ever expelled, which counts for Blue."}
)

// The same by sides, where players have no names.
var (
	msgSideCorvette = i18n.Message{ID: "result.side.corvette",
		Other: "**{{.Side}} wins: {{.EnemySide}}'s corvette is in exile.**"}
	msgSideResigned = i18n.Message{ID: "result.side.resigned", Other: "**{{.Side}} wins: {{.EnemySide}} resigned.**"}
	msgSideTime     = i18n.Message{ID: "result.side.time", Other: "**{{.Side}} wins: {{.EnemySide}} ran out of time.**"}
	msgSideStalled  = i18n.Message{ID: "result.side.stall",
		One:   "**Semi-victory for {{.Side}}:** {{.N}} turn without an expulsion.",
		Other: "**Semi-victory for {{.Side}}:** {{.N}} turns in a row without an expulsion."}
	msgSideAgreed = i18n.Message{ID: "result.side.agreed", Other: "**Semi-victory for {{.Side}}:** both agreed to stop."}
)

// Ending says how g ended, with sides instead of names; "" while it is in progress.
func Ending(t i18n.Printer, g *rules.Game) string {
	o, p := g.Outcome(), g.Position()
	if !o.Over() {
		return ""
	}
	args := i18n.Args{"Side": Side(t, o.Winner), "EnemySide": Side(t, o.Winner.Other()), "N": p.Quiet()}
	said := t.Text(sideVerdict(g), args)
	switch {
	case !o.IsSemi():
	case p.Last() == rules.NoColor:
		said += " " + NeverExpelled(t)
	default:
		said += " " + t.Text(msgSideExpelled, i18n.Args{"Side": Side(t, p.Last())})
	}
	return said
}

func sideVerdict(g *rules.Game) i18n.Message {
	switch g.Outcome().Reason {
	case rules.Stall:
		return msgSideStalled
	case rules.Agreement:
		return msgSideAgreed
	case rules.Resignation:
		return msgSideResigned
	case rules.TimeLoss:
		return msgSideTime
	case rules.Aborted:
		return Verdict(g, false)
	}
	return msgSideCorvette
}

// Verdict returns the message for how g ended. Set named if it is known who called the game off. Its places are Winner
// and Loser, Leaver for the one who called it off, and N, the quiet turns.
func Verdict(g *rules.Game, named bool) i18n.Message {
	switch g.Outcome().Reason {
	case rules.Stall:
		return msgStalled
	case rules.Agreement:
		return msgAgreed
	case rules.Resignation:
		return msgWonResigned
	case rules.TimeLoss:
		return msgWonTime
	case rules.Aborted:
		switch {
		case !named && g.Ply() >= 4:
			return msgAbortedAny
		case !named:
			return msgAbortedBefore
		}
		return msgAborted
	}
	return msgWonCorvette
}

// NeverExpelled explains that Blue has a semi-victory although no ship was expelled (rules 5.4).
func NeverExpelled(t i18n.Printer) string { return t.Text(msgNeverAny, nil) }
