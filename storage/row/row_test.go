package row

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// matchColumns are those of a whole match.
const matchColumns = MatchColumns + ", " + DeliveryColumns + ", turns"

// matchValues returns what m has in matchColumns, but the last one, which is given.
func matchValues(m *play.Match, last any) []any {
	return append(slices.Concat(MatchValues(&m.Match), DeliveryValues(m.Delivery)), last)
}

// turns returns the turns of m as they are stored.
func turns(m *play.Match) string {
	var all []string
	for _, turn := range m.Game.Turns() {
		all = append(all, turn.String())
	}
	return strings.Join(all, " ")
}

// TestMatch: a match after any acts is read as it was stored, whole and as a summary.
func TestMatch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := play.Match{Match: drawMatch(t), Delivery: drawDelivery(t)}
		got, err := ScanMatch(stored(t, matchColumns, matchValues(&m, turns(&m))...))
		require.NoError(t, err)
		require.Equal(t, m, got)
		summary, err := ScanSummary(stored(t, matchColumns, matchValues(&m, m.Game.Ply())...))
		require.NoError(t, err)
		require.Equal(t, m.Summary(), summary)
	})
}

// drawMatch draws a match in which anything may have happened.
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
	at := drawTime(t)
	m, _, err := match.Propose(match.Proposal{ID: "m", By: "1", To: to, Terms: terms}, at)
	require.NoError(t, err)
	for i := rapid.IntRange(0, 25).Draw(t, "acts"); i > 0 && m.Status.IsOpen(); i-- {
		at = at.Add(time.Duration(rapid.IntRange(0, 1e6).Draw(t, "later")) * time.Millisecond)
		_, _ = drawAct(t, &m)(at) // what the law refuses changes nothing
	}
	return m
}

// drawAct draws something that somebody does in m.
func drawAct(t *rapid.T, m *match.Match) func(time.Time) ([]match.Event, error) {
	by := rapid.SampledFrom([]match.PlayerID{"1", "2"}).Draw(t, "by")
	act := rapid.IntRange(0, 25).Draw(t, "act")
	kind := match.OfferKind(rapid.IntRange(1, 4).Draw(t, "kind"))
	d := time.Duration(rapid.IntRange(0, 1e6).Draw(t, "length")) * time.Millisecond
	return func(at time.Time) ([]match.Event, error) {
		switch {
		case m.Status == match.Proposed && act == 0:
			return m.Decline("2", at)
		case m.Status == match.Proposed && act == 1:
			return m.Withdraw("1", at)
		case m.Status == match.Proposed && act == 2:
			return m.Lapse(at.Add(match.ChallengeLife))
		case m.Status == match.Proposed:
			return m.Accept("2", rules.Red, at)
		case act == 0:
			return m.Resign(by, at)
		case act <= 5:
			return m.MakeOffer(by, kind, at)
		case act <= 9:
			return m.AnswerOffer(by, kind, act <= 8 && kind != match.ToStop, at)
		case act == 10:
			return m.WithdrawOffer(by, kind, at)
		case act == 11:
			return m.GiveTime(by, d, at)
		case act == 12:
			return m.GoAway(by, at.Add(d), at)
		case act == 13:
			return m.ComeBack(by, at)
		case act == 14:
			return m.Credit(d, at)
		case act == 15:
			return m.TakeBack(by, match.Takeback{Unseen: true}, at)
		case act == 16:
			return m.Lapse(at)
		}
		p := m.Game.Position()
		return m.Play(m.ToMove(), rapid.SampledFrom(p.AppendTurns(nil)).Draw(t, "turn"), at)
	}
}

// drawDelivery draws how a match is shown.
func drawDelivery(t *rapid.T) play.Delivery {
	word, number := rapid.StringMatching(`[a-z0-9]*`), rapid.IntRange(0, 1e9)
	return play.Delivery{
		Venue: play.Venue{Guild: word.Draw(t, "guild"), Channel: word.Draw(t, "channel"),
			Locale: word.Draw(t, "locale")},
		Closed: rapid.Bool().Draw(t, "closed"),
		Post:   play.Post{Channel: word.Draw(t, "posted"), Message: word.Draw(t, "message")},
		Told:   number.Draw(t, "told"), Sending: number.Draw(t, "sending"),
		Serial: number.Draw(t, "serial"),
	}
}

// drawTime draws a time as stores keep it.
func drawTime(t *rapid.T) time.Time {
	return time.UnixMilli(rapid.Int64Range(0, 1e13).Draw(t, "time")).UTC()
}

func TestDelivery(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := drawDelivery(t)
		got, err := ScanDelivery(stored(t, DeliveryColumns, DeliveryValues(d)...))
		require.NoError(t, err)
		require.Equal(t, d, got)
	})
}

func TestEvent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := match.Event{Kind: match.EventKind(rapid.IntRange(1, int(match.TimeUp)).Draw(t, "kind")),
			Seq: rapid.Int().Draw(t, "seq"), Ply: rapid.Int().Draw(t, "ply"),
			By: match.PlayerID(rapid.String().Draw(t, "by")), At: drawTime(t),
			Length: time.Duration(rapid.Int64Range(0, 1e11).Draw(t, "length")) * time.Millisecond}
		got, err := ScanEvent(stored(t, EventColumns, EventValues(e)...))
		require.NoError(t, err)
		require.Equal(t, e, got)
	})
}

func TestPlayer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.String()
		p := play.Player{ID: match.PlayerID(word.Draw(t, "id")), Locale: word.Draw(t, "locale"),
			Zone: word.Draw(t, "zone"), Met: drawTime(t),
			Settings: play.Settings{Language: word.Draw(t, "language"), Theme: word.Draw(t, "theme"),
				Menus: rapid.Bool().Draw(t, "menus"), Words: rapid.Bool().Draw(t, "words"),
				Quick: rapid.Bool().Draw(t, "quick")},
			Progress: play.Progress{Lesson: word.Draw(t, "lesson"), Done: word.Draw(t, "done"),
				Game: match.ID(word.Draw(t, "game")), Away: rapid.Bool().Draw(t, "away")}}
		values, err := PlayerValues(p)
		require.NoError(t, err)
		got, err := ScanPlayer(stored(t, PlayerColumns, values...))
		require.NoError(t, err)
		require.Equal(t, p, got)
	})
}

// TestPlayer_Settings: defaults are not written down, so that they can change; what an older or a
// newer program wrote is read as far as it is known.
func TestPlayer_Settings(t *testing.T) {
	t.Parallel()
	values, err := PlayerValues(play.Player{ID: "1", Met: time.UnixMilli(1)})
	require.NoError(t, err)
	assert.Equal(t, "{}", values[3])
	assert.Equal(t, "{}", values[4])
	assert.Equal(t, "{}", values[5])
	for text, want := range map[string]play.Settings{
		`{}`: {}, `{"language":"de","colour":"red"}`: {Language: "de"},
	} {
		p, err := ScanPlayer(stored(t, PlayerColumns, "1", "", "", text, "{}", "{}", 1))
		require.NoError(t, err)
		assert.Equal(t, want, p.Settings)
	}
	for _, text := range []string{"", "German", `{"language":7}`, "[]"} {
		_, err := ScanPlayer(stored(t, PlayerColumns, "1", "", "", text, "{}", "{}", 1))
		require.ErrorContains(t, err, "settings\"", text)
		_, err = ScanPlayer(stored(t, PlayerColumns, "1", "", "", "{}", "["+text, "{}", 1))
		require.ErrorContains(t, err, "progress\"", text)
	}
}

func TestJob(t *testing.T) {
	t.Parallel()
	due, lease := time.UnixMilli(5).UTC(), time.UnixMilli(9).UTC()
	for _, c := range []struct {
		values []any
		want   play.Job
	}{
		{[]any{"tell", "m", 5, 2, nil, 3},
			play.Job{Kind: play.JobTell, Subject: "m", Due: due, Attempts: 2, Version: 3}},
		{[]any{"retire", "c/1", 5, 0, 9, 1},
			play.Job{Kind: play.JobRetire, Subject: "c/1", Due: due, Lease: lease, Version: 1}},
	} {
		got, err := ScanJob(stored(t, JobColumns, c.values...))
		require.NoError(t, err)
		assert.Equal(t, c.want, got)
	}
}

// TestMillis: times are cut off to milliseconds, and the zero time is NULL and not the year 1.
func TestMillis(t *testing.T) {
	t.Parallel()
	there := time.FixedZone("there", 3600)
	for at, want := range map[time.Time]time.Time{
		{}:                        {},
		time.UnixMilli(0):         time.UnixMilli(0).UTC(),
		time.Unix(1, 999_999_999): time.UnixMilli(1999).UTC(),
		time.Date(2026, 1, 2, 3, 4, 5, 6e6, there): time.Date(2026, 1, 2, 2, 4, 5, 6e6, time.UTC),
	} {
		assert.Equal(t, want, Instant(Millis(at)))
		assert.Equal(t, !at.IsZero(), Millis(at).Valid)
	}
}
