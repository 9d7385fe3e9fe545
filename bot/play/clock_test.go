package play_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/bot/play/rated"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

const day = 24 * time.Hour

// paced are terms with three days per turn, a bank of one, and a grace of two.
func paced() match.Terms {
	t := terms()
	t.Pace, t.Grace = match.Pace{PerTurn: 3 * day, Bank: day}, 2*day
	return t
}

// startPaced begins a match of Alice, who is on as Red, and Bob, with a clock and two turns each.
func (fx *fixture) startPaced() play.Match {
	fx.Helper()
	m, err := fx.Challenge(fx.Context(), alice, play.Challenge{To: bob.ID, Terms: paced(), Venue: venue()})
	require.NoError(fx, err)
	m, err = fx.Accept(fx.Context(), bob, m.ID)
	require.NoError(fx, err)
	for _, a := range []play.Actor{alice, bob, alice, bob} {
		m, err = fx.Play(fx.Context(), a, anyPly(m.ID), swap())
		require.NoError(fx, err)
	}
	return m
}

// timely are the use cases about time, with the error for a stranger.
func (fx *fixture) timely() []use {
	ctx := fx.Context()
	return []use{
		{"claim", func(a play.Actor, r play.Ref) (play.Match, error) { return fx.Claim(ctx, a, r) }},
		{"give", func(a play.Actor, r play.Ref) (play.Match, error) { return fx.GiveTime(ctx, a, r) }},
		{"call off", func(a play.Actor, r play.Ref) (play.Match, error) { return fx.CallOff(ctx, a, r) }},
		{"summon", func(a play.Actor, r play.Ref) (play.Match, error) { return fx.Summon(ctx, a, r) }},
		{"resume", func(a play.Actor, r play.Ref) (play.Match, error) { return fx.Resume(ctx, a, r) }},
		{"away", func(a play.Actor, r play.Ref) (play.Match, error) {
			return fx.GoAway(ctx, a, r, fx.now.Add(day))
		}},
		{"back", func(a play.Actor, r play.Ref) (play.Match, error) { return fx.ComeBack(ctx, a, r) }},
		{"take back", func(a play.Actor, r play.Ref) (play.Match, error) {
			return fx.TakeBack(ctx, a, r)
		}},
		{"offer", func(a play.Actor, r play.Ref) (play.Match, error) {
			return fx.Offer(ctx, a, r, match.ToPause)
		}},
		{"answer", func(a play.Actor, r play.Ref) (play.Match, error) {
			return fx.AnswerOffer(ctx, a, r, match.ToPause, true)
		}},
		{"withdraw", func(a play.Actor, r play.Ref) (play.Match, error) {
			return fx.WithdrawOffer(ctx, a, r, match.ToPause)
		}},
	}
}

// TestService_Time uses each use case about time; each stores the match that it returns.
func TestService_Time(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	uses := map[string]func(play.Actor, play.Ref) (play.Match, error){}
	for _, u := range fx.timely() {
		uses[u.name] = u.do
	}
	for _, step := range []struct {
		after time.Duration
		by    play.Actor
		name  string
		want  match.EventKind
	}{
		{0, bob, "take back", match.TakenBack},
		{0, alice, "offer", match.PauseOffered}, {0, alice, "withdraw", match.PauseWithdrawn},
		{0, bob, "offer", match.PauseOffered}, {0, alice, "answer", match.Paused}, {day, alice, "resume", match.Resumed},
		{0, alice, "away", match.WentAway}, {0, alice, "back", match.CameBack},
		{8 * day, alice, "give", match.TimeGiven}, {3 * day, alice, "claim", match.Ended},
	} {
		fx.now = fx.now.Add(step.after)
		got, err := uses[step.name](step.by, play.Ref{ID: m.ID, Ply: fx.ply(m.ID)})
		require.NoError(t, err, step.name)
		assert.Equal(t, fx.stored(m.ID), got)
		kinds := fx.kinds(m.ID)
		assert.Equal(t, step.want, kinds[len(kinds)-1], step.name)
	}
	m = fx.stored(m.ID)
	assert.Equal(t, rules.Outcome{Winner: rules.Red, Reason: rules.TimeLoss}, m.Game.Outcome(), "Bob's second turn was played")

	m = fx.startPaced()
	fx.now = fx.now.Add(9 * day)
	m, err := fx.CallOff(t.Context(), bob, anyPly(m.ID))
	require.NoError(t, err)
	assert.Equal(t, match.Finished, m.Status)
}

// ply returns the moment of a match.
func (fx *fixture) ply(id match.ID) int {
	m := fx.stored(id)
	return m.Moment()
}

// TestService_TimeRefused: a refused use case returns the current match with the error, changes nothing and wakes
// nobody.
func TestService_TimeRefused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	woken := fx.woken.Load()
	for _, u := range fx.timely() {
		for _, c := range []struct {
			by   play.Actor
			r    play.Ref
			want error
		}{
			{bob, play.Ref{ID: m.ID, Ply: 3}, play.ErrStale}, {carol, anyPly(m.ID), match.ErrNotPlayer},
		} {
			got, err := u.do(c.by, c.r)
			require.ErrorIs(t, err, c.want, u.name)
			assert.Equal(t, m, got, u.name)
		}
		got, err := u.do(dave, anyPly(m.ID))
		require.ErrorIs(t, err, play.ErrNotFound, u.name)
		assert.Zero(t, got)
	}
	assert.Equal(t, m, fx.stored(m.ID))
	assert.Equal(t, woken, fx.woken.Load())
}

// flagDue returns when the time of a match is looked at; false: it is not.
func (fx *fixture) flagDue(id match.ID) (due time.Time, ok bool) {
	fx.Helper()
	undone := errors.New("only looked at")
	late := fx.now.Add(1e4 * time.Hour)
	err := fx.store.Do(fx.Context(), func(tx play.Tx) error {
		jobs, err := tx.Claim(fx.Context(), play.Claim{Kind: play.JobFlag, Now: late, Until: late, Limit: 99})
		require.NoError(fx, err)
		for _, j := range jobs {
			if j.Subject == play.Subject(play.JobFlag, id) {
				due, ok = j.Due, true
			}
		}
		return undone
	})
	require.ErrorIs(fx, err, undone)
	return due, ok
}

// TestService_Flag: a challenge is looked at when it expires, and a match with a clock at its deadline,
// wherever that moves, and when an absence ends; without a clock nothing new is due.
func TestService_Flag(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	due := func(id match.ID, after time.Duration) {
		t.Helper()
		got, ok := fx.flagDue(id)
		require.True(t, ok)
		assert.Equal(t, after, got.Sub(start()))
	}
	m := fx.start()
	due(m.ID, match.ChallengeLife)
	_, err := fx.Play(t.Context(), alice, anyPly(m.ID), swap())
	require.NoError(t, err)
	due(m.ID, match.ChallengeLife) // which will find nothing to do

	m = fx.startPaced()
	due(m.ID, 4*day)
	fx.now = fx.now.Add(day)
	_, err = fx.Play(t.Context(), alice, anyPly(m.ID), swap())
	require.NoError(t, err)
	due(m.ID, 5*day)
	_, err = fx.GoAway(t.Context(), bob, anyPly(m.ID), fx.now.Add(10*day))
	require.NoError(t, err)
	due(m.ID, 11*day) // which ends the absence
	_, err = fx.ComeBack(t.Context(), bob, anyPly(m.ID))
	require.NoError(t, err)
	due(m.ID, 5*day)
	fx.now = fx.now.Add(5 * day)
	_, err = fx.Offer(t.Context(), bob, anyPly(m.ID), match.ToStop)
	require.NoError(t, err)
	due(m.ID, 5*day) // the deadline is over, which is not recorded yet

	robots := paced()
	robots.Level = 1
	m, err = fx.Challenge(t.Context(), alice, play.Challenge{To: robot, Terms: robots})
	require.NoError(t, err)
	due(m.ID, 10*day)
	robots.Pace, robots.Grace = match.Pace{}, 0
	m, err = fx.Challenge(t.Context(), alice, play.Challenge{To: robot, Terms: robots})
	require.NoError(t, err)
	_, ok := fx.flagDue(m.ID)
	assert.False(t, ok)
}

// TestService_Resume: who sleeps has half a turn from the end of their quiet hours.
func TestService_Resume(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	_, err := fx.SetNotices(t.Context(), alice, func(p *play.Player) {
		p.Settings.Quiet = notice.Quiet{From: 0, To: 23 * notice.OClock}
	})
	require.NoError(t, err)
	fx.now = m.Deadline().Add(-time.Hour)
	for _, a := range []play.Actor{alice, bob} {
		_, err := fx.Offer(t.Context(), a, anyPly(m.ID), match.ToPause)
		require.NoError(t, err)
	}
	m, err = fx.Resume(t.Context(), bob, anyPly(m.ID))
	require.NoError(t, err)
	y, month, d := fx.now.Date()
	assert.Equal(t, time.Date(y, month, d, 23, 0, 0, 0, time.UTC).Add(m.Terms.Pace.PerTurn/2), m.Deadline())
}

// TestSubject: what is written is read, and nothing else is.
func TestSubject(t *testing.T) {
	t.Parallel()
	id, ok := play.SubjectID[match.ID](play.JobFlag, play.Subject(play.JobFlag, match.ID("m1")))
	assert.True(t, ok)
	assert.Equal(t, match.ID("m1"), id)
	for _, s := range []string{"", "m1", "flag/", play.Subject(play.JobRobot, match.ID("m1"))} {
		_, ok := play.SubjectID[match.ID](play.JobFlag, s)
		assert.False(t, ok, s)
	}
}

// TestClaim_Winning: after a recent loss on time in a rated match, another one only counts if the Analyst says that the
// opponent was winning.
func TestClaim_Winning(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		worth  play.Worth
		err    error
		before rated.Reason
		asked  int
		want   rated.Reason
	}{
		{0.25, nil, rated.Time, 1, rated.Ahead},
		{0.26, nil, rated.Time, 1, rated.Spared},
		{0, errors.New("no search"), rated.Time, 1, rated.Spared},
		{0, nil, rated.Played, 0, rated.Time},
	} {
		asked := 0
		fx := newFixture(t, with(func(context.Context, *rules.Game) (play.Hint, error) {
			asked++
			return play.Hint{Candidates: []play.Candidate{{Worth: c.worth}}}, c.err
		}))
		old := fx.startPaced()
		m := fx.startRated()
		require.NoError(t, fx.store.Do(t.Context(), func(tx play.Tx) error {
			return tx.AddRatingChange(t.Context(), rated.Change{Player: alice.ID, N: 1, Match: old.ID, At: fx.now,
				Step: rated.Step{Before: rating.Start(), After: rating.Start(), Why: c.before}})
		}))
		_, err := fx.ChangePlayer(t.Context(), alice, func(p *play.Player) { p.Vacation.Stays = true })
		require.NoError(t, err)
		fx.now = m.Deadline()
		_, err = fx.Claim(t.Context(), bob, anyPly(m.ID))
		require.NoError(t, err)
		assert.Equal(t, c.asked, asked)
		changes, err := fx.store.RatingChanges(t.Context(), alice.ID, 1)
		require.NoError(t, err)
		assert.Equal(t, c.want, changes[0].Why)
		assert.Equal(t, c.want == rated.Spared, changes[0].Before.Points == changes[0].After.Points)
	}
}

// startRated is startPaced for a rated match.
func (fx *fixture) startRated() play.Match { return fx.startRatedOf("rated", alice.ID, bob.ID) }

// startRatedOf starts a rated match between two people.
func (fx *fixture) startRatedOf(id match.ID, red, blue match.PlayerID) play.Match {
	fx.Helper()
	terms, now := paced(), fx.now.UTC().Truncate(time.Millisecond)
	terms.Hints, terms.NoTakebacks, terms.Rated = match.NoHints, true, true
	m, events, err := match.Propose(match.Proposal{ID: id, By: red, To: blue, Terms: terms}, now)
	require.NoError(fx, err)
	accepted, err := m.As(blue).Accept(rules.Red, now)
	require.NoError(fx, err)
	m.Past.MaxPly = 4
	one := play.Match{Match: m, Delivery: play.Delivery{Venue: venue()}}
	require.NoError(fx, fx.store.Do(fx.Context(), func(tx play.Tx) error {
		return tx.CreateMatch(fx.Context(), one, append(events, accepted...))
	}))
	return one
}
