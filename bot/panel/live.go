package panel

import (
	"cmp"
	"context"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Panels opens panels. All it needs is required.
type Panels struct {
	View *show.View
	// Explain returns what a player is told on the panel of their first game.
	Explain func(t i18n.Printer, g *rules.Game, side rules.Color) []string
	Await   time.Duration // how long what the robot played is not shown because it is not announced yet
}

// Panel returns the panel of m for the caller, in which nothing is chosen.
func (l *Panels) Panel(ctx context.Context, c *dispatch.Call, m *play.Match) Panel {
	p, seat := l.View.Player(ctx, c), l.View.Seat(ctx, c, m)
	return Panel{Kept: show.KeptWords(c.T, seat, &m.Match, play.MaxNote),
		Planned: show.PlannedLines(seat, &m.Match), Match: &m.Match, Reader: c.Actor.ID, Side: rules.Red,
		Settings: p.Settings, Opponent: func() string { return l.View.OpponentIfSeveral(c, m, l.View.OpenMatches(ctx, c)) },
		Emojis: l.View.Emojis.Now(), Notes: l.explained(c.T, &p, &m.Match)}
}

// explained returns what p is told in the panel of m, if that is their first game.
func (l *Panels) explained(t i18n.Printer, p *play.Player, m *match.Match) []string {
	if m.ID == "" || m.ID != p.Progress.Game {
		return nil
	}
	return l.Explain(t, &m.Game, m.ColorOf(p.ID))
}

// Open shows the panel of m, from the side that the control names, or with the ship chosen that it names. To a player
// the board stays on that side.
func (l *Panels) Open(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if m.Status == match.Proposed {
		return dispatch.Reply{}, match.ErrNotPlaying
	}
	opened := ui.ID{}
	if c.ID.Verb == ui.OpenPanel {
		opened = c.ID
	}
	side := ui.ReadSide(opened.Arg)
	if side != rules.NoColor && m.ColorOf(c.Actor.ID) != rules.NoColor {
		l.View.SetBottom(ctx, c, &m.Match, side)
	}
	p := l.Panel(ctx, c, &m)
	p.Side = cmp.Or(side, p.Side)
	if !c.IsStale(&m) {
		position := m.Game.Position()
		p.Selection, _ = tap.Parse(&position, opened.Arg)
	}
	return l.Followed(c, m, Show(c, p), ""), nil
}

// Answered returns r, what is shown of m, with what takes its place once the robot has played, if m waits for that, and
// that is announced: it notifies a player who has not seen it yet.
func (l *Panels) Answered(c *dispatch.Call, m play.Match, r dispatch.Reply,
	shown func(context.Context, play.Match) dispatch.Reply) dispatch.Reply {
	if !m.AwaitsRobot() {
		return r
	}
	r.Then = func(ctx context.Context) (dispatch.Reply, bool) {
		now, there := l.View.Service.Answered(ctx, m)
		if !there {
			return dispatch.Reply{}, false
		}
		limited, cancel := context.WithTimeout(ctx, l.Await)
		now = l.View.Service.Told(limited, now)
		cancel()
		l.View.MarkSeen(ctx, c, now)
		return shown(ctx, now), true
	}
	return r
}

// Followed is Answered by the panel as it is then, under words.
func (l *Panels) Followed(c *dispatch.Call, m play.Match, r dispatch.Reply, says string) dispatch.Reply {
	return l.Answered(c, m, r, func(ctx context.Context, now play.Match) dispatch.Reply {
		p := l.Panel(ctx, c, &now)
		p.Says = says
		return InPlace(c, p)
	})
}

// Show answers with p: in place of the panel whose control was used, or with a message of its own.
func Show(c *dispatch.Call, p Panel) dispatch.Reply {
	r := InPlace(c, p)
	if !c.OnBlock {
		r.Kind = dispatch.Private
	}
	return r
}

// InPlace shows p in place of the panel whose control was used.
func InPlace(c *dispatch.Call, p Panel) dispatch.Reply {
	r := dispatch.Reply{Kind: dispatch.Update, Message: Message(c.T, p)}
	if p.Match != nil { // else it is a lesson
		r.Panel = p.Match.ID
	}
	return r
}

// Meanwhile says that the person saw an older state of m, and what happened.
func Meanwhile(c *dispatch.Call, m *match.Match) string {
	said, _ := text.Refusal(c.T, play.ErrStale)
	if m.Status != match.Playing {
		return said
	}
	return said + "\n" + text.LastTurn(c.T, m)
}
