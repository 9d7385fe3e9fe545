package practise

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// A private board on which somebody tries turns of both sides; Line is the turns so far, in the notation.
var (
	msgTrying = i18n.Message{ID: "tryout.title", Other: "**Trying it out**: nothing is played."}
	msgTried  = i18n.Message{ID: "tryout.line", Other: "**Trying it out**: {{.Line}}"}
	msgFull   = i18n.Message{ID: "tryout.full", Other: "That's as far as it goes."}
	msgStart  = i18n.Message{ID: "tryout.start", Other: "From the start"}
)

// tried is a match with turns that its player tries out. Only the ids of the controls hold them.
type tried struct {
	*dispatch.Call
	match *play.Match
	line  string     // as appendTurn wrote it
	game  rules.Game // after it
}

// tryOut selects what was tapped for either side, or plays the chosen turn on the private board of c only. If the match
// has changed, or the caller is not on turn, it shows the panel of the match instead.
func (h *Handlers) tryOut(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Match(ctx, c.Actor, id)
	if err != nil {
		return show.Answer{}, err
	}
	arg := ui.ReadTry(c.Argument())
	t := tried{c, &m, arg.State, m.Game.Clone()}
	if c.IsStale(&m) || m.As(c.Actor.ID).OnTurn() != nil || !playOn(&t.game, t.line) {
		shown := h.Live.Panel(ctx, c, &m)
		shown.Says = panel.Meanwhile(c, &m.Match)
		return show.Answer{Match: m, Reply: panel.InPlace(c, shown)}, nil
	}
	choice, shown := ui.ReadTap(arg.Tap), panel.Panel{}
	position := t.game.Position()
	turn, err := position.ParseTurn(choice.Turn)
	switch {
	case choice.Turn == "":
		shown.Selection, _ = tap.Parse(&position, choice.Selection)
	case err == nil && len(t.line) >= 2*maxLine:
		shown.Says = c.T.Text(msgFull, nil)
	case err == nil && t.game.Play(turn) == nil:
		t.line = appendTurn(t.line, position, turn)
	}
	shown.Reader, shown.Settings, shown.Emojis = c.Actor.ID, h.View.Settings(ctx, c), h.View.Emojis.Now()
	shown.Lesson = t.lesson()
	return show.Answer{Reply: panel.InPlace(c, shown)}, nil // the look at the position was recorded before
}

// to returns the id of a control that taps something after a line.
func (t *tried) to(line, tapped string) ui.ID {
	return ui.OnMatch(ui.TryOut, &t.match.Match, ui.TryArg{State: line, Tap: tapped}.String())
}

func (t *tried) lesson() *panel.Lesson {
	p := t.game.Position()
	l := &panel.Lesson{Game: t.game, Both: t.match.ColorOf(t.Actor.ID), Exile: true, Title: t.T.Text(msgTrying, nil),
		Task: turns.Ending(t.T, &t.game),
		Asks: turns.ToMove(t.T, p.Side()),
		Tap:  func(tapped string) ui.ID { return t.to(t.line, tapped) }}
	step, start := panel.Back(t.T, t.to(t.line[:max(0, len(t.line)-2)], ui.TapArg{Key: "step"}.String())),
		ui.Button{ID: t.to("", ui.TapArg{Key: "start"}.String()), Label: t.T.Text(msgStart, nil)}
	if t.line == "" {
		step.Disabled, start.Disabled = true, true
	} else {
		line := match.Line(t.game.Turns()[t.match.Game.Ply():])
		l.Title = t.T.Text(msgTried, i18n.Args{"Line": line})
	}
	l.Ways = []ui.Button{step, start, show.Play(t.T, &t.match.Match)}
	return l
}
