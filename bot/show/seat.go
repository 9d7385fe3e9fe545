package show

import (
	"context"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Beneath a board, in private: what the reader noted in the match, and the buttons that show it.
var (
	msgNotesMine  = i18n.Message{ID: "note.button.mine", Other: "My notes"}
	msgNotes      = i18n.Message{ID: "note.button.all", Other: "Notes"}
	msgNotesWants = i18n.Message{ID: "note.wants", Other: "{{.Other}} agreed to show notes, if you do as well."}
	msgNotesThere = i18n.Message{ID: "note.there", One: "You have {{.N}} note on this game.",
		Other: "You have {{.N}} notes on this game."}
)

const shortNote = 200

// Seat returns the seat of the caller in m, the zero Seat if it cannot be read.
func (v *View) Seat(ctx context.Context, c *dispatch.Call, m *play.Match) play.Seat {
	seat, err := v.Service.SeatIn(ctx, c.Actor, m)
	if err != nil {
		c.Log.Warn("seat not read", "err", err)
	}
	return seat
}

// KeptWords says, for the player of s, that their plan had no answer to the last turn, if so, and repeats their latest
// note in a running match, up to most characters.
func KeptWords(t i18n.Printer, s play.Seat, m *match.Match, most int) []string {
	var said []string
	if s.PlanLost(m) {
		said = append(said, text.LostPlan(t, m))
	}
	if note := s.Reminder(m); note.Text != "" && m.Status == match.Playing {
		said = append(said, text.Note(t, note, most))
	}
	return said
}

// PlannedLines returns how many lines the player of s has planned.
func PlannedLines(s play.Seat, m *match.Match) int { return len(s.PlanIn(m).Lines()) }

// WithKept returns msg, which shows m to the caller, with the buttons to their notes and plan and, if words is set,
// with those.
func (v *View) WithKept(ctx context.Context, c *dispatch.Call, m *play.Match, msg ui.Message,
	words bool) ui.Message {
	if m.ColorOf(c.Actor.ID) == rules.NoColor {
		return msg
	}
	if m.Status == match.Finished {
		return v.withNotes(ctx, c, m, msg, words)
	}
	seat := v.Seat(ctx, c, m)
	if said := KeptWords(c.T, seat, &m.Match, shortNote); words && len(said) > 0 {
		msg.Text += "\n" + strings.Join(said, "\n")
	}
	more := c.ID.Verb == ui.More || c.ID.Verb == ui.Look
	msg.Rows = Beside(msg.Rows, keptButtons(c.T, seat, &m.Match, more)...)
	return msg
}

// keptButtons returns the buttons to a player's plan and, if more is set, notes.
func keptButtons(t i18n.Printer, s play.Seat, m *match.Match, more bool) []ui.Button {
	var row []ui.Button
	if n := PlannedLines(s, m); n > 0 && CanPlan(m, s.Player) {
		row = append(row, Plan(t, m, n))
	}
	if !more {
		return row
	}
	if m.Status == match.Playing && m.ColorOf(s.Player) != rules.NoColor {
		row = append(row, Note(t, m, ""))
	}
	if len(s.Notes) > 0 && m.Status == match.Playing {
		row = append(row, ui.Button{ID: ui.OnMatch(ui.Notes, m, ""), Label: t.Text(msgNotesMine, nil)})
	}
	return row
}

// withNotes returns msg, which shows the finished match m, with the button to the notes, if the caller can read any.
func (v *View) withNotes(ctx context.Context, c *dispatch.Call, m *play.Match, msg ui.Message,
	words bool) ui.Message {
	notes, err := v.Service.NotesIn(ctx, c.Actor, m)
	if err != nil {
		c.Log.Warn("notes not read", "err", err)
	}
	if len(notes.Own) == 0 && !notes.Asked {
		return msg
	}
	var said []string
	if len(notes.Own) > 0 {
		said = append(said, c.T.Text(msgNotesThere, i18n.Args{"N": len(notes.Own)}))
	}
	if notes.Asked && !notes.Shares {
		said = append(said, c.T.Text(msgNotesWants, i18n.Args{"Other": v.Opponent(ctx, c, m)}))
	}
	if words {
		msg.Text += "\n" + strings.Join(said, " ")
	}
	msg.Rows = Beside(msg.Rows, ui.Button{ID: ui.OnMatch(ui.Notes, &m.Match, ""), Label: c.T.Text(msgNotes, nil)})
	return msg
}

// Buttons under a board, in private. They are short.
var (
	msgPlanAhead = i18n.Message{ID: "button.plan", Other: "Plan ahead"}
	msgYourPlan  = i18n.Message{ID: "button.planned", One: "Plan: {{.N}} line", Other: "Plan: {{.N}} lines"}
	msgNote      = i18n.Message{ID: "button.note", Other: "Note"}
)

// CanPlan reports whether p can plan an answer in m, because the other side is on turn.
func CanPlan(m *match.Match, p match.PlayerID) bool {
	return m.Status == match.Playing && m.ColorOf(p) != rules.NoColor && m.ToMove() != p
}

// Plan returns the button to the plan of a player, or to a new one if no lines are planned.
func Plan(t i18n.Printer, m *match.Match, planned int) ui.Button {
	if planned > 0 {
		return ui.Button{ID: ui.OnMatch(ui.Plans, m, ""), Label: t.Text(msgYourPlan, i18n.Args{"N": planned})}
	}
	return ui.Button{ID: ui.OnMatch(ui.Plan, m, ""), Label: PlanAhead(t)}
}

// PlanAhead returns the label of the button for a new plan, which is also the title of its form.
func PlanAhead(t i18n.Printer) string { return t.Text(msgPlanAhead, nil) }

// Note returns the button that opens the form for a note. chosen is the selection on the panel, if there is one.
func Note(t i18n.Printer, m *match.Match, chosen string) ui.Button {
	return ui.Button{ID: ui.OnMatch(ui.Note, m, chosen), Label: t.Text(msgNote, nil)}
}
