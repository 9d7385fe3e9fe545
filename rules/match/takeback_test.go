package match_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// TestOfferKinds: what each kind of offer does when it is accepted, and that all of them follow the
// rules of TestOffers.
func TestOfferKinds(t *testing.T) {
	t.Parallel()
	type events struct{ made, refused, withdrawn, accepted match.EventKind }
	for kind, want := range map[match.OfferKind]events{
		match.ToStop:     {match.StopOffered, match.StopRefused, match.StopWithdrawn, match.Ended},
		match.ToTakeBack: {match.TakebackAsked, match.TakebackRefused, match.TakebackWithdrawn, match.TakenBack},
		match.ForTime:    {match.TimeAsked, match.TimeRefused, match.TimeWithdrawn, match.TimeGiven},
		match.ToPause:    {match.PauseOffered, match.PauseRefused, match.PauseWithdrawn, match.Paused},
		match.ToCallOff:  {match.CallOffOffered, match.CallOffRefused, match.CallOffWithdrawn, match.Ended},
	} {
		t.Run(kind.String(), func(t *testing.T) {
			t.Parallel()
			made := append(opening(), deed{hour, ask(alice, kind)})
			refused := append(made, deed{hour, reply(bob, kind, false)})
			event := func(k match.EventKind, by match.PlayerID) match.Event {
				return match.Event{Kind: k, By: by, Ply: 4}
			}
			accepted := event(want.accepted, bob)
			switch kind {
			case match.ForTime:
				accepted.Length = match.MaxGift
			case match.ToTakeBack:
				accepted.Ply, accepted.Undone = 2, "111=222 111=222"
			}
			cases := []timeRuling{
				{"made", opening(), deed{hour, ask(alice, kind)}, nil, event(want.made, alice)},
				{"off turn", opening(), deed{hour, ask(bob, kind)}, nil, event(want.made, bob)},
				{"by carol", opening(), deed{hour, ask(carol, kind)}, match.ErrNotPlayer, match.Event{}},
				{"after the end", append(opening(), deed{0, resigns}), deed{hour, ask(bob, kind)},
					match.ErrFinished, match.Event{}},
				{"twice", made, deed{hour, ask(alice, kind)}, match.ErrOfferOpen, match.Event{}},
				{"yes", made, deed{hour, reply(bob, kind, true)}, nil, accepted},
				{"no", made, deed{hour, reply(bob, kind, false)}, nil, event(want.refused, bob)},
				{"yes to one's own", made, deed{hour, reply(alice, kind, true)}, match.ErrOwnOffer, match.Event{}},
				{"yes by carol", made, deed{hour, reply(carol, kind, true)}, match.ErrNotPlayer, match.Event{}},
				{"yes to nothing", opening(), deed{hour, reply(bob, kind, true)}, match.ErrNoOffer, match.Event{}},
				{"yes to a refused one", refused, deed{hour, reply(bob, kind, true)}, match.ErrNoOffer, match.Event{}},
				{"again", refused, deed{hour, ask(alice, kind)}, match.ErrOfferedAlready, match.Event{}},
				{"the other side's", refused, deed{hour, ask(bob, kind)}, nil, event(want.made, bob)},
				{"after a turn", append(refused, deed{hour, turn}), deed{hour, ask(alice, kind)}, nil,
					match.Event{Kind: want.made, By: alice, Ply: 5}},
				{"gone with a turn", append(made, deed{hour, turn}), deed{hour, reply(bob, kind, true)},
					match.ErrNoOffer, match.Event{}},
				{"withdrawn", made, deed{hour, unask(alice, kind)}, nil, event(want.withdrawn, alice)},
				{"withdrawn by the other", made, deed{hour, unask(bob, kind)}, match.ErrNotOfferer, match.Event{}},
				{"withdrawn, again", append(made, deed{hour, unask(alice, kind)}), deed{hour, ask(alice, kind)},
					match.ErrOfferedAlready, match.Event{}},
			}
			both := timeRuling{"both ask", made, deed{hour, ask(bob, kind)}, match.ErrOfferOpen, match.Event{}}
			if kind == match.ToStop || kind == match.ToPause || kind == match.ToCallOff {
				both.err, both.want = nil, accepted
			}
			runTimed(t, append(cases, both))
		})
	}
}

// TestOfferKinds_Apart: an offer of each kind can be open at once, by either side, and an accepted
// one can be made again.
func TestOfferKinds_Apart(t *testing.T) {
	t.Parallel()
	m := clocked(t, append(opening(), deed{hour, ask(alice, match.ToStop)}, deed{hour, ask(bob, match.ToTakeBack)},
		deed{hour, ask(alice, match.ForTime)}, deed{hour, ask(bob, match.ToPause)})...)
	red, blue := match.Offer{By: rules.Red}, match.Offer{By: rules.Blue}
	assert.Equal(t, match.Offers{match.ToStop: red, match.ToTakeBack: blue, match.ForTime: red, match.ToPause: blue},
		m.Offers)
	assert.Equal(t, match.ToStop, m.As(bob).OfferToAnswer())
	assert.Equal(t, match.ToTakeBack, m.As(alice).OfferToAnswer())
	assert.Equal(t, match.NoOffer, m.As(carol).OfferToAnswer())
	last := clocked(t, deed{hour, ask(bob, match.ToPause)})
	assert.Equal(t, match.ToPause, last.As(alice).OfferToAnswer())
	_, err := m.As(alice).MakeOffer(match.NoOffer, now())
	require.ErrorIs(t, err, match.ErrNoOffer)
	_, err = m.As(alice).AnswerOffer(match.NoOffer, true, now())
	require.ErrorIs(t, err, match.ErrNoOffer)
	_, err = m.As(alice).WithdrawOffer(match.NoOffer, now())
	require.ErrorIs(t, err, match.ErrNoOffer)
	_, err = m.As(bob).AnswerOffer(match.ForTime, true, now())
	require.NoError(t, err)
	_, err = m.As(alice).MakeOffer(match.ForTime, now())
	require.ErrorIs(t, err, match.ErrGiftUsed)
	_, err = m.As(alice).AnswerOffer(match.ToPause, true, now())
	require.NoError(t, err)
	_, err = m.As(alice).MakeOffer(match.ToPause, now())
	require.ErrorIs(t, err, match.ErrPaused)
	_, err = m.As(alice).AnswerOffer(match.ToTakeBack, true, now())
	require.NoError(t, err)
	assert.Equal(t, match.NoOffer, m.As(bob).OfferToAnswer(), "the turn is over")
	assert.True(t, m.Clock.Paused, "it stands still until somebody wants it to go on")
	_, err = m.As(bob).MakeOffer(match.ToStop, now())
	require.NoError(t, err)
	_, err = m.As(alice).MakeOffer(match.ToStop, now())
	require.NoError(t, err)
	assert.Equal(t, match.Finished, m.Status)
}

// TestTakeback: as many turns are undone as it takes for the side that asks to be on again.
func TestTakeback(t *testing.T) {
	t.Parallel()
	turns := []rules.Turn{rules.Pass, swap(), swap(), swap(), swap()}
	for _, c := range []struct {
		played int
		by     match.PlayerID
		want   int // turns left; -1: there is none to take back
	}{
		{0, alice, -1}, {0, bob, -1}, {1, alice, 0}, {1, bob, -1}, {2, alice, 0}, {2, bob, 1},
		{3, alice, 2}, {3, bob, 1}, {4, alice, 2}, {4, bob, 3}, {5, alice, 4},
	} {
		m := playing()(t)
		var positions []rules.Position
		for _, turn := range turns[:c.played] {
			positions = append(positions, m.Game.Position())
			_, err := m.As(m.ToMove()).Play(turn, now())
			require.NoError(t, err)
		}
		_, err := m.As(c.by).MakeOffer(match.ToTakeBack, now())
		if c.want < 0 {
			require.ErrorIs(t, err, match.ErrNothingPlayed)
			_, err = m.As(c.by).TakeBack(match.Takeback{Unseen: true}, now())
			require.ErrorIs(t, err, match.ErrNothingPlayed)
			continue
		}
		require.NoError(t, err)
		_, err = m.As(m.Players.Of(m.ColorOf(c.by).Other())).AnswerOffer(match.ToTakeBack, true, now())
		require.NoError(t, err)
		assert.Equal(t, c.by, m.ToMove())
		assert.Equal(t, positions[c.want], m.Game.Position())
		assert.Equal(t, turns[:c.want], append([]rules.Turn{}, m.Game.Turns()...))
		assert.Zero(t, m.Offers[match.ToTakeBack])
		_, err = m.As(c.by).Play(rules.ShiftTurn(rules.Swap112x221), now())
		require.NoError(t, err)
	}
}

// TestTakeBack: what the other side has not seen is taken back for free, and only that.
func TestTakeBack(t *testing.T) {
	t.Parallel()
	back := func(by match.PlayerID, ply int) match.Event {
		return match.Event{Kind: match.TakenBack, By: by, Ply: ply, Undone: swap().String()}
	}
	runTimed(t, []timeRuling{
		{"unseen", opening(), deed{10 * minute, takeBack(bob, true)}, nil, back(bob, 3)},
		{"the first turn", []deed{{0, turn}}, deed{0, takeBack(alice, true)}, nil, back(alice, 0)},
		{"too long ago", opening(), deed{10*minute + 1, takeBack(bob, true)}, match.ErrNotFree, match.Event{}},
		{"once a turn", append(opening(), deed{0, takeBack(bob, true)}, deed{0, turn}), deed{0, takeBack(bob, true)},
			match.ErrNotFree, match.Event{}},
		{"once each turn", append(opening(), deed{0, takeBack(bob, true)}, deed{0, turn}, deed{0, turn}),
			deed{0, takeBack(alice, true)}, nil, back(alice, 4)},
		{"seen", opening(), deed{hour, takeBack(bob, false)}, match.ErrNotFree, match.Event{}},
		{"answered", opening(), deed{hour, takeBack(alice, true)}, match.ErrNotFree, match.Event{}},
		{"nothing", nil, deed{hour, takeBack(bob, true)}, match.ErrNothingPlayed, match.Event{}},
		{"twice", append(opening(), deed{0, takeBack(bob, true)}), deed{hour, takeBack(bob, true)},
			match.ErrNotFree, match.Event{}},
		{"by carol", opening(), deed{hour, takeBack(carol, true)}, match.ErrNotPlayer, match.Event{}},
		{"after the end", append(opening(), deed{0, resigns}), deed{hour, takeBack(bob, true)},
			match.ErrFinished, match.Event{}},
		{"as late as the turn could be", []deed{{3*day - minute, turn}}, deed{3*day - 1, takeBack(alice, true)}, nil,
			back(alice, 0)},
		{"too late for the turn", []deed{{3*day - minute, turn}}, deed{3 * day, takeBack(alice, true)}, match.ErrTimeUp,
			match.Event{}},
		{"a late turn", []deed{{4 * day, turn}}, deed{4 * day, takeBack(alice, true)}, match.ErrTimeUp,
			match.Event{}},
	})
	m := playing(swaps(3), offer(bob))(t)
	_, err := m.As(alice).TakeBack(match.Takeback{Unseen: true}, now())
	require.NoError(t, err, "without a clock")
	assert.Zero(t, m.Offers[match.ToStop])
	assert.Equal(t, match.Clock{TurnBegan: now()}, m.Clock)
	assert.Equal(t, alice, m.ToMove())
}

// TestTakeBack_Leave: who has played a second turn no longer leaves for nothing, though it was taken back.
func TestTakeBack_Leave(t *testing.T) {
	t.Parallel()
	aborted, red := rules.Outcome{Reason: rules.Aborted}, rules.Outcome{Winner: rules.Red, Reason: rules.Resignation}
	blue := rules.Outcome{Winner: rules.Blue, Reason: rules.Resignation}
	for _, c := range []struct {
		turns int // the last one is taken back
		by    match.PlayerID
		want  rules.Outcome
	}{
		{1, alice, aborted}, {2, alice, aborted}, {2, bob, aborted}, {3, alice, blue}, {3, bob, aborted}, {4, alice, blue},
		{4, bob, red},
	} {
		m := clocked(t, opening()[:c.turns]...)
		_, err := takeBack(m.Players.Of(m.ColorOf(m.ToMove()).Other()), true)(&m, start())
		require.NoError(t, err)
		late := m.Clone()
		_, err = m.As(c.by).Resign(start())
		require.NoError(t, err)
		assert.Equal(t, c.want, m.Game.Outcome(), c)
		if late.ToMove() == c.by {
			_, err = lapse(&late, start().Add(100*day))
			require.NoError(t, err)
			assert.Equal(t, c.want.Winner, late.Game.Outcome().Winner, c)
		}
	}
}

// TestTakeBack_Quick: where there are at most 10 minutes for a turn, it is taken back for free within one.
func TestTakeBack_Quick(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		perTurn, after time.Duration
		want           error
	}{
		{10 * minute, minute, nil}, {10 * minute, minute + 1, match.ErrNotFree}, {10*minute + time.Second, 10 * minute, nil},
		{0, 10 * minute, nil}, {0, 10*minute + 1, match.ErrNotFree},
	} {
		m := clockedWith(t, match.Pace{PerTurn: c.perTurn})
		_, err := turn(&m, start())
		require.NoError(t, err)
		_, err = m.As(alice).TakeBack(match.Takeback{Unseen: true}, start().Add(c.after))
		require.ErrorIs(t, err, c.want, c)
	}
}

// TestTakeBack_Offers: what was offered before a turn, refused or withdrawn, is so again; what was offered since ends.
func TestTakeBack_Offers(t *testing.T) {
	t.Parallel()
	before := clocked(t, append(opening(), deed{0, ask(alice, match.ToStop)}, deed{0, unask(alice, match.ToStop)},
		deed{0, ask(bob, match.ForTime)}, deed{0, ask(alice, match.ToPause)}, deed{0, reply(bob, match.ToPause, false)})...)
	free, asked := before.Clone(), before.Clone()
	for _, do := range []timely{turn, takeBack(alice, true)} {
		_, err := do(&free, start())
		require.NoError(t, err)
	}
	var events []match.Event
	for _, do := range []timely{turn, ask(bob, match.ToStop), turn, ask(alice, match.ToTakeBack),
		reply(bob, match.ToTakeBack, true)} {
		var err error
		events, err = do(&asked, start())
		require.NoError(t, err)
	}
	require.Len(t, events, 1, "only what was asked was open")
	for _, m := range []match.Match{free, asked} {
		for k := match.ToStop; k <= match.ToPause; k++ {
			assert.Equal(t, before.Offers[k], m.Offers[k], k)
		}
		_, err := m.As(alice).MakeOffer(match.ToStop, start())
		require.ErrorIs(t, err, match.ErrOfferedAlready)
	}
	for _, do := range []timely{turn, ask(bob, match.ToStop), ask(alice, match.ToTakeBack),
		reply(bob, match.ToTakeBack, true)} {
		var err error
		events, err = do(&asked, start())
		require.NoError(t, err)
	}
	require.Len(t, events, 2)
	assert.Equal(t, match.OffersDropped, events[1].Kind)
	assert.Zero(t, asked.Offers[match.ToStop].By)
}

// TestRegained: what the question names is what the side that asks has for its turn afterwards.
func TestRegained(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		done []deed
		want time.Duration
	}{
		"a turn":                {[]deed{{hour, turn}}, day},
		"two":                   {[]deed{{hour, turn}, {2 * day, turn}}, day},
		"overdue":               {[]deed{{hour, turn}, {2 * day, turn}, {9 * day, runOut}}, 0},
		"late":                  {[]deed{{9 * day, turn}}, 0},
		"late, at the deadline": {[]deed{{3 * day, turn}}, 0},
		"in time":               {[]deed{{3*day - 1, turn}}, day},
		"with what was given":   {[]deed{{3 * day, give(bob, day)}, {3*day + hour, turn}}, day},
		"paused":                {[]deed{{hour, pause}, {9 * day, turn}}, day},
	} {
		m := clocked(t, c.done...)
		assert.Equal(t, c.want, m.TakebackTime(rules.Red), name)
	}
	m := playing(swaps(1))(t)
	assert.Zero(t, m.TakebackTime(rules.Red), "no clock")
}

// TestTakeBack_Deep: a match remembers the state before its last turns, and continues without it otherwise.
func TestTakeBack_Deep(t *testing.T) {
	t.Parallel()
	done := []deed{{0, pause}}
	for range 3 {
		done = append(done, opening()...)
	}
	for range 12 {
		done = append(done, deed{hour, func(m *match.Match, now time.Time) ([]match.Event, error) {
			asker := m.Players.Of(m.ColorOf(m.ToMove()).Other())
			if _, err := m.As(asker).MakeOffer(match.ToTakeBack, now); err != nil {
				return nil, err
			}
			return m.As(m.ToMove()).AnswerOffer(match.ToTakeBack, true, now)
		}})
	}
	m := clocked(t, done...)
	assert.Equal(t, []any{0, false, hour + 3*day}, []any{m.Game.Ply(), m.Clock.Paused, m.Deadline().Sub(start())})
}
