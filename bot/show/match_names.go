package show

import (
	"context"
	"slices"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/rules/match"
)

// The other player, with what tells the match apart: Other is a mention, as in “@Bob (5x5, you are Red)”.
var msgThisOne = i18n.Message{ID: "move.which", Other: "{{.Other}} ({{.Which}})"}

// Names tells apart the matches of a person, and those whom they play.
type MatchNames struct {
	Service *play.Service
	People  *Names
}

// Open lists the open matches of the caller; what was done is more important than that it fails.
func (n *MatchNames) Open(ctx context.Context, c *dispatch.Call) []play.Summary {
	open, err := n.Service.Open(ctx, c.Actor.ID)
	if err != nil {
		c.Log.Warn("matches not listed", "err", err)
	}
	return open
}

// Opponent names the other player of m to the caller, who plays in it, and also m itself if the two play
// several matches.
func (n *MatchNames) Opponent(ctx context.Context, c *dispatch.Call, m *play.Match) string {
	return n.OpponentAmong(c, m, n.Open(ctx, c))
}

// OpponentAmong is Opponent for the open matches of the caller.
func (n *MatchNames) OpponentAmong(c *dispatch.Call, m *play.Match, open []play.Summary) string {
	this := m.Summary()
	other, same := this.Other(c.Actor.ID), text.Same(this, open, c.Actor.ID)
	if which := text.Which(c.T, same, n.reader(c, nil)); which != "" {
		return c.T.Text(msgThisOne, i18n.Args{"Other": text.Mention(c.T, other), "Which": which})
	}
	return text.Player(c.T, &m.Match, other)
}

// Told is OpponentAmong if the caller plays another match, else "".
func (n *MatchNames) Told(c *dispatch.Call, m *play.Match, open []play.Summary) string {
	if !slices.ContainsFunc(open, func(s play.Summary) bool { return s.Status == match.Playing && s.ID != m.ID }) {
		return ""
	}
	return n.OpponentAmong(c, m, open)
}

// Labels names the matches of list, each in another way, where mentions do not work.
func (n *MatchNames) Labels(ctx context.Context, c *dispatch.Call, list []play.Summary) []string {
	return text.Labels(c.T, n.listed(ctx, c, list, c.Actor.ID), n.reader(c, n.others(ctx, c, list)))
}

// LabelsOf is Labels for matches of p, as p would read them.
func (n *MatchNames) LabelsOf(ctx context.Context, c *dispatch.Call, list []play.Summary, p match.PlayerID) []string {
	if p == c.Actor.ID {
		return n.Labels(ctx, c, list)
	}
	r := n.reader(c, nil)
	r.ID, r.Watches = p, true
	return text.Labels(c.T, n.listed(ctx, c, list, p), r)
}

// Tags are the words that tell the matches of list apart beside a turn.
func (n *MatchNames) Tags(ctx context.Context, c *dispatch.Call, list []play.Summary) []string {
	return text.Tags(c.T, n.listed(ctx, c, list, c.Actor.ID), n.reader(c, n.others(ctx, c, list)))
}

// listed returns list with the names of those p plays against.
func (n *MatchNames) listed(ctx context.Context, c *dispatch.Call, list []play.Summary,
	p match.PlayerID) []text.Listed {
	var others []match.PlayerID
	for _, m := range list {
		if other := m.Other(p); other != "" {
			others = append(others, other)
		}
	}
	names := n.People.Apart(ctx, c.T, others)
	listed := make([]text.Listed, len(list))
	for i := range list {
		listed[i] = text.Listed{Summary: &list[i], Name: names[list[i].Other(p)]}
	}
	return listed
}

// others lists the open matches of the caller, if list needs them to be told apart.
func (n *MatchNames) others(ctx context.Context, c *dispatch.Call, list []play.Summary) []play.Summary {
	if len(list) < 2 {
		return nil
	}
	return n.Open(ctx, c)
}

func (n *MatchNames) reader(c *dispatch.Call, open []play.Summary) text.Reader {
	return text.Reader{ID: c.Actor.ID, Channel: c.Venue.Channel, Now: n.Service.Now, Open: open}
}
