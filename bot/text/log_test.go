package text

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/match"
)

// chronicle returns a match in which everything happened, and its events.
func chronicle(t *testing.T) (match.Match, []match.Event) {
	t.Helper()
	now := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	terms := match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed,
		Pace: match.Pace{PerTurn: 24 * time.Hour}}
	m, all, err := match.Propose(match.Proposal{ID: "m1", By: alice, To: bob, Terms: terms}, now)
	require.NoError(t, err)
	do := func(events []match.Event, err error) {
		t.Helper()
		require.NoError(t, err)
		all = append(all, events...)
		now = now.Add(2 * time.Hour)
	}
	pass := rules.Pass
	do(m.As(bob).Accept(rules.Red, now))
	do(m.As(alice).Play(rules.ShiftTurn(rules.Swap112x221), now))
	do(m.As(alice).TakeBack(match.Takeback{Unseen: true}, now.Add(-2*time.Hour)))
	do(m.As(alice).Play(pass, now))
	do(m.As(bob).PlayPlanned(pass, now))
	for _, k := range OfferKinds() {
		do(m.As(alice).MakeOffer(k, now))
		do(m.As(bob).AnswerOffer(k, false, now))
		do(m.As(bob).MakeOffer(k, now))
		do(m.As(bob).WithdrawOffer(k, now))
	}
	do(m.As(alice).UseHint(now))
	do(m.Arbiter().Credit(time.Hour, now))
	do(m.As(alice).StartAbsence(now.Add(48*time.Hour), now))
	do(m.As(alice).EndAbsence(now))
	now = m.Deadline()
	do(m.Arbiter().RecordTimeUp(now))
	do(m.As(bob).GiveTime(24*time.Hour, now))
	now = m.Deadline()
	do(m.Arbiter().RecordTimeUp(now))
	do(m.Arbiter().Lapse(m.LapseAt()))
	return m, all
}

// TestLog: every event has a line with a time, and a turn that was taken back is included.
func TestLog(t *testing.T) {
	t.Parallel()
	m, events := chronicle(t)
	pages := Log(i18ntest.English(), &m, events, 100_000)
	require.Len(t, pages, 1)
	lines := strings.Split(pages[0], "\n")
	assert.Len(t, lines, len(events)-1, "a plan goes with its turn")
	for _, line := range lines {
		assert.Regexp(t, `^- <t:\d+:f> · .+`, line)
	}
	for _, want := range []string{"<@101> challenged <@102>: 6x4 · <@101> is Red", "<@102> accepted: <@101> is Red",
		"**1.** <@101> played **112=221**, which was taken back later", "<@101> took their turn back: round 1 again",
		"**1.** <@101> played **pass** after 4 hours", "**1.** <@102> played **pass**, as planned",
		"<@101> asked for more time", "<@102> gave no more time", "<@102> no longer offers a pause",
		"<@101> had a hint", "I had been away for 1 hour, which doesn't count", "<@101> went on vacation for 2 days",
		"<@101> came back from vacation", "<@101>'s time was up", "<@102> gave <@101> 1 day more", "**The game was called off: <@101> ran out of time**"} {
		assert.Contains(t, pages[0], want)
	}
	for _, page := range Log(i18ntest.English(), &m, events, 300) {
		assert.LessOrEqual(t, len([]rune(page)), 300)
	}
}

// TestLog_Kinds: every kind of event has words.
func TestLog_Kinds(t *testing.T) {
	t.Parallel()
	forms := logForms()
	for k := match.Challenged; k.String() != "-" || k == 9; k++ {
		switch k {
		case 9, match.Played, match.Ended, match.Planned, match.Stopped: // is worded together with the end
			continue
		}
		assert.NotEmpty(t, forms[k].ID, k)
	}
}

// TestNews: events that the board does not show are mentioned while they apply.
func TestNews(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind match.EventKind
		by   match.PlayerID
		set  func(*match.Match)
		want string
	}{
		"taken back":            {match.TakenBack, alice, nil, "**<@101> took back their last turn.**"},
		"taken back, as agreed": {match.TakenBack, bob, nil, "**<@102> agreed to the takeback.**"},
		"paused":                {match.Paused, bob, func(m *match.Match) { m.Clock.Paused = true }, "**<@102> agreed to pause the clock.**"},
		"paused, and over":      {match.Paused, bob, nil, ""},
		"resumed":               {match.Resumed, bob, nil, "**<@102> resumed the clock.**"},
		"back":                  {match.CameBack, bob, nil, "**<@102> is back from vacation.**"},
		"away":                  {match.WentAway, bob, nil, ""},
		"spared": {match.AutoAway, bob, func(m *match.Match) { m.Clock.Reserves.Blue.AwayUntil = time.Unix(9, 0) },
			"**<@102>'s time was up, so 1 minute of vacation began automatically.**"},
		"credited":    {match.Credited, "", nil, ""},
		"turns later": {match.TakenBack, alice, func(m *match.Match) { _ = m.Game.PlayText("pass") }, ""},
	} {
		m := playing(t)
		if c.set != nil {
			c.set(m)
		}
		assert.Equal(t, c.want, News(i18ntest.English(), m, []match.Event{{Kind: c.kind, By: c.by}}), name)
	}
}

// TestOffers_Kinds: each side reads its own form of every kind of offer.
func TestOffers_Kinds(t *testing.T) {
	t.Parallel()
	for _, k := range OfferKinds()[1:] {
		m := playing(t, "pass", "pass")
		_, err := m.As(alice).MakeOffer(k, time.Time{})
		if err != nil {
			m.Terms.Pace.PerTurn = time.Hour
			_, err = m.As(alice).MakeOffer(k, time.Time{})
		}
		require.NoError(t, err)
		assert.Regexp(t, `^<@102>: \*\*<@101> (asks|offers) .*\*\*`, Offers(i18ntest.English(), m, ""))
		assert.Regexp(t, `^\*\*<@101> (asks|offers) .*\*\*`, Offers(i18ntest.English(), m, bob))
		assert.Regexp(t, `^\*\*You(?:'ve)? (asked|offered) .*\*\*`, Offers(i18ntest.English(), m, alice))
	}
	m := playing(t, "pass", "112=221")
	turn, answer := turnsBack(m, rules.Blue)
	assert.Equal(t, "112=221", turn.String())
	assert.Equal(t, rules.NoTurn, answer)
	turn, answer = turnsBack(m, rules.Red)
	assert.Equal(t, rules.Pass, turn)
	assert.Equal(t, "112=221", answer.String())
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		turn, answer = turnsBack(playing(t), side)
		assert.Equal(t, []rules.Turn{rules.NoTurn, rules.NoTurn}, []rules.Turn{turn, answer})
	}
}

// TestExactly: the duration of a short turn is given in seconds.
func TestExactly(t *testing.T) {
	t.Parallel()
	for took, want := range map[time.Duration]string{0: "1 second", 30 * time.Second: "30 seconds",
		2*time.Minute - 1: "119 seconds", 2 * time.Minute: "2 minutes", 5 * time.Hour: "5 hours"} {
		assert.Equal(t, want, exactly(i18ntest.English(), took), took)
	}
}
