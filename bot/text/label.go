package text

import (
	"slices"
	"strings"
	"unicode"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// A private question, and what a menu shows before a match is chosen.
var (
	msgWhich  = i18n.Message{ID: "pick.which", Other: "Which game do you mean?"}
	msgChoose = i18n.Message{ID: "pick.choose", Other: "Choose a game"}
)

// Labels of a player's matches, separated by dots: “against Bob · 6x4 · round 3 · your turn”. Each stands by itself.
// Name may be “somebody”.
var (
	msgVersus  = i18n.Message{ID: "pick.versus", Other: "against {{.Name}}"}
	msgAnyone  = i18n.Message{ID: "pick.anyone", Other: "challenge to anyone"}
	msgYourGo  = i18n.Message{ID: "pick.yours", Other: "your turn"}
	msgTheirGo = i18n.Message{ID: "pick.theirs", Other: "their turn"}
	msgInvited = i18n.Message{ID: "pick.invited", Other: "waiting for your answer"}
	msgWaiting = i18n.Message{ID: "pick.waiting", Other: "waiting for an answer"}
	msgIsOver  = i18n.Message{ID: "pick.over", Other: "over"}
)

// How a match ended for the reader, labels in the same lists.
var (
	msgWon     = i18n.Message{ID: "games.won", Other: "won"}
	msgLost    = i18n.Message{ID: "games.lost", Other: "lost"}
	msgSemiWon = i18n.Message{ID: "games.semiwon", Other: "semi-victory"}
	msgSemiOff = i18n.Message{ID: "games.semilost", Other: "lost by semi-victory"}
	msgNothing = i18n.Message{ID: "games.aborted", Other: "called off"}
	msgVoided  = i18n.Message{ID: "games.annulled", Other: "annulled"}
)

const labelGoesOn = " · "

// WhichMatch asks the person which match they mean.
func WhichMatch(t i18n.Printer) string { return t.Text(msgWhich, nil) }

// ChooseMatch is the placeholder of a menu of matches.
func ChooseMatch(t i18n.Printer) string { return t.Text(msgChoose, nil) }

// Label names m for reader, one of its players, without mentions, as in "against Bob · 6x4 · round 3 · your turn". name
// is the other player's name, "" while there is none.
func Label(t i18n.Printer, m *play.Summary, reader match.PlayerID, name string) string {
	return turns.Joined(labelGoesOn, versus(t, name), m.Terms.Options.Board.String(), turnNumber(t, m),
		t.Text(standing(m, reader), nil))
}

func turnNumber(t i18n.Printer, m *play.Summary) string {
	if m.Status != match.Playing {
		return ""
	}
	return t.Text(msgPly, i18n.Args{"Round": rules.RoundNumber(rules.Red, m.Ply)})
}

// versus returns "against" with the other player's name, which is "" while there is none.
func versus(t i18n.Printer, name string) string {
	if name == "" {
		return t.Text(msgAnyone, nil)
	}
	return t.Text(msgVersus, i18n.Args{"Name": name})
}

// standing returns the state of m for p in a word: what p must do, or how it ended for them.
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

func score(m *play.Summary, p match.PlayerID) i18n.Message {
	switch {
	case m.Annulled:
		return msgVoided
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

// SameLabel reports whether typed equals label, ignoring case and spaces.
func SameLabel(label, typed string) bool { return turns.Folded(label) == turns.Folded(typed) }

// SameOpponent reports whether typed is a label with the same opponent as label: perhaps an older one of the match.
func SameOpponent(label, typed string) bool {
	who, _, _ := strings.Cut(label, labelGoesOn)
	begins, _, isLabel := strings.Cut(typed, labelGoesOn)
	return isLabel && SameLabel(who, begins)
}

// HasWords reports whether each word of typed is a word of label, ignoring case and punctuation. It is false if typed
// is only a number.
func HasWords(label, typed string) bool {
	words := wordsOf(label)
	for _, word := range wordsOf(typed) {
		if !slices.Contains(words, word) {
			return false
		}
	}
	return strings.ContainsFunc(typed, unicode.IsLetter)
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}
