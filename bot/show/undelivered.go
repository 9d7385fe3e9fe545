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

// Private answers about where a match is shown: the bot can only answer there, or may not post; the button that moves
// it here.
var (
	msgElsewhere = i18n.Message{ID: "home.elsewhere",
		Other: "`/board` in another channel of its server lets you show it there."}
	msgShowHere = i18n.Message{ID: "home.button", Other: "Show it here"}
	msgHome     = i18n.Message{ID: "home.done", Other: "From now on the game is shown here."}
	msgAway     = i18n.Message{ID: "home.away",
		Other: "Here I only answer: nobody is told what happens elsewhere or later. `/play` and `/games` " +
			"always show how the game stands."}
	msgAwayThere = i18n.Message{ID: "home.awaythere",
		Other: "Where this game is played I only answer, so nobody there is told of this. `/play` and `/games` " +
			"show it to the other player."}
	msgAwayHome = i18n.Message{ID: "home.onlyanswers",
		Other: "Here I only answer, so a game can't move here."}
	msgQuietly = i18n.Message{ID: "home.quietly", Other: "Done."}
)

// withUndeliveredNotice returns the reply of a to a player of its match, with a warning when the news of the match
// cannot be posted, and with what can be done about it.
func (p *Picker) withUndeliveredNotice(ctx context.Context, c *dispatch.Call, a Answer) dispatch.Reply {
	m, r, mute := &a.Match, a.Reply, c.MissingPostRights()
	silenced := len(mute) > 0 && !m.Venue.Away && c.Venue.Channel == m.Shown() && (a.Acted || m.Status.IsOpen())
	concerned := c.Actor.ID == m.Challenger || c.Actor.ID == m.Opponent
	if !concerned || !m.Closed && !silenced {
		r.Message.Text += a.Next
		return r
	}
	if r.Kind == dispatch.Silence { // nothing else would show that it was done
		r = dispatch.InPrivate(c.T.Text(msgQuietly, nil))
	}
	said, movable := p.undelivered(ctx, c, m, silenced)
	r.Message.Text += "\n" + said
	if !movable || r.Message.Block { // a block has no room for another control
		return r
	}
	press := ui.ID{Verb: ui.MoveHere, Match: m.ID, Ply: play.AnyPly}
	r.Message.Rows = Below(r.Message.Rows,
		ui.Button{ID: press, Label: c.T.Text(msgShowHere, nil), Style: ui.Strong})
	return r
}

// undelivered says why the news of m, whose channel takes none or is the silenced one of c, cannot be posted, and
// reports whether m can be shown where c comes from.
func (p *Picker) undelivered(ctx context.Context, c *dispatch.Call, m *play.Match, silenced bool) (said string,
	movable bool) {
	mute := c.MissingPostRights()
	posts, inServer := len(mute) == 0 && !c.Venue.Away, m.Venue.Guild != ""
	movable = !inServer || posts && c.Venue.Guild == m.Venue.Guild
	inIts := inServer && movable // then the bot is on its server, whatever it knew of late
	if !inIts && p.parted(ctx, c, m) {
		// The other player does not see what is shown in direct messages with the bot.
		return text.Parted(c.T, m.Venue), !inServer && posts && c.InGuild()
	}
	said = text.Untold(c.T, m.Venue)
	if silenced {
		said = text.Muted(c.T, mute)
	}
	if !movable {
		said += " " + c.T.Text(msgElsewhere, nil)
	}
	return said, movable
}

// parted reports whether m goes on in direct messages because the bot is not on its server.
func (p *Picker) parted(ctx context.Context, c *dispatch.Call, m *play.Match) bool {
	parted, err := p.Service.HasParted(ctx, c.Actor, m)
	if err != nil { // what was done is more important
		c.Log.Warn("server not read", "match", m.ID, "err", err)
	}
	return err == nil && parted
}

// PostWithReply returns the answer r to what c did in m, of which the bot cannot post the news: with the answer
// goes what everybody there is to see, and the first time a word on that. What was done in another place
// they do not see, which is said each time.
func (p *Picker) PostWithReply(ctx context.Context, c *dispatch.Call, m play.Match, r dispatch.Reply) dispatch.Reply {
	there := c.Venue.Channel == m.Venue.Channel
	switch {
	case there && m.Robot() == "":
		before, news := p.newsOf(ctx, c, &m)
		post := p.View.BoardMessage(ctx, m, news...)
		post.Ping, post.Silent = p.pinged(ctx, c, &m, news), c.InGroupDM && !p.calls(ctx, c, &m, before, news)
		r.Post, r.Card = p.onCard(c, &m, post, news)
	case !there && m.Robot() == "":
		return adding(r, c.T.Text(msgAwayThere, nil))
	}
	if !there || !c.Venue.Away || p.knowsAway(ctx, c) { // a first game is private where the bot can post
		return r
	}
	return adding(r, c.T.Text(msgAway, nil))
}

// onCard returns what is posted and what becomes of a challenge that c answered where everybody sees it. What notifies
// nobody takes its place; beside what does, it says that it was accepted.
func (p *Picker) onCard(c *dispatch.Call, m *play.Match, post ui.Message,
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

// newsOf returns what happened in m with its last change, and before it.
func (p *Picker) newsOf(ctx context.Context, c *dispatch.Call, m *play.Match) (before, news []match.Event) {
	_, events, err := p.Service.History(ctx, c.Actor, m.ID)
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

// calls reports whether news of m ask somebody else to act.
func (p *Picker) calls(ctx context.Context, c *dispatch.Call, m *play.Match, before, news []match.Event) bool {
	calls, err := p.Service.Calls(ctx, c.Actor, m, before, news)
	if err != nil { // they better hear of it
		c.Log.Warn("seat not read", "match", m.ID, "err", err)
	}
	return calls || err != nil
}

// pinged returns who else is notified of news of m at once.
func (p *Picker) pinged(ctx context.Context, c *dispatch.Call, m *play.Match, news []match.Event) []match.PlayerID {
	ids, err := p.Service.PingsNow(ctx, m, news)
	if err != nil { // the board is more important
		c.Log.Warn("nobody notified", "match", m.ID, "err", err)
	}
	return slices.DeleteFunc(ids, func(id match.PlayerID) bool { return id == c.Actor.ID })
}

// adding returns r with a line beneath what it says.
func adding(r dispatch.Reply, line string) dispatch.Reply {
	if r.Kind == dispatch.Silence {
		r.Kind, r.Message.Text = dispatch.Private, line
		return r
	}
	r.Message.Text += "\n" + line
	return r
}

// knowsAway reports whether the person was told before how a match goes on where the bot cannot post.
// From now on they were.
func (p *Picker) knowsAway(ctx context.Context, c *dispatch.Call) bool {
	person, err := p.Service.Player(ctx, c.Actor.ID)
	if err == nil && !person.Progress.Away {
		_, err = p.Service.ChangePlayer(ctx, c.Actor, func(now *play.Player) { now.Progress.Away = true })
	}
	if err != nil { // what was done is more important
		c.Log.Warn("progress not kept", "err", err)
	}
	return person.Progress.Away
}

// awaitDelivery returns m, which c changed, with how its news got on. In the channel of m that is known
// beforehand; elsewhere it is worth a moment.
func (p *Picker) awaitDelivery(ctx context.Context, c *dispatch.Call, m play.Match) play.Match {
	here := c.Venue.Channel == m.Shown() && !m.Closed || m.Venue.Away
	if here || m.AwaitsRobot() { // then news wait anyhow
		return m
	}
	limited, cancel := context.WithTimeout(ctx, p.Await)
	defer cancel()
	return p.Service.Told(limited, m)
}

// MoveHere shows a match in the channel of the call from now on.
func (p *Picker) MoveHere(ctx context.Context, c *dispatch.Call, id match.ID) (Answer, error) {
	if len(c.MissingPostRights()) > 0 || c.Venue.Away {
		return p.Loaded(refuseHere)(ctx, c, id)
	}
	if err := p.Places.Allowed(ctx, c); err != nil {
		return p.Loaded(refusing(err))(ctx, c, id)
	}
	m, err := p.Service.MoveHere(ctx, c.Actor, id, c.Home())
	if err != nil {
		return Answer{Match: m}, err
	}
	c.Log.Info("move here", "match", id)
	return Changed(m, dispatch.InPlace(c.T.Text(msgHome, nil))), nil
}

// refusing refuses a match for a reason that another place may not have.
func refusing(why error) Reader {
	return func(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
		if m.StaysElsewhere(c.Venue) {
			return dispatch.Reply{}, play.ErrForeign
		}
		return dispatch.Reply{}, why
	}
}

// refuseHere says why m cannot be shown where the bot may not post. Rights are not asked for where
// they would not help.
func refuseHere(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	switch {
	case m.StaysElsewhere(c.Venue):
		return dispatch.Reply{}, play.ErrForeign
	case c.Venue.Away:
		return dispatch.Reply{}, text.Refuse(msgAwayHome, nil)
	}
	return dispatch.Reply{}, text.RefuseHere(c.T, c.MissingPostRights())
}
