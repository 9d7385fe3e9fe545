package look

import (
	"context"
	"slices"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Buttons under a board: other private views of the match.
var (
	msgLookBoard  = i18n.Message{ID: "look.board", Other: "Board"}
	msgLookText   = i18n.Message{ID: "look.text", Other: "Text board"}
	msgLookTurns  = i18n.Message{ID: "look.turns", Other: "Turn list"}
	msgLookClock  = i18n.Message{ID: "look.clock", Other: "Clock"}
	msgLookPast   = i18n.Message{ID: "look.past", Other: "Look back"}
	msgLookStrip  = i18n.Message{ID: "look.strip", Other: "Last turns"}
	msgLookAttack = i18n.Message{ID: "look.attacked", Other: "What is attacked?"}
)

// A private menu of ships, and the caption of its picture.
var (
	msgTargetsOf = i18n.Message{ID: "look.targets", Other: "Where can a ship go?"}
	msgMarks     = i18n.Message{ID: "look.marked",
		Other: "-# A dot is a square to go to, a dashed ring a ship to expel, a star a bonus, a round " +
			"badge a ship to change places with."}
)

// fits reports whether m has the view l.
func fits(l ui.LookArg, m *match.Match) bool {
	switch l.What {
	case ui.LookAttacked:
		return m.Status == match.Playing
	case ui.LookClock:
		return m.Status == match.Playing && m.Terms.Pace.HasClock()
	case ui.LookTargets:
		ships := rules.Ships()
		isShip := slices.ContainsFunc(ships[:], func(s rules.Ship) bool { return int(s) == l.At })
		return m.Status == match.Playing && isShip
	}
	return true
}

// look shows the view that the control names, with controls for the other views.
func (h *Handlers) look(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if !show.IsBegun(&m) {
		return dispatch.Reply{Kind: dispatch.Update, Message: h.View.PrivateBoard(ctx, c, m, "")}, nil
	}
	l := ui.ReadLook(c.Argument())
	if !fits(l, &m.Match) {
		l.What = ui.LookBoard
	}
	if own := m.ColorOf(c.Actor.ID); own != rules.NoColor {
		if l.Key == ui.LookTurned {
			h.View.SetBottom(ctx, c, &m.Match, l.Side)
		}
		settings := h.View.Settings(ctx, c)
		l.Side = settings.Bottom(own)
	}
	return dispatch.Reply{Kind: dispatch.Update, Message: h.withWays(ctx, c, m, l)}, nil
}

// withWays returns the view l of m, with controls for the other views.
func (h *Handlers) withWays(ctx context.Context, c *dispatch.Call, m play.Match, l ui.LookArg) ui.Message {
	msg := h.shown(ctx, c, m, l)
	offers := show.Offers(c.T, &m.Match, c.Actor.ID)
	if l.What == ui.LookClock {
		offers = show.Beside(offers, show.Clock(c.T, &m.Match, c.Actor.ID)...)
	}
	ways := lookButtons(c.T, &m.Match, c.Actor.ID, l)
	leave := show.Leave(c.T, &m.Match, c.Actor.ID, h.Service.Now())
	if c.Manages() && !c.Venue.Away {
		leave = show.Beside(leave, show.Decide(c.T, &m, c.Actor, h.Service.Now())...)
	}
	room := discord.MaxRows - len(msg.Rows) - len(offers) - len(ways) - len(leave)
	if room > 0 && m.Status == match.Playing && !h.View.Settings(ctx, c).Plain {
		ways = append(ways, ui.Row{Menu: targetsMenu(c.T, &m.Match, l)})
	}
	msg.Rows = slices.Concat(offers, msg.Rows, ways, leave)
	return h.View.WithKept(ctx, c, &m, msg, l.What == ui.LookBoard)
}

// shown returns the view l of m, with its own controls.
func (h *Handlers) shown(ctx context.Context, c *dispatch.Call, m play.Match, l ui.LookArg) ui.Message {
	scene := h.View.Scene(ctx, c, &m)
	scene.Side = l.Side
	position := m.Game.Position()
	switch l.What {
	case ui.LookText:
		return h.textBoard(ctx, c, &m, l.Side)
	case ui.LookTurns:
		return h.turnList(ctx, c, m, l)
	case ui.LookPast:
		return h.past(c, m, scene, l)
	case ui.LookClock:
		return ui.Message{Text: text.Times(c.T, &m.Match, c.Actor.ID)}
	case ui.LookAttacked:
		scene.Marks.Attacked = true
		return ui.Message{Text: turns.Attacked(c.T, position, m.ColorOf(c.Actor.ID)),
			Picture: h.View.Picture(c.T, scene)}
	case ui.LookTargets:
		scene.Marks.Targets = rules.Ship(l.At)
		picture := h.View.Picture(c.T, scene)
		picture.Caption = c.T.Text(msgMarks, nil)
		return ui.Message{Picture: picture, Text: turns.OfShip(c.T, position, scene.Marks.Targets)}
	case ui.LookStrip:
		return ui.Message{Text: text.LastTurn(c.T, &m.Match), Picture: h.View.Strip(scene, turns.StripAlt(c.T, &scene.Game))}
	}
	return ui.Message{Text: text.MatchAnd(c.T, &m.Match, c.Actor.ID, h.View.Background(ctx, c.Log, &m, c.Actor.ID)),
		Picture: h.View.Picture(c.T, scene)}
}

// textBoard returns the board of m in words, seen from a side; unless the caller wants no pictures, also as a grid.
func (h *Handlers) textBoard(ctx context.Context, c *dispatch.Call, m *play.Match, side rules.Color) ui.Message {
	words := turns.TextBoard(c.T, &m.Game, m.ColorOf(c.Actor.ID), side)
	if h.View.Settings(ctx, c).NoPictures {
		return ui.Message{Text: words}
	}
	return ui.Message{Text: turns.Grid(m.Game.Position(), side) + "\n" + words}
}

// lookButtons returns the buttons of all views. The button of l is disabled.
func lookButtons(t i18n.Printer, m *match.Match, reader match.PlayerID, l ui.LookArg) []ui.Row {
	to := func(what string, at int, name i18n.Message) ui.Button {
		way, b := ui.LookArg{What: what, At: at, Side: l.Side}, ui.Button{Label: t.Text(name, nil)}
		if what == l.What {
			b.Style, b.Disabled, way.Key = ui.Strong, true, "shown"
		}
		b.ID = ui.OnMatch(ui.Look, m, way.String())
		return b
	}
	last := m.Game.Ply()
	rows := ui.Buttons(to(ui.LookBoard, 0, msgLookBoard), to(ui.LookText, 0, msgLookText),
		to(ui.LookTurns, -1, msgLookTurns), to(ui.LookPast, last, msgLookPast))
	second := []ui.Button{to(ui.LookStrip, 0, msgLookStrip)} // five would not fit into a row on a phone
	if m.Status == match.Playing {
		second = append(second, to(ui.LookAttacked, 0, msgLookAttack))
	}
	if fits(ui.LookArg{What: ui.LookClock}, m) {
		second = append(second, to(ui.LookClock, 0, msgLookClock))
	}
	if l.What != ui.LookTurns && l.What != ui.LookText && l.What != ui.LookClock {
		flipped := ui.LookArg{What: l.What, At: l.At, Side: l.Side.Other(), Key: ui.LookTurned}
		second = append(second, show.Flip(t, ui.OnMatch(ui.Look, m, flipped.String())))
	}
	return append(rows, ui.Buttons(append(second, show.TryOut(t, m, reader)...)...)...)
}

// targetsMenu returns a menu of the ships of the side to move, to see where each can go.
func targetsMenu(t i18n.Printer, m *match.Match, l ui.LookArg) *ui.Menu {
	menu := &ui.Menu{ID: ui.OnMatch(ui.Look, m, "ships"), Prompt: t.Text(msgTargetsOf, nil)}
	for _, ship := range rules.Ships() {
		menu.Items = append(menu.Items, ui.Item{Label: ship.String(),
			Value: ui.LookArg{What: ui.LookTargets, At: int(ship), Side: l.Side}.String()})
	}
	return menu
}
