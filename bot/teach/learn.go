package teach

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
)

// Buttons of the lessons, in private. They are short.
var (
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
	msgChooseShip = i18n.Message{ID: "learn.asks",
		Other: "You're {{.Side}}, at the bottom. Choose a ship."}
	msgStartAgain = i18n.Message{ID: "learn.old",
		Other: "That no longer fits, so this lesson starts again."}
	msgThatWasAll = i18n.Message{ID: "learn.last",
		Other: "That was the last lesson. Now solve puzzles, or play a real game: I'll go easy on you, and explain " +
			"what's new when it comes up."}
)

type pupil struct {
	*dispatch.Call
	play.Player
}

func (h *Handlers) pupil(ctx context.Context, c *dispatch.Call) (pupil, error) {
	p, err := h.Service.Player(ctx, c.Actor.ID)
	return pupil{c, p}, err
}

// resume shows the lesson where the person left off. During the first game, and after the last lesson, it shows the
// overview.
func (h *Handlers) resume(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
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

// goLearn handles the buttons and the menu around the lessons.
func (h *Handlers) goLearn(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	arg := ui.ReadLearn(c.ID.Arg)
	if arg.What == ui.LearnMenu && len(c.Values) > 0 {
		arg.Lesson = c.Values[0]
	}
	switch arg.What {
	case ui.LearnGame:
		return h.startFirstGame(ctx, c)
	case ui.LearnAll:
		return h.showAll(ctx, c)
	case ui.LearnGo, ui.LearnAgain, ui.LearnMenu:
		if s, err := ParseLesson(arg.Lesson); err == nil {
			return h.goTo(ctx, c, s)
		}
	}
	return h.resume(ctx, c)
}

func (h *Handlers) goTo(ctx context.Context, c *dispatch.Call, s LessonState) (dispatch.Reply, error) {
	p, err := h.pupil(ctx, c)
	if err != nil {
		return dispatch.Reply{}, err
	}
	p = h.remember(ctx, p, func(at *play.Progress) { at.Lesson = string(s.Lesson().ID) })
	return h.lesson(p, panel.Panel{}, s), nil
}

// remember applies change to the progress of p and stores it if it changed.
func (h *Handlers) remember(ctx context.Context, p pupil, change func(*play.Progress)) pupil {
	before := p.Progress
	if change(&p.Progress); p.Progress == before {
		return p
	}
	_, err := h.Service.ChangePlayer(ctx, p.Actor, func(now *play.Player) { change(&now.Progress) })
	if err != nil { // not worth an error: the lesson continues
		p.Log.Warn("lesson progress not saved", "err", err)
	}
	return p
}

// tryTurn handles a tap on the board of a lesson: it shows what can be chosen next, or plays the chosen turn. A tap
// that does not fit the lesson starts it again.
func (h *Handlers) tryTurn(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	arg := ui.ReadTry(c.Argument())
	choice := ui.ReadTap(arg.Tap)
	p, err := h.pupil(ctx, c)
	if err != nil {
		return dispatch.Reply{}, err
	}
	again := panel.Panel{Says: c.T.Text(msgStartAgain, nil)}
	s, err := ParseLesson(arg.State)
	if err != nil {
		return h.lesson(p, again, FindLesson(arg.State)), nil
	}
	g := s.Game()
	position := g.Position()
	if choice.Turn == "" {
		selection, possible := tap.Parse(&position, choice.Selection)
		if !possible {
			return h.lesson(p, again, StartLesson(s.Number())), nil
		}
		return h.lesson(p, panel.Panel{Selection: selection}, s), nil
	}
	var verdict Verdict
	turn, err := position.ParseTurn(choice.Turn)
	if err == nil {
		s, verdict, err = s.Play(turn)
	}
	switch {
	case err != nil:
		return h.lesson(p, again, StartLesson(s.Number())), nil
	case !verdict.Reached:
		return h.lesson(p, panel.Panel{Lesson: &panel.Lesson{Task: verdict.Text(c.T)}}, s), nil
	}
	return h.lesson(h.reached(ctx, p, s), panel.Panel{}, s), nil
}

// reached records that p has done the lesson of s, if s is its end, and moves on to the next one.
func (h *Handlers) reached(ctx context.Context, p pupil, s LessonState) pupil {
	if !s.Done() {
		return p
	}
	p.Log.Info("lesson done", "lesson", s.Lesson().ID)
	return h.remember(ctx, p, func(at *play.Progress) {
		done := DoneLessons(at.Done).With(s.Lesson().ID)
		at.Done, at.Lesson = string(done), string(done.After(s))
	})
}

// lesson shows s to p. shown may contain a message, a selection, or a text instead of the task.
func (h *Handlers) lesson(p pupil, shown panel.Panel, s LessonState) dispatch.Reply {
	number, all, task := s.Number()+1, len(Lessons()), s.Text(p.T)
	if shown.Lesson != nil {
		task = shown.Lesson.Task
	}
	title, start := msgLesson, s.Lesson().Start
	if s.Done() {
		title = msgLessonDone
	}
	shown.Reader, shown.Settings, shown.Emojis = p.Actor.ID, p.Settings, h.View.Emojis.Now()
	shown.Lesson = &panel.Lesson{State: s.String(), Game: s.Game(), Exile: s.Exile(), Task: task,
		Moves: s.Number() == 0, // swaps and rotations have lessons of their own

		Ways:  p.ways(s),
		Title: p.T.Text(title, i18n.Args{"Number": number, "All": all, "Title": titleOf(p.T, s.Lesson())}),
		Asks:  p.T.Text(msgChooseShip, i18n.Args{"Side": turns.Side(p.T, start.Side())})}
	if s.Done() && number == all {
		shown.Notes = []string{p.T.Text(msgThatWasAll, nil)}
	}
	return panel.InPlace(p.Call, shown)
}

func titleOf(t i18n.Printer, l Lesson) string { return t.Text(l.Title, nil) }
