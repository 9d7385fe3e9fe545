package panel

import (
	"slices"
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/panel/tap"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// What the panel says, in which a turn is tapped. Words says a turn in words, as in
// “211 sails from c2”. Risks, Stake, Offer and Prompt are whole sentences.
var (
	msgChoose   = i18n.Message{ID: "panel.choose", Other: "choose a ship"}
	msgWatching = i18n.Message{ID: "panel.watching", Other: "You're watching."}
	msgTarget   = i18n.Message{ID: "panel.target",
		Other: "**{{.Ship}}**: choose where it goes."}
	msgPartner = i18n.Message{ID: "panel.partner",
		Other: "**{{.Ship}}**: choose a ship to change places with."}
	msgTargetPartner = i18n.Message{ID: "panel.both",
		Other: "**{{.Ship}}**: choose where it goes, or a ship to change places with."}
	msgTargetMenus = i18n.Message{ID: "panel.targetmenus", Other: "**{{.Ship}}**: choose what it does."}
	msgTargetExile = i18n.Message{ID: "panel.targetexile",
		Other: "**{{.Ship}}** is in exile: choose a ship to change places with."}
	msgCanExpel  = i18n.Message{ID: "panel.expels", Other: "{{.Prompt}} A red button expels the enemy ship there."}
	msgSigns     = i18n.Message{ID: "panel.signs", Other: "**=** swap, **>** rotation."}
	msgOnlySigns = i18n.Message{ID: "panel.signsonly",
		Other: "**{{.Ship}}**: tap a ship to change places. **=** swap, **>** rotation"}
	msgTheirBonus = i18n.Message{ID: "panel.theirbonus", Other: "**{{.Turn}}** earns a bonus. Which one, if any?"}
	msgBonus      = i18n.Message{ID: "panel.bonus", Other: "Or with a bonus, a swap or rotation of {{.Ship}}:"}
	msgConfirm    = i18n.Message{ID: "panel.confirm", Other: "**{{.Turn}}** — {{.Words}}. Play it?"}
	msgRisky      = i18n.Message{ID: "panel.risky", Other: "**{{.Turn}}** — {{.Words}}.\n{{.Risks}}\nPlay it?"}
	msgWins       = i18n.Message{ID: "panel.wins",
		Other: "**{{.Turn}}** — {{.Words}}. It wins the game. Play it?"}
	msgStops = i18n.Message{ID: "panel.stops",
		Other: "**{{.Turn}}** — {{.Words}}. The game stops with this turn. {{.Stake}} Play it?"}
	msgLoses = i18n.Message{ID: "panel.loses",
		Other: "**{{.Turn}}** — {{.Words}}. It sends your own corvette into exile: you'd lose at once."}
	msgReally = i18n.Message{ID: "panel.sure",
		Other: "**{{.Turn}}** loses the game at once. Do you really want to play it?"}
	msgShift   = i18n.Message{ID: "panel.shift", Other: "**{{.Shift}}** — {{.Words}}"}
	msgAnswer  = i18n.Message{ID: "panel.offer", Other: "{{.Offer}} `/board` lets you answer."}
	msgReturns = i18n.Message{ID: "panel.returns", Other: "This turn ends your vacation."}
	msgMeant   = i18n.Message{ID: "panel.meant", Other: "Choose the one you meant, or go back."}
)

type speaker struct{ *maker }

// says returns the question at the present stage.
func (m speaker) says() string {
	s := m.view.Selection
	switch m.view.Stage {
	case tap.ChooseShip:
		return m.withNotes(m.asksShip())
	case tap.ChooseTarget:
		return lines(m.which(), m.asksTarget(s.Ship))
	case tap.ChooseBonus:
		return lines(m.which(), m.returns(), m.withShifts(m.asksBonus(s.Turn)))
	case tap.Confirm:
		return lines(m.which(), m.returns(), m.asksConfirm(s.Turn))
	}
	return m.withNotes(m.spectatorText())
}

// which returns a line that identifies the match, or "" in lessons and plans, or if the reader has no other.
func (m speaker) which() string {
	if m.Lesson != nil || m.Planning != nil {
		return ""
	}
	if other := m.other(); other != "" {
		return text.Yours(m.t, m.side, other, "")
	}
	return ""
}

// returns says that the turn would end the reader's vacation, if it would.
func (m speaker) returns() string {
	if !m.Returns || m.Planning != nil {
		return ""
	}
	return m.t.Text(msgReturns, nil)
}

// withNotes returns said with the notes below it.
func (m speaker) withNotes(said string) string {
	return lines(append(append([]string{said}, m.Kept...), m.Notes...)...)
}

func lines(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(line string) bool { return line == "" }), "\n")
}

// withShifts returns a question with an explanation of the swaps and rotations that can be chosen.
func (m speaker) withShifts(question string) string {
	said := []string{question}
	for _, o := range m.view.Options {
		if shift := o.Turn.Shift(); shift != rules.NoShift {
			said = append(said, m.t.Text(msgShift, i18n.Args{"Shift": shift,
				"Words": turns.Shift(m.t, m.before, o.Turn)}))
		}
	}
	return lines(said...)
}

// spectatorText returns the state of the match for somebody who is not on turn.
func (m speaker) spectatorText() string {
	switch {
	case m.Lesson != nil:
		return ""
	case m.Match.Status != match.Playing:
		return text.Match(m.t, m.Match, m.Reader)
	}
	theirs := text.Theirs(m.t, m.Match)
	if !m.takesPart() {
		theirs = m.t.Text(msgWatching, nil) + " " + theirs
	}
	said := []string{theirs, m.corvette()}
	return lines(append(said, m.counters()...)...)
}

// counters returns what may change or end the match: the clock, offers, a near stall, and the counters.
func (m speaker) counters() []string {
	offer := text.Offers(m.t, m.Match, m.Reader)
	if m.Match.As(m.Reader).OfferToAnswer() != match.NoOffer {
		offer = m.t.Text(msgAnswer, i18n.Args{"Offer": offer})
	}
	return []string{text.Overdue(m.t, m.Match, m.Reader), offer, text.StallNear(m.t, m.Match, m.Reader),
		text.Clock(m.t, m.Match), text.Counters(m.t, m.Match)}
}

// asksShip asks to choose a ship, or which turn was meant.
func (m speaker) asksShip() string {
	switch {
	case m.Lesson != nil:
		return m.Lesson.Asks
	case m.Planning != nil:
		return m.asksPlan()
	case len(m.Offers) > 0:
		return m.t.Text(msgMeant, nil)
	}
	asks := m.t.Text(msgChoose, nil)
	if m.before.Positioning(m.side) && len(m.Notes) == 0 { // else they say it
		asks = text.First(m.t)
	}
	said := []string{text.Yours(m.t, m.side, m.other(), asks)}
	if m.Match.Game.Ply() > 0 && m.Says == "" {
		said = append(said, m.lastTurn())
	}
	if corvette := m.corvette(); !strings.Contains(lines(said...), corvette) {
		said = append(said, corvette)
	}
	return lines(append(said, m.counters()...)...)
}

func (m speaker) lastTurn() string {
	if m.Settings.NoPictures {
		return turns.DescribeTurn(m.t, m.game, m.own)
	}
	return text.LastTurn(m.t, m.Match)
}

func (m *maker) corvette() string {
	if m.own == rules.NoColor || m.tries() || m.Lesson == nil && m.Match.Status != match.Playing {
		return ""
	}
	return turns.Corvette(m.t, m.before, m.own)
}

// other names the other player to a reader who plays other matches.
func (m speaker) other() string {
	if m.Opponent == nil {
		return ""
	}
	return m.Opponent()
}

// asksTarget asks what the selected ship is to do.
func (m speaker) asksTarget(ship rules.Ship) string {
	form := msgTarget
	moves, expels, partners := m.marked(tap.Target), m.marked(tap.Expel), m.marked(tap.Swap) || m.marked(tap.Rotate)
	signs := partners && !m.Settings.Menus && !m.Settings.Words && len(m.Emojis) > 0 // else it is in words
	switch {
	case m.before.SquareOf(m.mover, ship) == rules.NoSquare:
		form = msgTargetExile
	case m.Settings.Menus:
		form = msgTargetMenus
	case signs && !moves && !expels:
		form, signs = msgOnlySigns, false
	case partners && !signs && (moves || expels):
		form = msgTargetPartner
	case partners && !signs:
		form = msgPartner
	}
	said := m.t.Text(form, i18n.Args{"Ship": ship})
	if signs {
		said += " " + m.t.Text(msgSigns, nil)
	}
	if expels && !m.Settings.Menus {
		form := msgCanExpel
		if m.asksTheirs() {
			form = msgExpelsYours
		}
		return m.t.Text(form, i18n.Args{"Prompt": said})
	}
	return said
}

// marked reports whether anything with this mark can be tapped.
func (m speaker) marked(mark tap.Mark) bool {
	for _, cells := range m.view.Rows {
		for _, c := range cells {
			if c.Mark == mark {
				return true
			}
		}
	}
	return slices.ContainsFunc(m.view.Options, func(o tap.Option) bool { return o.Mark == mark })
}

// asksBonus asks whether to play a movement alone or with which bonus.
func (m speaker) asksBonus(turn rules.Turn) string {
	if m.asksTheirs() || m.tries() {
		return m.t.Text(msgTheirBonus, i18n.Args{"Turn": turn})
	}
	return m.asksConfirm(turn) + "\n" + m.t.Text(msgBonus, i18n.Args{"Ship": turn.Ship()})
}

// asksConfirm asks whether to play a turn, and says what it does and risks.
func (m speaker) asksConfirm(turn rules.Turn) string {
	if m.Planning != nil {
		return m.confirmsPlan(turn)
	}
	form, risks := msgConfirm, turns.Risks(m.t, m.before, turn)
	switch after := m.before.Play(turn); {
	case m.before.LosesAtOnce(turn):
		form = msgLoses
	case m.Lesson == nil && after.Outcome(0).Winner == m.side:
		form = msgWins
	case m.Lesson == nil && after.Outcome(m.game.Limit()).Over():
		form = msgStops
	case risks != "":
		form = msgRisky
	}
	args := i18n.Args{"Turn": turn, "Words": turns.Words(m.t, m.before, turn), "Risks": risks}
	if form == msgStops {
		args["Stake"] = text.Stake(m.t, m.Match, m.Reader).Then(m.t)
	}
	return m.t.Text(form, args)
}

// LoseOrKeep returns the labels of the answers to the question before a turn that loses at once.
func LoseOrKeep() (lose, keep i18n.Message) { return msgLose, msgKeep }

// AskTwice returns the question before a turn that loses at once, which replaces the panel.
func AskTwice(t i18n.Printer, p Panel, turn rules.Turn) ui.Message {
	m, ask, lose := newMaker(t, p), msgReally, msgLose
	args := i18n.Args{"Turn": turn}
	if p.Planning != nil {
		ask, lose, args["To"] = msgPlanLoses, msgPlanLose, p.Planning.Turn
	}
	return ui.Message{Block: true, Text: t.Text(ask, args), Picture: m.picture(),
		Rows: ui.Buttons(
			ui.Button{ID: m.taps(ui.TapArg{Turn: turn.String(), Sure: true}.String()), Label: t.Text(lose, nil),
				Style: ui.Danger},
			ui.Button{ID: m.to("back", tap.Selection{}), Label: t.Text(msgKeep, nil), Style: ui.Strong})}
}
