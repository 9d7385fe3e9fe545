package bot

import (
	"context"
	"errors"
	"maps"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// The main button under a board, and the form in which a turn is typed: its title, the name of its field and the
// note beside it. The notation is the same in all languages.
var (
	msgPlay      = i18n.Message{ID: "button.play", Other: "Play"}
	msgFormTitle = i18n.Message{ID: "form.title", Other: "Your turn"}
	msgFormLabel = i18n.Message{ID: "form.label", Other: "Turn"}
	msgFormNote  = i18n.Message{ID: "form.note", Other: "Such as 211-c4, 112=221, 112>121>211 or pass"}
)

// typedVerb takes what was filled in the form of panel.Type.
const typedVerb = "typed"

// offered is how many turns are offered for one that cannot be played.
const offered = 4

// choose lets a turn be chosen on the board itself.
func (h *handlers) choose() dispatch.Command {
	open := asBlock(h.about(panel.Open, h.looking(h.openPanel), isPlaying, isOnTurn))
	return dispatch.Command{
		Spec: dispatch.Spec("play", "Play your turn by tapping the board; only you see it",
			textOption("match", "Which match; only needed when you play several", false)),
		Run: open, Prompt: true,
		Complete: map[string]dispatch.Completer{"match": h.completeMatch(isPlaying)},
		Components: joined(h.planControls(), h.noteControls(), map[string]dispatch.Component{
			panel.Open: {Run: open, Inline: true, Prompt: true},
			panel.Tap:  {Run: asBlock(h.about(panel.Tap, h.tap, isPlaying)), Inline: true, Prompt: true},
			panel.Type: {Run: typeTurn, Inline: true, Prompt: true},
			panel.Back: {Run: asBlock(h.about(panel.Back, h.takeBack, isPlaying)), Inline: true, Prompt: true},
			typedVerb:  {Run: asBlock(h.about(typedVerb, h.typed, isPlaying)), Inline: true, Prompt: true},
		}),
	}
}

// asBlock is f with its answers as blocks, so that a panel can take their place.
func asBlock(f dispatch.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		r, err := f(ctx, c)
		if err != nil {
			return dispatch.Reply{}, err
		}
		r.Message.Block = r.Message.Picture == nil
		return r, nil
	}
}

// joined returns the components of all.
func joined(all ...map[string]dispatch.Component) map[string]dispatch.Component {
	list := map[string]dispatch.Component{}
	for _, some := range all {
		maps.Copy(list, some)
	}
	return list
}

// openPanel shows m as something to tap, from the side that the control names to who does not play.
func (h *handlers) openPanel(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if m.Status == match.Proposed {
		return dispatch.Reply{}, match.ErrNotPlaying
	}
	p := h.panel(ctx, c, &m)
	if c.ID.Verb == panel.Open && c.ID.Arg == rules.Blue.String() {
		p.Side = rules.Blue
	}
	r := dispatch.Reply{Message: panel.Message(c.T, p)}
	if c.Block {
		r.Kind = dispatch.Update
	}
	return r, nil
}

// panel returns the panel of m for the person, in which nothing is chosen.
func (h *handlers) panel(ctx context.Context, c *dispatch.Call, m *play.Match) panel.Panel {
	p, seat := h.player(ctx, c), h.kept(ctx, c, m)
	return panel.Panel{Kept: keptWords(c.T, seat, &m.Match, play.MaxNote), Planned: plannedLines(seat, &m.Match),
		Match: &m.Match, Reader: c.Actor.ID, Side: rules.Red, Settings: p.Settings,
		Opponent: func() string { return h.opponent(ctx, c, m) },
		Emojis:   h.emojis.Now(), Notes: explained(c.T, &p, &m.Match)}
}

// settings returns what the person chose; when that cannot be read, the defaults.
func (h *handlers) settings(ctx context.Context, c *dispatch.Call) play.Settings {
	return h.player(ctx, c).Settings
}

// player returns the person; when that cannot be read, one who has the defaults.
func (h *handlers) player(ctx context.Context, c *dispatch.Call) play.Player {
	p, err := h.service.Player(ctx, c.Actor.ID)
	if err != nil {
		c.Log.Warn("player not read", "err", err)
		return play.Player{ID: c.Actor.ID}
	}
	return p
}

// tap shows what can be chosen next, or plays what was chosen. A tap on an old panel leads to the
// present position.
func (h *handlers) tap(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	choice := panel.Read(tapped(c))
	if choice.Turn != "" {
		return h.playTapped(ctx, c, id, choice)
	}
	m, err := h.service.Match(ctx, c.Actor, id)
	if err != nil {
		return answer{}, err
	}
	p := h.panel(ctx, c, &m)
	position, possible := m.Game.Position(), false
	p.Selection, possible = tap.Parse(&position, choice.Selection)
	if !possible || isBehind(c, &m) {
		p.Selection, p.Says = tap.Selection{}, h.meanwhile(c, &m.Match)
	}
	if isBehind(c, &m) {
		h.saw(ctx, c, m)
	}
	return answer{match: m, reply: inPanel(c, p)}, nil
}

// tapped returns the argument of the button that was pressed, or of what was picked in a menu.
func tapped(c *dispatch.Call) string {
	if len(c.Values) > 0 {
		return c.Values[0]
	}
	return c.ID.Arg
}

// inPanel shows p in place of the panel whose control was used.
func inPanel(c *dispatch.Call, p panel.Panel) dispatch.Reply {
	return dispatch.Reply{Kind: dispatch.Update, Message: panel.Message(c.T, p)}
}

// meanwhile says that the person saw an older state of m, and what happened.
func (h *handlers) meanwhile(c *dispatch.Call, m *match.Match) string {
	said, _ := text.Refusal(c.T, play.ErrStale)
	if m.Status != match.Playing {
		return said
	}
	return said + "\n" + text.LastTurn(c.T, m)
}

// playTapped plays the turn that was chosen, after another question when it loses at once (rules 2.5),
// and shows the board after it.
func (h *handlers) playTapped(ctx context.Context, c *dispatch.Call, id match.ID,
	choice panel.Choice) (answer, error) {
	m, err := h.service.Play(ctx, c.Actor, play.Ref{ID: id, Ply: c.ID.Ply},
		play.Typed{Text: choice.Turn, Sure: choice.Sure})
	p := h.panel(ctx, c, &m)
	losing, asks := errors.AsType[*play.LosingError](err)
	switch {
	case err == nil:
		logTurn(c, &m)
		return changed(m, h.playedInPanel(ctx, c, p, &m, msgHadPlanned)), nil
	case asks:
		return answer{match: m, reply: dispatch.Reply{Kind: dispatch.Update,
			Message: panel.AskTwice(c.T, p, losing.Turn)}}, nil
	case m.ID == "" || !wantsBoard(err):
		return answer{match: m}, err
	}
	h.saw(ctx, c, m)
	p.Says = h.meanwhile(c, &m.Match)
	if wasPlayed(c, &m.Match, choice.Turn) {
		return answer{match: m, reply: h.playedInPanel(ctx, c, p, &m, msgAnswered)}, nil
	}
	return answer{match: m, reply: inPanel(c, p)}, nil
}

// playedInPanel shows p after a turn of the person in m, with the way to the next match that waits for them;
// answered as in donePlaying.
func (h *handlers) playedInPanel(ctx context.Context, c *dispatch.Call, p panel.Panel, m *play.Match,
	answered i18n.Message) dispatch.Reply {
	done := h.donePlaying(ctx, c, m, answered)
	p.Says = strings.TrimSpace(done.said + " " + done.rest)
	r := inPanel(c, p)
	r.Message.Rows = append(r.Message.Rows, ui.Buttons(done.next...)...)
	return r
}

// wasPlayed reports whether the person has just played turn by the same control: it was tapped twice.
func wasPlayed(c *dispatch.Call, m *match.Match, turn string) bool {
	game, since := justPlayed(c, m)
	before, last := game.Last()
	return m.Moment()-since == c.ID.Ply+1 && last.String() == turn &&
		m.PlayerOf(before.Side()) == c.Actor.ID
}

// justPlayed returns the game of m as it was after the last turn of the person, and how many turns were
// played since, at most one.
func justPlayed(c *dispatch.Call, m *match.Match) (rules.Game, int) {
	before, _ := m.Game.Last()
	if m.Game.Ply() < 2 || m.PlayerOf(before.Side()) == c.Actor.ID {
		return m.Game, 0
	}
	return m.Game.At(m.Game.Ply() - 1), 1
}

// typeTurn opens the form in which a turn is typed. It asks nobody, because a form cannot be late.
func typeTurn(_ context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	id := c.ID
	id.Verb = typedVerb
	return dispatch.Reply{Kind: dispatch.Form, Form: discord.Modal{CustomID: id.String(),
		Title: c.T.Text(msgFormTitle, nil), Label: c.T.Text(msgFormLabel, nil),
		Note: c.T.Text(msgFormNote, nil), MaxLength: maxTyped}}, nil
}

// typed chooses the turn that was filled in, or offers what may have been meant.
func (h *handlers) typed(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, err := h.service.Match(ctx, c.Actor, id)
	if err != nil {
		return answer{}, err
	}
	p := h.panel(ctx, c, &m)
	if isBehind(c, &m) {
		h.saw(ctx, c, m)
		p.Says = h.meanwhile(c, &m.Match)
		return answer{match: m, reply: inPanel(c, p)}, nil
	}
	if c.Input == "" { // the form is lost, as when it is tried again
		return answer{match: m, reply: inPanel(c, p)}, nil
	}
	position := m.Game.Position()
	turn, err := position.ParseTurn(c.Input)
	switch {
	case m.OnTurn(c.Actor.ID) != nil:
		err = m.OnTurn(c.Actor.ID)
	case err == nil && p.Settings.Quick && !position.LosesAtOnce(turn):
		return h.playTapped(ctx, c, id, panel.Choice{Turn: turn.String()})
	case err == nil:
		p.Selection = tap.Selection{Turn: turn}
		return answer{match: m, reply: inPanel(c, p)}, nil
	default:
		p.Offers = offers(c, position)
	}
	said, known := text.Refusal(c.T, err)
	if !known {
		return answer{match: m}, err
	}
	p.Says = said
	return answer{match: m, reply: inPanel(c, p)}, nil
}

// offers returns the legal turns that come closest to what was filled in.
func offers(c *dispatch.Call, p rules.Position) []rules.Turn {
	var near []rules.Turn
	for _, s := range turns.Suggest(c.T, []turns.Board{{Position: p}}, c.Input, offered+1) {
		if s.Turn != rules.NoTurn && len(near) < offered {
			near = append(near, s.Turn)
		}
	}
	return near
}

// playButton opens the panel of m.
func playButton(t i18n.Printer, m *match.Match) ui.Button {
	return ui.Button{ID: stateID(panel.Open, m, ""), Label: t.Text(msgPlay, nil), Style: ui.Strong}
}
