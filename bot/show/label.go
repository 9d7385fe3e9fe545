package show

import (
	"context"
	"slices"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// The other player, with what tells the match apart: Other is a mention, as in “@Bob (5x5, you are Red)”.
var msgThisOne = i18n.Message{ID: "move.which", Other: "{{.Other}} ({{.Which}})"}

// OpenMatches returns the open matches of the caller, or none if they cannot be read.
func (v *View) OpenMatches(ctx context.Context, c *dispatch.Call) []play.Summary {
	open, err := v.Service.Open(ctx, c.Actor.ID)
	if err != nil {
		c.Log.Warn("matches not listed", "err", err)
	}
	return open
}

// Opponent names the other player of m to the caller, who plays in it. If the two play several matches, the name also
// says which one this is.
func (v *View) Opponent(ctx context.Context, c *dispatch.Call, m *play.Match) string {
	return v.opponentAmong(c, m, v.OpenMatches(ctx, c))
}

// opponentAmong is Opponent with the open matches of the caller.
func (v *View) opponentAmong(c *dispatch.Call, m *play.Match, open []play.Summary) string {
	this := m.Summary()
	other, same := this.Other(c.Actor.ID), text.Same(this, open, c.Actor.ID)
	if which := text.Which(c.T, same, v.reader(c, nil)); which != "" {
		return c.T.Text(msgThisOne, i18n.Args{"Other": text.Mention(c.T, other), "Which": which})
	}
	return text.Player(c.T, &m.Match, other)
}

// OpponentIfSeveral is Opponent if open has another match that the caller plays, otherwise "".
func (v *View) OpponentIfSeveral(c *dispatch.Call, m *play.Match, open []play.Summary) string {
	if !slices.ContainsFunc(open, func(s play.Summary) bool { return s.Status == match.Playing && s.ID != m.ID }) {
		return ""
	}
	return v.opponentAmong(c, m, open)
}

// Labels returns distinct names of the matches of list, for menus and suggestions, where mentions do not work.
func (v *View) Labels(ctx context.Context, c *dispatch.Call, list []play.Summary) []string {
	return text.Labels(c.T, v.listed(ctx, c, list, c.Actor.ID), v.reader(c, v.others(ctx, c, list)))
}

// LabelsOf is Labels for matches of p, as p would read them.
func (v *View) LabelsOf(ctx context.Context, c *dispatch.Call, list []play.Summary, p match.PlayerID) []string {
	if p == c.Actor.ID {
		return v.Labels(ctx, c, list)
	}
	r := v.reader(c, nil)
	r.ID, r.Watches = p, true
	return text.Labels(c.T, v.listed(ctx, c, list, p), r)
}

// Tags returns short names of the matches of list that tell suggested turns apart.
func (v *View) Tags(ctx context.Context, c *dispatch.Call, list []play.Summary) []string {
	return text.Tags(c.T, v.listed(ctx, c, list, c.Actor.ID), v.reader(c, v.others(ctx, c, list)))
}

// listed returns list with the names of the opponents of p.
func (v *View) listed(ctx context.Context, c *dispatch.Call, list []play.Summary,
	p match.PlayerID) []text.Listed {
	var others []match.PlayerID
	for _, m := range list {
		if other := m.Other(p); other != "" {
			others = append(others, other)
		}
	}
	names := v.Names.Apart(ctx, c.T, c.Actor.Guild, others)
	listed := make([]text.Listed, len(list))
	for i := range list {
		listed[i] = text.Listed{Summary: &list[i], Name: names[list[i].Other(p)]}
	}
	return listed
}

// others returns the open matches of the caller if list has several.
func (v *View) others(ctx context.Context, c *dispatch.Call, list []play.Summary) []play.Summary {
	if len(list) < 2 {
		return nil
	}
	return v.OpenMatches(ctx, c)
}

func (v *View) reader(c *dispatch.Call, open []play.Summary) text.Reader {
	return text.Reader{ID: c.Actor.ID, Channel: c.Venue.Channel, Now: v.Service.Now, Open: open}
}

// Menu returns a menu of matches of p, with the given id. It leaves out those for which Discord has no room.
func (v *View) Menu(ctx context.Context, c *dispatch.Call, id ui.ID, list []play.Summary, p match.PlayerID) []ui.Row {
	menu := &ui.Menu{ID: id, Prompt: text.ChooseMatch(c.T)}
	list = list[:min(len(list), discord.MaxChoices)]
	for i, label := range v.LabelsOf(ctx, c, list, p) {
		menu.Items = append(menu.Items, ui.Item{Label: label, Value: string(list[i].ID)})
	}
	return []ui.Row{{Menu: menu}}
}
