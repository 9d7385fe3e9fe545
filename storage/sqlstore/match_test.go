package sqlstore

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// wholeColumns are the columns of a whole match.
const wholeColumns = matchColumns + ", " + deliveryColumns + ", turns"

// wholeValues returns the values of wholeColumns for m, with a given last one.
func wholeValues(m *play.Match, last any) []any {
	return append(slices.Concat(rowOf(m.Match).fields(), deliveryFields(&m.Delivery)), last)
}

// turns returns the turns of m as they are stored.
func turns(m *play.Match) string {
	var all []string
	for _, turn := range m.Game.Turns() {
		all = append(all, turn.String())
	}
	return strings.Join(all, " ")
}

// TestMatch: a match is read as it was stored, after any acts, as a whole and as a summary.
func TestMatch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := play.Match{Match: drawMatch(t), Delivery: drawDelivery(t)}
		got, err := scanMatch(stored(t, wholeColumns, wholeValues(&m, turns(&m))...))
		require.NoError(t, err)
		require.Equal(t, m, got)
		summary, err := scanSummary(stored(t, wholeColumns, wholeValues(&m, m.Game.Ply())...))
		require.NoError(t, err)
		require.Equal(t, m.Summary(), summary)
	})
}

// drawMatch draws a match in any state.
func drawMatch(t *rapid.T) match.Match {
	to := rapid.SampledFrom([]match.PlayerID{"", "2"}).Draw(t, "to")
	terms := match.Terms{Side: match.SidePick(rapid.IntRange(0, 2).Draw(t, "side")),
		Options: rules.Options{Board: rapid.SampledFrom(rules.Boards()).Draw(t, "board"),
			Positioning: rapid.Bool().Draw(t, "positioning"),
			StallLimit:  rules.StallLimit(rapid.IntRange(3, 9).Draw(t, "limit"))}}
	if rapid.Bool().Draw(t, "clock") {
		terms.Pace = match.Pace{PerTurn: time.Duration(rapid.IntRange(60, 999).Draw(t, "per turn")) * time.Second,
			Bank: time.Duration(rapid.IntRange(0, 999).Draw(t, "bank")) * time.Second}
		terms.Grace = time.Duration(rapid.IntRange(0, 99).Draw(t, "grace")) * time.Second
	}
	if to != "" {
		terms.Level = match.Level(rapid.IntRange(0, int(match.MaxLevel)).Draw(t, "level"))
	}
	if rapid.Bool().Draw(t, "from") {
		g := terms.NewGame()
		p := g.Position()
		terms.Start = p.Play(rapid.SampledFrom(p.AppendTurns(nil)).Draw(t, "first"))
	}
	practice := terms.Level > 0 && !terms.Pace.HasClock() && rapid.Bool().Draw(t, "practice")
	at := drawTime(t)
	m, _, err := match.Propose(match.Proposal{ID: "m", By: "1", To: to, Terms: terms, Practice: practice}, at)
	require.NoError(t, err)
	for i := rapid.IntRange(0, 25).Draw(t, "acts"); i > 0 && m.Status.IsOpen(); i-- {
		at = at.Add(time.Duration(rapid.IntRange(0, 1e6).Draw(t, "later")) * time.Millisecond)
		_, _ = drawAct(t, &m)(at) // a refused act changes nothing
	}
	return m
}

// drawAct draws an act in m.
func drawAct(t *rapid.T, m *match.Match) func(time.Time) ([]match.Event, error) {
	by := rapid.SampledFrom([]match.PlayerID{"1", "2"}).Draw(t, "by")
	act := rapid.IntRange(0, 25).Draw(t, "act")
	kind := match.OfferKind(rapid.IntRange(1, 5).Draw(t, "kind"))
	d := time.Duration(rapid.IntRange(0, 1e6).Draw(t, "length")) * time.Millisecond
	return func(at time.Time) ([]match.Event, error) {
		switch {
		case m.Status == match.Proposed && act == 0:
			return m.As("2").Decline(at)
		case m.Status == match.Proposed && act == 1:
			return m.As("1").Withdraw(at)
		case m.Status == match.Proposed && act == 2:
			return m.Arbiter().Lapse(at.Add(match.ChallengeLife))
		case m.Status == match.Proposed:
			return m.As("2").Accept(rules.Red, at)
		case act == 0:
			return m.As(by).Resign(at)
		case act <= 5:
			return m.As(by).MakeOffer(kind, at)
		case act <= 9:
			return m.As(by).AnswerOffer(kind, act <= 8 && kind != match.ToStop, at)
		case act == 10:
			return m.As(by).WithdrawOffer(kind, at)
		case act == 11:
			return m.As(by).GiveTime(d, at)
		case act == 12:
			return m.As(by).StartAbsence(at.Add(d), at)
		case act == 13:
			return m.As(by).EndAbsence(at)
		case act == 14:
			return m.Arbiter().Credit(d, at)
		case act == 15:
			return m.As(by).TakeBack(match.Takeback{Unseen: true}, at)
		case act == 16:
			return m.Arbiter().Lapse(at)
		}
		p := m.Game.Position()
		return m.As(m.ToMove()).Play(rapid.SampledFrom(p.AppendTurns(nil)).Draw(t, "turn"), at)
	}
}

// drawDelivery draws the delivery of a match.
func drawDelivery(t *rapid.T) play.Delivery {
	word, number := rapid.StringMatching(`[a-z0-9]*`), rapid.IntRange(0, 1e9)
	return play.Delivery{
		Venue: play.Venue{Guild: word.Draw(t, "guild"), Channel: word.Draw(t, "channel"),
			Locale: word.Draw(t, "locale")},
		Closed: rapid.Bool().Draw(t, "closed"),
		Post:   play.Post{Channel: word.Draw(t, "posted"), Message: word.Draw(t, "message")},
		Told:   number.Draw(t, "told"), Sending: number.Draw(t, "sending"), Edits: rapid.Bool().Draw(t, "edits"),
		Serial: number.Draw(t, "serial"),
	}
}

// drawTime draws a time with the precision of stores.
func drawTime(t *rapid.T) time.Time {
	return time.UnixMilli(rapid.Int64Range(0, 1e13).Draw(t, "time")).UTC()
}
