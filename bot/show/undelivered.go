package show

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// Private answers about where a match is shown: the bot may not post there; the button that moves it here.
var (
	msgElsewhere = i18n.Message{ID: "home.elsewhere",
		Other: "`/board` in another channel of its server lets you show it there."}
	msgShowHere = i18n.Message{ID: "home.button", Other: "Show it here"}
	msgQuietly  = i18n.Message{ID: "home.quietly", Other: "Done."}
)

// warn returns the reply of a. If the news of its match cannot be posted, the reply warns the player and, if possible,
// has a button that moves the match here.
func (p *Picker) warn(ctx context.Context, c *dispatch.Call, a Answer) dispatch.Reply {
	m, r, mute := &a.Match, a.Reply, c.MissingPostRights()
	silenced := len(mute) > 0 && !m.Venue.Away && c.Venue.Channel == m.Shown() && (a.Changed || m.Status.IsOpen())
	plays := c.Actor.ID == m.Challenger || c.Actor.ID == m.Opponent
	if !plays || !m.Closed && !silenced {
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

// undelivered says why the news of m cannot be posted, and whether m can be moved to the channel of c. silenced means
// that m is shown in that channel, where the bot may not post.
func (p *Picker) undelivered(ctx context.Context, c *dispatch.Call, m *play.Match, silenced bool) (said string,
	movable bool) {
	mute := c.MissingPostRights()
	posts, inServer := len(mute) == 0 && !c.Venue.Away, m.Venue.Guild != ""
	movable = !inServer || posts && c.Venue.Guild == m.Venue.Guild
	onServer := inServer && movable // the call shows that the bot is on the server of m
	if !onServer && p.hasParted(ctx, c, m) {
		// The other player does not see what is shown in direct messages with the bot.
		return text.Parted(c.T, m.Venue), !inServer && posts && c.InGuild()
	}
	said = text.BoardNotPosted(c.T, m)
	if silenced {
		said = text.Muted(c.T, mute)
	}
	if !movable {
		said += " " + c.T.Text(msgElsewhere, nil)
	}
	return said, movable
}

// hasParted reports whether m continues in direct messages because the bot is not on its server.
func (p *Picker) hasParted(ctx context.Context, c *dispatch.Call, m *play.Match) bool {
	parted, err := p.View.Service.HasParted(ctx, c.Actor, m)
	if err != nil { // the answer is more important
		c.Log.Warn("server not read", "match", m.ID, "err", err)
	}
	return err == nil && parted
}

// AwaitForumPost returns m, a new match, after waiting a moment for its post in a forum, if it is to have one.
func (p *Picker) AwaitForumPost(ctx context.Context, m play.Match) play.Match {
	if !m.NeedsForumPost() {
		return m
	}
	limited, cancel := context.WithTimeout(ctx, p.DeliveryWait)
	defer cancel()
	return p.View.Service.AwaitDelivery(limited, m)
}

// awaitDelivery returns m, which c changed, after waiting a moment for its news to be posted or refused. It does not
// wait if the outcome is already known, or comes only after the robot's turn.
func (p *Picker) awaitDelivery(ctx context.Context, c *dispatch.Call, m play.Match) play.Match {
	here := c.Venue.Channel == m.Shown() && !m.Closed || m.Venue.Away
	if here || m.AwaitsRobot() {
		return m
	}
	limited, cancel := context.WithTimeout(ctx, p.DeliveryWait)
	defer cancel()
	return p.View.Service.AwaitDelivery(limited, m)
}
