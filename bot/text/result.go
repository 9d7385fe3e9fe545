package text

import (
	"madbot/bot/i18n"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// How a match ended, the first line of its public result. Grace is a length, as in “2 days”, which the late side
// had after its deadline.
var (
	msgAbortedTime = i18n.Message{ID: "result.abortedtime",
		Other: "**{{.Leaver}} called the game off: {{.Late}} ran out of time.** It doesn't count."}
	msgAbortedLapse = i18n.Message{ID: "result.abortedlapse",
		Other: "**The game was called off: {{.Late}} ran out of time** before both had played a second turn. It " +
			"doesn't count."}
	msgAbortedGone = i18n.Message{ID: "result.gone",
		Other: "**The game was called off: {{.Late}} had stopped playing.** It doesn't count."}
	msgCalledOff = i18n.Message{ID: "result.calledoff",
		Other: "**The game was called off: both agreed to that.** It doesn't count."}
	msgStopped = i18n.Message{ID: "result.stopped",
		Other: "**Whoever runs this bot ended the game.** It doesn't count."}
	msgParted = i18n.Message{ID: "result.parted",
		Other: "**The game was called off: I was removed from its server** and can't reach both of you. It doesn't " +
			"count."}
	msgBlocked = i18n.Message{ID: "result.blocked",
		Other: "**The game was called off: whoever runs this bot has blocked a player or the server.** It doesn't " +
			"count."}
	msgWonLapse = i18n.Message{ID: "result.lapse",
		Other: "**{{.Winner}} wins: {{.Loser}} ran out of time** and didn't play in the {{.Grace}} after that " +
			"either, so the game ended automatically."}
)

// A sentence that follows a semi-victory.
var (
	msgLastExpelled = i18n.Message{ID: "result.last", Other: "{{.Winner}} made the last expulsion."}
)

// Sentences below the result of a rated game. Reason is what the manager wrote, quoted.
var (
	msgAnnulled = i18n.Message{ID: "result.annulled",
		Other: "**Annulled by {{.By}}**, who manages games here: it doesn't count.\n{{.Reason}}"}
	msgReinstated = i18n.Message{ID: "result.reinstated", Other: "It was annulled, and counts again."}
)

// Labels in the last line of a result, separated by dots: “12 rounds · 3 days · @Alice was Red, @Bob Blue”.
var (
	msgRounds = i18n.Message{ID: "result.turns", One: "{{.N}} round", Other: "{{.N}} rounds"}
	msgSides  = i18n.Message{ID: "result.sides", Other: "{{.Red}} was Red, {{.Blue}} Blue"}
)

// Verdict says how the finished match m ended.
func Verdict(t i18n.Printer, m *match.Match) string {
	args := resultArgs(t, m)
	said := t.Text(timeVerdict(m), args)
	if m.Game.Outcome().IsSemi() {
		said += " " + semiReason(t, &m.Game, args)
	}
	return said
}

func result(t i18n.Printer, m *match.Match, reader match.PlayerID, b Background) string {
	o := m.Game.Outcome()
	lines := []string{Verdict(t, m)}
	switch {
	case m.Past.Annulled:
		lines = append(lines, t.Text(msgAnnulled, i18n.Args{"By": Mention(t, b.Annulled), "Reason": Quoted(m.Past.AnnulReason)}))
	case m.Past.Reinstated:
		lines = append(lines, t.Text(msgReinstated, nil))
	}
	facts := []string{
		t.Text(msgRounds, i18n.Args{"N": m.Game.Rounds()}),
		Duration(t, m.Ended.Sub(m.Started)), ofLeague(t, m, b.League, reader),
		t.Text(msgSides, i18n.Args{"Red": Player(t, m, m.Players.Red), "Blue": Player(t, m, m.Players.Blue)}),
	}
	if o.Reason != rules.Aborted {
		facts = append(facts, hintsUsed(t, m), headToHead(t, m, b.Score))
	}
	if m.Game.Ply() > 0 && o.Reason != rules.Aborted {
		lines = append(lines, LastTurn(t, m))
	}
	lines = append(lines, proven(t, &m.Game, b.Proven), rerated(t, m, b.Rated), turns.Joined(labelGoesOn, facts...))
	return turns.Joined("\n", lines...)
}

// timeVerdict is turns.Verdict with messages of its own for losses on time.
func timeVerdict(m *match.Match) i18n.Message {
	p := m.Game.Position()
	deadline := m.Clock.Deadline(p.Side())
	reason := m.Game.Outcome().Reason
	switch overdue := !deadline.IsZero() && !m.Ended.Before(deadline); {
	case m.Past.Stopped == match.ByOperator:
		return msgStopped
	case m.Past.Stopped == match.Unreachable:
		return msgParted
	case m.Past.Stopped == match.Blocked:
		return msgBlocked
	case m.Past.CalledOff:
		return msgCalledOff
	case !overdue:
	case reason == rules.Aborted && m.EndedBy == "" && !m.Terms.Pace.HasClock():
		return msgAbortedGone
	case reason == rules.TimeLoss && m.EndedBy == "":
		return msgWonLapse
	case reason == rules.Aborted && m.EndedBy == "":
		return msgAbortedLapse
	case reason == rules.Aborted && m.EndedBy != m.Players.Of(p.Side()):
		return msgAbortedTime
	}
	return turns.Verdict(&m.Game, m.EndedBy != "")
}

func semiReason(t i18n.Printer, g *rules.Game, args i18n.Args) string {
	if p := g.Position(); p.Last() != rules.NoColor {
		return t.Text(msgLastExpelled, args)
	}
	return turns.NeverExpelled(t)
}

func resultArgs(t i18n.Printer, m *match.Match) i18n.Args {
	o := m.Game.Outcome()
	p := m.Game.Position()
	return i18n.Args{
		"Winner": Mention(t, m.Players.Of(o.Winner)), "Loser": Mention(t, m.Players.Of(o.Winner.Other())),
		"Leaver": Mention(t, m.EndedBy), "Late": Mention(t, m.Players.Of(p.Side())), "N": p.Quiet(),
		"Grace": Length(t, m.Terms.Grace),
	}
}
