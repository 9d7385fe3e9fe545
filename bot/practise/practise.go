// Package practise is the room for practising: a game against the bot from any position, and trying out turns.
package practise

import (
	"context"
	"errors"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Handlers answers the commands and controls of the room. Every field is required.
type Handlers struct {
	Service *play.Service
	View    *show.View
	Pick    *show.Picker
	Live    *panel.Panels
}

// Commands returns /practise.
func (h *Handlers) Commands() []dispatch.Command {
	return []dispatch.Command{{Spec: dispatch.Spec("practise", "Paste a game, and play on from any position; only you see it"),
		Run: openForm}}
}

// Controls returns the controls to start and keep a practice game, and to try out turns.
func (h *Handlers) Controls() dispatch.Controls {
	return dispatch.Join(h.Pick.Controls(show.Open(), map[ui.Verb]show.Handler{ui.Keep: h.keep}),
		h.Pick.Controls(show.Playing(), map[ui.Verb]show.Handler{ui.TryOut: h.tryOut}).Prompts(),
		dispatch.Controls{ui.Practise: {Run: h.practise, Inline: true}, ui.Paste: {Run: h.pasted}})
}

// A game against me for practice, in private: what is offered, with a menu and buttons, and what is said as it begins
// and when it is kept. I am the bot.
var (
	msgOffer = i18n.Message{ID: "practise.offer",
		Other: "**Practise from here** as {{.Side}}, at level {{.Level}}. It doesn't count."}
	msgLevel = i18n.Message{ID: "practise.level", Other: "Level {{.Level}}"}
	msgBegin = i18n.Message{ID: "practise.begin", Other: "Begin"}
	msgAs    = i18n.Message{ID: "practise.as", Other: "Play {{.Side}}"}
	msgBegun = i18n.Message{ID: "practise.begun",
		Other: "Practice has begun, at level {{.Level}}. A week without a turn deletes it, unless you press **Keep**."}
	msgKept = i18n.Message{ID: "practise.kept", Other: "Kept: `/games` lists it."}
)

// practise offers a practice game, or begins it.
func (h *Handlers) practise(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	arg, ok := ui.ReadPractise(c.ID.Arg)
	if !ok {
		arg, ok = ui.ReadPractise(c.Argument())
	}
	if !ok {
		return dispatch.Reply{}, play.ErrNotFound
	}
	if arg.What == ui.PractiseBegin {
		return h.begin(ctx, c, arg)
	}
	r := dispatch.Reply{Kind: dispatch.Update}
	if arg.What == ui.PractiseNew {
		r.Kind = dispatch.Private
	}
	if len(c.Values) > 0 {
		if level, ok := ui.ReadNumber(c.Values[0]); ok {
			arg.Level = match.Level(level)
		}
	}
	r.Message = h.offer(ctx, c, arg)
	return r, nil
}

// offer returns the position of a practice game with controls for its terms.
func (h *Handlers) offer(ctx context.Context, c *dispatch.Call, arg ui.PractiseArg) ui.Message {
	settings := h.View.Settings(ctx, c)
	scene := show.Scene{Game: rules.GameFrom(arg.From, arg.Limit), Reader: arg.Side, Side: settings.Bottom(arg.Side),
		Theme: h.View.Theme(ctx, c)}
	button := func(what string, side rules.Color, name i18n.Message) ui.Button {
		arg.What, arg.Side = what, side
		return ui.Button{ID: ui.NoMatch(ui.Practise, arg.String()),
			Label: c.T.Text(name, i18n.Args{"Side": turns.Side(c.T, side)})}
	}
	own := arg.Side
	begin, other := button(ui.PractiseBegin, own, msgBegin), button(ui.PractiseAs, own.Other(), msgAs)
	begin.Style = ui.Good
	menu := &ui.Menu{ID: button(ui.PractiseAs, own, msgLevel).ID}
	for level := match.Level(1); level <= match.MaxLevel; level++ {
		menu.Items = append(menu.Items, ui.Item{Label: c.T.Text(msgLevel, i18n.Args{"Level": level}),
			Value: ui.Number(int(level)), Selected: level == arg.Level})
	}
	return ui.Message{Picture: h.View.Picture(c.T, scene),
		Text: c.T.Text(msgOffer, i18n.Args{"Side": turns.Side(c.T, own), "Level": arg.Level}),
		Rows: append([]ui.Row{{Menu: menu}}, ui.Buttons(begin, other)...)}
}

// begin begins a practice game and opens its panel. If it has already begun, it only opens the panel.
func (h *Handlers) begin(ctx context.Context, c *dispatch.Call, arg ui.PractiseArg) (dispatch.Reply, error) {
	home := c.Home()
	home.Away = true
	terms := match.Terms{Start: arg.From, Level: arg.Level, Side: match.PlayRed, Options: rules.Options{
		Board: arg.From.Board(), StallLimit: arg.Limit,
		Positioning: arg.From.Positioning(rules.Red) || arg.From.Positioning(rules.Blue)}}
	if arg.Side == rules.Blue {
		terms.Side = match.PlayBlue
	}
	m, err := h.Service.Challenge(ctx, c.Actor, play.Challenge{To: c.Robot, Venue: home, Practice: true, Terms: terms})
	if err != nil && !errors.Is(err, play.ErrSame) {
		return dispatch.Reply{}, err
	}
	c.Log.Info("practice", "match", m.ID)
	shown := h.Live.Panel(ctx, c, &m)
	shown.Says = c.T.Text(msgBegun, i18n.Args{"Level": m.Terms.Level})
	return h.Live.AwaitRobotInPanel(c, m, panel.InPlace(c, shown), shown.Says), nil
}

// keep adds a practice game to the list of games, and shows it.
func (h *Handlers) keep(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, err := h.Service.Keep(ctx, c.Actor, id)
	if err != nil {
		return show.Answer{Match: m}, err
	}
	said := c.T.Text(msgKept, nil)
	if m.Status == match.Finished {
		return show.Answer{Match: m, Reply: dispatch.Reply{Kind: dispatch.Update,
			Message: h.View.PrivateBoard(ctx, c, m, said)}}, nil
	}
	shown := h.Live.Panel(ctx, c, &m)
	shown.Says = said
	return show.Answer{Match: m, Reply: panel.InPlace(c, shown)}, nil
}
