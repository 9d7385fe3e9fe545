package bot

import (
	"context"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/text"
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
// filter must hold. Matches of this channel are preferred, then those that the other filters leave.
func (h *handlers) meant(ctx context.Context, c *Call, filters []filter) (match.ID, []play.Summary,
	error) {
	id, err := namedMatch(c)
	if err != nil || id != "" {
		return id, nil, err
	}
	list, err := h.service.Open(ctx, c.Actor.ID)
	if err != nil {
		return "", nil, err
	}
	list = narrow(list, c.Actor.ID, filters[0])
	if len(list) == 0 {
		return "", nil, text.ErrNoMatch
	}
	here := func(m *play.Summary, _ match.PlayerID) bool { return m.Venue.Channel == c.Venue.Channel }
	for _, f := range append([]filter{here}, filters[1:]...) {
		if fewer := narrow(list, c.Actor.ID, f); len(fewer) > 0 {
			list = fewer
		}
	}
	if len(list) == 1 {
		return list[0].ID, nil, nil
	}
	return "", list, nil
}

// namedMatch returns the match that the control, the menu, the option or the suggested turn names,
// "" for none.
func namedMatch(c *Call) (match.ID, error) {
	_, ref, picked := splitSuggestion(c.Text("turn"))
	switch {
	case c.ID.Match != "":
		return c.ID.Match, nil
	case c.ID.Verb != "" && len(c.Values) > 0:
		return match.ParseID(c.Values[0])
	case c.Text("match") != "":
		return match.ParseID(strings.ToLower(strings.TrimSpace(c.Text("match"))))
	case picked:
		return ref.ID, nil
	}
	return "", nil
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
func (h *handlers) ask(ctx context.Context, c *Call, id customID, list []play.Summary) Reply {
	menu := &Menu{ID: id, Prompt: text.ChooseMatch(c.T)}
	for _, m := range list[:min(len(list), discord.MaxChoices)] {
		menu.Items = append(menu.Items, Item{Label: h.label(ctx, c, &m), Value: string(m.ID)})
	}
	return Reply{Kind: Update,
		Message: Message{Text: text.WhichMatch(c.T), Rows: []Row{{Menu: menu}}}}
}

// label names a match in a menu, where mentions do not work.
func (h *handlers) label(ctx context.Context, c *Call, m *play.Summary) string {
	name := ""
	if p := m.Other(c.Actor.ID); p != "" {
		name = h.people.name(ctx, c.T, p)
	}
	return text.Label(c.T, m, c.Actor.ID, name)
}

// completeMatch suggests those matches of the person that fit and hold the words that are typed.
func (h *handlers) completeMatch(fits filter) Completer {
	return func(ctx context.Context, c *Call) ([]Choice, error) {
		list, err := h.service.Open(ctx, c.Actor.ID)
		if err != nil {
			return nil, err
		}
		_, typed := c.Focused()
		var choices []Choice
		for _, m := range narrow(list, c.Actor.ID, fits) {
			name := h.label(ctx, c, &m)
			if text.Holds(name+" "+string(m.ID), typed) && len(choices) < discord.MaxChoices {
				choices = append(choices, Choice{Name: name, Value: string(m.ID)})
			}
		}
		return choices, nil
	}
}
