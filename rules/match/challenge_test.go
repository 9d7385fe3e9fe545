package match_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

func TestPropose(t *testing.T) {
	t.Parallel()
	p := match.Proposal{ID: "m1", By: alice, To: bob,
		Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayBlue}}
	m, events, err := match.Propose(p, now())
	require.NoError(t, err)
	assert.Equal(t, match.Match{ID: "m1", Status: match.Proposed, Terms: p.Terms,
		Challenger: alice, Opponent: bob, Created: now(), Changed: now(), Seq: 1}, m)
	assert.Equal(t, []match.Event{
		{Kind: match.Challenged, Seq: 1, By: alice, At: now()}}, events)
}

func TestPropose_Refused(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		change func(*match.Proposal)
		err    error
	}{
		{"no id", func(p *match.Proposal) { p.ID = "" }, match.ErrID},
		{"id with a colon", func(p *match.Proposal) { p.ID = "a:b" }, match.ErrID},
		{"nobody challenges", func(p *match.Proposal) { p.By = "" }, match.ErrNotPlayer},
		{"themself", func(p *match.Proposal) { p.To = alice }, match.ErrSelf},
		{"no board", func(p *match.Proposal) { p.Terms.Options.Board = 0 }, match.ErrTerms},
		{"unknown board", func(p *match.Proposal) { p.Terms.Options.Board = 9 }, match.ErrTerms},
		{"limit too high", func(p *match.Proposal) {
			p.Terms.Options.StallLimit = rules.MaxStallLimit + 1
		}, match.ErrTerms},
		{"unknown side", func(p *match.Proposal) { p.Terms.Side = 3 }, match.ErrTerms},
		{"level too high", func(p *match.Proposal) { p.Terms.Level = match.MaxLevel + 1 },
			match.ErrTerms},
		{"hints below none", func(p *match.Proposal) { p.Terms.Hints = match.NoHints - 1 }, match.ErrTerms},
		{"too many hints", func(p *match.Proposal) { p.Terms.Hints = match.MaxHints + 1 }, match.ErrTerms},
		{"a turn of seconds", pace(59*time.Second, 0, 0), match.ErrTerms},
		{"a turn of months", pace(60*day+time.Second, 0, 0), match.ErrTerms},
		{"a turn of less than nothing", pace(-day, 0, 0), match.ErrTerms},
		{"parts of a second", pace(day+1, 0, 0), match.ErrTerms},
		{"a bank of parts", pace(day, 1, 0), match.ErrTerms},
		{"a bank of debts", pace(day, -day, 0), match.ErrTerms},
		{"a bank of months", pace(day, 61*day, 0), match.ErrTerms},
		{"a bank without a clock", pace(0, day, 0), match.ErrTerms},
		{"a grace of parts", pace(day, 0, 1), match.ErrTerms},
		{"a grace before the end", pace(day, 0, -day), match.ErrTerms},
		{"a grace of months", pace(day, 0, 61*day), match.ErrTerms},
		{"a grace without a clock", pace(0, 0, day), match.ErrTerms},
		{"level for anyone", func(p *match.Proposal) { p.To, p.Terms.Level = none, 1 },
			match.ErrTerms},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := match.Proposal{ID: "m1", By: alice, To: bob,
				Terms: match.Terms{Options: rules.DefaultOptions()}}
			c.change(&p)
			m, events, err := match.Propose(p, now())
			require.ErrorIs(t, err, c.err)
			assert.Zero(t, m)
			assert.Empty(t, events)
		})
	}
}

// TestPropose_Bounds: the least and the most that can be agreed on.
func TestPropose_Bounds(t *testing.T) {
	t.Parallel()
	most, none := rules.DefaultOptions(), rules.DefaultOptions()
	most.StallLimit, none.StallLimit = rules.MaxStallLimit, 0
	for _, terms := range []match.Terms{{Options: most, Level: match.MaxLevel, Hints: match.MaxHints},
		{Options: none, Hints: match.NoHints}} {
		m, _, err := match.Propose(match.Proposal{ID: "m1", By: alice, To: bob, Terms: terms}, now())
		require.NoError(t, err)
		assert.Equal(t, terms, m.Terms)
	}
}

// pace changes the times of a proposal.
func pace(perTurn, bank, grace time.Duration) func(*match.Proposal) {
	return func(p *match.Proposal) {
		p.Terms.Pace, p.Terms.Grace = match.Pace{PerTurn: perTurn, Bank: bank}, grace
	}
}

// TestPropose_Pace: what is within bounds is agreed on as it is, and a grace when none is said.
func TestPropose_Pace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ perTurn, bank, grace, want time.Duration }{
		{0, 0, 0, 0},
		{time.Minute, 0, 0, 2 * day},
		{60 * day, 60 * day, 60 * day, 60 * day},
		{3 * day, 3 * day, time.Second, time.Second},
	} {
		p := match.Proposal{ID: "m1", By: alice, To: bob,
			Terms: match.Terms{Options: rules.DefaultOptions()}}
		pace(c.perTurn, c.bank, c.grace)(&p)
		m, _, err := match.Propose(p, now())
		require.NoError(t, err)
		assert.Equal(t, match.Pace{PerTurn: c.perTurn, Bank: c.bank}, m.Terms.Pace)
		assert.Equal(t, c.want, m.Terms.Grace)
		assert.Zero(t, m.Clock, "it has not begun")
		_, err = m.As(bob).Accept(rules.Red, now())
		require.NoError(t, err)
		assert.Equal(t, c.perTurn == 0, m.Clock == match.Clock{TurnBegan: now()})
		assert.Equal(t, c.perTurn == 0, m.Deadline().IsZero())
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	toBob, open := proposed(bob, match.RandomSide), proposed(none, match.RandomSide)
	accepted := func(by match.PlayerID) []match.Event {
		return []match.Event{{Kind: match.Accepted, By: by}}
	}
	run(t, []ruling{
		{"bob accepts", toBob, accept(bob), nil, accepted(bob)},
		{"alice accepts her own", toBob, accept(alice), match.ErrOwnChallenge, nil},
		{"carol accepts bob's", toBob, accept(carol), match.ErrNotInvited, nil},
		{"nobody accepts", toBob, accept(none), match.ErrNotInvited, nil},
		{"anyone accepts an open one", open, accept(carol), nil, accepted(carol)},
		{"alice accepts her own open one", open, accept(alice), match.ErrOwnChallenge, nil},
		{"nobody accepts an open one", open, accept(none), match.ErrNotInvited, nil},
		{"bob accepts twice", playing(), accept(bob), match.ErrNotProposed, nil},
		{"too late for carol", after(none, accept(bob)), accept(carol), match.ErrNotProposed, nil},
		{"bob accepts what he declined", after(bob, decline(bob)), accept(bob),
			match.ErrNotProposed, nil},
		{"bob accepts what is withdrawn", after(bob, withdraw(alice)), accept(bob),
			match.ErrNotProposed, nil},

		{"bob declines", toBob, decline(bob), nil,
			[]match.Event{{Kind: match.ChallengeDeclined, By: bob}}},
		{"alice declines her own", toBob, decline(alice), match.ErrOwnChallenge, nil},
		{"carol declines bob's", toBob, decline(carol), match.ErrNotInvited, nil},
		{"nobody can decline an open one", open, decline(bob), match.ErrNotInvited, nil},
		{"nobody at all", open, decline(none), match.ErrNotInvited, nil},
		{"bob declines a match", playing(), decline(bob), match.ErrNotProposed, nil},

		{"bob answers with other terms", toBob, counter(bob), nil,
			[]match.Event{{Kind: match.ChallengeCountered, By: bob}}},
		{"alice answers her own", toBob, counter(alice), match.ErrOwnChallenge, nil},
		{"carol answers bob's", toBob, counter(carol), match.ErrNotInvited, nil},
		{"an open one is for nobody", open, counter(bob), match.ErrNotInvited, nil},
		{"bob answers what he declined", after(bob, decline(bob)), counter(bob), match.ErrNotProposed, nil},

		{"alice withdraws", toBob, withdraw(alice), nil,
			[]match.Event{{Kind: match.ChallengeWithdrawn, By: alice}}},
		{"alice withdraws an open one", open, withdraw(alice), nil,
			[]match.Event{{Kind: match.ChallengeWithdrawn, By: alice}}},
		{"bob withdraws alice's", toBob, withdraw(bob), match.ErrNotChallenger, nil},
		{"alice withdraws a match", playing(), withdraw(alice), match.ErrNotProposed, nil},
		{"alice withdraws what bob declined", after(bob, decline(bob)), withdraw(alice),
			match.ErrNotProposed, nil},
	})
}

// TestAccept_Sides: who plays Red follows from the pick, and from the toss when it is random.
func TestAccept_Sides(t *testing.T) {
	t.Parallel()
	cases := []struct {
		pick match.SidePick
		toss rules.Color
		red  match.PlayerID
	}{
		{match.PlayRed, rules.Blue, alice},
		{match.PlayBlue, rules.Red, bob},
		{match.RandomSide, rules.Red, alice},
		{match.RandomSide, rules.Blue, bob},
		{match.RandomSide, rules.NoColor, alice},
	}
	for _, c := range cases {
		m := proposed(none, c.pick)(t)
		_, err := m.As(bob).Accept(c.toss, now())
		require.NoError(t, err)
		blue := map[match.PlayerID]match.PlayerID{alice: bob, bob: alice}[c.red]
		assert.Equal(t, []match.PlayerID{c.red, blue}, m.Players.Both(), c)
		assert.Equal(t, c.red, m.ToMove(), "Red begins")
		assert.Equal(t, bob, m.Opponent)
		assert.Equal(t, match.Playing, m.Status)
		assert.Equal(t, now(), m.Started)
		assert.Zero(t, m.Ended)
		assert.Equal(t, rules.NewGame(m.Terms.Options), m.Game)
	}
}

// TestCanDecline: what Decline would say.
func TestCanDecline(t *testing.T) {
	t.Parallel()
	toBob, open := proposed(bob, match.RandomSide)(t), proposed(none, match.RandomSide)(t)
	require.NoError(t, toBob.As(bob).CanDecline())
	require.ErrorIs(t, toBob.As(carol).CanDecline(), match.ErrNotInvited)
	require.ErrorIs(t, open.As(bob).CanDecline(), match.ErrNotInvited)
}

// TestAnswers_End: what is declined or withdrawn is over.
func TestAnswers_End(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want match.Status
		do   command
	}{{match.Declined, decline(bob)}, {match.Declined, counter(bob)}, {match.Withdrawn, withdraw(alice)}} {
		m := after(bob, c.do)(t)
		assert.Equal(t, c.want, m.Status)
		assert.False(t, m.Status.IsOpen())
		assert.Equal(t, now(), m.Ended)
		assert.Zero(t, m.Started)
		assert.Equal(t, none, m.ToMove())
	}
}
