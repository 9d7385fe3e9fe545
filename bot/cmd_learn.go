package bot

import (
	"context"
	"strconv"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/learn"
	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
)

// Buttons of the lessons, in private. They are short.
var (
	msgLearnIt = i18n.Message{ID: "learn.button.open", Other: "Learn it on a board"}
	msgAgain   = i18n.Message{ID: "learn.button.again", Other: "Start again"}
	msgOnwards = i18n.Message{ID: "learn.button.next", Other: "Next"}
	msgLessons = i18n.Message{ID: "learn.button.lessons", Other: "Lessons"}
	msgPlayMe  = i18n.Message{ID: "learn.button.play", Other: "Play against me"}
	msgToGame  = i18n.Message{ID: "learn.button.game", Other: "Show my game"}
	msgGoOn    = i18n.Message{ID: "learn.button.resume", Other: "Go on learning"}
)

// Above the board of a lesson, in private.
var (
	msgLesson = i18n.Message{ID: "learn.lesson",
		Other: "**Lesson {{.Number}} of {{.All}}: {{.Title}}**"}
	msgLessonDone = i18n.Message{ID: "learn.done",
		Other: "**Lesson {{.Number}} of {{.All}}: {{.Title}}** — done!"}
	msgTapShip = i18n.Message{ID: "learn.asks",
		Other: "You are {{.Side}}, at the bottom. Tap one of your ships."}
	msgChooseShip = i18n.Message{ID: "learn.asksmenus",
		Other: "You are {{.Side}}, at the bottom of the board. Choose one of your ships."}
	msgStartAgain = i18n.Message{ID: "learn.old",
		Other: "That no longer fits, so this lesson starts again."}
	msgThatWasAll = i18n.Message{ID: "learn.last",
		Other: "That was the last lesson. Now play a real game against me: I play gently, and explain " +
			"what is new to you when it comes up."}
)

// The list of lessons, in private; below it a menu whose items have a number, a title and perhaps a note.
var (
	msgOverview = i18n.Message{ID: "learn.overview",
		Other: "**Lessons**: {{.Done}} of {{.All}} done. Choose any of them, as often as you like."}
	msgPlayAny = i18n.Message{ID: "learn.play",
		Other: "Or play a real game against me: I play gently, and explain what is new to you when it comes up."}
	msgYourTurnIn = i18n.Message{ID: "learn.game.yours",
		Other: "**Your game against me** is at turn {{.Turn}}, and it is your turn."}
	msgMyTurnIn = i18n.Message{ID: "learn.game.mine",
		Other: "**Your game against me** is at turn {{.Turn}}, and I am thinking."}
	msgWhichLesson = i18n.Message{ID: "learn.menu", Other: "Which lesson?"}
	msgLessonItem  = i18n.Message{ID: "learn.item", Other: "{{.Number}}. {{.Title}}"}
	msgItemDone    = i18n.Message{ID: "learn.item.done", Other: "done"}
	msgItemHere    = i18n.Message{ID: "learn.item.here", Other: "you are here"}
)

// learnVerb leads through the lessons; its argument is one of those below, or empty: where the person
// left off.
const learnVerb = "learn"

// The arguments of learnVerb. To the first two belongs the id of a lesson; in learnMenu it is picked.
const (
	learnGo    = "go"    // shows a lesson
	learnAgain = "again" // shows it from its start
	learnMenu  = "menu"
	learnAll   = "all"  // shows all lessons
	learnGame  = "game" // starts the first game, or shows it
)

// lessons teaches the game on the board on which turns are tapped.
func (h *handlers) lessons() dispatch.Command {
	return dispatch.Command{
		Spec: dispatch.Spec("learn", "Learn MAD on a board, step by step; only you see it"),
		Run:  asBlock(h.resume), Prompt: true,
		Components: map[string]dispatch.Component{
			learnVerb: {Run: asBlock(h.goLearn), Inline: true, Prompt: true},
			panel.Try: {Run: asBlock(h.tryTurn), Inline: true, Prompt: true},
		},
	}
}

func learnID(arg string) ui.ID { return ui.ID{Verb: learnVerb, Ply: play.AnyPly, Arg: arg} }

// pupil is a person who learns, and the call by which they do.
type pupil struct {
	*dispatch.Call
	play.Player
}

// pupil returns the person of c.
func (h *handlers) pupil(ctx context.Context, c *dispatch.Call) (pupil, error) {
	p, err := h.service.Player(ctx, c.Actor.ID)
	return pupil{c, p}, err
}

// at returns the lesson where p left off, at its start.
func (p pupil) at() learn.State { return learn.Find(p.Progress.Lesson) }

// done returns the lessons that p has done.
func (p pupil) done() learn.Done { return learn.Done(p.Progress.Done) }

// resume shows the lesson where the person left off; during the first game, and when all lessons are
// done, what there is to choose.
func (h *handlers) resume(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	p, err := h.pupil(ctx, c)
	if err != nil {
		return dispatch.Reply{}, err
	}
	game, err := h.firstGame(ctx, p)
	switch {
	case err != nil:
		return dispatch.Reply{}, err
	case game != nil || p.done().IsAll():
		return p.overview(game), nil
	}
	return h.lesson(p, panel.Panel{}, p.at()), nil
}

// goLearn does what a button or the menu beside the lessons says.
func (h *handlers) goLearn(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	what, id, _ := strings.Cut(c.ID.Arg, " ")
	if what == learnMenu && len(c.Values) > 0 {
		id = c.Values[0]
	}
	switch what {
	case learnGame:
		return h.startFirstGame(ctx, c)
	case learnAll:
		return h.showAll(ctx, c)
	case learnGo, learnAgain, learnMenu:
		if s, err := learn.Parse(id); err == nil {
			return h.goTo(ctx, c, s)
		}
	}
	return h.resume(ctx, c)
}

// goTo shows a lesson from its start and remembers it.
func (h *handlers) goTo(ctx context.Context, c *dispatch.Call, s learn.State) (dispatch.Reply, error) {
	p, err := h.pupil(ctx, c)
	if err != nil {
		return dispatch.Reply{}, err
	}
	p = h.remember(ctx, p, func(at *play.Progress) { at.Lesson = string(s.Lesson().ID) })
	return h.lesson(p, panel.Panel{}, s), nil
}

// remember changes what is kept of the progress of p, if that changes anything.
func (h *handlers) remember(ctx context.Context, p pupil, change func(*play.Progress)) pupil {
	before := p.Progress
	if change(&p.Progress); p.Progress == before {
		return p
	}
	_, err := h.service.ChangePlayer(ctx, p.Actor, func(now *play.Player) { change(&now.Progress) })
	if err != nil { // the lesson goes on all the same
		p.Log.Warn("progress not kept", "err", err)
	}
	return p
}

// tryTurn shows what can be chosen next in a lesson, or plays what was chosen. A tap that does not fit
// starts the lesson again.
func (h *handlers) tryTurn(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	state, choice := panel.ReadLesson(tapped(c))
	p, err := h.pupil(ctx, c)
	if err != nil {
		return dispatch.Reply{}, err
	}
	again := panel.Panel{Says: c.T.Text(msgStartAgain, nil)}
	s, err := learn.Parse(state)
	if err != nil {
		return h.lesson(p, again, learn.Find(state)), nil
	}
	g := s.Game()
	position := g.Position()
	if choice.Turn == "" {
		selection, possible := tap.Parse(&position, choice.Selection)
		if !possible {
			return h.lesson(p, again, learn.Start(s.Number())), nil
		}
		return h.lesson(p, panel.Panel{Selection: selection}, s), nil
	}
	var verdict learn.Verdict
	turn, err := position.ParseTurn(choice.Turn)
	if err == nil {
		s, verdict, err = s.Play(turn)
	}
	switch {
	case err != nil:
		return h.lesson(p, again, learn.Start(s.Number())), nil
	case !verdict.Reached:
		return h.lesson(p, panel.Panel{Lesson: &panel.Lesson{Task: verdict.Text(c.T)}}, s), nil
	}
	return h.lesson(h.reached(ctx, p, s), panel.Panel{}, s), nil
}

// reached remembers that p did the lesson of s, if that is done, and goes on to the next one.
func (h *handlers) reached(ctx context.Context, p pupil, s learn.State) pupil {
	if !s.Done() {
		return p
	}
	p.Log.Info("lesson done", "lesson", s.Lesson().ID)
	return h.remember(ctx, p, func(at *play.Progress) {
		done := learn.Done(at.Done).With(s.Lesson().ID)
		at.Done, at.Lesson = string(done), string(done.After(s))
	})
}

// lesson shows s to p, with what shown says besides, or as its task.
func (h *handlers) lesson(p pupil, shown panel.Panel, s learn.State) dispatch.Reply {
	number, all, task := s.Number()+1, len(learn.Lessons()), s.Text(p.T)
	if shown.Lesson != nil {
		task = shown.Lesson.Task
	}
	title, asks, start := msgLesson, msgTapShip, s.Lesson().Start
	if s.Done() {
		title = msgLessonDone
	}
	if p.Settings.Menus {
		asks = msgChooseShip
	}
	shown.Reader, shown.Settings, shown.Emojis = p.Actor.ID, p.Settings, h.emojis.Now()
	shown.Lesson = &panel.Lesson{State: s.String(), Game: s.Game(), Exile: s.Exile(), Task: task,
		Ways:  p.ways(s),
		Title: p.T.Text(title, i18n.Args{"Number": number, "All": all, "Title": titleOf(p.T, s.Lesson())}),
		Asks:  p.T.Text(asks, i18n.Args{"Side": turns.Side(p.T, start.Side())})}
	if s.Done() && number == all {
		shown.Notes = []string{p.T.Text(msgThatWasAll, nil)}
	}
	return inPanel(p.Call, shown)
}

func titleOf(t i18n.Printer, l learn.Lesson) string { return t.Text(l.Title, nil) }

// ways are where p can go from s.
func (p pupil) ways(s learn.State) []ui.Button {
	var list []ui.Button
	add := func(name i18n.Message, style ui.ButtonStyle, arg string) {
		list = append(list, ui.Button{ID: learnID(arg), Label: p.T.Text(name, nil), Style: style})
	}
	style := ui.Quiet
	if s.Done() {
		style = ui.Strong
	}
	next := learn.Start(s.Number() + 1)
	switch {
	case next.Number() > s.Number():
		add(msgOnwards, style, learnGo+" "+string(next.Lesson().ID))
	case s.Done():
		add(msgPlayMe, style, learnGame)
	}
	if s != learn.Start(s.Number()) {
		add(msgAgain, ui.Quiet, learnAgain+" "+string(s.Lesson().ID))
	}
	add(msgLessons, ui.Quiet, learnAll)
	return list
}

// showAll shows all lessons to choose from.
func (h *handlers) showAll(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
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

// overview offers the lessons and a first game, or the one that is being played.
func (p pupil) overview(game *play.Match) dispatch.Reply {
	lines := []string{p.T.Text(msgOverview, i18n.Args{"Done": p.done().Count(), "All": len(learn.Lessons())})}
	here := string(p.at().Lesson().ID)
	buttons := []ui.Button{{ID: learnID(learnGame), Label: p.T.Text(msgPlayMe, nil)}}
	if game == nil {
		lines = append(lines, p.T.Text(msgPlayAny, nil))
	} else {
		form := msgMyTurnIn
		if game.ToMove() == p.Actor.ID {
			form = msgYourTurnIn
		}
		lines = append([]string{p.T.Text(form, i18n.Args{"Turn": game.Game.Ply() + 1})}, lines...)
		buttons[0] = ui.Button{ID: stateID(panel.Open, &game.Match, ""), Label: p.T.Text(msgToGame, nil)}
	}
	goOn := ui.Button{ID: learnID(learnGo + " " + here), Label: p.T.Text(msgGoOn, nil)}
	switch {
	case p.done().IsAll():
	case game == nil:
		buttons = []ui.Button{goOn, buttons[0]}
	default:
		buttons = append(buttons, goOn)
	}
	buttons[0].Style = ui.Strong
	return dispatch.Reply{Kind: dispatch.Update, Message: ui.Message{Text: strings.Join(lines, "\n"),
		Rows: append([]ui.Row{{Menu: p.menu(here)}}, ui.Buttons(buttons...)...)}}
}

// menu lists all lessons.
func (p pupil) menu(here string) *ui.Menu {
	menu := &ui.Menu{ID: learnID(learnMenu), Prompt: p.T.Text(msgWhichLesson, nil)}
	for i, l := range learn.Lessons() {
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
