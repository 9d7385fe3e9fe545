package show

import (
	"context"
	"slices"
	"strings"
	"time"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Picker picks matches. All it needs is required.
type Picker struct {
	Service *play.Service
	View    *View
	Names   *MatchNames
	Places  *Places
	// Await bounds how long an answer waits to say whether the news of a match could be posted, where
	// that is not known beforehand.
	Await  time.Duration
	Poster Sharer
}

// Poster posts for everybody; notify.Notifier is one.
type Sharer interface {
	// Share posts a message as a play.Sharing says, unless it is there; errors as those of the post of Boards.Share.
	Share(ctx context.Context, s play.Sharing, msg ui.Message) error
}

// filter says whether a match is one that p can mean.
type filter func(m *play.Summary, p match.PlayerID) bool

// Among are the matches that a person can mean.
type Among struct {
	fits   filter
	rather filter // of those, which they rather mean; nil: none
}

// Open are the challenges of a person and the matches that they play.
func Open() Among { return Among{fits: isOpen} }

// Playing are the matches that a person plays.
func Playing() Among { return Among{fits: isPlaying} }

// OnTurn are the matches that a person plays, rather those in which it is their turn.
func OnTurn() Among { return Among{isPlaying, isOnTurn} }

func isPlaying(m *play.Summary, _ match.PlayerID) bool { return m.Status == match.Playing }

func isOpen(m *play.Summary, _ match.PlayerID) bool { return m.Status.IsOpen() }

func isOnTurn(m *play.Summary, p match.PlayerID) bool { return m.ToMove == p }

// Meant returns the match that c is about, or those among which the person must choose. Matches that are shown in
// this channel or thread are preferred, then those in the threads of this channel, then those that they rather
// mean; when these are none of several, there is nothing to choose.
func (p *Picker) Meant(ctx context.Context, c *dispatch.Call, among Among) (match.ID, []play.Summary, error) {
	turn, named := ReadTurn(c.Text("turn")), c.Text("game")
	id, err := shown(c)
	if id == "" && named == "" {
		id = turn.Ref.ID
	}
	if err != nil || id != "" {
		return id, nil, err
	}
	list, err := p.Service.Open(ctx, c.Actor.ID)
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

// preferred returns the matches of list in this channel, and of those the ones that fit rather, unless
// there are none.
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

// shown returns the match of the control, or the one that is picked in the menu; "" for none.
func shown(c *dispatch.Call) (match.ID, error) {
	if c.ID.Match == "" && c.ID.Verb != "" && len(c.Values) > 0 {
		return match.ParseID(c.Values[0])
	}
	return c.ID.Match, nil
}

// named returns the match that the option names: by its id, by its label as it was suggested, or by words
// that only its label has; or else those among which the person must choose.
func (p *Picker) named(ctx context.Context, c *dispatch.Call, list []play.Summary,
	rather filter) (match.ID, []play.Summary, error) {
	words := c.Text("game")
	id, err := match.ParseID(strings.ToLower(strings.TrimSpace(words)))
	labels := p.Names.Labels(ctx, c, list)
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

// tagged returns the match of list that the name of a suggested turn is about, "" for none. Somebody's
// name may begin with another one's tag, so the longest tag that fits counts.
func (p *Picker) tagged(ctx context.Context, c *dispatch.Call, list []play.Summary,
	about string) (id match.ID) {
	longest := ""
	for i, tag := range p.Names.Tags(ctx, c, list) {
		if turns.HasTag(about, tag) && len(tag) > len(longest) {
			id, longest = list[i].ID, tag
		}
	}
	return id
}

// narrow returns those of list that fit, the most urgent first: those that wait for p, and the least time left.
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

// Ask lets the person choose among list; id is that of the menu.
func (p *Picker) Ask(ctx context.Context, c *dispatch.Call, id ui.ID, list []play.Summary) dispatch.Reply {
	return dispatch.Reply{Kind: dispatch.Update,
		Message: ui.Message{Text: text.WhichMatch(c.T), Rows: p.Menu(ctx, c, id, Of{list, c.Actor.ID})}}
}

// Of are matches of somebody.
type Of struct {
	List   []play.Summary
	Player match.PlayerID
}

// Menu leads to matches.
func (p *Picker) Menu(ctx context.Context, c *dispatch.Call, id ui.ID, of Of) []ui.Row {
	menu := &ui.Menu{ID: id, Prompt: text.ChooseMatch(c.T)}
	list := of.List[:min(len(of.List), discord.MaxChoices)]
	for i, label := range p.Names.LabelsOf(ctx, c, list, of.Player) {
		menu.Items = append(menu.Items, ui.Item{Label: label, Value: string(list[i].ID)})
	}
	return []ui.Row{{Menu: menu}}
}

// Share shows the post of r, which is something of m, to everybody where c comes from, once, and returns the answer.
func (p *Picker) Share(ctx context.Context, c *dispatch.Call, m *play.Match, what play.Shared,
	r dispatch.Reply) (dispatch.Reply, error) {
	if m.StaysElsewhere(c.Venue) {
		return r, play.ErrForeign
	}
	if c.MustBePrivate() {
		return r, play.ErrUnposted
	}
	if err := p.Places.Allowed(ctx, c); err != nil {
		return r, err
	}
	if lacking := c.MissingRights(); len(lacking) > 0 {
		return r, text.RefuseHere(c.T, lacking)
	}
	at := play.Sharing{What: what, Channel: c.Venue.Channel}
	if c.Venue.Away { // an answer cannot be recognised when it is sent again
		r.OnRefused = func(ctx context.Context) {
			if err := p.Service.Unshare(ctx, m.ID, what); err != nil {
				c.Log.Error("counts as posted", "match", m.ID, "err", err)
			}
		}
		return r, p.Service.Share(ctx, c.Actor, m.ID, at, nil)
	}
	msg := r.Post
	r.Post = nil
	err := p.Service.Share(ctx, c.Actor, m.ID, at, func(ctx context.Context, s play.Sharing) error {
		return p.Poster.Share(ctx, s, *msg)
	})
	if err != nil {
		c.Log.Warn("not shared", "match", m.ID, "err", err)
	}
	return r, err
}
