package text

import (
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/rules/match"
)

var (
	msgWhich   = i18n.Message{ID: "pick.which", Other: "Which match do you mean?"}
	msgChoose  = i18n.Message{ID: "pick.choose", Other: "Choose a match"}
	msgVersus  = i18n.Message{ID: "pick.versus", Other: "against {{.Name}}"}
	msgAnyone  = i18n.Message{ID: "pick.anyone", Other: "challenge to anyone"}
	msgYourGo  = i18n.Message{ID: "pick.yours", Other: "your turn"}
	msgTheirGo = i18n.Message{ID: "pick.theirs", Other: "their turn"}
	msgInvited = i18n.Message{ID: "pick.invited", Other: "challenges you"}
	msgWaiting = i18n.Message{ID: "pick.waiting", Other: "waits for an answer"}
	msgIsOver  = i18n.Message{ID: "pick.over", Other: "over"}
	msgTurnNo  = i18n.Message{ID: "pick.turn", Other: "turn {{.Turn}}"}
	msgLine    = i18n.Message{ID: "games.line",
		Other: "{{.Who}} · {{.Board}} · {{.State}} · {{.Where}}"}
	msgAgainst = i18n.Message{ID: "games.against", Other: "against {{.Who}}"}
	msgNowhere = i18n.Message{ID: "home.nowhere", Other: "{{.Channel}} (closed to me)"}
	msgWon     = i18n.Message{ID: "games.won", Other: "won"}
	msgLost    = i18n.Message{ID: "games.lost", Other: "lost"}
	msgSemiWon = i18n.Message{ID: "games.semiwon", Other: "semi-victory"}
	msgSemiOff = i18n.Message{ID: "games.semilost", Other: "lost by semi-victory"}
	msgNothing = i18n.Message{ID: "games.aborted", Other: "called off"}
)

// WhichMatch asks which match somebody means.
func WhichMatch(t i18n.Printer) string { return t.Text(msgWhich, nil) }

// ChooseMatch stands in a menu of matches before one is chosen.
func ChooseMatch(t i18n.Printer) string { return t.Text(msgChoose, nil) }

// Label names m for reader, one of its players, where mentions do not work, as in "against Bob ·
// 6x4 · turn 3 · your turn". name is the other player's; "" while there is none.
func Label(t i18n.Printer, m *play.Summary, reader match.PlayerID, name string) string {
	who := t.Text(msgAnyone, nil)
	if name != "" {
		who = t.Text(msgVersus, i18n.Args{"Name": name})
	}
	parts := []string{who, m.Terms.Options.Board.String()}
	if m.Status == match.Playing {
		parts = append(parts, t.Text(msgTurnNo, i18n.Args{"Turn": m.Ply + 1}))
	}
	return strings.Join(append(parts, t.Text(standing(m, reader), nil)), " · ")
}

// Line is m in a list for reader, one of its players: opponent, board, state and channel. What
// waits for the reader is bold.
func Line(t i18n.Printer, m *play.Summary, reader match.PlayerID) string {
	who := t.Text(msgAnyone, nil)
	if other := m.Other(reader); other != "" {
		who = t.Text(msgAgainst, i18n.Args{"Who": Mention(other)})
	}
	state := t.Text(standing(m, reader), nil)
	if m.Waits(reader) {
		state = "**" + state + "**"
	}
	where := channel(m.Venue)
	if m.Closed {
		where = t.Text(msgNowhere, i18n.Args{"Channel": where})
	}
	return "- " + t.Text(msgLine, i18n.Args{"Who": who, "Board": m.Terms.Options.Board,
		"State": state, "Where": where})
}

// standing says in a word what m wants of p, or how it ended for them.
func standing(m *play.Summary, p match.PlayerID) i18n.Message {
	switch {
	case m.Status == match.Proposed && m.Opponent == p:
		return msgInvited
	case m.Status == match.Proposed:
		return msgWaiting
	case m.Status == match.Finished:
		return score(m, p)
	case m.Status != match.Playing:
		return msgIsOver
	case m.ToMove == p:
		return msgYourGo
	}
	return msgTheirGo
}

// score says how m ended for p.
func score(m *play.Summary, p match.PlayerID) i18n.Message {
	switch {
	case m.Winner == "":
		return msgNothing
	case m.Outcome.IsSemi() && m.Winner == p:
		return msgSemiWon
	case m.Outcome.IsSemi():
		return msgSemiOff
	case m.Winner == p:
		return msgWon
	}
	return msgLost
}
