package panel

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/panel/tap"
	"madbot/bot/show"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

// Buttons of the panel, in which a turn is tapped. They are short.
var (
	msgPlayIt   = i18n.Message{ID: "panel.button.confirm", Other: "Confirm"}
	msgBack     = i18n.Message{ID: "panel.button.back", Other: "Back"}
	msgOtherWay = i18n.Message{ID: "panel.button.other", Other: "Reverse"}
	msgTypeIt   = i18n.Message{ID: "panel.button.type", Other: "Type my turn"}
	msgLook     = i18n.Message{ID: "panel.button.look", Other: "Refresh"}
	msgLose     = i18n.Message{ID: "panel.button.lose", Other: "Play it and lose"}
	msgKeep     = i18n.Message{ID: "panel.button.keep", Other: "No, keep the corvette"}
)

// Buttons of the panel: a ship in exile, a move without its bonus, a pass.
var (
	msgExiled  = i18n.Message{ID: "panel.exile", Other: "{{.Ship}} in exile"}
	msgNoBonus = i18n.Message{ID: "panel.none", Other: "Without bonus"}
	msgPass    = i18n.Message{ID: "panel.pass", Other: "Pass"}
)

// Placeholders of the panel's menus.
var (
	msgExiles      = i18n.Message{ID: "panel.menu.exiles", Other: "Your ships in exile"}
	msgTheirExiles = i18n.Message{ID: "panel.menu.theirexiles", Other: "Their ships in exile"}
	msgOffers      = i18n.Message{ID: "panel.menu.meant", Other: "The turn you meant"}
)

// room returns the number of components that fit below the picture and the board, which has up to 32, and the button to
// the next game.
func (m controls) room() int {
	const room = discord.MaxComponents - 32 - 1
	if m.Picture != nil {
		return room - 1
	}
	return room
}

// actions returns the controls below the board: ships in exile or turns that may have been meant (in a menu if there
// are many), then other choices, then the last buttons. A button that plays a turn is always the first.
func (m controls) actions() []ui.Row {
	list, prompt := m.exiles(), msgExiles
	switch {
	case len(m.Offers) > 0:
		list, prompt = m.offers(), msgOffers
	case m.asksTheirs():
		prompt = msgTheirExiles
	}
	var aside []ui.Button
	for _, o := range list {
		o.Emoji = discordgo.ComponentEmoji{} // three with emojis are too wide for a phone
		aside = append(aside, o.Button)
	}
	choices, ending := m.choices(), m.ending()
	switch m.view.Stage {
	case tap.Confirm:
		for _, other := range choices {
			other.Emoji, other.Label = discordgo.ComponentEmoji{}, m.t.Text(msgOtherWay, nil) // there is no more room
			ending = append(ending, other)
		}
		return ui.Wrap(ending...)
	case tap.ChooseBonus:
		if m.Picture == nil { // all fit in any case
			return append(ui.Wrap(ending...), ui.Wrap(choices...)...)
		}
		return m.rows(ending, choices)
	case tap.Watching:
		return m.rows(m.waiting(), ending)
	}
	below := append(choices, ending...)
	rows := ui.Wrap(append(aside, below...)...)
	if len(rows)+len(aside)+len(below) > m.room() {
		return append(m.menu("more", m.t.Text(prompt, nil), list), ui.Buttons(below...)...)
	}
	return rows
}

// rows returns rows with first and below them rows with then; one row for each if there are too many, or one for all.
func (m controls) rows(first, then []ui.Button) []ui.Row {
	rows := append(ui.Wrap(first...), ui.Wrap(then...)...)
	switch all := slices.Concat(first, then); {
	case len(rows)+len(all) <= m.room():
		return rows
	case 2+len(all) <= m.room():
		return append(ui.Buttons(first...), ui.Buttons(then...)...)
	default:
		return ui.Buttons(all...)
	}
}

func (m controls) offers() []option {
	var list []option
	for _, turn := range m.Offers {
		list = append(list, option{Button: ui.Button{ID: m.to(turn.String(), tap.Selection{Turn: turn}),
			Label: turn.String(), Style: ui.Strong}, note: turns.Words(m.t, m.before, turn)})
	}
	return list
}

// exiles returns the ships in exile that can be chosen, unless a menu has them already.
func (m controls) exiles() []option {
	var list []option
	for _, o := range m.view.Options {
		if o.Ship != rules.NoShip && !m.Settings.Menus && m.offersExile() {
			list = append(list, option{m.exile(o), m.note(o.Mark, rules.Piece{Color: m.mover, Ship: o.Ship})})
		}
	}
	return list
}

// choices returns the buttons of turns that can be chosen directly.
func (m controls) choices() []ui.Button {
	var list []ui.Button
	for _, o := range m.view.Options {
		if o.Ship == rules.NoShip && len(m.Offers) == 0 {
			list = append(list, m.choice(o))
		}
	}
	return list
}

// offersExile reports whether ships in exile can be chosen.
func (m *maker) offersExile() bool { return m.Lesson == nil || m.Lesson.Exile }

func (m controls) exile(o tap.Option) ui.Button {
	piece := rules.Piece{Color: m.mover, Ship: o.Ship}
	return ui.Button{ID: m.to(o.Ship.String(), o.Next), Emoji: m.Emojis[show.ShipEmoji(piece)],
		Label: strings.TrimSpace(sign(o.Mark) + " " + m.t.Text(msgExiled, i18n.Args{"Ship": o.Ship})),
		Style: m.style(tap.Cell{Mark: o.Mark})}
}

func (m controls) choice(o tap.Option) ui.Button {
	b := ui.Button{ID: m.to(o.Turn.String(), o.Next), Label: o.Turn.Shift().String()}
	if o.Turn == rules.Pass {
		b.Label, b.Emoji = m.t.Text(msgPass, nil), m.Emojis[render.IconPass.String()]
		return b
	}
	b.Emoji = m.Emojis[shiftIcon(o.Turn).String()]
	return b
}

// shiftIcon returns the icon of the swap or rotation of a turn.
func shiftIcon(t rules.Turn) render.Icon {
	if t.Shift().IsRotation() {
		return render.IconRotate
	}
	return render.IconSwap
}

// Back returns a button labelled Back.
func Back(t i18n.Printer, id ui.ID) ui.Button { return ui.Button{ID: id, Label: t.Text(msgBack, nil)} }

// ending returns the last buttons.
func (m controls) ending() []ui.Button {
	back := Back(m.t, m.to("back", m.view.Selection.Back()))
	stage := m.view.Stage
	switch {
	case m.Lesson != nil && (stage == tap.Watching || stage == tap.ChooseShip):
		return m.Lesson.Ways
	case stage == tap.Watching:
		return m.watching()
	case stage == tap.ChooseShip && m.Planning != nil:
		return m.planning()
	case stage == tap.ChooseShip && len(m.Offers) == 0:
		return m.choosingShip()
	case stage == tap.ChooseBonus:
		return []ui.Button{m.alone(), back}
	case stage == tap.Confirm && m.Lesson == nil && m.Planning == nil && len(m.view.Options) == 0: // a line is full
		return []ui.Button{m.confirm(), back, show.Note(m.t, m.Match, m.view.Selection.String())}
	case stage == tap.Confirm:
		return []ui.Button{m.confirm(), back}
	}
	return []ui.Button{back}
}

// choosingShip returns the last buttons while no ship is selected. It leaves out Flip and then Rules if ships in exile
// or a pass need the room.
func (m controls) choosingShip() []ui.Button {
	list := []ui.Button{m.typeIt()}
	if m.Picture == nil || len(m.view.Options) < 3 {
		list = append(list, show.Rules(m.t))
	}
	if len(m.view.Options) == 0 {
		list = append(list, m.flip())
	}
	return append(list, show.Keep(m.t, m.Match)...)
}

func (m controls) confirm() ui.Button {
	turn := m.view.Selection.Turn
	b := ui.Button{ID: m.plays(turn), Label: m.t.Text(msgPlayIt, nil), Style: ui.Good}
	if m.before.LosesAtOnce(turn) {
		b.Style = ui.Danger
	}
	return b
}

func (m controls) typeIt() ui.Button {
	arg := ""
	if m.before.Positioning(m.mover) {
		arg = ui.Positioning
	}
	return ui.Button{ID: m.id(ui.TypeTurn, arg), Label: m.t.Text(msgTypeIt, nil)}
}

// flip returns the button that turns all of a player's boards round from now on.
func (m controls) flip() ui.Button {
	return show.Flip(m.t, m.id(ui.OpenPanel, m.bottom.Other().String()))
}

// alone returns the button that plays the selected movement without a bonus.
func (m controls) alone() ui.Button {
	b := m.confirm()
	b.Label = m.t.Text(msgNoBonus, nil)
	if m.asksTheirs() {
		b.ID = m.to("alone", tap.Selection{Turn: m.view.Selection.Turn})
	}
	return b
}

// watching returns the last buttons for somebody who is not on turn.
func (m controls) watching() []ui.Button {
	if m.Match.Status != match.Playing {
		if m.takesPart() {
			return append(show.NextLevel(m.t, m.Match), show.Practised(m.t, m.Match)...)
		}
		return show.Practised(m.t, m.Match)
	}
	refresh := ui.Button{ID: m.id(ui.OpenPanel, ""), Label: m.t.Text(msgLook, nil)}
	if m.takesPart() {
		if m.Picture != nil && len(m.waiting()) > 2 { // there is no room for more
			return []ui.Button{refresh}
		}
		return []ui.Button{refresh, m.flip()}
	}
	refresh.ID.Arg = m.side.String()
	side := m.side.Other()
	if m.side == rules.NoColor {
		side = rules.Blue
	}
	return []ui.Button{refresh, show.Flip(m.t, m.id(ui.OpenPanel, side.String())), show.Rules(m.t)}
}

// waiting returns the buttons above the watching buttons for a player who waits for the other player. They are never in
// the place of the button that has just confirmed a turn. There are none while the bot thinks, so that the board does
// not move.
func (m controls) waiting() []ui.Button {
	if m.Lesson != nil || !m.takesPart() || m.Match.Status != match.Playing ||
		m.Match.ToMove() == m.Match.Robot() {
		return nil
	}
	list := []ui.Button{show.Plan(m.t, m.Match, m.Planned), show.Note(m.t, m.Match, "")}
	if before, _ := m.game.Last(); m.game.Ply() > 0 && before.Side() == m.own && !m.Match.Terms.NoTakebacks {
		list = append(list, show.TakeBack(m.t, m.Match))
	}
	return list
}
