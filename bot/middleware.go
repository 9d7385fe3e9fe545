package bot

import (
	"context"
	"strings"
	"unicode/utf8"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// asBlock returns run; if must is true, its replies become blocks, so that a panel can replace them.
func asBlock(must bool, run dispatch.Handler) dispatch.Handler {
	if !must {
		return run
	}
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		r, err := run(ctx, c)
		if err != nil {
			return r, err
		}
		return r.Map(func(m ui.Message) ui.Message { m.Block = m.Block || m.Picture == nil; return m }), nil
	}
}

// inWords wraps run so that private replies have words instead of pictures for people who want none.
func inWords(v *show.View, run dispatch.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		r, err := run(ctx, c)
		if p := r.Message.Picture; err != nil || (p == nil || p.Wanted) && r.Then == nil || !v.Settings(ctx, c).NoPictures {
			return r, err
		}
		return r.Map(func(m ui.Message) ui.Message {
			if m.Picture != nil && !m.Picture.Wanted {
				m = m.InWords()
			}
			return m
		}), nil
	}
}

// obey wraps run so that it follows the operator's orders: blocked people and servers are refused, and a private reply
// with enough room begins with the announcement. Without orders it returns run. always means
// that run answers blocked people and servers, too.
func obey(orders show.Orders, always bool, run dispatch.Handler) dispatch.Handler {
	if orders == nil {
		return run
	}
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		if !always && orders.Current().Blocks(c.Actor.ID, c.Venue.Guild) {
			return dispatch.Reply{}, play.ErrBlocked
		}
		r, err := run(ctx, c)
		if err != nil || r.Kind != dispatch.Private && r.Kind != dispatch.Update {
			return r, err
		}
		return r.Map(func(m ui.Message) ui.Message {
			if roomIn(m) >= missedRoom {
				m.Text = text.WithAnnouncement(orders.Notice(), m.Text)
			}
			return m
		}), nil
	}
}

// missedRoom is the minimum number of characters that a reply must have left for missed notices.
const missedRoom = 600

// roomIn returns how many characters msg has left. Commands become links, which are longer.
func roomIn(msg ui.Message) int {
	const link = 25
	most := discord.MaxContent
	if msg.Block {
		most = discord.MaxText
	}
	return most - utf8.RuneCountInString(msg.FullText()) - link*strings.Count(msg.FullText(), "`/")
}

// greet wraps run so that the bot notices that it is back on a server.
func greet(service *play.Service, run dispatch.Handler) dispatch.Handler {
	return func(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
		r, err := run(ctx, c)
		if fault := service.Greet(ctx, c.Venue); fault != nil { // the reply is more important
			c.Log.Warn("server not read", "err", fault)
		}
		return r, err
	}
}

// catchUp wraps run so that a reply begins with the notices that the person has missed, once. If a reply is too long or
// has no text, they wait for the next command.
func catchUp(service *play.Service, run dispatch.Handler) dispatch.Handler {
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
		left := roomIn(answer.Message)
		if left < missedRoom {
			return r, err
		}
		missed, fault := service.TakeMissed(ctx, c.Actor)
		if fault != nil { // the reply is more important
			c.Log.Warn("what was missed is not read", "err", fault)
			return r, err
		}
		said := text.Missed(c.T, missed, c.Actor.ID, left)
		if said == "" {
			return r, err
		}
		answer.Message.Text = said + "\n\n" + answer.Message.Text
		return answer, nil
	}
}
