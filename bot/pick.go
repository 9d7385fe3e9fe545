package bot

import (
	"context"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// filter says whether a match is one that p can mean.
type filter func(m *play.Summary, p match.PlayerID) bool

// isPlaying fits matches that are being played.
func isPlaying(m *play.Summary, _ match.PlayerID) bool { return m.Status == match.Playing }

// isOpen fits challenges and matches that are being played.
func isOpen(m *play.Summary, _ match.PlayerID) bool { return m.Status.IsOpen() }

// isOnTurn fits matches in which p is to play.
func isOnTurn(m *play.Summary, p match.PlayerID) bool { return m.ToMove == p }

// meant returns the match that c is about, or those among which the person must choose. The first
// filter must hold. Matches that are shown in this channel or thread are preferred, then those in the
// threads of this channel, then those that the second filter, isOnTurn, leaves; when it leaves none of
// several, there is nothing to choose.
func (h *handlers) meant(ctx context.Context, c *dispatch.Call, filters []filter) (match.ID,
	[]play.Summary, error) {
	turn, named := readTurn(c.Text("turn")), c.Text("match")
	id, err := shown(c)
	if id == "" && named == "" {
		id = turn.ref.ID
	}
	if err != nil || id != "" {
		return id, nil, err
	}
	list, err := h.service.Open(ctx, c.Actor.ID)
	if err != nil {
		return "", nil, err
	}
	list = narrow(list, c.Actor.ID, filters[0])
	switch {
	case named != "":
		return h.named(ctx, c, list, filters[1:])
	case len(list) == 0:
		return "", nil, text.ErrNoMatch
	}
	list = preferred(c, list, filters[1:])
	if len(list) > 1 && len(filters) > 1 && len(narrow(list, c.Actor.ID, filters[1])) == 0 {
		return "", nil, text.ErrNoneOnTurn
	}
	if turn.about != "" {
		id = h.tagged(ctx, c, list, turn.about)
	} else if len(list) == 1 {
		id = list[0].ID
	}
	if id != "" {
		return id, nil, nil
	}
	return "", list, nil
}

// preferred returns the matches of list in this channel, and of those the ones that filters leave, unless
// there are none.
func preferred(c *dispatch.Call, list []play.Summary, filters []filter) []play.Summary {
	here := func(m *play.Summary, _ match.PlayerID) bool { return m.Shown() == c.Venue.Channel }
	below := func(m *play.Summary, _ match.PlayerID) bool { return m.Venue.Channel == c.Venue.Channel }
	if len(narrow(list, c.Actor.ID, here)) == 0 {
		here = below
	}
	for _, f := range append([]filter{here}, filters...) {
		if fewer := narrow(list, c.Actor.ID, f); len(fewer) > 0 {
			list = fewer
		}
	}
	return list
}

// shown returns the match of the control, or the one that is picked in the menu; "" for none.
func shown(c *dispatch.Call) (match.ID, error) {
	if c.ID.Match == "" && c.ID.Verb != "" && len(c.Values) > 0 {
		return match.ParseID(c.Values[0])
	}
	return c.ID.Match, nil
}

// named returns the match that the option names: by its id, by its label as it was suggested, or by words
// that only its label has; or else those among which the person must choose.
func (h *handlers) named(ctx context.Context, c *dispatch.Call, list []play.Summary,
	filters []filter) (match.ID, []play.Summary, error) {
	words := c.Text("match")
	id, err := match.ParseID(strings.ToLower(strings.TrimSpace(words)))
	labels := h.labels(ctx, c, list)
	var fit, changed []play.Summary
	for i, m := range list {
		switch {
		case m.ID == id || text.SameLabel(labels[i], words):
			return m.ID, nil, nil
		case text.HasWords(labels[i], words):
			fit = append(fit, m)
		case text.SameOpponent(labels[i], words):
			changed = append(changed, m)
		}
	}
	fit = preferred(c, fit, filters)
	switch {
	case len(fit) == 1:
		return fit[0].ID, nil, nil
	case len(fit) > 1:
		return "", fit, nil
	case len(changed) > 0:
		return "", changed, nil
	}
	return id, nil, err
}

// tagged returns the match of list that the name of a suggested turn is about, "" for none. Somebody's
// name may begin with another one's tag, so the longest tag that fits counts.
func (h *handlers) tagged(ctx context.Context, c *dispatch.Call, list []play.Summary,
	about string) (id match.ID) {
	longest := ""
	for i, tag := range text.Tags(c.T, h.listed(ctx, c, list), readerOf(c)) {
		if turns.HasTag(about, tag) && len(tag) > len(longest) {
			id, longest = list[i].ID, tag
		}
	}
	return id
}

func narrow(list []play.Summary, p match.PlayerID, fits filter) []play.Summary {
	var out []play.Summary
	for _, m := range list {
		if fits(&m, p) {
			out = append(out, m)
		}
	}
	return out
}

// ask lets the person choose among list; id is that of the menu.
func (h *handlers) ask(ctx context.Context, c *dispatch.Call, id ui.ID,
	list []play.Summary) dispatch.Reply {
	menu := &ui.Menu{ID: id, Prompt: text.ChooseMatch(c.T)}
	list = list[:min(len(list), discord.MaxChoices)]
	for i, label := range h.labels(ctx, c, list) {
		menu.Items = append(menu.Items, ui.Item{Label: label, Value: string(list[i].ID)})
	}
	return dispatch.Reply{Kind: dispatch.Update,
		Message: ui.Message{Text: text.WhichMatch(c.T), Rows: []ui.Row{{Menu: menu}}}}
}

// labels names the matches of list, each in another way, where mentions do not work.
func (h *handlers) labels(ctx context.Context, c *dispatch.Call, list []play.Summary) []string {
	return text.Labels(c.T, h.listed(ctx, c, list), readerOf(c))
}

// listed returns list with the names of those the person plays against.
func (h *handlers) listed(ctx context.Context, c *dispatch.Call, list []play.Summary) []text.Listed {
	var others []match.PlayerID
	for _, m := range list {
		if other := m.Other(c.Actor.ID); other != "" {
			others = append(others, other)
		}
	}
	names := h.people.Apart(ctx, c.T, others)
	listed := make([]text.Listed, len(list))
	for i := range list {
		listed[i] = text.Listed{Summary: &list[i], Name: names[list[i].Other(c.Actor.ID)]}
	}
	return listed
}

func readerOf(c *dispatch.Call) text.Reader {
	return text.Reader{ID: c.Actor.ID, Channel: c.Venue.Channel}
}

// completeMatch suggests those matches of the person that fit and hold the words that are typed.
func (h *handlers) completeMatch(fits filter) dispatch.Completer {
	return func(ctx context.Context, c *dispatch.Call) ([]ui.Choice, error) {
		list, err := h.service.Open(ctx, c.Actor.ID)
		if err != nil {
			return nil, err
		}
		list = narrow(list, c.Actor.ID, fits)
		if len(list) == 0 {
			return nil, text.ErrNoMatch
		}
		_, typed := c.Focused()
		var choices []ui.Choice
		for i, label := range h.labels(ctx, c, list) {
			id := string(list[i].ID)
			if turns.Holds(label+" "+id, typed) {
				choices = append(choices, ui.Choice{Name: label, Value: id})
			}
		}
		return choices, nil
	}
}
