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

// desk is where people are served: the handlers of all commands are its methods. It knows the
// game and its words, and no session.
type desk struct {
	service  *play.Service
	renderer Renderer
	catalog  *i18n.Catalog
	people   *people
	films    chan struct{} // holds as many as are drawn at once
}

// matchHandler answers a call that is about a match.
type matchHandler func(context.Context, *Call, match.Match) (Reply, error)

// about returns a handler for the match that a call is about: the one of its control, the one
// that is named, or the one that is meant because it is the only one that the filters leave. When
// it is not clear, the person is asked. verb is how the answer comes back. What f refuses because
// the match went on is answered with the match as it stands.
func (d *desk) about(verb string, f matchHandler, filters ...filter) Handler {
	return func(ctx context.Context, c *Call) (Reply, error) {
		m, list, err := d.meant(ctx, c, filters)
		switch {
		case err != nil:
			return Reply{}, err
		case len(list) > 0:
			return d.ask(ctx, c, customID{Verb: verb, Ply: play.AnyPly, Arg: c.carry()}, list), nil
		}
		reply, err := f(ctx, c, m)
		if err != nil {
			reply, err = d.present(ctx, c, m.ID, err)
		}
		if err != nil {
			return Reply{}, err
		}
		return d.warn(c, &m, reply), nil
	}
}

// present answers a refusal with the match as it stands, if that says more than why alone.
func (d *desk) present(ctx context.Context, c *Call, id match.ID, why error) (Reply, error) {
	if !wantsBoard(why) {
		return Reply{}, why
	}
	now, err := d.service.Match(ctx, id)
	if err != nil {
		return Reply{}, why
	}
	said, _ := text.Refusal(c.T, why)
	c.Log.Debug("refused", "match", id, "why", why)
	return Reply{Message: d.show(c, now, said)}, nil
}

// carry is what a question about the match takes along: what was typed.
func (c *Call) carry() string {
	if c.ID.Arg != "" {
		return c.ID.Arg
	}
	return c.Text("turn")
}
