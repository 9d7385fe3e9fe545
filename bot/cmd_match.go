package bot

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/record"
)

// Buttons under a board, each of which shows the match in another way, in private. They are short.
var (
	msgMoreButton = i18n.Message{ID: "button.more", Other: "More"}
	msgFlip       = i18n.Message{ID: "look.flip", Other: "Flip"}
	msgLookBoard  = i18n.Message{ID: "look.board", Other: "Board"}
	msgLookText   = i18n.Message{ID: "look.text", Other: "Text board"}
	msgLookTurns  = i18n.Message{ID: "look.turns", Other: "Turn list"}
	msgLookClock  = i18n.Message{ID: "look.clock", Other: "Clock"}
	msgLookPast   = i18n.Message{ID: "look.past", Other: "Look back"}
	msgLookStrip  = i18n.Message{ID: "look.strip", Other: "Last turns"}
	msgLookAttack = i18n.Message{ID: "look.attacked", Other: "What is attacked?"}
)

// A menu of ships, and the text under the picture in which the squares are marked where the chosen one can go.
var (
	msgTargetsOf = i18n.Message{ID: "look.targets", Other: "Where can a ship go?"}
	msgTargets   = i18n.Message{ID: "look.marked",
		Other: "{{.Turns}}\n-# A dot is a square to go to, a dashed ring a ship to expel, a star a bonus, a round " +
			"badge a ship to change places with."}
)

// Looking back at a match turn by turn, in private: short buttons, and lines above the picture. Words says the
// turn Played in words, as in “211 sails from c2”.
var (
	msgFirstTurn = i18n.Message{ID: "past.first", Other: "First"}
	msgEarlier   = i18n.Message{ID: "past.back", Other: "Back"}
	msgLater     = i18n.Message{ID: "past.forward", Other: "Forward"}
	msgLastTurn  = i18n.Message{ID: "past.last", Other: "Last"}
	msgLive      = i18n.Message{ID: "past.live", Other: "Live"}
	msgPastStart = i18n.Message{ID: "past.start", Other: "**The start**, before turn 1 of {{.Last}}"}
	msgPastNone  = i18n.Message{ID: "past.none", Other: "**The start**: no turn has been played yet"}
	msgPastTurn  = i18n.Message{ID: "past.turn",
		Other: "**After turn {{.Turn}}** of {{.Last}} · {{.Side}} played **{{.Played}}**: {{.Words}}"}
)

// Buttons that turn the pages of the list of turns, in private.
var (
	msgEarlierTurns = i18n.Message{ID: "turns.earlier", Other: "Earlier turns"}
	msgLaterTurns   = i18n.Message{ID: "turns.later", Other: "Later turns"}
)

// The verbs that look at a match in private.
const (
	lookVerb = "look" // the argument is that of readLook
	moreVerb = "more"
)

// The things to look at.
const (
	lookBoard    = "board"    // the present board
	lookText     = "text"     // the same in words
	lookTurns    = "turns"    // the turns, At being a page
	lookPast     = "past"     // the board after At turns
	lookClock    = "clock"    // the time there is
	lookAttacked = "attacked" // the present board with what is attacked
	lookStrip    = "strip"    // the last turns side by side
	lookTargets  = "targets"  // the present board with what the ship At of the side to move can do
)

// look is something to look at, from a side.
type look struct {
	what string
	at   int
	side rules.Color
}

// String returns the text that readLook reads, as in "past red 12".
func (l look) String() string { return l.what + " " + l.side.String() + " " + strconv.Itoa(l.at) }

// readLook reads what String wrote; anything else is the present board from Red's side.
func readLook(arg string) look {
	words := strings.Fields(arg)
	if len(words) < 3 {
		return look{lookBoard, 0, rules.Red}
	}
	at, _ := strconv.Atoi(words[2])
	l := look{words[0], at, rules.Red}
	if words[1] == rules.Blue.String() {
		l.side = rules.Blue
	}
	return l
}

// fits reports whether l can show m. Nothing is attacked any more when m is over.
func (l look) fits(m *match.Match) bool {
	switch l.what {
	case lookAttacked:
		return m.Status == match.Playing
	case lookClock:
		return m.Status == match.Playing && m.Terms.Pace.HasClock()
	case lookTargets:
		ships := rules.Ships()
		isShip := slices.ContainsFunc(ships[:], func(s rules.Ship) bool { return int(s) == l.at })
		return m.Status == match.Playing && isShip
	}
	return true
}

// lookAt shows what the control says, with the controls for everything else there is to look at.
func (h *handlers) lookAt(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if !isBegun(&m) {
		return dispatch.Reply{Kind: dispatch.Update, Message: h.show(ctx, c, m, "")}, nil
	}
	l := readLook(tapped(c))
	switch {
	case c.ID.Verb == moreVerb:
		l.side = sideOf(&m.Match, c.Actor.ID)
	case !l.fits(&m.Match):
		l.what = lookBoard
	}
	return dispatch.Reply{Kind: dispatch.Update, Message: h.lookedAt(ctx, c, m, l)}, nil
}

// lookedAt is what l shows of m, with the controls for everything else there is to look at.
func (h *handlers) lookedAt(ctx context.Context, c *dispatch.Call, m play.Match, l look) ui.Message {
	msg := h.looked(ctx, c, m, l)
	msg.Rows = append(msg.Rows, lookButtons(c.T, &m.Match, l)...)
	if m.Status == match.Playing && !h.settings(ctx, c).Plain {
		msg.Rows = append(msg.Rows, ui.Row{Menu: targetsMenu(c.T, &m.Match, l)})
	}
	msg.Rows = append(msg.Rows, leaveButtons(c.T, &m.Match, c.Actor.ID)...)
	offers := offerButtons(c.T, &m.Match, c.Actor.ID)
	if l.what != lookClock && len(offers)+len(msg.Rows) <= discord.MaxRows {
		msg.Rows = append(offers, msg.Rows...)
	}
	return h.withKept(ctx, c, &m, msg, l.what == lookBoard)
}

// sideOf returns the side from which p sees m: their own, or Red's.
func sideOf(m *match.Match, p match.PlayerID) rules.Color {
	if m.ColorOf(p) == rules.Blue {
		return rules.Blue
	}
	return rules.Red
}

// looked returns what l shows of m, with the controls to go on from it.
func (h *handlers) looked(ctx context.Context, c *dispatch.Call, m play.Match, l look) ui.Message {
	view := h.sight(ctx, c, &m)
	view.side = l.side
	position := m.Game.Position()
	switch l.what {
	case lookText:
		return h.textBoard(ctx, c, &m)
	case lookTurns:
		return h.turnList(ctx, c, m, l)
	case lookPast:
		return h.past(c, m, view, l)
	case lookClock:
		return ui.Message{Text: text.Times(c.T, &m.Match, c.Actor.ID), Rows: clockButtons(c.T, &m.Match, c.Actor.ID)}
	case lookAttacked:
		view.marks.Attacked = true
		return ui.Message{Text: turns.Attacked(c.T, position, m.ColorOf(c.Actor.ID)),
			Picture: h.picture(c.T, view)}
	case lookTargets:
		view.marks.Targets = rules.Ship(l.at)
		return ui.Message{Picture: h.picture(c.T, view), Text: c.T.Text(msgTargets,
			i18n.Args{"Turns": turns.OfShip(c.T, position, view.marks.Targets)})}
	case lookStrip:
		return ui.Message{Text: text.LastTurn(c.T, &m.Match), Picture: h.strip(c.T, view)}
	}
	return ui.Message{Text: text.MatchAnd(c.T, &m.Match, c.Actor.ID, h.background(ctx, c.Log, &m, c.Actor.ID)),
		Picture: h.picture(c.T, view)}
}

// textBoard is the board of m in words, and for eyes also as a grid.
func (h *handlers) textBoard(ctx context.Context, c *dispatch.Call, m *play.Match) ui.Message {
	own := m.ColorOf(c.Actor.ID)
	words := turns.TextBoard(c.T, &m.Game, own, own)
	if h.settings(ctx, c).NoPictures {
		return ui.Message{Text: words}
	}
	return ui.Message{Text: turns.Grid(m.Game.Position(), own) + "\n" + words}
}

// strip draws the last turns of a game side by side.
func (h *handlers) strip(t i18n.Printer, s sight) *ui.Picture {
	o := render.Options{View: render.ViewOf(s.side), Theme: s.theme}
	return &ui.Picture{Alt: turns.StripAlt(t, &s.game), Draw: func(w io.Writer) error {
		return h.renderer.Strip(w, &s.game, o)
	}}
}

// warningRoom is how many characters a page of turns leaves to what warn adds.
const warningRoom = 500

// turnList shows a page of the turns of m, at first the last one, and the record to keep.
func (h *handlers) turnList(ctx context.Context, c *dispatch.Call, m play.Match, l look) ui.Message {
	pages := turns.List(c.T, &m.Game, discord.MaxContent-warningRoom)
	at := min(l.at, len(pages)-1)
	if at < 0 {
		at = len(pages) - 1
	}
	msg := ui.Message{Text: pages[at], File: h.record(ctx, c, &m)}
	turn := func(to int, name i18n.Message) ui.Button {
		return ui.Button{ID: stateID(lookVerb, &m.Match, look{lookTurns, to, l.side}.String()),
			Label: c.T.Text(name, nil), Off: to < 0 || to >= len(pages)}
	}
	var row []ui.Button
	if len(pages) > 1 {
		row = []ui.Button{turn(at-1, msgEarlierTurns), turn(at+1, msgLaterTurns)}
	}
	msg.Rows = ui.Buttons(append(row, logButton(c.T, &m.Match))...)
	return msg
}

// past shows m after some of its turns, and the controls to step through them.
func (h *handlers) past(c *dispatch.Call, m play.Match, view sight, l look) ui.Message {
	last := m.Game.Ply()
	at := min(max(l.at, 0), last)
	view.game = m.Game.At(at)
	step := func(name i18n.Message, to int, off bool) ui.Button {
		id := stateID(lookVerb, &m.Match, look{lookPast, to, l.side}.String())
		id.Arg += " " + name.ID[len("past."):] // no two are equal
		return ui.Button{ID: id, Label: c.T.Text(name, nil), Off: off}
	}
	live := step(msgLive, last, false)
	live.ID.Arg, live.Style = look{lookBoard, 0, l.side}.String()+" live", ui.Strong
	return ui.Message{Text: pastWords(c.T, &view.game, last), Picture: h.picture(c.T, view),
		Rows: ui.Buttons(step(msgFirstTurn, 0, at == 0), step(msgEarlier, at-1, at == 0),
			step(msgLater, at+1, at == last), step(msgLastTurn, last, at == last), live)}
}

// pastWords says which turn of all that were played led to g.
func pastWords(t i18n.Printer, g *rules.Game, all int) string {
	before, turn := g.Last()
	args := i18n.Args{"Turn": g.Ply(), "Last": all, "Side": turns.Side(t, before.Side()), "Played": turn}
	switch {
	case all == 0:
		return t.Text(msgPastNone, nil)
	case turn == rules.NoTurn:
		return t.Text(msgPastStart, args)
	}
	args["Words"] = turns.Words(t, before, turn)
	return t.Text(msgPastTurn, args)
}

// lookButtons are what there is to look at beside l.
func lookButtons(t i18n.Printer, m *match.Match, l look) []ui.Row {
	to := func(what string, at int, name i18n.Message) ui.Button {
		b := ui.Button{ID: stateID(lookVerb, m, look{what, at, l.side}.String()), Label: t.Text(name, nil)}
		if what == l.what {
			b.Style, b.Off = ui.Strong, true
			b.ID.Arg += " shown"
		}
		return b
	}
	last := m.Game.Ply()
	rows := ui.Buttons(to(lookBoard, 0, msgLookBoard), to(lookText, 0, msgLookText),
		to(lookTurns, -1, msgLookTurns), to(lookPast, last, msgLookPast))
	second := []ui.Button{to(lookStrip, 0, msgLookStrip)} // five would not fit into a row on a phone
	if m.Status == match.Playing {
		second = append(second, to(lookAttacked, 0, msgLookAttack))
	}
	if (look{what: lookClock}).fits(m) {
		second = append(second, to(lookClock, 0, msgLookClock))
	}
	if l.what != lookTurns && l.what != lookText && l.what != lookClock {
		flipped := look{l.what, l.at, l.side.Other()}
		second = append(second, ui.Button{ID: stateID(lookVerb, m, flipped.String()),
			Label: t.Text(msgFlip, nil)})
	}
	return append(rows, ui.Buttons(second...)...)
}

// targetsMenu lets a ship of the side to move be picked, to see what it can do.
func targetsMenu(t i18n.Printer, m *match.Match, l look) *ui.Menu {
	menu := &ui.Menu{ID: stateID(lookVerb, m, "ships"), Prompt: t.Text(msgTargetsOf, nil)}
	for _, ship := range rules.Ships() {
		menu.Items = append(menu.Items, ui.Item{Label: ship.String(),
			Value: look{lookTargets, int(ship), l.side}.String()})
	}
	return menu
}

// moreButton leads to everything else that can be done with m.
func moreButton(t i18n.Printer, m *match.Match) ui.Button {
	return ui.Button{ID: stateID(moreVerb, m, ""), Label: t.Text(msgMoreButton, nil)}
}

// leaveButtons take the last turn of m back, or end it after another question, for its players.
func leaveButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	if m.Status != match.Playing || m.ColorOf(reader) == rules.NoColor {
		return nil
	}
	return ui.Buttons(append(backButtons(t, m, reader),
		ui.Button{ID: stateID(haltVerb, m, inPlace), Label: t.Text(msgOfferStop, nil)},
		ui.Button{ID: stateID("resign", m, inPlace), Label: t.Text(msgResignButton, nil)})...)
}

// record writes m down as a file to keep (rules 6.5).
func (h *handlers) record(ctx context.Context, c *dispatch.Call, m *play.Match) *ui.File {
	name := func(p match.PlayerID) record.Tag {
		tag := record.Tag{Name: record.TagRed, Value: h.people.Name(ctx, c.T, p)}
		if p == m.Blue {
			tag.Name = record.TagBlue
		}
		return tag
	}
	r := record.Record{Game: m.Game, Tags: []record.Tag{name(m.Red), name(m.Blue),
		{Name: record.TagDate, Value: m.Started.UTC().Format(record.DateLayout)}}}
	return &ui.File{Name: "mad-" + string(m.ID) + ".txt", Data: []byte(r.String())}
}

// The log of a match, in private: the button that opens it, its title, and the buttons that turn its pages.
var (
	msgLogButton = i18n.Message{ID: "button.log", Other: "Log"}
	msgLogTitle  = i18n.Message{ID: "log.title", Other: "**What happened in the match of {{.Red}} and {{.Blue}}**"}
	msgLogOlder  = i18n.Message{ID: "log.earlier", Other: "Earlier"}
	msgLogNewer  = i18n.Message{ID: "log.later", Other: "Later"}
)

// logVerb shows what happened in a match; the argument is a page, counted from 0; the last one when it is
// empty.
const logVerb = "log"

// The commands within /match.
const subLog = "log"

// ofMatch has what there is to know of a match beside its board.
func (h *handlers) ofMatch() dispatch.Command {
	show := h.about(logVerb, h.matchLog, isOpen)
	command := dispatch.Spec("match", "More about a match")
	command.Options = []discord.CommandOption{subOption(subLog, "All that happened in a match; only you see it",
		textOption("match", "Which match; only needed when you play several", false))}
	return dispatch.Command{
		Spec:       command,
		Run:        h.orLast(show, h.matchLog), // the only one
		Complete:   map[string]dispatch.Completer{"match": h.completeMatch(isOpen)},
		Components: map[string]dispatch.Component{logVerb: {Run: show, Inline: true}},
	}
}

// logButton shows what happened in m.
func logButton(t i18n.Printer, m *match.Match) ui.Button {
	return ui.Button{ID: stateID(logVerb, m, ""), Label: t.Text(msgLogButton, nil)}
}

// subOption returns the definition of a command within a command.
func subOption(name, description string, options ...discord.CommandOption) discord.CommandOption {
	return discord.CommandOption{Type: discord.SubOption, Name: name, Description: description, Options: options}
}

// matchLog shows a page of what happened in a match.
func (h *handlers) matchLog(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, events, err := h.service.History(ctx, c.Actor, id)
	if err != nil {
		return answer{}, err
	}
	pages := text.Log(c.T, &m.Match, events, discord.MaxContent-warningRoom)
	at, err := strconv.Atoi(c.ID.Arg)
	if err != nil || at < 0 || at >= len(pages) {
		at = len(pages) - 1
	}
	people := i18n.Args{"Red": text.Mention(m.Challenger), "Blue": text.Mention(m.Opponent)}
	msg := ui.Message{Text: pages[at]}
	if m.Opponent != "" {
		msg.Text = c.T.Text(msgLogTitle, people) + "\n" + msg.Text
	}
	page := func(to int, name i18n.Message) ui.Button {
		return ui.Button{ID: stateID(logVerb, &m.Match, strconv.Itoa(to)), Label: c.T.Text(name, nil),
			Off: to < 0 || to >= len(pages)}
	}
	if len(pages) > 1 {
		msg.Rows = ui.Buttons(page(at-1, msgLogOlder), page(at+1, msgLogNewer))
	}
	kind := settle(c)
	if c.ID.Verb == logVerb && c.ID.Arg != "" {
		kind = dispatch.Update
	}
	return answer{match: m, reply: dispatch.Reply{Kind: kind, Message: msg}}, nil
}
