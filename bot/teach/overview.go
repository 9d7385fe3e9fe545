package teach

import (
	"context"
	"strconv"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
)

// The private list of lessons, above a menu of them.
var (
	msgOverview = i18n.Message{ID: "learn.overview",
		Other: "**Lessons**: {{.Done}} of {{.All}} done. Choose any of them, as often as you like."}
	msgPlayAny = i18n.Message{ID: "learn.play",
		Other: "Or play a real game: I'll go easy on you, and explain what's new when it comes up."}
	msgYourTurnIn = i18n.Message{ID: "learn.game.yours",
		Other: "**Your game against me** is at round {{.Round}}, and it's your turn."}
	msgMyTurnIn = i18n.Message{ID: "learn.game.mine",
		Other: "**Your game against me** is at round {{.Round}}, and I'm thinking."}
	msgWhichLesson = i18n.Message{ID: "learn.menu", Other: "Which lesson?"}
	msgLessonItem  = i18n.Message{ID: "learn.item", Other: "{{.Number}}. {{.Title}}"}
	msgItemDone    = i18n.Message{ID: "learn.item.done", Other: "done"}
	msgItemHere    = i18n.Message{ID: "learn.item.here", Other: "you're here"}
)

func (p pupil) at() LessonState { return FindLesson(p.Progress.Lesson) }

func (p pupil) done() DoneLessons { return DoneLessons(p.Progress.Done) }

// ways returns the buttons that lead from s to other lessons, puzzles or a game.
func (p pupil) ways(s LessonState) []ui.Button {
	var list []ui.Button
	add := func(name i18n.Message, style ui.ButtonStyle, arg ui.LearnArg) {
		list = append(list, ui.Button{ID: ui.NoMatch(ui.Learn, arg.String()), Label: p.T.Text(name, nil), Style: style})
	}
	style := ui.Quiet
	if s.Done() {
		style = ui.Strong
	}
	next := StartLesson(s.Number() + 1)
	switch {
	case next.Number() > s.Number():
		add(msgOnwards, style, ui.LearnArg{What: ui.LearnGo, Lesson: string(next.Lesson().ID)})
	case s.Done():
		list = append(list, show.Puzzles(p.T, style))
		add(msgPlayMe, ui.Quiet, ui.LearnArg{What: ui.LearnGame})
	}
	if s != StartLesson(s.Number()) {
		add(msgAgain, ui.Quiet, ui.LearnArg{What: ui.LearnAgain, Lesson: string(s.Lesson().ID)})
	}
	add(msgLessons, ui.Quiet, ui.LearnArg{What: ui.LearnAll})
	if next.Number() == s.Number() && s.Done() { // the last lesson leads to a game or puzzles instead
		return list
	}
	g := s.Game()
	return append(list, show.Practise(p.T, &g, firstLevel)...)
}

// showAll shows all lessons to choose from.
func (h *Handlers) showAll(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	p, err := h.pupil(ctx, c)
	if err != nil {
		return dispatch.Reply{}, err
	}
	game, err := h.firstGame(ctx, p)
	if err != nil {
		return dispatch.Reply{}, err
	}
	return p.overview(game), nil
}

// overview offers the lessons, and a first game or the one in progress.
func (p pupil) overview(game *play.Match) dispatch.Reply {
	lines := []string{p.T.Text(msgOverview, i18n.Args{"Done": p.done().Count(), "All": len(Lessons())})}
	here := string(p.at().Lesson().ID)
	buttons := []ui.Button{{ID: ui.NoMatch(ui.Learn, ui.LearnGame), Label: p.T.Text(msgPlayMe, nil)}}
	if game == nil {
		lines = append(lines, p.T.Text(msgPlayAny, nil))
	} else {
		form := msgMyTurnIn
		if game.ToMove() == p.Actor.ID {
			form = msgYourTurnIn
		}
		lines = append([]string{p.T.Text(form, i18n.Args{"Round": game.Game.Number(game.Game.Ply())})}, lines...)
		buttons[0] = ui.Button{ID: ui.OnMatch(ui.OpenPanel, &game.Match, ""), Label: p.T.Text(msgToGame, nil)}
	}
	arg := ui.LearnArg{What: ui.LearnGo, Lesson: here}.String()
	goOn := ui.Button{ID: ui.NoMatch(ui.Learn, arg), Label: p.T.Text(msgGoOn, nil)}
	switch {
	case p.done().IsAll():
		buttons = append(buttons, show.Puzzles(p.T, ui.Quiet))
	case game == nil:
		buttons = []ui.Button{goOn, buttons[0]}
	default:
		buttons = append(buttons, goOn)
	}
	buttons[0].Style = ui.Strong
	return dispatch.Reply{Kind: dispatch.Update, Message: ui.Message{Text: strings.Join(lines, "\n"),
		Rows: append([]ui.Row{{Menu: p.menu(here)}}, ui.Buttons(buttons...)...)}}
}

// menu returns a menu of all lessons; here is the current one.
func (p pupil) menu(here string) *ui.Menu {
	menu := &ui.Menu{ID: ui.NoMatch(ui.Learn, ui.LearnMenu), Prompt: p.T.Text(msgWhichLesson, nil)}
	for i, l := range Lessons() {
		item := ui.Item{Value: string(l.ID), Label: p.T.Text(msgLessonItem,
			i18n.Args{"Number": strconv.Itoa(i + 1), "Title": titleOf(p.T, l)})}
		switch {
		case p.done().Has(l.ID):
			item.Note = p.T.Text(msgItemDone, nil)
		case string(l.ID) == here:
			item.Note = p.T.Text(msgItemHere, nil)
		}
		menu.Items = append(menu.Items, item)
	}
	return menu
}
