package text

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// Labels that tell a player's matches apart: “against Bob, 5x5, you are Red”. Each stands by itself.
var (
	msgYouAre   = i18n.Message{ID: "pick.side", Other: "you're {{.Side}}"}
	msgYouWould = i18n.Message{ID: "pick.sidewanted", Other: "you'd be {{.Side}}"}
	msgAtLevel  = i18n.Message{ID: "pick.level", Other: "level {{.Level}}"}
	msgSince    = i18n.Message{ID: "pick.since", Other: "since {{.Date}}"}
	msgHere     = i18n.Message{ID: "pick.here", Other: "in this channel"}
	msgInDirect = i18n.Message{ID: "pick.direct", Other: "in direct messages"}
	msgBelow    = i18n.Message{ID: "pick.thread", Other: "in a thread of this channel"}
	msgNotHere  = i18n.Message{ID: "pick.elsewhere", Other: "in another channel"}

	msgPerTurn = i18n.Message{ID: "pick.pace", Other: "{{.Time}} per turn"}
	msgLeft    = i18n.Message{ID: "pick.left", Other: "{{.Time}} left"}
)

// What tells matches apart that are alike in all else: in the order in which they began, a word in such a label.
var (
	msgFirstOne  = i18n.Message{ID: "pick.first", Other: "first game"}
	msgSecondOne = i18n.Message{ID: "pick.second", Other: "second game"}
	msgNthOne    = i18n.Message{ID: "pick.nth", Other: "game {{.Number}}"}
)

// YouAre tells a player which side they play.
func YouAre(t i18n.Printer, side rules.Color) string {
	return t.Text(msgYouAre, i18n.Args{"Side": turns.Side(t, side)})
}

// Maximum lengths in characters.
const (
	maxLabel = 100 // of a menu item in Discord
	maxTag   = 60  // leaves room for a turn in front
)

// Reader is the person a list of matches is shown to, with the channel and time it is shown at.
type Reader struct {
	ID      match.PlayerID
	Channel string
	Now     func() time.Time // nil: leave out the time left
	Watches bool             // the matches are of the player ID, and somebody else reads the list
	Open    []play.Summary   // all challenges and running matches of the player, to number those against one opponent
}

// Listed is a match in a list. Name is the name of the other player for places without mentions, "" while there is no
// other player.
type Listed struct {
	*play.Summary
	Name string
}

// Labels returns a menu label for each match of list, as in "against Bob · 6x4 · round 3 · your turn". It adds
// differences such as the pace to equal labels, and numbers to those that remain equal. No two labels are equal, even
// ignoring case and spaces, and none is longer than 100 characters.
func Labels(t i18n.Printer, list []Listed, r Reader) []string {
	labels := make([]string, len(list))
	for i, m := range list {
		labels[i] = Label(t, m.Summary, r.ID, m.Name)
	}
	apart{t, r, list, labelGoesOn, maxLabel}.distinguish(labels,
		paceOf, sideOf, levelOf, leftOf, hintsOf, positioningOf, stallOf, sinceOf, channelOf)
	return labels
}

// Tags returns the shortest distinct label for each match of list, as in "against Bob" or "against Bob, 5x5". No two
// are equal, even ignoring case and spaces, and none is longer than 60 characters.
func Tags(t i18n.Printer, list []Listed, r Reader) []string {
	tags := make([]string, len(list))
	for i, m := range list {
		tags[i] = versus(t, m.Name)
	}
	apart{t, r, list, ", ", maxTag}.distinguish(tags,
		boardOf, paceOf, sideOf, levelOf, leftOf, hintsOf, sinceOf, turnOf, channelOf)
	return tags
}

// Which returns how the first match of same differs from the reader's other matches against the same player: "5x5, you
// are Red", or "level 1, 5x5" against the bot. It returns "" if there are no others. The result does not change while
// the matches are played.
func Which(t i18n.Printer, same []play.Summary, r Reader) string {
	if len(same) < 2 {
		return ""
	}
	r.Open = same
	level, which := apart{t, r, unnamed(same), ", ", maxTag}.first([]field{levelOf},
		boardOf, paceOf, sideOf, hintsOf)
	return turns.Joined(", ", level, which)
}

// WhichBoard is Which for texts that already name the level, the sides and the deadline.
func WhichBoard(t i18n.Printer, same []play.Summary) string { return whichBeside(t, same, levelOf) }

func whichLine(t i18n.Printer, same []play.Summary) string {
	return whichBeside(t, same, levelOf, boardOf)
}

func whichBeside(t i18n.Printer, same []play.Summary, said ...field) string {
	if len(same) == 0 {
		return ""
	}
	r := Reader{ID: same[0].Challenger, Open: same}
	_, which := apart{t, r, unnamed(same), labelGoesOn, maxLabel}.first(said, boardOf, paceOf, hintsOf)
	return which
}

func unnamed(list []play.Summary) []Listed {
	listed := make([]Listed, len(list))
	for i := range list {
		listed[i].Summary = &list[i]
	}
	return listed
}

// Same returns m and, if m has started, the matches of open that p plays against the same player.
func Same(m play.Summary, open []play.Summary, p match.PlayerID) []play.Summary {
	same := []play.Summary{m}
	for i := range open {
		s := &open[i]
		if m.Status != match.Proposed && s.Status == match.Playing && s.ID != m.ID && s.Other(p) == m.Other(p) {
			same = append(same, *s)
		}
	}
	return same
}

// apart makes the names of matches in a list distinct.
type apart struct {
	t    i18n.Printer
	r    Reader
	list []Listed
	sep  string
	most int // characters
}

// field returns a property in which matches may differ, or "" if there is nothing to say.
type field func(t i18n.Printer, m *play.Summary, r Reader) string

// distinguish adds fields to equal names until no names are equal, and numbers those that remain equal. It shortens
// names that get too long and ends them with the number of the match in the list.
func (a apart) distinguish(names []string, fields ...field) {
	for _, f := range append(fields, nthOf) {
		for _, same := range alike(names) {
			if len(same) > 1 {
				a.add(names, same, f)
			}
		}
	}
	all := make([]int, len(names))
	for i := range all {
		all[i] = i
	}
	for _, same := range alike(names) {
		if len(same) > 1 {
			a.number(names, same)
		}
	}
	for i, nth := range a.order(all) {
		if utf8.RuneCountInString(names[nth]) > a.most {
			end := a.sep + ordinal(a.t, i)
			names[nth] = turns.Cut(names[nth], a.most-utf8.RuneCountInString(end)) + end
		}
	}
}

// first returns the given fields of the first match, and what else distinguishes it from the others.
func (a apart) first(said []field, fields ...field) (anyway, which string) {
	names := make([]string, len(a.list))
	for i, m := range a.list {
		for _, f := range said {
			names[i] = turns.Joined(a.sep, names[i], f(a.t, m.Summary, a.r))
		}
	}
	anyway = names[0]
	a.distinguish(names, fields...)
	return anyway, strings.TrimPrefix(strings.TrimPrefix(names[0], anyway), a.sep)
}

func (a apart) number(names []string, same []int) {
	for i, at := range a.order(same) {
		names[at] += a.sep + ordinal(a.t, i)
	}
}

func (a apart) order(of []int) []int {
	return slices.SortedFunc(slices.Values(of), func(i, j int) int {
		return byStart(a.list[i].Summary, a.list[j].Summary)
	})
}

func byStart(a, b *play.Summary) int {
	return cmp.Or(began(a).Compare(began(b)), cmp.Compare(a.ID, b.ID))
}

// ordinal returns the word for the i-th match, from 0.
func ordinal(t i18n.Printer, i int) string {
	switch i {
	case 0:
		return t.Text(msgFirstOne, nil)
	case 1:
		return t.Text(msgSecondOne, nil)
	}
	return t.Text(msgNthOne, i18n.Args{"Number": i + 1})
}

// add adds f to the names of same if the matches differ in it.
func (a apart) add(names []string, same []int, f field) {
	values, different := make([]string, len(same)), false
	for i, at := range same {
		values[i] = f(a.t, a.list[at].Summary, a.r)
		different = different || values[i] != values[0]
	}
	for i, at := range same {
		if different && values[i] != "" {
			names[at] += a.sep + values[i]
		}
	}
}

// alike groups the indices of names that are equal, ignoring case and spaces.
func alike(names []string) (groups [][]int) {
	at := map[string]int{}
	for i, name := range names {
		key := turns.Folded(name)
		g, known := at[key]
		if !known {
			g, at[key] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

func boardOf(_ i18n.Printer, m *play.Summary, _ Reader) string { return m.Terms.Options.Board.String() }

func sideOf(t i18n.Printer, m *play.Summary, r Reader) string {
	side := colorOf(m, r.ID)
	if r.Watches {
		return ""
	}
	if side == rules.NoColor {
		return t.Text(msgSideRandom, nil)
	}
	form := i18n.Either(m.Status == match.Proposed, msgYouWould, msgYouAre)
	return t.Text(form, i18n.Args{"Side": turns.Side(t, side)})
}

func levelOf(t i18n.Printer, m *play.Summary, _ Reader) string {
	if m.Terms.Level == 0 {
		return ""
	}
	return t.Text(msgAtLevel, i18n.Args{"Level": m.Terms.Level})
}

func positioningOf(t i18n.Printer, m *play.Summary, _ Reader) string {
	if m.Status != match.Proposed {
		return ""
	}
	return PositioningWords(t, m.Terms.Options)
}

func stallOf(t i18n.Printer, m *play.Summary, _ Reader) string {
	return stallWords(t, m.Terms.Options)
}

func hintsOf(t i18n.Printer, m *play.Summary, _ Reader) string { return HintWords(t, m.Terms.Hints) }

func paceOf(t i18n.Printer, m *play.Summary, _ Reader) string {
	if !m.Terms.Pace.HasClock() {
		return t.Text(msgNoPace, nil)
	}
	return t.Text(msgPerTurn, i18n.Args{"Time": Length(t, m.Terms.Pace.PerTurn)})
}

func leftOf(t i18n.Printer, m *play.Summary, r Reader) string {
	if m.Deadline.IsZero() || r.Now == nil {
		return ""
	}
	left := m.Deadline.Sub(r.Now())
	if left <= 0 {
		return t.Text(msgIsUp, nil)
	}
	return t.Text(msgLeft, i18n.Args{"Time": Duration(t, left)})
}

func began(m *play.Summary) time.Time {
	if m.Started.IsZero() {
		return m.Created
	}
	return m.Started
}

func sinceOf(t i18n.Printer, m *play.Summary, _ Reader) string {
	return t.Text(msgSince, i18n.Args{"Date": began(m).UTC().Format(time.DateOnly)})
}

// nthOf returns the number of the match among the reader's open matches, or challenges, with the same player.
func nthOf(t i18n.Printer, m *play.Summary, r Reader) string {
	nth := 0
	for i := range r.Open {
		s := &r.Open[i]
		kin := s.Other(r.ID) == m.Other(r.ID) && (s.Status == match.Proposed) == (m.Status == match.Proposed)
		if kin && byStart(s, m) < 0 {
			nth++
		}
	}
	return ordinal(t, nth)
}

func turnOf(t i18n.Printer, m *play.Summary, _ Reader) string {
	return turnNumber(t, m)
}

func channelOf(t i18n.Printer, m *play.Summary, r Reader) string {
	switch {
	case m.Shown() == r.Channel:
		return t.Text(msgHere, nil)
	case m.Venue.Channel == r.Channel:
		return t.Text(msgBelow, nil)
	case m.Venue.Guild == "":
		return t.Text(msgInDirect, nil)
	}
	return t.Text(msgNotHere, nil)
}
