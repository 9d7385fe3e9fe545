package turn

import (
	"context"
	"errors"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// tap selects what was tapped on the panel, or plays the turn that was confirmed. A tap on an old panel shows the
// position as it is now.
func (h *Handlers) tap(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	choice := ui.ReadTap(c.Argument())
	if choice.Turn != "" {
		return h.playInPanel(ctx, c, id, play.Typed{Text: choice.Turn, Sure: choice.Sure, Warned: true})
	}
	m, err := h.Service.Match(ctx, c.Actor, id)
	if err != nil {
		return show.Answer{}, err
	}
	p := h.Live.Panel(ctx, c, &m)
	position, possible := m.Game.Position(), false
	p.Selection, possible = tap.Parse(&position, choice.Selection)
	if !possible || c.IsStale(&m) {
		p.Selection, p.Says = tap.Selection{}, panel.Meanwhile(c, &m.Match)
	}
	return show.Answer{Match: m, Reply: panel.InPlace(c, p)}, nil
}

// playInPanel plays a turn and shows the panel after it. It asks first if the turn loses at once (rules 2.5).
func (h *Handlers) playInPanel(ctx context.Context, c *dispatch.Call, id match.ID,
	t play.Typed) (show.Answer, error) {
	m, err := h.Service.Play(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply}, t)
	p := h.Live.Panel(ctx, c, &m)
	losing, asks := errors.AsType[*play.DoubtError](err)
	switch {
	case err == nil:
		logTurn(c, &m)
		reply := h.playedInPanel(ctx, c, p, &m, msgHadPlanned)
		reply = h.Live.AwaitRobot(c, m, reply, func(ctx context.Context, now play.Match) dispatch.Reply {
			return h.playedInPanel(ctx, c, h.Live.Panel(ctx, c, &now), &now, msgAnswered)
		})
		return show.Changed(m, reply), nil
	case asks:
		return show.Answer{Match: m, Reply: dispatch.Reply{Kind: dispatch.Update,
			Message: panel.AskTwice(c.T, p, losing.Turn)}}, nil
	case m.ID == "" || !show.IsStale(err):
		return show.Answer{Match: m}, err
	}
	p.Says = panel.Meanwhile(c, &m.Match)
	if wasPlayed(c, &m.Match, t.Text) {
		return show.Answer{Match: m, Reply: h.playedInPanel(ctx, c, p, &m, msgAnswered)}, nil
	}
	return show.Answer{Match: m, Reply: panel.InPlace(c, p)}, nil
}

// playedInPanel shows p after the person's turn in m, with a button to the next match that waits for them. answered is
// as for donePlaying.
func (h *Handlers) playedInPanel(ctx context.Context, c *dispatch.Call, p panel.Panel, m *play.Match,
	answered i18n.Message) dispatch.Reply {
	done := h.donePlaying(ctx, c, m, answered)
	p.Says = strings.TrimSpace(done.said + " " + done.rest)
	r := panel.InPlace(c, p)
	r.Message.Rows = show.Beside(r.Message.Rows, done.next...)
	return r
}

// wasPlayed reports whether the same control has just played turn, because it was tapped twice.
func wasPlayed(c *dispatch.Call, m *match.Match, turn string) bool {
	game, since := justPlayed(c, m)
	before, last := game.Last()
	return m.Moment()-since == c.ID.Ply+1 && last.String() == turn &&
		m.Players.Of(before.Side()) == c.Actor.ID
}

// justPlayed returns the game of m after the person's last turn, and the number of turns since: 0 or 1.
func justPlayed(c *dispatch.Call, m *match.Match) (rules.Game, int) {
	before, _ := m.Game.Last()
	if m.Game.Ply() < 2 || m.Players.Of(before.Side()) == c.Actor.ID {
		return m.Game, 0
	}
	return m.Game.At(m.Game.Ply() - 1), 1
}

// next opens the panel of the next match that waits for the person, or says that there is none.
func (h *Handlers) next(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	open, err := h.Service.Open(ctx, c.Actor.ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	kind := dispatch.Private
	if c.OnBlock {
		kind = dispatch.Update
	}
	waiting := show.Waiting(open, c.Actor.ID, "")
	if len(waiting) == 0 {
		return dispatch.Reply{Kind: kind, Message: ui.Message{Text: show.NothingWaits(c.T, open, c.Actor.ID)}}, nil
	}
	return h.Pick.Run(ctx, c, waiting[0].ID, h.Pick.WithMatch(h.Live.Open))
}
