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

// Panels opens the panels of matches. Every field is required.
type Panels struct {
	View *show.View
	// Explain returns the notes on the panel of a player's first game.
	Explain func(t i18n.Printer, g *rules.Game, side rules.Color) []string
	Await   time.Duration // how long the panel waits for the board with the robot's turn to be posted
}

// Panel returns the panel of m for the caller, with nothing selected.
func (l *Panels) Panel(ctx context.Context, c *dispatch.Call, m *play.Match) Panel {
	p, seat := l.View.Player(ctx, c), l.View.Seat(ctx, c, m)
	return Panel{Kept: show.KeptWords(c.T, seat, &m.Match, play.MaxNote),
		Planned: show.PlannedLines(seat, &m.Match), Match: &m.Match, Reader: c.Actor.ID, Side: rules.Red,
		Settings: p.Settings, Opponent: func() string { return l.View.OpponentIfSeveral(c, m, l.View.OpenMatches(ctx, c)) },
		Emojis: l.View.Emojis.Now(), Picture: l.View.PanelPicture(c.T, p.Settings), Notes: l.explained(c.T, &p, &m.Match),
		Returns: p.Vacation.IsOn(l.View.Service.LocalTime(p)) && m.Robot() == "" && m.Terms.Pace.HasClock()}
}

// explained returns the notes on the panel of m, if that is the first game of p.
func (l *Panels) explained(t i18n.Printer, p *play.Player, m *match.Match) []string {
	if m.ID == "" || m.ID != p.Progress.Game {
		return nil
	}
	return l.Explain(t, &m.Game, m.ColorOf(p.ID))
}

// Open shows the panel of m, from the side or with the ship selected that the control names. For a player, all boards
// are then seen from that side.
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
	return l.AwaitRobotInPanel(c, m, Show(c, p), ""), nil
}

// AwaitRobot returns r. If m waits for the robot, shown replaces r after the robot has played and its turn was posted,
// because the post notifies a player who has not seen the turn.
func (l *Panels) AwaitRobot(c *dispatch.Call, m play.Match, r dispatch.Reply,
	shown func(context.Context, play.Match) dispatch.Reply) dispatch.Reply {
	if !m.AwaitsRobot() {
		return r
	}
	r.Then = func(ctx context.Context) (dispatch.Reply, bool) {
		now, there := l.View.Service.AwaitRobot(ctx, m)
		if !there {
			return dispatch.Reply{}, false
		}
		limited, cancel := context.WithTimeout(ctx, l.Await)
		now = l.View.Service.AwaitDelivery(limited, now)
		cancel()
		l.View.MarkSeen(ctx, c, now)
		return shown(ctx, now), true
	}
	return r
}

// AwaitRobotInPanel is AwaitRobot with the panel, with says above it.
func (l *Panels) AwaitRobotInPanel(c *dispatch.Call, m play.Match, r dispatch.Reply, says string) dispatch.Reply {
	return l.AwaitRobot(c, m, r, func(ctx context.Context, now play.Match) dispatch.Reply {
		p := l.Panel(ctx, c, &now)
		p.Says = says
		return InPlace(c, p)
	})
}

// Show replies with p: it replaces the panel whose control was used, or is a new message.
func Show(c *dispatch.Call, p Panel) dispatch.Reply {
	r := InPlace(c, p)
	if !c.OnBlock {
		r.Kind = dispatch.Private
	}
	return r
}

// InPlace replies with p, which replaces the panel whose control was used.
func InPlace(c *dispatch.Call, p Panel) dispatch.Reply {
	r := dispatch.Reply{Kind: dispatch.Update, Message: Message(c.T, p)}
	if p.Match != nil { // else it is a lesson
		r.Panel = p.Match.ID
	}
	return r
}

// Meanwhile returns the text that the match has changed since the person looked, and how.
func Meanwhile(c *dispatch.Call, m *match.Match) string {
	said, _ := text.Refusal(c.T, play.ErrStale)
	if m.Status != match.Playing {
		return said
	}
	return said + "\n" + text.LastTurn(c.T, m)
}
