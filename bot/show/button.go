package show

import (
	"slices"
	"time"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Buttons under a board, in public and in private; they are short. The first is the main one.
var (
	msgPlay      = i18n.Message{ID: "button.play", Other: "Play"}
	msgHint      = i18n.Message{ID: "button.hint", Other: "Hint"}
	msgHints     = i18n.Message{ID: "button.hints", Other: "Hint ({{.Left}})"}
	msgMore      = i18n.Message{ID: "button.more", Other: "More"}
	msgReplay    = i18n.Message{ID: "button.replay", Other: "Replay"}
	msgPost      = i18n.Message{ID: "button.post", Other: "Post for all"}
	msgReview    = i18n.Message{ID: "button.review", Other: "Review"}
	msgAnnul     = i18n.Message{ID: "button.annul", Other: "Annul"}
	msgReinstate = i18n.Message{ID: "button.reinstate", Other: "Let it count again"}
	msgRematch   = i18n.Message{ID: "button.rematch", Other: "Rematch"}
	msgNextLevel = i18n.Message{ID: "button.nextlevel", Other: "Level {{.Level}}"}
	msgResign    = i18n.Message{ID: "button.resign", Other: "Resign"}
	msgLeave     = i18n.Message{ID: "button.leave", Other: "Leave the game"}

	msgRules    = i18n.Message{ID: "button.rules", Other: "Rules"}
	msgFlip     = i18n.Message{ID: "look.flip", Other: "Flip"}
	msgPlayTurn = i18n.Message{ID: "hint.play", Other: "Play {{.Turn}}"}
	msgTakeBack = i18n.Message{ID: "panel.button.takeback", Other: "Take back"}
)

// Everybody is the reader of a public message, which has the buttons of both players.
const Everybody match.PlayerID = ""

// Under returns the buttons below the board of m that reader can use.
func Under(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	switch {
	case m.Status == match.Proposed:
		return challenge(t, m, reader)
	case m.Status == match.Playing:
		return slices.Concat(overdue(t, m, reader), ui.Buttons(paused(t, m, reader)...), Offers(t, m, reader),
			playing(t, m, reader))
	case m.Status == match.Finished && (m.Game.Ply() > 0 || m.Terms.HasCustomStart() || isDecided(m)):
		return finished(t, m, reader)
	}
	return nil
}

// isDecided reports whether m has a winner, so it was not aborted. A manager can annul the result even if no turn was
// played.
func isDecided(m *match.Match) bool { return m.Game.Outcome().Winner != rules.NoColor }

func playing(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	var row []ui.Button
	awaited := reader == Everybody || reader == m.ToMove()
	if awaited || m.ColorOf(reader) == rules.NoColor {
		row = append(row, Play(t, m))
	}
	if awaited && m.Terms.Hints != match.NoHints {
		row = append(row, hint(t, m))
	}
	return ui.Buttons(append(row, more(t, m))...)
}

// hint returns the button for a hint, with the number of hints left unless this turn's hint was already used.
func hint(t i18n.Printer, m *match.Match) ui.Button {
	b := ui.Button{ID: ui.OnMatch(ui.Hint, m, ""), Label: t.Text(msgHint, nil)}
	limit, limited := m.Terms.Hints.Max()
	if limited && !m.IsHinted() && m.ToMove() != m.Robot() {
		b.Label = t.Text(msgHints, i18n.Args{"Left": max(0, limit-m.HintsUsed.Of(m.ColorOf(m.ToMove())))})
	}
	return b
}

// maxReplayed is how many turns a replay may have: each takes about 20 kB, and Discord accepts 10 MB.
const maxReplayed = 300

// HasReplay reports whether there is a replay of m.
func HasReplay(m *match.Match) bool {
	return m.Status == match.Finished && m.Game.Ply() > 0 && m.Game.Ply() <= maxReplayed
}

func finished(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	var row []ui.Button
	if HasReplay(m) {
		row = append(row, ui.Button{ID: ui.OnMatch(ui.Replay, m, ""), Label: t.Text(msgReplay, nil)})
	}
	if reader == Everybody || m.ColorOf(reader) != rules.NoColor {
		if play.IsReviewable(m) {
			row = append(row, Review(t, m))
		}
		again := Practised(t, m)
		if again == nil && !m.HasFormer() {
			again = append(NextLevel(t, m),
				ui.Button{ID: ui.OnMatch(ui.Rematch, m, ""), Label: t.Text(msgRematch, nil)})
		}
		row = append(row, again...)
	}
	return ui.Buttons(append(row, more(t, m))...)
}

// NextLevel returns the button that challenges the bot at the next level; none unless a person has just beaten it at
// this one, from the normal start.
func NextLevel(t i18n.Printer, m *match.Match) []ui.Button {
	robot := m.ColorOf(m.Robot())
	if robot == rules.NoColor || m.Terms.HasCustomStart() || m.Terms.Level == match.MaxLevel ||
		m.Game.Outcome().Winner != robot.Other() {
		return nil
	}
	return []ui.Button{{ID: ui.OnMatch(ui.Rematch, m, ui.NextLevel),
		Label: t.Text(msgNextLevel, i18n.Args{"Level": m.Terms.Level + 1}), Style: ui.Strong}}
}

// Decide returns the button with which by, a manager of the server, can annul or reinstate m at now, if any.
func Decide(t i18n.Printer, m *play.Match, by play.Actor, now time.Time) []ui.Button {
	switch {
	case m.CanAnnul(by):
		return []ui.Button{{ID: ui.OnMatch(ui.Annul, &m.Match, ""), Label: t.Text(msgAnnul, nil), Style: ui.Danger}}
	case m.CanReinstate(by, now):
		return []ui.Button{{ID: ui.OnMatch(ui.Reinstate, &m.Match, ""), Label: t.Text(msgReinstate, nil), Style: ui.Quiet}}
	}
	return nil
}

// Review returns the button that shows the review of m.
func Review(t i18n.Printer, m *match.Match) ui.Button {
	return ui.Button{ID: ui.OnMatch(ui.Review, m, ""), Label: t.Text(msgReview, nil)}
}

// Post returns the button that shares something of m with everybody; none if it was shared.
func Post(t i18n.Printer, v ui.Verb, m *play.Match, what play.Shared) []ui.Button {
	if m.Shares[what].Done {
		return nil
	}
	return []ui.Button{{ID: ui.OnMatch(v, &m.Match, ""), Label: t.Text(msgPost, nil)}}
}

// Steps returns the labels of the buttons to the previous and the next item.
func Steps(t i18n.Printer) (before, after string) {
	return t.Text(msgPageBefore, nil), t.Text(msgPageAfter, nil)
}

// Play returns the button that opens the panel of m.
func Play(t i18n.Printer, m *match.Match) ui.Button {
	return ui.Button{ID: ui.OnMatch(ui.OpenPanel, m, ""), Label: t.Text(msgPlay, nil), Style: ui.Strong}
}

// PlayTurn returns the button that plays turn in m.
func PlayTurn(t i18n.Printer, m *match.Match, turn rules.Turn) ui.Button {
	return ui.Button{ID: ui.OnMatch(ui.Move, m, TurnOf(m, turn)), Label: t.Text(msgPlayTurn, i18n.Args{"Turn": turn}),
		Style: ui.Strong}
}

// TurnOf returns the argument of ui.Move that plays turn in m as it is now.
func TurnOf(m *match.Match, turn rules.Turn) string {
	return ui.TurnArg{Turn: turn.String(), Ref: play.Ref{ID: m.ID, Ply: m.Moment()}}.String()
}

// ShipEmoji returns the name of the emoji of a ship.
func ShipEmoji(p rules.Piece) string { return p.Color.String() + "_" + p.Ship.String() }

// Flip returns a button labelled Flip.
func Flip(t i18n.Printer, id ui.ID) ui.Button { return ui.Button{ID: id, Label: t.Text(msgFlip, nil)} }

// Rules returns the button that shows the short rules in a message of its own.
func Rules(t i18n.Printer) ui.Button {
	return ui.Button{ID: ui.NoMatch(ui.Help, ui.HelpRules), Label: t.Text(msgRules, nil)}
}

// more returns the button that leads to everything else that can be done with m.
func more(t i18n.Printer, m *match.Match) ui.Button {
	return ui.Button{ID: ui.OnMatch(ui.More, m, ""), Label: t.Text(msgMore, nil)}
}

// Leave returns the buttons with which reader, a player, can take a turn back or end m at now. Those that end it ask
// first.
func Leave(t i18n.Printer, m *match.Match, reader match.PlayerID, now time.Time) []ui.Row {
	if m.Status != match.Playing || m.ColorOf(reader) == rules.NoColor {
		return nil
	}
	row := MayTakeBack(t, m, reader)
	if m.As(reader).CanOffer(match.ToStop) == nil {
		row = append(row, ui.Button{ID: ui.OnMatch(ui.AskStop, m, ui.InPlace), Label: t.Text(msgOfferStop, nil)})
	}
	row = append(row, OfferCallOff(t, m, reader)...)
	if m.As(reader).CanSummon(now) == nil {
		row = append(row, ui.Button{ID: ui.OnMatch(ui.Summon, m, ""), Label: t.Text(msgCallOff, nil)})
	}
	return ui.Buttons(append(row,
		ui.Button{ID: ui.OnMatch(ui.AskResign, m, ui.InPlace), Label: resign(t, m, reader)})...)
}

// Below returns rows with b in a row of its own, or in the last row if a message has no room for more.
func Below(rows []ui.Row, b ui.Button) []ui.Row {
	if len(rows) < discord.MaxRows {
		return append(rows, ui.Row{Buttons: []ui.Button{b}})
	}
	return Beside(rows, b)
}

// Beside returns rows with buttons in the last row if they all fit there, otherwise in rows of their own. It drops
// buttons that do not fit into a message.
func Beside(rows []ui.Row, buttons ...ui.Button) []ui.Row {
	room := 0
	if n := len(rows); n > 0 && rows[n-1].Menu == nil {
		room = discord.MaxButtons - len(rows[n-1].Buttons)
	}
	if len(buttons) > room && len(rows) < discord.MaxRows {
		return append(rows, ui.Buttons(buttons...)...)
	}
	if fit := min(room, len(buttons)); fit > 0 {
		last := &rows[len(rows)-1]
		last.Buttons = append(last.Buttons, buttons[:fit]...)
	}
	return rows
}

// Buttons to other pages of a list, in private.
var (
	msgPageBefore = i18n.Message{ID: "page.before", Other: "Previous"}
	msgPageAfter  = i18n.Message{ID: "page.after", Other: "Next"}
)

// Page is the number of a page and of the last page; the first is 0.
type Page struct{ At, Last int }

// Pages returns the buttons to the pages before and after p, by a verb whose argument is a page; none for one page.
func Pages(t i18n.Printer, m *match.Match, v ui.Verb, p Page) []ui.Row {
	return ui.Buttons(PagesBy(t, p, func(page int) ui.ID { return ui.OnMatch(v, m, ui.Number(page)) })...)
}

// PagesBy is Pages with a function that returns the id of the button to a page.
func PagesBy(t i18n.Printer, p Page, id func(page int) ui.ID) []ui.Button {
	if p.Last == 0 {
		return nil
	}
	to := func(page int, name i18n.Message) ui.Button {
		return ui.Button{ID: id(page), Label: t.Text(name, nil), Disabled: page < 0 || page > p.Last}
	}
	return []ui.Button{to(p.At-1, msgPageBefore), to(p.At+1, msgPageAfter)}
}
