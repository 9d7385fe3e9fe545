package bot

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"unicode/utf8"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

// announced is public with what is known of the people of m.
func (h *handlers) announced(ctx context.Context, m play.Match, news ...match.Event) ui.Message {
	return h.publicAnd(m, h.background(ctx, h.log, &m, everybody), news...)
}

// public is the message that shows m to all in its channel, in the language of its server, with the
// news that the board does not show.
func (h *handlers) public(m play.Match, news ...match.Event) ui.Message {
	return h.publicAnd(m, text.Background{}, news...)
}

// publicAnd is public with what is known of the people of m.
func (h *handlers) publicAnd(m play.Match, b text.Background, news ...match.Event) ui.Message {
	t := h.catalog.Printer(m.Venue.Locale)
	msg := ui.Message{Block: true, Text: text.MatchAnd(t, &m.Match, "", b), Rows: controls(t, &m.Match, everybody)}
	if said := text.News(t, &m.Match, news); said != "" {
		msg.Text = said + "\n" + msg.Text
	}
	if isBegun(&m) {
		msg.Picture = h.picture(t, sight{game: m.Game, side: rules.Red})
	}
	return msg
}

// background returns what is known of the people of m, for reader: of a challenge, how the other plays; of a
// result, what the two have from all their matches. What cannot be read is left out.
func (h *handlers) background(ctx context.Context, log *slog.Logger, m *play.Match,
	reader match.PlayerID) (b text.Background) {
	var err error
	switch m.Status {
	case match.Proposed:
		b.Of = m.Challenger
		if reader == m.Challenger {
			b.Of = m.Opponent
		}
		b.Habits, err = h.habits(ctx, b.Of)
	case match.Declined:
		b.Countered, err = h.service.Countered(ctx, m)
	case match.Finished:
		b.Score, err = h.score(ctx, m)
	}
	if err != nil {
		log.Warn("background not read", "match", m.ID, "err", err)
	}
	return b
}

// habits returns how p plays against people; nil for nobody.
func (h *handlers) habits(ctx context.Context, p match.PlayerID) (*play.Habits, error) {
	if p == "" {
		return nil, nil
	}
	habits, err := h.service.Habits(ctx, p)
	if err != nil {
		return nil, err
	}
	return &habits, nil
}

// score returns what Red and Blue have from all their matches; nil against the bot.
func (h *handlers) score(ctx context.Context, m *play.Match) (*play.Score, error) {
	if m.Robot() != "" {
		return nil, nil
	}
	score, err := h.service.Score(ctx, m.Red, m.Blue)
	if err != nil {
		return nil, err
	}
	return &score, nil
}

// show is the private message that shows m to the caller, from their side, after an intro that may be
// empty.
func (h *handlers) show(ctx context.Context, c *dispatch.Call, m play.Match, intro string) ui.Message {
	stands := text.MatchAnd(c.T, &m.Match, c.Actor.ID, h.background(ctx, c.Log, &m, c.Actor.ID))
	if intro != "" {
		stands = intro + "\n" + stands
	}
	msg := ui.Message{Text: stands, Rows: controls(c.T, &m.Match, c.Actor.ID)}
	if isBegun(&m) {
		msg.Picture = h.picture(c.T, h.sight(ctx, c, &m))
	}
	return msg
}

// isBegun reports whether m has a board: its challenge was accepted.
func isBegun(m *play.Match) bool { return m.Status == match.Playing || m.Status == match.Finished }

// sight is a game as somebody sees it.
type sight struct {
	game   rules.Game
	reader rules.Color // what the person plays; NoColor for who watches
	side   rules.Color // at the bottom; NoColor is Red
	theme  render.Theme
	marks  render.Marks
}

// sight returns m as the caller sees it.
func (h *handlers) sight(ctx context.Context, c *dispatch.Call, m *play.Match) sight {
	own := m.ColorOf(c.Actor.ID)
	return sight{game: m.Game, reader: own, side: own, theme: h.theme(ctx, c)}
}

// theme returns the theme in which the caller sees what is drawn for them alone.
func (h *handlers) theme(ctx context.Context, c *dispatch.Call) render.Theme {
	theme, _ := render.ParseTheme(h.settings(ctx, c).Theme) // else the usual one
	return theme
}

// picture draws the present position of a game.
func (h *handlers) picture(t i18n.Printer, s sight) *ui.Picture {
	g := s.game
	o := render.Options{View: render.ViewOf(s.side), Theme: s.theme, Limit: g.Limit(),
		Outcome: g.Outcome(), Marks: s.marks}
	o.Before, o.Last = g.Last()
	d := render.Describe(g.Position(), o)
	return &ui.Picture{Alt: turns.Alt(t, &g, s.reader, d), Words: turns.Heard(t, &g, s.reader, s.side),
		Told: len(d.Hints) > 0 || o.Marks.Attacked || o.Marks.Targets != rules.NoShip, // marks go with a text
		Draw: func(w io.Writer) error { return h.renderer.Board(w, g.Position(), o) }}
}

// wantsBoard reports whether err is best answered with the match as it stands: the person saw an
// older state of it.
func wantsBoard(err error) bool {
	for _, stale := range []error{play.ErrStale, match.ErrFinished, match.ErrNotYourTurn,
		match.ErrNoOffer, match.ErrOfferOpen, match.ErrOwnOffer, match.ErrNotOfferer,
		match.ErrNotProposed, match.ErrNotOverdue, match.ErrOwnClock, match.ErrPaused, match.ErrNotPaused} {
		if errors.Is(err, stale) {
			return true
		}
	}
	return false
}

// everybody is the reader of a public message, which has the buttons of all.
const everybody match.PlayerID = ""

// controls returns the buttons that go with m as it stands: those that reader can use.
func controls(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	switch {
	case m.Status == match.Proposed:
		return challengeButtons(t, m, reader)
	case m.Status == match.Playing:
		return slices.Concat(overdueButtons(t, m, reader), pauseButtons(t, m, reader), offerButtons(t, m, reader),
			playButtons(t, m, reader))
	case m.Status == match.Finished && m.Game.Ply() > 0:
		return ui.Buttons(append(append(replayButtons(t, m), rematchButtons(t, m, reader)...), moreButton(t, m))...)
	}
	return nil
}

// playButtons are those of a match that is being played.
func playButtons(t i18n.Printer, m *match.Match, reader match.PlayerID) []ui.Row {
	row := []ui.Button{playButton(t, m)}
	if (reader == everybody || reader == m.ToMove()) && m.Terms.Hints != match.NoHints {
		row = append(row, ui.Button{ID: stateID("hint", m, ""), Label: t.Text(msgHintButton, nil)})
	}
	return ui.Buttons(append(row, moreButton(t, m))...)
}

// stateID is the id of a button that is about m as it stands.
func stateID(verb string, m *match.Match, arg string) ui.ID {
	return ui.ID{Verb: verb, Match: m.ID, Ply: m.Moment(), Arg: arg}
}

// The arguments of buttons that answer a question.
const (
	answerYes = "yes"
	answerNo  = "no"
)

// settle returns how to answer c: what was picked in a menu in place of the menu, unless that is to
// stay, and what a button says that is to be so, and everything else with a message of its own.
func settle(c *dispatch.Call) dispatch.ReplyKind {
	if len(c.Values) > 0 && c.ID.Arg != menuStays || c.ID.Arg == inPlace {
		return dispatch.Update
	}
	return dispatch.Private
}

// inPlace is the argument of a button whose answer takes the place of the message that it is on.
const inPlace = "here"

// menuStays is the argument of a menu that is not replaced by what it leads to.
const menuStays = "stays"

// isBehind reports whether the control of c was made when fewer turns of m had been played.
func isBehind(c *dispatch.Call, m *play.Match) bool {
	return c.ID.Match != "" && c.ID.Ply != play.AnyPly && c.ID.Ply != m.Moment()
}

// notice is what one player is told beside the board of a match: in the language of the channel, or of the
// player in a direct message.
func (h *handlers) notice(n play.Notice) ui.Message {
	t := h.catalog.Printer(n.Match.Venue.Locale)
	if n.Direct {
		t = h.catalog.Printer(n.To.Language())
	}
	msg := ui.Message{Text: text.Notice(t, &n)}
	switch {
	case n.Kind == play.TurnNotice, n.Kind == play.TimeNotice:
		msg.Rows = ui.Buttons(playButton(t, &n.Match.Match))
	case n.Direct && n.Kind != play.TestNotice:
		msg.Rows = controls(t, &n.Match.Match, n.To.ID)
	}
	return msg
}

// digest is what a player is told once a week.
func (h *handlers) digest(d play.Digest) ui.Message {
	return ui.Message{Text: text.Digest(h.catalog.Printer(d.To.Language()), &d)}
}

// catchUp returns commands whose answers first say what the person could not be told.
func (h *handlers) catchUp(commands []dispatch.Command) []dispatch.Command {
	for i := range commands {
		commands[i].Run = h.sayMissed(commands[i].Run)
	}
	return commands
}

// missedRoom is how many characters an answer needs for what was missed, at least.
const missedRoom = 600

// roomIn returns how many characters there are beside those of msg; its commands become links, which are
// longer.
func roomIn(msg ui.Message) int {
	const link = 25
	most := discord.MaxContent
	if msg.Block {
		most = discord.MaxText
	}
	return most - utf8.RuneCountInString(msg.Text) - link*strings.Count(msg.Text, "`/")
}

// sayMissed is run, with an answer that first says what the person could not be told, once. An answer in
// words has room for that, unless it is long; others leave it to the next command.
func (h *handlers) sayMissed(run dispatch.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		r, err := run(ctx, c)
		refusal, refused := text.Refusal(c.T, err)
		if err != nil && !refused || r.Kind != dispatch.Private && r.Kind != dispatch.Update {
			return r, err
		}
		answer := r
		if refused {
			answer = dispatch.InPrivate(refusal)
		}
		room := roomIn(answer.Message)
		if room < missedRoom {
			return r, err
		}
		missed, fault := h.service.TakeMissed(ctx, c.Actor)
		if fault != nil { // the answer is more important
			c.Log.Warn("what was missed is not read", "err", fault)
			return r, err
		}
		said := text.Missed(c.T, missed, c.Actor.ID, room)
		if said == "" {
			return r, err
		}
		answer.Message.Text = said + "\n\n" + answer.Message.Text
		return answer, nil
	}
}
