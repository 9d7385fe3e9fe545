package ui

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// TestArguments: each argument is parsed as written, and written as before, because old buttons still work.
func TestArguments(t *testing.T) {
	t.Parallel()
	for text, read := range map[string]any{
		"true.false.-2":     RankingArg{play.RankingKind{All: true}, PageOfReader},
		"past blue 12":      LookArg{What: LookPast, At: 12, Side: rules.Blue},
		"board red 0":       LookArg{What: LookBoard, Side: rules.Red},
		"yes":               OfferArg{Yes, match.ToStop},
		"no":                OfferArg{No, match.ToStop},
		"":                  OfferArg{"", match.ToStop},
		"yes takeback":      OfferArg{Yes, match.ToTakeBack},
		"time":              OfferArg{"", match.ForTime},
		"no pause":          OfferArg{No, match.ToPause},
		"calloff":           OfferArg{"", match.ToCallOff},
		"yes 111=222":       LoseArg{Yes, "111=222"},
		"211-c4 @k3x9.12":   TurnArg{"211-c4", play.Ref{ID: "k3x9", Ply: 12}},
		"idea 211-c4":       HintArg{HintIdea, "211-c4"},
		"again basics":      LearnArg{LearnAgain, "basics"},
		"all":               LearnArg{What: LearnAll},
		"211 abc/c4 221":    TryArg{"211 abc", "c4 221"},
		"play 211-c4":       TapArg{Turn: "211-c4"},
		"sure 111=222":      TapArg{Turn: "111=222", Sure: true},
		" 221-a6?":          TapArg{Selection: "221-a6?"},
		"x 211-c4/play 222": PlanArg{"x", "211-c4", "play 222"},
		"x ":                PlanArg{From: "x"},
		" /again":           PlanArg{Tap: "again"},
		"line 211-c4 pass":  LineArg{"211-c4 pass", false},
		"sureline 222-c4":   LineArg{"222-c4", true},
		"as 10 blue 200 " + rules.Start(rules.Board5x5, true).String(): PractiseArg{PractiseAs, 10, rules.Blue, 200,
			rules.Start(rules.Board5x5, true)},
	} {
		assert.Equal(t, text, read.(interface{ String() string }).String())
		assert.Equal(t, read, readAs(read, text), text)
	}
	for _, arg := range []string{"", "nonsense", "211-c4 @", "211-c4 @k3x9", "211-c4 @k3x9.x", "211-c4 @K!.1"} {
		_, is := ReadTurn(arg)
		assert.False(t, is, arg)
	}
	for _, arg := range []string{"", "nonsense", "211-c4"} {
		_, is := ReadLine(arg)
		assert.False(t, is, arg)
		_, is = ReadPractise(arg)
		assert.False(t, is, arg)
		assert.Equal(t, LookArg{What: LookBoard, Side: rules.Red}, ReadLook(arg))
		assert.Equal(t, OfferArg{Kind: match.ToStop}, ReadOffer(arg), "earlier versions offered to stop alone")
	}
	assert.Equal(t, LookArg{What: LookStrip, At: 3, Side: rules.Red, Key: "key"}, ReadLook(LookArg{LookStrip, 3, rules.Red, "key"}.String()))
	assert.Zero(t, ReadHint(Hint, "idea 211-c4"), "a hint goes on with the line alone")
	assert.Zero(t, ReadHint(Nudge, "line 211-c4"))
	assert.Equal(t, HintArg{HintLine, "211-c4"}, ReadHint(Hint, "line 211-c4"))
}

// readAs parses text as an argument of the type of arg.
func readAs(arg any, text string) any {
	switch arg.(type) {
	case LookArg:
		return ReadLook(text)
	case OfferArg:
		return ReadOffer(text)
	case LoseArg:
		return ReadLose(text)
	case TurnArg:
		turn, _ := ReadTurn(text)
		return turn
	case HintArg:
		return ReadHint(Nudge, text)
	case LearnArg:
		return ReadLearn(text)
	case TryArg:
		return ReadTry(text)
	case TapArg:
		return ReadTap(text)
	case PractiseArg:
		practice, _ := ReadPractise(text)
		return practice
	case RankingArg:
		return ReadRanking(text)
	case PlanArg:
		return ReadPlan(text)
	}
	line, _ := ReadLine(text)
	return line
}
