package playtest

import (
	"math/rand/v2"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

func paced() match.Terms {
	t := terms()
	t.Pace, t.Grace = match.Pace{PerTurn: time.Minute, Bank: 30 * time.Second}, time.Hour
	return t
}

// slow is how many times slower slowly is than paced.
const slow = 24 * 60

// slowly are terms like paced, but with a day for each turn, so that sides can be away.
func slowly() match.Terms {
	t := paced()
	t.Pace, t.Grace = match.Pace{PerTurn: slow * t.Pace.PerTurn, Bank: slow * t.Pace.Bank}, match.MaxGrace
	return t
}

// testClock: all times of a match, its summary and its events are read back equal.
func testClock(f fixture) {
	m := f.start("m", slowly(), 0)
	assert.Equal(f, at(90*slow), m.Deadline())
	for _, a := range timely() {
		f.change("m", a)
		f.summarised(alice)
	}
	kinds := map[match.EventKind]time.Duration{}
	for _, e := range f.events("m") {
		kinds[e.Kind] = e.Length
	}
	for k, want := range map[match.EventKind]time.Duration{match.WentAway: 219 * slow * time.Second,
		match.Credited: 9 * slow * time.Second, match.TimeGiven: 23 * time.Hour, match.Paused: 0,
		match.Resumed:  18 * slow * time.Second,
		match.CameBack: 0, match.TimeUp: 0, match.SuspensionEnded: 9 * slow * time.Second} {
		assert.Equal(f, want, kinds[k], k)
	}
	m = f.change("m", func(m *match.Match) ([]match.Event, error) { return m.Arbiter().Lapse(at(9999 * slow)) })
	assert.Equal(f, match.Finished, m.Status)
	assert.Equal(f, rules.TimeLoss, m.Game.Outcome().Reason)
	assert.Empty(f, m.EndedBy)
	assert.Equal(f, match.Clock{TurnBegan: at(0)}, f.start("timeless", terms(), 0).Clock)
	m = f.change("timeless", func(m *match.Match) ([]match.Event, error) {
		return m.As(bob).Summon(at(slow), at(0).Add(match.MinWait))
	})
	f.summarised(alice)
	assert.Equal(f, at(0).Add(match.MinWait+match.SummonSpan), m.Deadline())
}

// timely are acts of every kind that changes the clock, in a match on the terms slowly.
func timely() []act {
	return []act{
		swapAt(0), swapAt(0),
		swapAt(75 * slow), // a quarter of a turn from Red's bank
		func(m *match.Match) ([]match.Event, error) {
			return m.As(bob).StartAbsence(at(200*slow).Add(7*time.Millisecond), at(80*slow))
		},
		func(m *match.Match) ([]match.Event, error) {
			return m.As(alice).StartAbsence(at(300*slow), at(81*slow))
		},
		func(m *match.Match) ([]match.Event, error) { return m.As(alice).EndAbsence(at(82 * slow)) },
		swapAt(100 * slow),
		func(m *match.Match) ([]match.Event, error) {
			return m.Arbiter().Credit(9*slow*time.Second, at(170*slow))
		},
		func(m *match.Match) ([]match.Event, error) { return m.As(alice).MakeOffer(match.ToPause, at(171*slow)) },
		func(m *match.Match) ([]match.Event, error) {
			return m.As(bob).AnswerOffer(match.ToPause, true, at(172*slow))
		},
		func(m *match.Match) ([]match.Event, error) { return m.As(bob).Resume(at(500*slow), at(500*slow)) },
		func(m *match.Match) ([]match.Event, error) { return m.Arbiter().RecordTimeUp(at(600 * slow)) },
		func(m *match.Match) ([]match.Event, error) { return m.As(bob).GiveTime(23*time.Hour, at(700*slow)) },
		func(m *match.Match) ([]match.Event, error) {
			return m.Arbiter().Suspend(match.ServerGone, at(701*slow), at(702*slow))
		},
		func(m *match.Match) ([]match.Event, error) {
			return m.Arbiter().EndSuspension(time.Time{}, at(710*slow))
		},
		swapAt(800 * slow),
		func(m *match.Match) ([]match.Event, error) { return m.Arbiter().HoldTime(at(801 * slow)) },
	}
}

func (f fixture) summarised(p match.PlayerID) {
	f.Helper()
	open := got(f, f.Open, p)
	require.NotEmpty(f, open)
	f.checkSummaries(open)
}

// testOfferKinds: offers of each kind are read back equal when refused, withdrawn and accepted.
func testOfferKinds(f fixture) {
	for k := match.ToStop; k <= match.ToCallOff; k++ {
		id := match.ID("m" + k.String())
		f.start(id, paced(), 0)
		for n := range 4 {
			f.change(id, swapAt(n))
		}
		makes := func(by match.PlayerID) act {
			return func(m *match.Match) ([]match.Event, error) { return m.As(by).MakeOffer(k, at(5)) }
		}
		f.change(id, makes(alice))
		f.change(id, func(m *match.Match) ([]match.Event, error) { return m.As(bob).AnswerOffer(k, false, at(6)) })
		f.change(id, makes(bob))
		f.change(id, func(m *match.Match) ([]match.Event, error) { return m.As(bob).WithdrawOffer(k, at(7)) })
		f.change(id, swapAt(8))
		f.change(id, makes(bob))
		m := f.change(id, func(m *match.Match) ([]match.Event, error) { return m.As(alice).AnswerOffer(k, true, at(9)) })
		assert.Zero(f, m.Offers[k])
	}
}

// testTakebacks: turns that were taken back are gone, and the game continues normally, even within one unit of work.
func testTakebacks(f fixture) {
	r := rand.New(rand.NewPCG(1, 2))
	o := rules.DefaultOptions()
	o.StallLimit = 0
	f.start("m", match.Terms{Options: o, Side: match.PlayRed}, 0)
	f.start("other", terms(), 0)
	other := f.change("other", swapAt(1))
	ask := func(m *match.Match) ([]match.Event, error) {
		by := []match.PlayerID{alice, bob}[r.IntN(2)]
		asked, err := m.As(by).MakeOffer(match.ToTakeBack, at(3))
		if err != nil {
			return nil, err
		}
		back, err := m.As(m.Players.Of(m.ColorOf(by).Other())).AnswerOffer(match.ToTakeBack, true, at(3))
		return append(asked, back...), err
	}
	unseen := func(m *match.Match) ([]match.Event, error) {
		return m.As(m.Players.Of(m.ColorOf(m.ToMove()).Other())).TakeBack(match.Takeback{Unseen: true}, at(4))
	}
	for _, back := range []act{ask, unseen, andPlay(ask, r), andPlay(unseen, r), ask, ask} {
		for n := range 2 + r.IntN(4) {
			f.change("m", randomTurn(r, n))
		}
		before := f.match("m")
		m := f.change("m", back)
		assert.Less(f, m.Game.Ply(), before.Game.Ply()+1)
		f.summarised(bob)
	}
	assert.Equal(f, other, f.match("other"))
}

// andPlay returns an act that calls back and then plays a turn.
func andPlay(back act, r *rand.Rand) act {
	return func(m *match.Match) ([]match.Event, error) {
		events, err := back(m)
		if err != nil {
			return nil, err
		}
		played, err := randomTurn(r, 5)(m)
		return append(events, played...), err
	}
}

// testExpired: an expired challenge is read back equal, and is not open.
func testExpired(f fixture) {
	f.create("m", bob, paced(), 0)
	m := f.change("m", func(m *match.Match) ([]match.Event, error) { return m.Arbiter().Lapse(at(0).Add(match.ChallengeLife)) })
	assert.Equal(f, match.Expired, m.Status)
	hasLen(f, 0)(f.Open(f.Context(), bob))
	assert.Equal(f, []match.ID{"m"}, ids(f.made(alice, 0)))
	assert.Empty(f, f.made(alice, 1))
}

// testLive: Live lists the open matches.
func testLive(f fixture) {
	live := func() []match.ID {
		f.Helper()
		ids, err := f.Live(f.Context())
		require.NoError(f, err)
		return ids
	}
	assert.Empty(f, live())
	f.create("proposed", bob, paced(), 0)
	f.start("timeless", terms(), 0)
	for _, id := range []match.ID{"b", "finished", "a"} {
		f.start(id, paced(), 0)
	}
	f.change("finished", resignAt(1))
	assert.Equal(f, []match.ID{"a", "b", "proposed", "timeless"}, live())
}
