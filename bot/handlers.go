package bot

import (
	"context"
	"io"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

// Renderer draws what people see; render.Renderer is one.
type Renderer interface {
	// Board writes a PNG of p.
	Board(w io.Writer, p rules.Position, o render.Options) error
	// Replay writes a GIF of all of g.
	Replay(w io.Writer, g *rules.Game, o render.Options) error
	// Diagram writes a PNG that explains a rule.
	Diagram(w io.Writer, about render.Diagram, o render.Options) error
}

// handlers has the handlers of all commands as its methods.
type handlers struct {
	service  *play.Service
	renderer Renderer
	catalog  *i18n.Catalog
	people   *people
	replays  chan struct{} // one element for each replay that is being drawn
}

// matchHandler answers a call that is about a match.
type matchHandler func(context.Context, *Call, match.Match) (Reply, error)

// about returns a handler for the match that a call is about: the match of its control, the one that
// is named, or the only one that the filters leave. When several are left, the person is asked, and
// the answer comes back with verb. What f refuses because the match went on is answered with the
// match as it stands.
func (h *handlers) about(verb string, f matchHandler, filters ...filter) Handler {
	return func(ctx context.Context, c *Call) (Reply, error) {
		m, list, err := h.meant(ctx, c, filters)
		switch {
		case err != nil:
			return Reply{}, err
		case len(list) > 0:
			return h.ask(ctx, c, customID{Verb: verb, Ply: play.AnyPly, Arg: c.carry()}, list), nil
		}
		reply, err := f(ctx, c, m)
		if err != nil {
			reply, err = h.present(ctx, c, m.ID, err)
		}
		if err != nil {
			return Reply{}, err
		}
		return h.warn(c, &m, reply), nil
	}
}

// present answers a refusal with the match as it stands, if the person saw an older state of it.
func (h *handlers) present(ctx context.Context, c *Call, id match.ID, why error) (Reply, error) {
	if !wantsBoard(why) {
		return Reply{}, why
	}
	now, err := h.service.Match(ctx, id)
	if err != nil {
		return Reply{}, why
	}
	said, _ := text.Refusal(c.T, why)
	c.Log.Debug("refused", "match", id, "why", why)
	return Reply{Message: h.show(c, now, said)}, nil
}

// carry returns what was typed, which a question about the match has to keep.
func (c *Call) carry() string {
	if c.ID.Arg != "" {
		return c.ID.Arg
	}
	return c.Text("turn")
}
