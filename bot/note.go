package bot

import (
	"context"
	"strconv"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Notes that a player writes to themselves during a match, in private: a form, answers, buttons, and headings of
// lists of notes. When a match is over, both can agree to show each other theirs.
var (
	msgNoteForm  = i18n.Message{ID: "note.form.title", Other: "Note to self"}
	msgNoteLabel = i18n.Message{ID: "note.form.label", Other: "Your note"}
	msgNoteHelp  = i18n.Message{ID: "note.form.note",
		Other: "Only you see it; it comes back on your next turn. Leave it empty to delete it."}
	msgNoted      = i18n.Message{ID: "note.done", Other: "Noted. It comes back on your next turn."}
	msgNotedEnd   = i18n.Message{ID: "note.ended", Other: "Noted."}
	msgNoteGone   = i18n.Message{ID: "note.deleted", Other: "There is no note on this turn now."}
	msgNotesMine  = i18n.Message{ID: "note.button.mine", Other: "My notes"}
	msgNotes      = i18n.Message{ID: "note.button.all", Other: "Notes"}
	msgNotesShow  = i18n.Message{ID: "note.button.share", Other: "Show notes"}
	msgNotesNone  = i18n.Message{ID: "note.none", Other: "You wrote no notes in this match."}
	msgNotesOwn   = i18n.Message{ID: "note.own", Other: "**Your notes** against {{.Other}}, for you alone:"}
	msgNotesBoth  = i18n.Message{ID: "note.both", Other: "**Notes of you both** in the match against {{.Other}}:"}
	msgNotesBare  = i18n.Message{ID: "note.bothnone", Other: "You both agreed to show your notes, and neither of you wrote any."}
	msgNotesOffer = i18n.Message{ID: "note.offer",
		Other: "**Show notes** lets {{.Other}} read yours, and you theirs, once you both agree."}
	msgNotesAsked = i18n.Message{ID: "note.asked",
		Other: "{{.Other}} agreed to show notes. **Show notes** lets each of you read the other's."}
	msgNotesWants = i18n.Message{ID: "note.wants", Other: "{{.Other}} agreed to show notes, if you do as well."}
	msgNotesWait  = i18n.Message{ID: "note.wait",
		Other: "You agreed to show your notes. {{.Other}} will be asked when they next look at this match; until you both agree, nobody else sees your notes."}
	msgPageBefore = i18n.Message{ID: "page.before", Other: "Previous"}
	msgPageAfter  = i18n.Message{ID: "page.after", Other: "Next"}
	msgNotesThere = i18n.Message{ID: "note.there", One: "You have {{.N}} note on this match.",
		Other: "You have {{.N}} notes on this match."}
)

// The verbs of notes beside panel.Note.
const (
	notedVerb  = "noted"      // takes what was filled in the form of panel.Note
	notesVerb  = "notes"      // shows notes; the argument is a page, or empty for a message of its own
	sharesVerb = "sharenotes" // agrees to show them
)

// The lengths of what is shown of notes, in characters.
const (
	noteRoom  = 1500 // of a page of them
	shortNote = 200  // of one beneath a board
)

// noteControls are the controls of notes.
func (h *handlers) noteControls() map[string]dispatch.Component {
	return map[string]dispatch.Component{
		panel.Note: {Run: asBlock(h.about(panel.Note, h.openNote, isPlaying)), Inline: true, Prompt: true},
		notedVerb:  {Run: asBlock(h.about(notedVerb, h.noted, isPlaying)), Inline: true, Prompt: true},
		notesVerb:  {Run: h.about(notesVerb, h.viewing(h.showNotes), isOpen), Inline: true},
		sharesVerb: {Run: h.about(sharesVerb, h.shareNotes, isOpen), Inline: true},
	}
}

// openNote opens the form for a note, with what was written on this turn.
func (h *handlers) openNote(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, seat, err := h.service.Seat(ctx, c.Actor, id)
	if err != nil {
		return answer{match: m}, err
	}
	press := c.ID
	press.Verb = notedVerb
	return answer{match: m, reply: dispatch.Reply{Kind: dispatch.Form, Form: discord.Modal{CustomID: press.String(),
		Title: c.T.Text(msgNoteForm, nil), Label: c.T.Text(msgNoteLabel, nil), Note: c.T.Text(msgNoteHelp, nil),
		Value: seat.NoteAt(&m.Match).Text, MaxLength: play.MaxNote, Long: true, Optional: true}}}, nil
}

// noted keeps the note that was filled in. On a panel it shows the same panel again.
func (h *handlers) noted(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	if !c.Filled { // what was filled in is lost, as when it is tried again
		return h.viewing(h.openPanel)(ctx, c, id)
	}
	m, err := h.service.Note(ctx, c.Actor, id, c.Input)
	if err != nil {
		return answer{match: m}, err
	}
	c.Log.Info("note", "match", id)
	said := c.T.Text(msgNoted, nil)
	switch {
	case c.Input == "":
		said = c.T.Text(msgNoteGone, nil)
	case m.Status == match.Finished:
		said = c.T.Text(msgNotedEnd, nil)
	}
	if !c.Block {
		return answer{match: m, reply: dispatch.InPrivate(said)}, nil
	}
	p := h.panel(ctx, c, &m)
	p.Says = said
	if isBehind(c, &m) {
		p.Says += "\n" + h.meanwhile(c, &m.Match)
	} else if position := m.Game.Position(); m.OnTurn(c.Actor.ID) == nil {
		p.Selection, _ = tap.Parse(&position, c.ID.Arg)
	}
	return answer{match: m, reply: inPanel(c, p)}, nil
}

// showNotes shows a page of the notes that the person may read.
func (h *handlers) showNotes(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if m.ColorOf(c.Actor.ID) == rules.NoColor {
		return dispatch.Reply{}, match.ErrNotPlayer
	}
	notes, err := h.service.NotesIn(ctx, c.Actor, &m)
	if err != nil {
		return dispatch.Reply{}, err
	}
	page, bad := strconv.Atoi(c.ID.Arg)
	r := dispatch.Reply{Kind: dispatch.Update, Message: h.notes(ctx, c, m, notes, page)}
	if bad != nil {
		r.Kind = dispatch.Private
	}
	return r, nil
}

// notes is a page of notes.
func (h *handlers) notes(ctx context.Context, c *dispatch.Call, m play.Match, notes play.Notes, page int) ui.Message {
	both := notes.Shares && notes.Asked
	by, lead, none := map[match.PlayerID][]play.Note{c.Actor.ID: notes.Own}, msgNotesOwn, msgNotesNone
	if both {
		by[m.PlayerOf(m.ColorOf(c.Actor.ID).Other())] = notes.Theirs
		lead, none = msgNotesBoth, msgNotesBare
	}
	args := i18n.Args{"Other": h.opponent(ctx, c, &m)}
	list := text.NotePages(c.T, by, noteRoom)
	msg := ui.Message{Text: c.T.Text(none, nil)}
	if len(list) > 0 {
		page = min(max(page, 0), len(list)-1)
		msg.Text = c.T.Text(lead, args) + "\n" + list[page]
		msg.Rows = pages(c.T, &m.Match, notesVerb, pageOf{page, len(list) - 1})
	}
	if m.Status != match.Finished || m.Robot() != "" || both {
		return msg
	}
	form := msgNotesOffer
	switch {
	case notes.Shares:
		form = msgNotesWait
	case notes.Asked:
		form = msgNotesAsked
	}
	msg.Text += "\n" + c.T.Text(form, args)
	if !notes.Shares {
		msg.Rows = append(msg.Rows, ui.Buttons(ui.Button{ID: stateID(sharesVerb, &m.Match, strconv.Itoa(page)),
			Label: c.T.Text(msgNotesShow, nil), Style: ui.Strong})...)
	}
	return msg
}

// pageOf is a page of several, the first being 0.
type pageOf struct{ at, last int }

// pages are the buttons to the pages beside p, by a verb whose argument is a page; none for one page.
func pages(t i18n.Printer, m *match.Match, verb string, p pageOf) []ui.Row {
	if p.last == 0 {
		return nil
	}
	to := func(page int, name i18n.Message) ui.Button {
		return ui.Button{ID: stateID(verb, m, strconv.Itoa(page)), Label: t.Text(name, nil),
			Off: page < 0 || page > p.last}
	}
	return ui.Buttons(to(p.at-1, msgPageBefore), to(p.at+1, msgPageAfter))
}

// shareNotes agrees to show the notes of a match that is over.
func (h *handlers) shareNotes(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, err := h.service.ShareNotes(ctx, c.Actor, id)
	if err != nil {
		return answer{match: m}, err
	}
	c.Log.Info("notes shared", "match", id)
	reply, err := h.showNotes(ctx, c, m)
	return answer{match: m, reply: reply}, err
}

// kept returns what the person keeps of m; nothing when it cannot be read.
func (h *handlers) kept(ctx context.Context, c *dispatch.Call, m *play.Match) play.Seat {
	seat, err := h.service.SeatIn(ctx, c.Actor, m)
	if err != nil {
		c.Log.Warn("seat not read", "err", err)
	}
	return seat
}

// keptWords says of m what the person noted last, at most so many characters of it, and that their plan is
// lost.
func keptWords(t i18n.Printer, s play.Seat, m *match.Match, most int) []string {
	var said []string
	if s.Plan.Lost && s.Plan.Moment == m.Moment() && m.ToMove() == s.Player {
		said = append(said, text.LostPlan(t, m))
	}
	if note := s.Reminder(m); note.Text != "" && m.Status == match.Playing {
		said = append(said, text.Note(t, note, most))
	}
	return said
}

// keptButtons lead to what a player keeps of m and, where more is wanted, can keep.
func keptButtons(t i18n.Printer, s play.Seat, m *match.Match, more bool) []ui.Button {
	var row []ui.Button
	if n := plannedLines(s, m); n > 0 && panel.CanPlan(m, s.Player) {
		row = append(row, panel.PlanButton(t, m, n))
	}
	if !more {
		return row
	}
	if m.Status == match.Playing && m.ColorOf(s.Player) != rules.NoColor {
		row = append(row, panel.NoteButton(t, m, ""))
	}
	if len(s.Notes) > 0 && m.Status == match.Playing {
		row = append(row, ui.Button{ID: stateID(notesVerb, m, ""), Label: t.Text(msgNotesMine, nil)})
	}
	return row
}

// withKept returns msg, which shows m to the person, with what they keep of it for themselves, if words are
// wanted, and can keep.
func (h *handlers) withKept(ctx context.Context, c *dispatch.Call, m *play.Match, msg ui.Message,
	words bool) ui.Message {
	if m.ColorOf(c.Actor.ID) == rules.NoColor {
		return msg
	}
	if m.Status == match.Finished {
		return h.withNotes(ctx, c, m, msg, words)
	}
	seat := h.kept(ctx, c, m)
	if said := keptWords(c.T, seat, &m.Match, shortNote); words && len(said) > 0 {
		msg.Text += "\n" + strings.Join(said, "\n")
	}
	msg.Rows = withButtons(msg.Rows, keptButtons(c.T, seat, &m.Match, c.ID.Verb == moreVerb || c.ID.Verb == lookVerb))
	return msg
}

// withNotes returns msg, which shows m that is over, with where the notes of m are, if there are any for
// the person.
func (h *handlers) withNotes(ctx context.Context, c *dispatch.Call, m *play.Match, msg ui.Message,
	words bool) ui.Message {
	notes, err := h.service.NotesIn(ctx, c.Actor, m)
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
		said = append(said, c.T.Text(msgNotesWants, i18n.Args{"Other": h.opponent(ctx, c, m)}))
	}
	if words {
		msg.Text += "\n" + strings.Join(said, " ")
	}
	msg.Rows = withButtons(msg.Rows, []ui.Button{{ID: stateID(notesVerb, &m.Match, ""), Label: c.T.Text(msgNotes, nil)}})
	return msg
}

// withButtons returns rows with buttons in the last of them, if there is room for all, or else below them; where
// there can be no more rows, with as many as there is room for.
func withButtons(rows []ui.Row, buttons []ui.Button) []ui.Row {
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
