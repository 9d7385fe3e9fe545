package text

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
	"madbot/rules/match"
)

// noon is the time at which the lists are read.
var noon = time.Date(2026, 11, 12, 12, 0, 0, 0, time.UTC)

var here = Reader{ID: alice, Channel: "5001", Now: func() time.Time { return noon }}

// inList returns a match of alice (Red) and bob in which it is her turn, modified by change.
func inList(id match.ID, change func(*play.Summary)) Listed {
	s := play.Summary{ID: id, Status: match.Playing, Challenger: alice, Opponent: bob, Red: alice,
		Blue: bob, ToMove: alice, Terms: match.Terms{Options: rules.DefaultOptions()},
		Venue:   play.Venue{Guild: "7001", Channel: here.Channel},
		Started: time.Date(2026, 11, 11, 8, 0, 0, 0, time.UTC)}
	change(&s)
	return Listed{&s, "Bob"}
}

func as(s *play.Summary)   {}
func blue(s *play.Summary) { s.Red, s.Blue, s.ToMove = bob, alice, alice }

// perTurn, until and later set the pace, the deadline after noon, and a later start.
func perTurn(d time.Duration) func(*play.Summary) {
	return func(s *play.Summary) { s.Terms.Pace.PerTurn = d }
}

func until(d time.Duration) func(*play.Summary) {
	return func(s *play.Summary) { s.Deadline = noon.Add(d) }
}

func later(d time.Duration) func(*play.Summary) {
	return func(s *play.Summary) { s.Started = s.Started.Add(d) }
}

// open makes the match a challenge by alice.
func open(side match.SidePick) func(*play.Summary) {
	return func(s *play.Summary) {
		s.Status, s.Red, s.Blue, s.ToMove, s.Terms.Side = match.Proposed, "", "", "", side
		s.Created, s.Started = s.Started, time.Time{}
	}
}

// TestLabels: equal labels get only the differences added.
func TestLabels(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		list []Listed
		want []string
	}{
		{"different already", []Listed{inList("a", as), inList("b", func(s *play.Summary) { s.Ply = 4 })},
			[]string{"against Bob · 6x4 · round 1 · your turn", "against Bob · 6x4 · round 3 · your turn"}},
		{"sides", []Listed{inList("a", as), inList("b", blue)},
			[]string{"against Bob · 6x4 · round 1 · your turn · you're Red",
				"against Bob · 6x4 · round 1 · your turn · you're Blue"}},
		{"paces", []Listed{inList("a", perTurn(24*time.Hour)), inList("b", perTurn(10*time.Minute)), inList("c", as)},
			[]string{"against Bob · 6x4 · round 1 · your turn · 1 day per turn",
				"against Bob · 6x4 · round 1 · your turn · 10 minutes per turn",
				"against Bob · 6x4 · round 1 · your turn · no clock"}},
		{"time left", []Listed{inList("a", until(50*time.Hour)), inList("b", until(26*time.Hour)), inList("c", until(0))},
			[]string{"against Bob · 6x4 · round 1 · your turn · 2 days left",
				"against Bob · 6x4 · round 1 · your turn · 26 hours left",
				"against Bob · 6x4 · round 1 · your turn · time is up"}},
		{"the earlier one first", []Listed{inList("c", later(time.Hour)), inList("b", later(time.Minute)),
			inList("a", later(2*time.Hour))},
			[]string{"against Bob · 6x4 · round 1 · your turn · second game",
				"against Bob · 6x4 · round 1 · your turn · first game", "against Bob · 6x4 · round 1 · your turn · game 3"}},
		{"the challenge made earlier first", []Listed{inList("a", func(s *play.Summary) {
			later(time.Hour)(s)
			open(match.PlayRed)(s)
		}), inList("b", open(match.PlayRed))},
			[]string{"against Bob · 6x4 · waiting for an answer · second game",
				"against Bob · 6x4 · waiting for an answer · first game"}},
		{"levels", []Listed{inList("a", func(s *play.Summary) { s.Terms.Level = 2 }),
			inList("b", func(s *play.Summary) { s.Terms.Level = 7 })},
			[]string{"against Bob · 6x4 · round 1 · your turn · level 2",
				"against Bob · 6x4 · round 1 · your turn · level 7"}},
		{"days", []Listed{inList("a", as),
			inList("b", func(s *play.Summary) { s.Started = s.Started.Add(24 * time.Hour) })},
			[]string{"against Bob · 6x4 · round 1 · your turn · since 2026-11-11",
				"against Bob · 6x4 · round 1 · your turn · since 2026-11-12"}},
		{"channels", []Listed{inList("a", as),
			inList("b", func(s *play.Summary) { s.Venue.Channel = "5002" }),
			inList("c", func(s *play.Summary) { s.Venue = play.Venue{Channel: "5003"} }),
			inList("d", func(s *play.Summary) { s.Thread = "5009" })},
			[]string{"against Bob · 6x4 · round 1 · your turn · in this channel",
				"against Bob · 6x4 · round 1 · your turn · in another channel",
				"against Bob · 6x4 · round 1 · your turn · in direct messages",
				"against Bob · 6x4 · round 1 · your turn · in a thread of this channel"}},
		{"in order, where nothing else differs", []Listed{inList("a", as), inList("b", as), inList("c", blue)},
			[]string{"against Bob · 6x4 · round 1 · your turn · you're Red · first game",
				"against Bob · 6x4 · round 1 · your turn · you're Red · second game",
				"against Bob · 6x4 · round 1 · your turn · you're Blue"}},
		{"challenges", []Listed{inList("a", open(match.PlayRed)), inList("b", open(match.PlayBlue)),
			inList("c", open(match.RandomSide))},
			[]string{"against Bob · 6x4 · waiting for an answer · you'd be Red",
				"against Bob · 6x4 · waiting for an answer · you'd be Blue",
				"against Bob · 6x4 · waiting for an answer · random sides"}},
		{"challenges on other terms", []Listed{inList("a", open(match.RandomSide)),
			inList("b", func(s *play.Summary) {
				open(match.RandomSide)(s)
				s.Terms.Options.Positioning = false
			}),
			inList("c", func(s *play.Summary) {
				open(match.RandomSide)(s)
				s.Terms.Options.StallLimit = rules.ShortStallLimit
			})},
			[]string{"against Bob · 6x4 · waiting for an answer · positioning turn · 40 turns without expulsion",
				"against Bob · 6x4 · waiting for an answer · no positioning turn",
				"against Bob · 6x4 · waiting for an answer · positioning turn · 30 turns without expulsion"}},
	}
	for _, test := range tests {
		assert.Equal(t, test.want, Labels(i18ntest.English(), test.list, here), test.name)
	}
}

// TestLabels_TheSideOffered: the challenged person reads the opposite side.
func TestLabels_TheSideOffered(t *testing.T) {
	t.Parallel()
	list := []Listed{inList("a", open(match.PlayRed)), inList("b", open(match.PlayBlue))}
	assert.Equal(t, []string{"against Bob · 6x4 · waiting for your answer · you'd be Blue",
		"against Bob · 6x4 · waiting for your answer · you'd be Red"},
		Labels(i18ntest.English(), list, Reader{ID: bob}))
}

// TestTags: tags contain only what tells the matches apart.
func TestTags(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	carol := inList("b", as)
	carol.Name = "Carol"
	assert.Equal(t, []string{"against Bob", "against Carol"}, Tags(en, []Listed{inList("a", as), carol}, here))
	small := inList("c", func(s *play.Summary) { s.Terms.Options.Board = rules.Board5x5 })
	assert.Equal(t, []string{"against Bob, 6x4", "against Carol", "against Bob, 5x5"},
		Tags(en, []Listed{inList("a", as), carol, small}, here))
	assert.Equal(t, []string{"against Bob, you're Red", "against Bob, you're Blue"},
		Tags(en, []Listed{inList("a", as), inList("b", blue)}, here))
	assert.Equal(t, []string{"against Bob, first game", "against Bob, second game"},
		Tags(en, []Listed{inList("a", as), inList("b", as)}, here))
}

// TestLabelsAndTags_AnyMatches: labels and tags differ and fit, whatever the matches and names.
func TestLabelsAndTags_AnyMatches(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	rapid.Check(t, func(t *rapid.T) {
		var list []Listed
		for i := range rapid.IntRange(1, 30).Draw(t, "matches") {
			m := inList(match.ID(fmt.Sprintf("match%011d", i)), func(s *play.Summary) {
				if rapid.Bool().Draw(t, "proposed") {
					open(match.SidePick(rapid.IntRange(0, 2).Draw(t, "side")))(s)
				}
				s.Terms.Level = match.Level(rapid.IntRange(0, 2).Draw(t, "level"))
				s.Ply = rapid.SampledFrom([]int{0, 12345}).Draw(t, "ply")
				s.Venue.Channel = rapid.SampledFrom([]string{"5001", "5002"}).Draw(t, "channel")
			})
			m.Name = rapid.SampledFrom([]string{"Bob", "bob", "Bob  Ross", "bob ross", "Bob · 6x4", strings.Repeat("Bob", 11), ""}).
				Draw(t, "name")
			list = append(list, m)
		}
		for most, names := range map[int][]string{
			maxLabel: Labels(en, list, here), maxTag: Tags(en, list, here)} {
			require.Len(t, names, len(list))
			for i, name := range names {
				require.LessOrEqual(t, utf8.RuneCountInString(name), most)
				names[i] = turns.Folded(name)
			}
			slices.Sort(names)
			require.Len(t, slices.Compact(names), len(list))
		}
	})
}

// TestWhichBoard: a board in a channel is distinguished from other matches of the same players, if there are any.
func TestWhichBoard(t *testing.T) {
	t.Parallel()
	en, one, other := i18ntest.English(), inList("a", as), inList("b", perTurn(24*time.Hour))
	assert.Empty(t, WhichBoard(en, nil))
	assert.Empty(t, WhichBoard(en, []play.Summary{*one.Summary}))
	assert.Equal(t, "1 day per turn", WhichBoard(en, []play.Summary{*other.Summary, *one.Summary}))
	again := inList("c", later(time.Hour))
	assert.Equal(t, "second game", WhichBoard(en, []play.Summary{*again.Summary, *one.Summary}))
}

// TestApart_OneOrdinal: a match's ordinal among similar ones does not depend on the list.
func TestApart_OneOrdinal(t *testing.T) {
	t.Parallel()
	en, first, second := i18ntest.English(), inList("a", blue), inList("b", later(time.Minute))
	third, fourth := inList("c", later(2*time.Minute)), inList("d", later(3*time.Minute))
	fourth.Ply = 2
	carol := inList("e", as)
	carol.Opponent, carol.Blue, carol.Name = "2003", "2003", "Carol"
	challenged := inList("f", open(match.PlayRed))
	r := here
	for _, m := range []Listed{fourth, third, challenged, carol, second, first} {
		r.Open = append(r.Open, *m.Summary)
	}
	same := []play.Summary{*third.Summary, *first.Summary, *second.Summary, *fourth.Summary}
	assert.Equal(t, "game 3", WhichBoard(en, same))
	small := inList("a", func(s *play.Summary) { s.Terms.Options.Board = rules.Board5x5 })
	assert.Equal(t, "6x4 · game 3", WhichBoard(en, []play.Summary{*third.Summary, *small.Summary, *second.Summary}))
	assert.Equal(t, "you're Red, game 3", Which(en, same, r))
	assert.Equal(t, []string{"against Bob, second game", "against Bob, game 3"}, Tags(en, []Listed{second, third}, r))
	assert.Equal(t, []string{"against Bob · 6x4 · round 1 · your turn · you're Red · game 3",
		"against Bob · 6x4 · round 1 · your turn · you're Red · second game",
		"against Bob · 6x4 · round 1 · your turn · you're Blue", "against Bob · 6x4 · round 2 · your turn"},
		Labels(en, []Listed{third, second, first, fourth}, r))
}

// TestWhich_Over: a finished match keeps its ordinal among the running ones.
func TestWhich_Over(t *testing.T) {
	t.Parallel()
	first, second := inList("a", as), inList("b", later(time.Minute))
	for i, m := range []Listed{first, second} {
		over := *m.Summary
		over.Status = match.Finished
		goesOn := []Listed{second, first}[i]
		same := Same(over, []play.Summary{*goesOn.Summary}, alice)
		assert.Equal(t, []string{"first game", "second game"}[i], Which(i18ntest.English(), same, here))
	}
}

// TestSame: the player's other matches against the same player, without challenges.
func TestSame(t *testing.T) {
	t.Parallel()
	this, other, challenge := inList("a", as), inList("b", as), inList("c", open(match.PlayRed))
	carol, crossed := inList("d", as), inList("e", blue)
	carol.Opponent, crossed.Challenger, crossed.Opponent = "2003", bob, alice
	list := []play.Summary{*this.Summary, *challenge.Summary, *other.Summary, *carol.Summary, *crossed.Summary}
	ids := func(same []play.Summary) (ids []match.ID) {
		for _, s := range same {
			ids = append(ids, s.ID)
		}
		return ids
	}
	assert.Equal(t, []match.ID{"a", "b", "e"}, ids(Same(*this.Summary, list, alice)))
	assert.Equal(t, []match.ID{"c"}, ids(Same(*challenge.Summary, list, alice)))
}

// TestLine_Alike: a list distinguishes matches whose lines would be equal.
func TestLine_Alike(t *testing.T) {
	t.Parallel()
	one, other := inList("a", as), inList("b", later(time.Hour))
	slow := inList("c", perTurn(24*time.Hour))
	open := []play.Summary{*other.Summary, *one.Summary, *slow.Summary}
	for want, m := range map[string]Listed{"no clock · first game": one, "no clock · game 3": other, "1 day per turn": slow} {
		assert.Contains(t, Line(i18ntest.English(), m.Summary, alice, open), "6x4 · "+want+" · round 1")
	}
	over := *one.Summary
	over.Status = match.Finished
	assert.NotContains(t, Line(i18ntest.English(), &over, alice, open), "first game")
}

// TestApart_Challenges: challenges are numbered separately.
func TestApart_Challenges(t *testing.T) {
	t.Parallel()
	played, one, other := inList("a", as), inList("b", open(match.PlayRed)), inList("c", open(match.PlayRed))
	r := here
	r.Open = []play.Summary{*played.Summary, *one.Summary, *other.Summary}
	assert.Equal(t, []string{"against Bob · 6x4 · waiting for an answer · second game",
		"against Bob · 6x4 · waiting for an answer · first game"},
		Labels(i18ntest.English(), []Listed{other, one}, r))
}

// TestWhich_Bot: the bot's level is mentioned exactly once, even if it does not distinguish the matches.
func TestWhich_Bot(t *testing.T) {
	t.Parallel()
	level := func(l match.Level, change func(*play.Summary)) Listed {
		m := inList("m"+match.ID(rune('0'+l)), change)
		m.Terms.Level = l
		return m
	}
	en, small := i18ntest.English(), func(s *play.Summary) { s.Terms.Options.Board = rules.Board5x5 }
	one, other, fives := level(1, as), level(2, as), level(1, small)
	assert.Empty(t, Which(en, []play.Summary{*one.Summary}, here))
	assert.Equal(t, "level 1", Which(en, []play.Summary{*one.Summary, *other.Summary}, here))
	assert.Equal(t, "level 1, 5x5",
		Which(en, []play.Summary{*fives.Summary, *one.Summary, *other.Summary}, here))
	assert.Empty(t, WhichBoard(en, []play.Summary{*one.Summary, *other.Summary}), "the board names the level elsewhere")
	assert.Equal(t, "5x5", WhichBoard(en, []play.Summary{*fives.Summary, *one.Summary}))
}
