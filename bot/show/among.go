package show

import (
	"context"
	"slices"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/rules/match"
)

type filter func(m *play.Summary, p match.PlayerID) bool

// Among says which matches a person can mean without naming one.
type Among struct {
	fits   filter
	rather filter // preferred among those that fit; nil: no preference
}

// Open selects a person's challenges and running matches.
func Open() Among { return Among{fits: isOpen} }

// Playing selects a person's running matches.
func Playing() Among { return Among{fits: isPlaying} }

// OnTurn selects a person's running matches, preferably those in which they are on turn.
func OnTurn() Among { return Among{isPlaying, isOnTurn} }

func isPlaying(m *play.Summary, _ match.PlayerID) bool { return m.Status == match.Playing }

func isOpen(m *play.Summary, _ match.PlayerID) bool { return m.Status.IsOpen() }

func isOnTurn(m *play.Summary, p match.PlayerID) bool { return m.ToMove == p }

// Meant returns the match that c is about, or several from which the person must choose. It prefers matches that are
// shown in this channel or thread, then those in the threads of this channel, then those that among prefers. It returns
// text.ErrNoMatch or text.ErrNoneOnTurn if there is none.
func (p *Picker) Meant(ctx context.Context, c *dispatch.Call, among Among) (match.ID, []play.Summary, error) {
	id, err := controlMatch(c)
	if err != nil || id != "" {
		return id, nil, err
	}
	turn, named := ReadTurn(c.Text("turn")), c.Text("game")
	if named == "" && turn.Ref.ID != "" {
		return turn.Ref.ID, nil, nil
	}
	list, err := p.View.Service.Open(ctx, c.Actor.ID)
	if err != nil {
		return "", nil, err
	}
	list = narrow(list, c.Actor.ID, among.fits)
	switch {
	case named != "":
		return p.named(ctx, c, list, among.rather)
	case len(list) == 0:
		return "", nil, text.ErrNoMatch
	}
	list = preferred(c, list, among.rather)
	if len(list) > 1 && among.rather != nil && len(narrow(list, c.Actor.ID, among.rather)) == 0 {
		return "", nil, text.ErrNoneOnTurn
	}
	if turn.about != "" {
		id = p.tagged(ctx, c, list, turn.about)
	} else if len(list) == 1 {
		id = list[0].ID
	}
	if id != "" {
		return id, nil, nil
	}
	return "", list, nil
}

// controlMatch returns the match of the button, or the one selected in a menu of matches; "" for none.
func controlMatch(c *dispatch.Call) (match.ID, error) {
	if c.ID.Match == "" && c.ID.Verb != "" && len(c.Values) > 0 {
		return match.ParseID(c.Values[0])
	}
	return c.ID.Match, nil
}

// preferred returns the matches of list that are in this channel, or all if none is, and of those the ones that rather
// prefers, or all.
func preferred(c *dispatch.Call, list []play.Summary, rather filter) []play.Summary {
	here := func(m *play.Summary, _ match.PlayerID) bool { return m.Shown() == c.Venue.Channel }
	below := func(m *play.Summary, _ match.PlayerID) bool { return m.Venue.Channel == c.Venue.Channel }
	if len(narrow(list, c.Actor.ID, here)) == 0 {
		here = below
	}
	for _, fits := range []filter{here, rather} {
		if fits == nil {
			continue
		}
		if fewer := narrow(list, c.Actor.ID, fits); len(fewer) > 0 {
			list = fewer
		}
	}
	return list
}

// named returns the match of list that the option "game" names by its id, its suggested label, or words that only its
// label has. If several are left, it returns those.
func (p *Picker) named(ctx context.Context, c *dispatch.Call, list []play.Summary,
	rather filter) (match.ID, []play.Summary, error) {
	words := c.Text("game")
	id, err := match.ParseID(strings.ToLower(strings.TrimSpace(words)))
	labels := p.View.Labels(ctx, c, list)
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
	fit = preferred(c, fit, rather)
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

// tagged returns the match of list that is named in the suggestion of a turn, "" for none. The longest tag that fits
// counts, because somebody's name may begin with the tag of another match.
func (p *Picker) tagged(ctx context.Context, c *dispatch.Call, list []play.Summary,
	about string) (id match.ID) {
	longest := ""
	for i, tag := range p.View.Tags(ctx, c, list) {
		if turns.HasTag(about, tag) && len(tag) > len(longest) {
			id, longest = list[i].ID, tag
		}
	}
	return id
}

// narrow returns the matches of list that fit, first those that wait for p, by the time left.
func narrow(list []play.Summary, p match.PlayerID, fits filter) []play.Summary {
	var out []play.Summary
	for _, m := range list {
		if fits(&m, p) {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b play.Summary) int {
		switch {
		case a.Waits(p) == b.Waits(p):
			return play.ByDeadline(a, b)
		case a.Waits(p):
			return -1
		}
		return 1
	})
	return out
}
