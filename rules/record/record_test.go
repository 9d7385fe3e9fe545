package record_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/record"
	"madbot/rules/rulestest"
)

const start6x4 = "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -"

var update = flag.Bool("update", false, "rewrite the golden file")

func TestGoldenRecord(t *testing.T) {
	t.Parallel()
	g := rulestest.NewGame(t, rules.DefaultOptions(), "pass 122=211 211-c4 121=212 112-c2 122=211 "+
		"211-d4 211xd4 122>212>221 222-c4 111=222 222-c5")
	g.End(rules.Agreement, rules.NoColor)
	r := record.Record{
		Game: *g,
		Tags: []record.Tag{
			{Name: record.TagRed, Value: `Anna "the Admiral"`},
			{Name: record.TagDate, Value: "2026.11.20"},
			{Name: "Annotator", Value: `a\b`},
		},
		Comments: []record.Comment{
			{Ply: 0, Text: "before the first turn"},
			{Ply: 3, Text: "a comment {with a brace} and a line\nend"},
			{Ply: 12, Text: "agreed"},
		},
	}
	const file = "testdata/record.txt"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(r.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), r.String())
	read, err := record.Parse(r.String())
	require.NoError(t, err)
	assert.Equal(t, *g, read.Game)
	assert.Equal(t, `Anna "the Admiral"`, read.Tag(record.TagRed))
	assert.Equal(t, `a\b`, read.Tag("Annotator"))
	assert.Equal(t, "?", read.Tag(record.TagSite))
	assert.Equal(t, r.String(), read.String())
}

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		ply        int
		outcome    rules.Outcome
	}{
		{"nothing", "", 0, rules.Outcome{}},
		{"turns without numbers", "pass\r\npass\r\n211-c3", 3, rules.Outcome{}},
		{"numbers stuck to turns", "1.pass 112=221 2.c2c4 *", 3, rules.Outcome{}},
		{"numbers of Blue's turns", "1. pass 1... pass {so} 2... *", 2, rules.Outcome{}},
		{"resigned", "1. pass 0-1", 1,
			rules.Outcome{Winner: rules.Blue, Reason: rules.Resignation}},
		{"on time", "[Termination \"time\"] 1. pass 1-0", 1,
			rules.Outcome{Winner: rules.Red, Reason: rules.TimeLoss}},
		{"agreed", "1. pass pass 0-1/2", 2,
			rules.Outcome{Winner: rules.Blue, Reason: rules.Agreement}},
		{"result in the tag only", "[Result \"0-½\"]", 0,
			rules.Outcome{Winner: rules.Blue, Reason: rules.Agreement}},
		{"agreed, says the tag only", "[Termination \"agreement\"] pass", 1,
			rules.Outcome{Winner: rules.Blue, Reason: rules.Agreement}},
		{"of a word processor", "\ufeff1.\u00a0pass 1… pass\r\n2.… *", 2, rules.Outcome{}},
		{"curly quotes", "[Board “5x5”]\n[Event »Friday “evening”«]\n[Red « Anna »] pass *", 1, rules.Outcome{}},
		{"numbers with parentheses", "1) pass 112=221 2)211-c4 *", 3, rules.Outcome{}},
		{"commas", "1. pass, 112=221; 2. 211-c4, {so}, 121=212, 1-0,", 4,
			rules.Outcome{Winner: rules.Red, Reason: rules.Resignation}},
		{"commas without spaces", "pass,112=221,211-c4", 3, rules.Outcome{}},
		{"result with a long dash", "pass 0–1", 1,
			rules.Outcome{Winner: rules.Blue, Reason: rules.Resignation}},
		{"tags and words in other case",
			"[board \"5X5\"] [POSITIONING \"Off\"] [termination \"Time\"] b1-b2 0-1", 1,
			rules.Outcome{Winner: rules.Blue, Reason: rules.TimeLoss}},
		{"unterminated", "[Termination \"Unterminated\"] 1. pass *", 1, rules.Outcome{}},
		{"aborted", "[Termination \"aborted\"] *", 0, rules.Outcome{Reason: rules.Aborted}},
		{"stalled", "[Positioning \"off\"] [StallLimit \"2\"] 112=221 111=222", 2,
			rules.Outcome{Winner: rules.Blue, Reason: rules.Stall}},
		{"from a position, Blue first",
			"[Position \"6x4 b1b6------a5--b5 a6-------------- b - 0 -\"] 1... 111=222 1-0", 1,
			rules.Outcome{Winner: rules.Red, Reason: rules.CorvetteExile}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, err := record.Parse(test.text)
			require.NoError(t, err)
			assert.Equal(t, test.ply, r.Game.Ply())
			assert.Equal(t, test.outcome, r.Game.Outcome())
			again, err := record.Parse(r.String())
			require.NoError(t, err, r.String())
			assert.Equal(t, r.Game, again.Game)
		})
	}
}

func TestParse_Errors(t *testing.T) {
	t.Parallel()
	illegal := func(why rules.Illegality) error { return &rules.TurnError{Why: why} }
	tests := []struct {
		name, text         string
		line, column, turn int
		err                error
	}{
		{"tag without value", "[Event]", 1, 1, 0, rules.ErrSyntax},
		{"tag without quotes", "[Board 6x4]", 1, 1, 0, rules.ErrSyntax},
		{"curly tag without end", "[Event “a\nb”]", 1, 1, 0, rules.ErrSyntax},
		{"tag without end", "[Event \"a\nb\"]", 1, 1, 0, rules.ErrSyntax},
		{"tag twice in other case", "[Event \"a\"] [event \"b\"]", 1, 13, 0, record.ErrTagTwice},
		{"tag behind a turn", "1. pass\n[Event \"a\"]", 2, 1, 0, record.ErrTagLate},
		{"tag twice", "[Event \"a\"]\n  [Event \"b\"]", 2, 3, 0, record.ErrTagTwice},
		{"board twice", "[Board \"6x4\"]\n[Board \"6x4\"]", 2, 1, 0, record.ErrTagTwice},
		{"unknown board", "[Board \"8x8\"]", 1, 1, 0, record.ErrTagValue},
		{"unknown positioning", "[Positioning \"yes\"]", 1, 1, 0, record.ErrTagValue},
		{"too big a limit", "[StallLimit \"201\"]", 1, 1, 0, record.ErrTagValue},
		{"unknown termination", "[Termination \"rain\"]", 1, 1, 0, record.ErrTagValue},
		{"unknown result", "[Result \"2-0\"]", 1, 1, 0, record.ErrTagValue},
		{"impossible position", "[Position \"6x4 e1\"]", 1, 1, 0, rules.ErrSyntax},
		{"position on another board",
			"[Board \"5x5\"][Position \"6x4 b1b6------a5--b5 a6-------------- b - 0 -\"]",
			1, 14, 0, record.ErrTagConflict},
		{"comment without end", "1. pass {well", 1, 9, 0, rules.ErrSyntax},
		{"no turn", "pass\npass hello", 2, 6, 2, rules.ErrSyntax},
		{"illegal turn", "1. pass pass\n{½} 2. 211-c3 211-c4 3. 111-b2 *", 2, 25, 3,
			illegal(rules.OwnShipThere)},
		{"illegal turn behind its number", "1.211-c4", 1, 3, 1,
			illegal(rules.MovementInPositioning)},
		{"wrong number", "1. pass pass 3. 211-c3", 1, 14, 0, record.ErrTurnNumber},
		{"turn after the end", "[StallLimit \"1\"] pass pass", 1, 23, 1, illegal(rules.GameOver)},
		{"two results", "[Result \"1-0\"] pass 0-1", 1, 1, 0, record.ErrTagConflict},
		{"text after the result", "pass 0-1 pass", 1, 10, 0, record.ErrTrailing},
		{"semi-victory of the wrong side", "pass pass ½-0", 1, 11, 0, record.ErrWrongResult},
		{"semi-victory of the wrong side, in the tag", "[Event \"a\"]\n[Result \"½-0\"]\npass", 2, 1,
			0, record.ErrWrongResult},
		{"text after a comment after the result", "0-1 {so} {it} was", 1, 15, 0, record.ErrTrailing},
		{"comment without end after the result", "0-1 {so", 1, 5, 0, rules.ErrSyntax},
		{"no exile", "[Termination \"corvette\"] pass 1-0", 1, 1, 0, record.ErrWrongResult},
		{"nobody resigned", "[Termination \"resignation\"] *", 1, 1, 0, record.ErrWrongResult},
		{"not unterminated", "[Termination \"unterminated\"] 1-0", 1, 30, 0, record.ErrWrongResult},
		{"not in progress", "[Termination \"in progress\"] 1-0", 1, 29, 0, record.ErrWrongResult},
		{"stalled, not resigned", "[StallLimit \"1\"][Termination \"resignation\"] pass 0-½", 1, 17,
			0, record.ErrWrongResult},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := record.Parse(test.text)
			var got *record.ParseError
			require.ErrorAs(t, err, &got)
			assert.Equal(t, []int{test.line, test.column, test.turn},
				[]int{got.Line, got.Column, got.Round}, "line, column, turn of %v", err)
			var want, why *rules.TurnError
			if errors.As(test.err, &want) {
				require.ErrorAs(t, err, &why)
				assert.Equal(t, want.Why, why.Why)
				return
			}
			assert.ErrorIs(t, err, test.err)
		})
	}
}

// The example in RULES.md is a record.
func TestParse_RulesExample(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("../RULES.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(document), "```\n[Event")
	require.True(t, found)
	text, _, _ = strings.Cut("[Event"+text, "```")
	r, err := record.Parse(text)
	require.NoError(t, err)
	assert.Equal(t, text, r.String())
}

// Comments are kept wherever they stand.
func TestParse_Comments(t *testing.T) {
	t.Parallel()
	r, err := record.Parse("{first}\n[Event \"a\"]{between}\n[Annotator \"b\"]\n\n" +
		"{ahead}1.{number}pass{stuck} pass 0-1 {after}{all}")
	require.NoError(t, err)
	assert.Equal(t, []record.Comment{{Ply: 0, Text: "first"}, {Ply: 0, Text: "between"},
		{Ply: 0, Text: "ahead"}, {Ply: 0, Text: "number"}, {Ply: 1, Text: "stuck"},
		{Ply: 2, Text: "after"}, {Ply: 2, Text: "all"}}, r.Comments)
	assert.Equal(t, []record.Tag{{Name: "Event", Value: "a"}, {Name: "Annotator", Value: "b"}}, r.Tags)
}

// An error says where, what is wrong, and what would be right.
func TestParse_ErrorTexts(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"[Board \"8x8\"]", `line 1, column 1: "Board": tag with a value it cannot have: "8x8"`},
		{"pass pass 3. pass", `line 1, column 11: "3.": wrong turn number: 2 is due`},
		{"pass pass ½-0", `line 1, column 11: "½-0": not the result of this game: that is 0-½`},
		{"[Termination \"stall\"] pass 1-0",
			`line 1, column 1: "Termination": not the result of this game: that is "in progress"`},
		{"[Result \"1-0\"] pass 0-1",
			`line 1, column 1: "Result": tags contradict each other: 0-1 stands behind the turns`},
		{"[Board \"5x5\"][Position \"" + start6x4 + "\"]",
			`line 1, column 14: "Position": tags contradict each other: "Board"`},
		{"[Positioning \"on\"][Position \"" + start6x4 + "\"]",
			`line 1, column 19: "Position": tags contradict each other: "Positioning"`},
		{"[Position \"6x4 e1\"]",
			`line 1, column 1: "Position": parse position "6x4 e1": not in the notation`},
		{"pass hello", `line 1, column 6: round 1, "hello": not in the notation`},
		{"pass 211-c4", `line 1, column 6: round 1, "211-c4": movement in the positioning turn`},
	}
	for _, test := range tests {
		_, err := record.Parse(test.text)
		assert.EqualError(t, err, test.want)
	}
}

// Every record that is written is read back unchanged. What the format cannot hold is replaced the first time only.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := record.Record{Game: drawGame(t)}
		names := rapid.SliceOfDistinct(rapid.SampledFrom([]string{"Event", "Red", "Blue", "Board",
			"Opening", "no name", "", "Ü"}), rapid.ID[string]).Draw(t, "names")
		for _, name := range names {
			r.Tags = append(r.Tags, record.Tag{Name: name, Value: rapid.String().Draw(t, "value")})
		}
		ply := 0
		for range rapid.IntRange(0, 5).Draw(t, "comments") {
			ply = rapid.IntRange(ply, r.Game.Ply()).Draw(t, "ply")
			text := rapid.StringOf(rapid.RuneFrom([]rune("a }{\r\n;é"))).Draw(t, "comment")
			r.Comments = append(r.Comments, record.Comment{Ply: ply, Text: text})
		}
		written := r.String()
		read, err := record.Parse(written)
		require.NoError(t, err, written)
		require.Equal(t, r.Game.Outcome(), read.Game.Outcome())
		require.True(t, slices.Equal(r.Game.Turns(), read.Game.Turns()))
		require.Len(t, read.Comments, len(r.Comments))
		require.Equal(t, written, read.String())
	})
}

// composed holds positions that no game starts from: Blue to move, turns counted, few ships.
var composed = []string{
	"5x5 b2--b3--a4e2d1-- a2--------e5d5d4 b r 39 r",
	"6x4 b1b6------a5--b5 a6-------------- b - 0 -",
	"6x4 b1-------------- b6-------------- r - 3 b",
}

// drawGame draws a game, in progress or ended in any way.
func drawGame(t *rapid.T) rules.Game {
	limit := rapid.SampledFrom([]rules.StallLimit{0, 3, 40}).Draw(t, "limit")
	board := rapid.SampledFrom(rules.Boards()).Draw(t, "board")
	p := rules.Start(board, rapid.Bool().Draw(t, "positioning"))
	if rapid.Bool().Draw(t, "composed") {
		p = rulestest.Position(t, rapid.SampledFrom(composed).Draw(t, "position"))
	}
	g := rules.GameFrom(p, limit)
	for range rapid.IntRange(0, 40).Draw(t, "turns") {
		p := g.Position()
		if g.Outcome().Over() {
			break
		}
		require.NoError(t, g.Play(rapid.SampledFrom(p.AppendTurns(nil)).Draw(t, "next")))
	}
	if rapid.Bool().Draw(t, "ends") {
		why := rapid.SampledFrom([]rules.Reason{rules.Agreement, rules.Resignation, rules.TimeLoss,
			rules.Aborted}).Draw(t, "why")
		g.End(why, rapid.SampledFrom([]rules.Color{rules.Red, rules.Blue}).Draw(t, "loser"))
	}
	return g
}

// A record that is read can be written, and is read back unchanged.
func FuzzParse(f *testing.F) {
	golden, err := os.ReadFile("testdata/record.txt")
	require.NoError(f, err)
	f.Add(string(golden))
	f.Add("[A \"\\\"\"]{\x00}1. pass{a}{}\n1... 112=221 2.c2c4 *")
	f.Add("[Position \"5x5 b2--b3--a4e2d1-- a2--------e5d5d4 b r 39 r\"][StallLimit \"0\"] 111=222")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := record.Parse(text)
		var wrong *record.ParseError
		if errors.As(err, &wrong) {
			assert.Positive(t, wrong.Line)
			assert.Positive(t, wrong.Column)
			return
		}
		require.NoError(t, err)
		written := r.String()
		again, err := record.Parse(written)
		require.NoError(t, err, written)
		require.Equal(t, written, again.String())
		require.Equal(t, r.Game, again.Game)
		require.Equal(t, r.Comments, again.Comments)
	})
}

// A record of some turns and a thousand tags.
func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	text := ""
	for i := range 1000 {
		text += fmt.Sprintf("[Remark%d \"\"]\n", i)
	}
	text += "\n1. pass 122=211 2. 211-c4 121=212 3. 112-c2 122=211 4. 211-d4 211xd4 *\n"
	for b.Loop() {
		if _, err := record.Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}
