package panel

import (
	"madbot/bot/i18n"
	"madbot/bot/panel/tap"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/bot/view/button"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

// Buttons of the panel, the private message in which a turn is tapped. They are short.
var (
	msgPlayIt = i18n.Message{ID: "panel.button.confirm", Other: "Confirm"}
	msgBack   = i18n.Message{ID: "panel.button.back", Other: "Back"}
	msgTypeIt = i18n.Message{ID: "panel.button.type", Other: "Type it"}
	msgLook   = i18n.Message{ID: "panel.button.look", Other: "Refresh"}
	msgTurn   = i18n.Message{ID: "panel.button.turn", Other: "From {{.Side}}'s side"}
	msgLose   = i18n.Message{ID: "panel.button.lose", Other: "Play it and lose"}
	msgKeep   = i18n.Message{ID: "panel.button.keep", Other: "No, keep the corvette"}
)

// Buttons of the panel for a ship in exile, for a move without its bonus and for a pass.
var (
	msgExiled  = i18n.Message{ID: "panel.exile", Other: "{{.Ship}} in exile"}
	msgNoBonus = i18n.Message{ID: "panel.none", Other: "No bonus"}
	msgPass    = i18n.Message{ID: "panel.pass", Other: "Pass"}
)

// maxAside is how many buttons stand beneath the board, in one row.
const maxAside = 5

// actions returns what stands beneath the board: a row of buttons, and what can be chosen as a menu
// when that is too much.
func (m controls) actions() []ui.Row {
	options, ending := m.options(), m.ending()
	var rows []ui.Row
	if len(options)+len(ending) > maxAside {
		rows, options = m.menu("more", m.t.Text(msgOr, nil), asOptions(options)), nil
	}
	return append(rows, ui.Buttons(append(options, ending...)...)...)
}

// options returns a button for each thing to choose that is not a square.
func (m controls) options() []ui.Button {
	var list []ui.Button
	if len(m.Offers) > 0 {
		for _, turn := range m.Offers {
			list = append(list, ui.Button{ID: m.to(turn.String(), tap.Selection{Turn: turn}),
				Label: turn.String(), Style: ui.Strong})
		}
		return list
	}
	for _, o := range m.view.Options {
		if o.Ship == rules.NoShip || !m.Settings.Menus && m.offersExile() { // else it is in a menu already
			list = append(list, m.option(o))
		}
	}
	return list
}

// offersExile reports whether ships in exile can be chosen.
func (m *maker) offersExile() bool { return m.Lesson == nil || m.Lesson.Exile }

// asOptions returns buttons as they are in a menu.
func asOptions(buttons []ui.Button) []option {
	list := make([]option, len(buttons))
	for i, b := range buttons {
		list[i].Button = b
	}
	return list
}

func (m controls) option(o tap.Option) ui.Button {
	if o.Ship != rules.NoShip {
		piece := rules.Piece{Color: m.mover, Ship: o.Ship}
		return ui.Button{ID: m.to(o.Ship.String(), o.Next), Emoji: m.Emojis[ShipEmoji(piece)],
			Label: m.t.Text(msgExiled, i18n.Args{"Ship": o.Ship}), Style: m.style(tap.Cell{Mark: o.Mark})}
	}
	b := ui.Button{ID: m.to(o.Turn.String(), o.Next), Label: o.Turn.String()}
	switch {
	case o.Turn == rules.Pass:
		b.Label, b.Emoji = m.t.Text(msgPass, nil), m.Emojis[render.IconPass.String()]
	case o.Turn.IsMove() && !o.Turn.HasBonus():
		b.Label = m.t.Text(msgNoBonus, nil)
	default:
		b.Label, b.Emoji = o.Turn.Shift().String(), m.Emojis[shiftIcon(o.Turn).String()]
	}
	return b
}

// shiftIcon returns the icon of the swap or rotation of a turn.
func shiftIcon(t rules.Turn) render.Icon {
	if t.Shift().IsRotation() {
		return render.IconRotate
	}
	return render.IconSwap
}

// ending returns the buttons that stand last.
func (m controls) ending() []ui.Button {
	back := ui.Button{ID: m.to("back", tap.Selection{}), Label: m.t.Text(msgBack, nil)}
	stage := m.view.Stage
	switch {
	case m.Lesson != nil && (stage == tap.Watching || stage == tap.ChooseShip):
		return m.Lesson.Ways
	case stage == tap.Watching:
		return m.watching()
	case stage == tap.ChooseShip && m.Planning != nil:
		return m.planning()
	case stage == tap.ChooseShip && len(m.Offers) == 0:
		return []ui.Button{{ID: m.id(ui.TypeTurn, ""), Label: m.t.Text(msgTypeIt, nil)}}
	case stage == tap.Confirm && m.Lesson == nil && m.Planning == nil:
		return []ui.Button{m.confirm(), back, button.Note(m.t, m.Match, m.view.Selection.String())}
	case stage == tap.Confirm:
		return []ui.Button{m.confirm(), back}
	}
	return []ui.Button{back}
}

// confirm returns the button that plays the turn that was chosen.
func (m controls) confirm() ui.Button {
	turn := m.view.Selection.Turn
	b := ui.Button{ID: m.plays(turn), Label: m.t.Text(msgPlayIt, nil), Style: ui.Good}
	if m.before.LosesAtOnce(turn) {
		b.Style = ui.Danger
	}
	return b
}

// watching returns the buttons for somebody who cannot choose a turn.
func (m controls) watching() []ui.Button {
	if m.Match.Status != match.Playing {
		return nil
	}
	list := []ui.Button{{ID: m.id(ui.OpenPanel, m.side.String()), Label: m.t.Text(msgLook, nil)}}
	if m.takesPart() {
		list = append(list, button.Plan(m.t, m.Match, m.Planned), button.Note(m.t, m.Match, ""))
	} else {
		side := m.side.Other()
		if m.side == rules.NoColor {
			side = rules.Blue
		}
		label := m.t.Text(msgTurn, i18n.Args{"Side": turns.Side(m.t, side)})
		return append(list, ui.Button{ID: m.id(ui.OpenPanel, side.String()), Label: label})
	}
	if before, _ := m.game.Last(); m.game.Ply() > 0 && before.Side() == m.own && !m.Match.Terms.NoTakebacks {
		list = append(list, button.TakeBack(m.t, m.Match))
	}
	return list
}
