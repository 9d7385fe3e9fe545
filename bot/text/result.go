package text

import (
	"strings"

	"madbot/bot/i18n"
	"madbot/rules"
	"madbot/rules/match"
)

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
		Other: "**{{.Leaver}} called the match off** before playing a second turn. It counts " +
			"for nothing."}
	msgAbortedBefore = i18n.Message{ID: "result.abortedbefore",
		Other: "**The match was called off** before a second turn. It counts for nothing."}
	msgAbortedAny = i18n.Message{ID: "result.abortedany",
		Other: "**The match was called off.** It counts for nothing."}
	msgAbortedTime = i18n.Message{ID: "result.abortedtime",
		Other: "**{{.Leaver}} called the match off: {{.Late}} ran out of time.** It counts for nothing."}
	msgAbortedLapse = i18n.Message{ID: "result.abortedlapse",
		Other: "**The match was called off: {{.Late}} ran out of time** before both had played a second turn. " +
			"It counts for nothing."}
	msgWonLapse = i18n.Message{ID: "result.lapse",
		Other: "**{{.Winner}} wins: {{.Loser}} ran out of time** and did not play in the {{.Grace}} after that " +
			"either, so the match ended by itself."}
	msgLastExpelled = i18n.Message{ID: "result.last", Other: "The last expulsion was theirs."}
	msgSideExpelled = i18n.Message{ID: "result.lastside", Other: "{{.Side}} made the last expulsion."}
	msgNeverAny     = i18n.Message{ID: "result.never",
		Other: "No ship was ever expelled, which counts for Blue."}
	msgTurnCount = i18n.Message{ID: "result.turns", One: "{{.N}} turn", Other: "{{.N}} turns"}
	msgPoints    = i18n.Message{ID: "result.points",
		Other: "{{.Winner}} {{.Points}}, {{.Loser}} 0"}
	msgSides = i18n.Message{ID: "result.sides", Other: "{{.Red}} was Red, {{.Blue}} Blue"}
)

func result(t i18n.Printer, m *match.Match) string {
	o := m.Game.Outcome()
	args := resultArgs(m)
	args["Grace"] = span(t, m.Terms.Grace)
	lines := []string{t.Text(timeVerdict(m), args)}
	if o.IsSemi() {
		lines[0] += " " + t.Text(semiReason(&m.Game), nil)
	}
	facts := []string{
		t.Text(msgTurnCount, i18n.Args{"N": m.Game.Ply()}),
		duration(t, m.Ended.Sub(m.Started)),
		t.Text(msgSides, i18n.Args{"Red": Player(t, m, m.Red), "Blue": Player(t, m, m.Blue)}),
	}
	if o.Winner != rules.NoColor {
		facts = append(facts, t.Text(msgPoints, resultArgs(m)))
	}
	if m.Game.Ply() > 0 && o.Reason != rules.Aborted {
		lines = append(lines, LastTurn(t, m))
	}
	return strings.Join(append(lines, strings.Join(facts, " · ")), "\n")
}

// ending says by sides how g ended, where players have no names; "" while it is in progress.
func ending(t i18n.Printer, g *rules.Game) string {
	o, p := g.Outcome(), g.Position()
	if !o.Over() {
		return ""
	}
	args := i18n.Args{"Winner": Side(t, o.Winner), "Loser": Side(t, o.Winner.Other()), "N": p.Quiet()}
	said := t.Text(verdict(g, ""), args)
	switch {
	case !o.IsSemi():
	case p.Last() == rules.NoColor:
		said += " " + t.Text(msgNeverAny, nil)
	default:
		said += " " + t.Text(msgSideExpelled, i18n.Args{"Side": Side(t, p.Last())})
	}
	return said
}

// timeVerdict is verdict for m, in which time may have run out.
func timeVerdict(m *match.Match) i18n.Message {
	p := m.Game.Position()
	deadline := m.Clock.Deadline(p.Side())
	reason := m.Game.Outcome().Reason
	switch overdue := !deadline.IsZero() && !m.Ended.Before(deadline); {
	case !overdue:
	case reason == rules.TimeLoss && m.EndedBy == "":
		return msgWonLapse
	case reason == rules.Aborted && m.EndedBy == "":
		return msgAbortedLapse
	case reason == rules.Aborted && m.EndedBy != m.PlayerOf(p.Side()):
		return msgAbortedTime
	}
	return verdict(&m.Game, m.EndedBy)
}

// verdict says how g ended; leaver is who called it off, "" when that is not known.
func verdict(g *rules.Game, leaver match.PlayerID) i18n.Message {
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
		case leaver == "" && g.Ply() >= 4:
			return msgAbortedAny
		case leaver == "":
			return msgAbortedBefore
		}
		return msgAborted
	}
	return msgWonCorvette
}

// semiReason says why a semi-victory went to its winner (rules 5.4).
func semiReason(g *rules.Game) i18n.Message {
	if p := g.Position(); p.Last() != rules.NoColor {
		return msgLastExpelled
	}
	return msgNeverAny
}

// resultArgs fills the places of the messages above.
func resultArgs(m *match.Match) i18n.Args {
	o := m.Game.Outcome()
	points := "1"
	if o.IsSemi() {
		points = "½"
	}
	p := m.Game.Position()
	return i18n.Args{
		"Winner": Mention(m.PlayerOf(o.Winner)), "Loser": Mention(m.PlayerOf(o.Winner.Other())),
		"Leaver": Mention(m.EndedBy), "Late": Mention(m.PlayerOf(p.Side())), "Points": points, "N": p.Quiet(),
	}
}
