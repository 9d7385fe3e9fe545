package bot

import (
	"context"
	"io"
	"log/slog"
	"time"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/emoji"
	"madbot/bot/i18n"
	"madbot/bot/people"
	"madbot/bot/play"
	"madbot/bot/replay"
	"madbot/bot/settings"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

// Renderer draws what people see; render.Renderer is one.
type Renderer interface {
	emoji.Renderer
	replay.Renderer
	// Board writes a PNG of p.
	Board(w io.Writer, p rules.Position, o render.Options) error
	// Strip writes a PNG of the last turns of g, side by side.
	Strip(w io.Writer, g *rules.Game, o render.Options) error
	// Diagram writes a PNG that explains a rule.
	Diagram(w io.Writer, about render.Diagram, o render.Options) error
}

// handlers has the handlers of all commands as its methods.
type handlers struct {
	service  *play.Service
	renderer Renderer
	catalog  *i18n.Catalog
	people   *people.Names
	await    time.Duration // as in Deps
	replays  *replay.Cache
	emojis   *emoji.Set
	channels settings.Channels // nil: nobody knows which are gone
	// messenger tells players what is for them alone.
	messenger play.Messenger
	log       *slog.Logger // of what is not said of a call
}

// commands lists all commands in the order in which /help names them.
func (h *handlers) commands() []dispatch.Command {
	choices := h.choices()
	return h.catchUp(h.inWords([]dispatch.Command{
		h.lessons(), h.challenge(), h.choose(), h.move(), h.board(), h.games(), h.hint(), h.stop(), h.resign(),
		h.ofMatch(), choices.Vacation(), choices.Settings(), choices.Server(), h.help(), h.rules(),
		h.challengePerson(), h.showMatch(),
	}))
}

// choices are the commands by which people choose how the bot works.
func (h *handlers) choices() *settings.Commands {
	return &settings.Commands{Service: h.service, Catalog: h.catalog, Messenger: h.messenger, Channels: h.channels}
}

// matchHandler answers a call about a match that it loads by its id. Beside an error it returns the
// match as it was found, if it was.
type matchHandler func(context.Context, *dispatch.Call, match.ID) (answer, error)

// answer is what came of a call about a match.
type answer struct {
	match play.Match // as it is now
	reply dispatch.Reply
	acted bool   // the match was changed
	next  string // said as well when people are told of that
}

// changed is the answer of what changed m.
func changed(m play.Match, r dispatch.Reply) answer { return answer{match: m, reply: r, acted: true} }

// about returns a handler for the match that a call is about: the match of its control, the one that
// is named, or the only one that the filters leave. When several are left, the person is asked, and
// the answer comes back with verb. What f refuses because the match went on is answered with the
// match as it stands.
func (h *handlers) about(verb string, f matchHandler, filters ...filter) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		id, list, err := h.meant(ctx, c, filters)
		switch {
		case err != nil:
			return dispatch.Reply{}, err
		case len(list) > 0:
			return h.ask(ctx, c, ui.ID{Verb: verb, Ply: play.AnyPly, Arg: carry(c)}, list), nil
		}
		a, err := f(ctx, c, id)
		if err != nil {
			a.reply, err = h.present(ctx, c, a.match, err)
		}
		if err != nil {
			return dispatch.Reply{}, err
		}
		if a.acted {
			a.match = h.told(ctx, c, a.match)
		}
		if a.acted && a.match.Venue.Away {
			a.reply.Message.Text += a.next
			a.next, a.reply = "", h.away(ctx, c, a.match, a.reply)
		}
		return h.warn(c, a), nil
	}
}

// viewing returns a matchHandler that changes nothing: view answers with the match as it is.
func (h *handlers) viewing(
	view func(context.Context, *dispatch.Call, play.Match) (dispatch.Reply, error)) matchHandler {
	return func(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
		m, err := h.service.Match(ctx, c.Actor, id)
		if err != nil {
			return answer{}, err
		}
		reply, err := view(ctx, c, m)
		return answer{match: m, reply: reply}, err
	}
}

// looking is viewing by a view that shows the board: the person has seen it then.
func (h *handlers) looking(
	view func(context.Context, *dispatch.Call, play.Match) (dispatch.Reply, error)) matchHandler {
	return h.viewing(func(ctx context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
		h.saw(ctx, c, m)
		return view(ctx, c, m)
	})
}

// saw notes that the person sees the board of m.
func (h *handlers) saw(ctx context.Context, c *dispatch.Call, m play.Match) {
	if err := h.service.Saw(ctx, c.Actor, m); err != nil { // what they see is more important
		c.Log.Warn("look not kept", "match", m.ID, "err", err)
	}
}

// says answers with text alone, in the place of a question, to whom allowed returns nil.
func says(said i18n.Message, allowed func(*match.Match, match.PlayerID) error) func(context.Context,
	*dispatch.Call, play.Match) (dispatch.Reply, error) {
	return func(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
		if err := allowed(&m.Match, c.Actor.ID); err != nil {
			return dispatch.Reply{}, err
		}
		return dispatch.InPlace(c.T.Text(said, nil)), nil
	}
}

// present answers a refusal with the match as it stands, if the person saw an older state of it.
func (h *handlers) present(ctx context.Context, c *dispatch.Call, m play.Match, why error) (dispatch.Reply, error) {
	if m.ID == "" || !wantsBoard(why) {
		return dispatch.Reply{}, why
	}
	said, _ := text.Refusal(c.T, why)
	c.Log.Debug("refused", "match", m.ID, "why", why)
	h.saw(ctx, c, m)
	return dispatch.Reply{Message: h.show(ctx, c, m, said)}, nil
}

// maxCarried is how much of a typed text a control keeps, in characters; no turn is as long.
const maxCarried = 60

// carry returns what was typed, which a question about the match has to keep. A text that is too long
// ends in an ellipsis, so that what is left of it is never a turn.
func carry(c *dispatch.Call) string {
	if c.ID.Arg != "" {
		return c.ID.Arg
	}
	typed := readTurn(c.Text("turn"))
	if typed.ref.ID != "" {
		return c.Text("turn")
	}
	return discord.Cut(turns.Typed(typed.text), maxCarried)
}

// textOption returns the definition of a text option with suggestions.
func textOption(name, description string, required bool) discord.CommandOption {
	return discord.CommandOption{
		Type: discord.StringOption, Name: name, Description: description,
		Required: required, Autocomplete: true, MaxLength: maxTyped,
	}
}

// maxTyped is how long a typed option may be; it must fit into a custom id.
const maxTyped = 60
