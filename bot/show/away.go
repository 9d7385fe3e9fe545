package show

import (
	"context"
	"slices"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Private answers where the bot cannot post.
var (
	msgAway = i18n.Message{ID: "home.away",
		Other: "Here I only answer: nobody is told what happens elsewhere or later. `/play` and `/games` " +
			"always show how the game stands."}
	msgAwayThere = i18n.Message{ID: "home.awaythere",
		Other: "Where this game is played I only answer, so nobody there is told of this. `/play` and `/games` " +
			"show it to the other player."}
)

// PostWithReply adds the board to r, the reply to a change of m in a channel where the bot can only reply. The first
// time, r also explains that. If c comes from another channel, r always says that the other player sees nothing.
func (p *Picker) PostWithReply(ctx context.Context, c *dispatch.Call, m play.Match, r dispatch.Reply) dispatch.Reply {
	here := c.Venue.Channel == m.Venue.Channel
	switch {
	case here && m.Robot() == "":
		before, news := p.lastNews(ctx, c, &m)
		post := p.View.BoardMessage(ctx, m, news...)
		post.Ping, post.Silent = p.pinged(ctx, c, &m, news), c.InGroupDM && !p.callsSomebody(ctx, c, &m, before, news)
		r.Post, r.Card = p.postAndCard(c, &m, post, news)
	case !here && m.Robot() == "":
		return withLine(r, c.T.Text(msgAwayThere, nil))
	}
	if !here || !c.Venue.Away || p.markAwayExplained(ctx, c) { // a first game is private where the bot can post
		return r
	}
	return withLine(r, c.T.Text(msgAway, nil))
}

// postAndCard returns what c posts and what its public message becomes. If c answered a challenge there, a board that
// notifies nobody replaces the challenge; if the board notifies somebody, the challenge says that it was accepted.
func (p *Picker) postAndCard(c *dispatch.Call, m *play.Match, post ui.Message,
	news []match.Event) (posted, card *ui.Message) {
	answered := slices.ContainsFunc(news, func(e match.Event) bool {
		return slices.Contains([]match.EventKind{match.Accepted, match.ChallengeDeclined, match.ChallengeWithdrawn}, e.Kind)
	})
	switch {
	case !answered || c.ID.Verb == "" || c.OnPrivate:
		return &post, nil
	case post.Silent:
		return nil, &post
	case m.Status == match.Playing:
		return &post, &ui.Message{Block: true, Text: text.Accepted(p.View.Catalog.Printer(m.Venue.Locale), &m.Match)}
	}
	return &post, nil
}

// lastNews returns the events of the last change of m, and the events before it.
func (p *Picker) lastNews(ctx context.Context, c *dispatch.Call, m *play.Match) (before, news []match.Event) {
	_, events, err := p.View.Service.History(ctx, c.Actor, m.ID)
	if err != nil { // the board is more important
		c.Log.Warn("news not read", "match", m.ID, "err", err)
	}
	for _, e := range events {
		switch {
		case e.Seq <= m.Seq && e.At.Equal(m.Changed):
			news = append(news, e)
		case e.Seq < m.Seq:
			before = append(before, e)
		}
	}
	return before, news
}

// callsSomebody reports whether news of m ask somebody else to act; also true if that cannot be read.
func (p *Picker) callsSomebody(ctx context.Context, c *dispatch.Call, m *play.Match, before, news []match.Event) bool {
	calls, err := p.View.Service.AsksToAct(ctx, c.Actor, m, before, news)
	if err != nil {
		c.Log.Warn("seat not read", "match", m.ID, "err", err)
	}
	return calls || err != nil
}

// pinged returns the players to mention with news of m, except the caller.
func (p *Picker) pinged(ctx context.Context, c *dispatch.Call, m *play.Match, news []match.Event) []match.PlayerID {
	ids, err := p.View.Service.PingsNow(ctx, m, news)
	if err != nil { // the board is more important
		c.Log.Warn("nobody pinged", "match", m.ID, "err", err)
	}
	return slices.DeleteFunc(ids, func(id match.PlayerID) bool { return id == c.Actor.ID })
}

func withLine(r dispatch.Reply, line string) dispatch.Reply {
	if r.Kind == dispatch.Silence {
		r.Kind, r.Message.Text = dispatch.Private, line
		return r
	}
	r.Message.Text += "\n" + line
	return r
}

// markAwayExplained reports whether the person has already seen the explanation that the bot can only reply there, and
// marks it as seen.
func (p *Picker) markAwayExplained(ctx context.Context, c *dispatch.Call) bool {
	person, err := p.View.Service.Player(ctx, c.Actor.ID)
	if err == nil && !person.Progress.Away {
		_, err = p.View.Service.ChangePlayer(ctx, c.Actor, func(now *play.Player) { now.Progress.Away = true })
	}
	if err != nil { // the answer is more important
		c.Log.Warn("progress not recorded", "err", err)
	}
	return person.Progress.Away
}
