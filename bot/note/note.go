// Package note is the room for notes that players write to themselves during a match and can show each other after it.
package note

import (
	"context"
	"strconv"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Handlers answers the controls of the room. Every field is required.
type Handlers struct {
	Service *play.Service
	View    *show.View
	Pick    *show.Picker
	Live    *panel.Panels
}

// A player's private notes during a match: a form, answers, buttons, and headings of
// lists of notes. When a match is over, both can agree to show each other theirs.
var (
	msgNoteForm  = i18n.Message{ID: "note.form.title", Other: "Note to self"}
	msgNoteLabel = i18n.Message{ID: "note.form.label", Other: "Your note"}
	msgNoteHelp  = i18n.Message{ID: "note.form.note",
		Other: "Only you see it; it comes back on your next turn. Leave it empty to delete it."}
	msgNoteHelpEnd = i18n.Message{ID: "note.form.ended",
		Other: "Only you see it, unless you both show your notes. Leave it empty to delete it."}
	msgNoted      = i18n.Message{ID: "note.done", Other: "Noted. It comes back on your next turn."}
	msgNotedEnd   = i18n.Message{ID: "note.ended", Other: "Noted. It stays under *Notes* with this game."}
	msgNoteGone   = i18n.Message{ID: "note.deleted", Other: "There's no note on this turn now."}
	msgNotesShow  = i18n.Message{ID: "note.button.share", Other: "Show notes"}
	msgNotesNone  = i18n.Message{ID: "note.none", Other: "You wrote no notes in this game."}
	msgNotesOwn   = i18n.Message{ID: "note.own", Other: "**Your notes** against {{.Other}}, for you alone:"}
	msgNotesBoth  = i18n.Message{ID: "note.both", Other: "**Notes of you both** in the game against {{.Other}}:"}
	msgNotesBare  = i18n.Message{ID: "note.bothnone", Other: "You both agreed to show your notes, and neither of you wrote any."}
	msgNotesOffer = i18n.Message{ID: "note.offer",
		Other: "**Show notes** lets {{.Other}} read yours, and you theirs, once you both agree."}
	msgNotesAsked = i18n.Message{ID: "note.asked",
		Other: "{{.Other}} agreed to show notes. **Show notes** lets each of you read the other's."}
	msgNotesWait = i18n.Message{ID: "note.wait",
		Other: "You agreed to show your notes. {{.Other}} will be asked when they next look at this game; until you " +
			"both agree, nobody else sees your notes."}
)

// pageLength is the length of a page of notes, in characters.
const pageLength = 1500

// Commands returns none: notes have only buttons.
func (h *Handlers) Commands() []dispatch.Command { return nil }

// Controls returns the controls of notes.
func (h *Handlers) Controls() dispatch.Controls {
	return dispatch.Join(
		h.Pick.Controls(show.Playing(), map[ui.Verb]show.Handler{ui.Note: h.openNote, ui.SubmitNote: h.submitNote}).Prompts(),
		h.Pick.Controls(show.Open(), map[ui.Verb]show.Handler{
			ui.Notes: h.Pick.WithMatch(h.showNotes), ui.ShareNotes: h.shareNotes}))
}

func (h *Handlers) openNote(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, seat, err := h.Service.Seat(ctx, c.Actor, id)
	if err != nil {
		return show.Answer{Match: m}, err
	}
	press, help := c.ID, i18n.Either(m.Status == match.Finished, msgNoteHelpEnd, msgNoteHelp)
	press.Verb = ui.SubmitNote
	return show.Answer{Match: m, Reply: dispatch.Reply{Kind: dispatch.Form, Form: discord.Modal{CustomID: press.String(),
		Title: c.T.Text(msgNoteForm, nil), Label: c.T.Text(msgNoteLabel, nil), Note: c.T.Text(help, nil),
		Value: seat.NoteAt(&m.Match).Text, MaxLength: play.MaxNote, Long: true, Optional: true}}}, nil
}

// submitNote saves the note. On a panel it shows the same panel again.
func (h *Handlers) submitNote(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	if !c.Submitted { // a retried interaction has lost the input
		return h.Pick.Load(ctx, c, id, h.Live.Open)
	}
	m, err := h.Service.Note(ctx, c.Actor, id, c.Input)
	if err != nil {
		return show.Answer{Match: m}, err
	}
	c.Log.Info("note", "match", id)
	said := c.T.Text(msgNoted, nil)
	switch {
	case c.Input == "":
		said = c.T.Text(msgNoteGone, nil)
	case m.Status == match.Finished:
		said = c.T.Text(msgNotedEnd, nil)
	}
	if !c.OnBlock {
		return show.Answer{Match: m, Reply: dispatch.InPrivate(said)}, nil
	}
	p := h.Live.Panel(ctx, c, &m)
	p.Says = said
	if c.IsStale(&m) {
		p.Says += "\n" + panel.Meanwhile(c, &m.Match)
	} else if position := m.Game.Position(); m.As(c.Actor.ID).OnTurn() == nil {
		p.Selection, _ = tap.Parse(&position, c.ID.Arg)
	}
	return show.Answer{Match: m, Reply: panel.InPlace(c, p)}, nil
}

// showNotes shows a page of the notes that the caller may read.
func (h *Handlers) showNotes(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if m.ColorOf(c.Actor.ID) == rules.NoColor {
		return dispatch.Reply{}, match.ErrNotPlayer
	}
	notes, err := h.Service.NotesIn(ctx, c.Actor, &m)
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

func (h *Handlers) notes(ctx context.Context, c *dispatch.Call, m play.Match, notes play.Notes, page int) ui.Message {
	both := notes.Shares && notes.Asked
	by, lead, none := map[match.PlayerID][]play.Note{c.Actor.ID: notes.Own}, msgNotesOwn, msgNotesNone
	if both {
		by[m.Players.Of(m.ColorOf(c.Actor.ID).Other())] = notes.Theirs
		lead, none = msgNotesBoth, msgNotesBare
	}
	args := i18n.Args{"Other": h.View.Opponent(ctx, c, &m)}
	list := text.NotePages(c.T, by, pageLength)
	msg := ui.Message{Text: c.T.Text(none, nil)}
	if len(list) > 0 {
		page = min(max(page, 0), len(list)-1)
		msg.Text = c.T.Text(lead, args) + "\n" + list[page]
		msg.Rows = show.Pages(c.T, &m.Match, ui.Notes, show.Page{At: page, Last: len(list) - 1})
	}
	if m.Status != match.Finished || m.Robot() != "" || m.HasFormer() || both {
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
		msg.Rows = append(msg.Rows, ui.Buttons(ui.Button{ID: ui.OnMatch(ui.ShareNotes, &m.Match, strconv.Itoa(page)),
			Label: c.T.Text(msgNotesShow, nil), Style: ui.Strong})...)
	}
	return msg
}

// shareNotes records that the caller agrees to show their notes of a finished match.
func (h *Handlers) shareNotes(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.ShareNotes(ctx, c.Actor, id)
	if err != nil {
		return show.Answer{Match: m}, err
	}
	c.Log.Info("notes shared", "match", id)
	reply, err := h.showNotes(ctx, c, m)
	return show.Answer{Match: m, Reply: reply}, err
}
