package challenge

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// A private form that answers a challenge with other terms. Theirs and Yours are lists of terms.
var (
	msgForm = i18n.Message{ID: "counter.form",
		Other: "**Other terms for {{.By}}'s challenge**\nTheirs: {{.Theirs}}\nYours: {{.Yours}}\n" +
			"-# **Send** challenges {{.By}} on your terms, in place of their challenge."}
	msgFormSame = i18n.Message{ID: "counter.same",
		Other: "**Other terms for {{.By}}'s challenge**\n" +
			"Theirs: {{.Theirs}}\n" +
			"-# Change what you'd like to be different."}
)

// The menus of this form while they are closed. Is is the selected item.
var (
	msgBoardIs = i18n.Message{ID: "counter.board", Other: "Board: {{.Is}}"}
	msgPaceIs  = i18n.Message{ID: "counter.pace", Other: "Pace: {{.Is}}"}
)

// Further buttons of this form. Each changes one term.
var (
	msgWithTakebacks = i18n.Message{ID: "counter.takebacks", Other: "Allow takebacks"}
	msgNoTakebacks   = i18n.Message{ID: "counter.notakebacks", Other: "No takebacks"}
	msgPositioning   = i18n.Message{ID: "counter.positioning", Other: "Add positioning turn"}
	msgRate          = i18n.Message{ID: "counter.rated", Other: "Rated"}
	msgUnrate        = i18n.Message{ID: "counter.unrated", Other: "Unrated"}
	msgNoPositioning = i18n.Message{ID: "counter.straight", Other: "No positioning turn"}
	msgSend          = i18n.Message{ID: "counter.send", Other: "Send"}
)

type form struct {
	t     i18n.Printer
	m     *match.Match // the challenge to answer
	terms match.Terms  // as chosen so far
	wrong error        // why they cannot be rated; nil if they can, or are not
}

// message returns the form with which the opponent of the challenge answers it. It shows the terms chosen so far.
func (f form) message() ui.Message {
	return ui.Message{Block: true, Text: f.text(), Rows: []ui.Row{
		{Buttons: f.presets()},
		f.named("board", msgBoardIs, f.boards()),
		f.menu("side", f.sides()),
		f.named("pace", msgPaceIs, f.paces()),
		f.menu("hints", f.hints()),
		{Buttons: []ui.Button{f.takebacks(), f.positioning(), f.rated()}},
		{Buttons: []ui.Button{{ID: f.id(ui.SendTerms, f.terms, ""), Label: f.t.Text(msgSend, nil), Style: ui.Good,
			Disabled: f.wrong != nil || f.terms == f.m.Terms.FromOpponent()}}},
	}}
}

func (f form) text() string {
	mine := match.Match{Challenger: f.m.Opponent, Opponent: f.m.Challenger, Terms: f.terms}
	args := i18n.Args{"By": text.Mention(f.t, f.m.Challenger), "Theirs": text.Terms(f.t, f.m), "Yours": text.Terms(f.t, &mine)}
	if f.terms == f.m.Terms.FromOpponent() {
		return f.t.Text(msgFormSame, args)
	}
	if why, refused := text.Refusal(f.t, f.wrong); refused {
		return why + "\n" + f.t.Text(msgForm, args)
	}
	return f.t.Text(msgForm, args)
}

// id returns the id of a control that chooses terms. A key distinguishes controls that choose the same terms.
func (f form) id(verb ui.Verb, terms match.Terms, key string) ui.ID {
	arg := EncodeTerms(terms)
	if key != "" {
		arg += " " + key
	}
	return ui.ID{Verb: verb, Match: f.m.ID, Ply: play.AnyPly, Arg: arg}
}

// choice is a menu item: the terms it chooses, labelled with what it changes.
type choice struct {
	label string
	terms match.Terms
}

// named returns a menu whose prompt names the term and the current choice.
func (f form) named(key string, prompt i18n.Message, list []choice) ui.Row {
	row := f.menu(key, list)
	row.Menu.Prompt = f.t.Text(prompt, i18n.Args{"Is": row.Menu.Prompt})
	return row
}

// menu returns a menu whose prompt is the current choice.
func (f form) menu(key string, list []choice) ui.Row {
	menu := &ui.Menu{ID: f.id(ui.Counter, f.terms, key)}
	for _, c := range list {
		if c.terms == f.terms {
			menu.Prompt = c.label
		}
		menu.Items = append(menu.Items, ui.Item{Label: c.label, Value: EncodeTerms(c.terms)})
	}
	return ui.Row{Menu: menu}
}

// with returns a choice: the terms chosen so far with a change, unrated if they then cannot be rated.
func (f form) with(label string, change func(*match.Terms)) choice {
	terms := f.terms
	change(&terms)
	terms.Rated = terms.Rated && terms.CanBeRated()
	return choice{label, terms}
}

func (f form) presets() (row []ui.Button) {
	for _, p := range Presets() {
		c := f.with(text.PresetName(f.t, string(p)), func(t *match.Terms) { p.Apply(t) })
		b := ui.Button{ID: f.id(ui.Counter, c.terms, string(p)), Label: c.label}
		if p.Is(f.terms) {
			b.Style, b.Disabled = ui.Strong, true
		}
		row = append(row, b)
	}
	return row
}

func (f form) boards() (list []choice) {
	for _, board := range []rules.Board{rules.Board6x4, rules.Board5x5} {
		list = append(list, f.with(board.String(), func(t *match.Terms) { t.Options.Board = board }))
	}
	return list
}

func (f form) sides() []choice {
	return []choice{
		f.with(text.RandomSides(f.t), func(t *match.Terms) { t.Side = match.RandomSide }),
		f.with(text.YouAre(f.t, rules.Red), func(t *match.Terms) { t.Side = match.PlayRed }),
		f.with(text.YouAre(f.t, rules.Blue), func(t *match.Terms) { t.Side = match.PlayBlue }),
	}
}

// paces returns the paces to choose from, and the current one if it is not among them.
func (f form) paces() (list []choice) {
	for _, p := range paces() {
		c := f.with("", p.apply)
		c.label = text.PaceWords(f.t, c.terms)
		list = append(list, c)
	}
	return f.withCurrent(list, text.PaceWords(f.t, f.terms))
}

// hints returns the hint limits to choose from, and the current one if it is not among them.
func (f form) hints() (list []choice) {
	for _, limit := range hintLimits() {
		list = append(list, f.with(text.HintWords(f.t, limit), func(t *match.Terms) { t.Hints = limit }))
	}
	return f.withCurrent(list, text.HintWords(f.t, f.terms.Hints))
}

// withCurrent returns list with the current terms, which it adds under a label if they are missing.
func (f form) withCurrent(list []choice, label string) []choice {
	for _, c := range list {
		if c.terms == f.terms {
			return list
		}
	}
	return append(list, choice{label, f.terms})
}

func (f form) takebacks() ui.Button {
	label := msgNoTakebacks
	if f.terms.NoTakebacks {
		label = msgWithTakebacks
	}
	c := f.with(f.t.Text(label, nil), func(t *match.Terms) { t.NoTakebacks = !t.NoTakebacks })
	return ui.Button{ID: f.id(ui.Counter, c.terms, "takebacks"), Label: c.label}
}

func (f form) positioning() ui.Button {
	label := msgNoPositioning
	if !f.terms.Options.Positioning {
		label = msgPositioning
	}
	c := f.with(f.t.Text(label, nil), func(t *match.Terms) { t.Options.Positioning = !t.Options.Positioning })
	return ui.Button{ID: f.id(ui.Counter, c.terms, "positioning"), Label: c.label}
}

// rated returns the button that makes the game rated, with the terms that requires, or not rated.
func (f form) rated() ui.Button {
	label := msgRate
	if f.terms.Rated {
		label = msgUnrate
	}
	c := f.with(f.t.Text(label, nil), func(t *match.Terms) {
		if t.Rated {
			t.Rated = false
			return
		}
		rate(t)
	})
	return ui.Button{ID: f.id(ui.Counter, c.terms, "rated"), Label: c.label, Disabled: !f.terms.Rated && !c.terms.Rated}
}
