package dispatch

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/discord"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// answered is an answer to a call about a match that was tapped on a message; of is the match whose panel it shows.
type answered struct {
	by      match.PlayerID
	about   match.ID
	tapped  string
	of      match.ID
	inPlace bool
	before  int // so many answers earlier it was asked for
}

// replaces returns which of answers, counted from 1 and asked for a minute apart, the last one's panel replaces; 0:
// none.
func replaces(answers ...answered) int {
	s, all, gone := newPanels(), map[*discord.Interaction]int{}, (*discord.Interaction)(nil)
	for i, a := range answers {
		asked := time.Duration(i)*time.Minute - time.Duration(a.before)*90*time.Second
		in := &discord.Interaction{ID: strconv.FormatInt(asked.Milliseconds()<<22, 10),
			Message: discord.ReceivedMessage{ID: a.tapped}}
		all[in] = i + 1
		c := &Call{ID: ui.ID{Match: a.about}}
		c.Actor.ID = a.by
		gone = s.put(c, in, a.of, a.inPlace)
	}
	return all[gone]
}

// TestPanels: a panel takes the place of the person's former one of that match, unless that shows something else by
// now, or is older than Discord allows.
func TestPanels(t *testing.T) {
	t.Parallel()
	opens := answered{by: alice, about: "m1", tapped: "board", of: "m1"}
	late := answered{by: alice, about: "m1", tapped: "board", of: "m1", before: 1}
	taps := answered{alice, "m1", "first", "m1", true, 0}
	plans := answered{alice, "m1", "first", "", true, 0}
	next := answered{alice, "", "first", "m2", true, 0}
	none := answered{by: bob}
	later := func(n int) []answered {
		list := []answered{opens}
		for range n {
			list = append(list, answered{by: bob})
		}
		return append(list, opens)
	}
	for name, test := range map[string]struct {
		answers []answered
		want    int
	}{
		"the first":                 {[]answered{opens}, 0},
		"again":                     {[]answered{opens, opens}, 1},
		"after taps":                {[]answered{opens, taps, taps, opens}, 3},
		"a tap":                     {[]answered{opens, taps}, 0},
		"another's":                 {[]answered{opens, {by: bob, about: "m1", tapped: "board", of: "m1"}}, 0},
		"of another match":          {[]answered{opens, {by: alice, about: "m2", of: "m2"}}, 0},
		"it shows a plan":           {[]answered{opens, plans, opens}, 0},
		"it shows a plan, later":    {[]answered{opens, taps, plans, opens}, 0},
		"it shows another match":    {[]answered{opens, taps, next, opens}, 0},
		"which is opened":           {[]answered{opens, taps, next, {by: alice, about: "m2", of: "m2"}}, 3},
		"in place of another panel": {[]answered{{by: alice, about: "m2", of: "m2"}, opens, taps, next}, 1},
		"something else is shown":   {[]answered{opens, {by: alice, about: "m1"}, opens}, 1},
		"tapped while it is sent":   {[]answered{none, taps, late}, 0},
		"and opened again":          {[]answered{none, taps, late, opens}, 2},
		"opened twice, crossing":    {[]answered{none, opens, late}, 3},
		"and once more":             {[]answered{none, opens, late, opens}, 2},
		"in 13 minutes":             {later(12), 1},
		"in 14 minutes":             {later(13), 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, replaces(test.answers...))
		})
	}
}
