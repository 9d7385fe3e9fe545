package worker_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/play/rated"
	"madbot/rules"
	"madbot/rules/match"
)

// noVerdict judges no match.
func noVerdict(context.Context, match.ID) (play.Verdict, error) { return play.Verdict{}, nil }

// TestFlag_Judged: before a rated match lapses, the engine is asked who is winning.
func TestFlag_Judged(t *testing.T) {
	inBubble(t, func(f *fixture) {
		_, err := f.ChangePlayer(f.Context(), alice, func(p *play.Player) { p.Vacation.Stays = true })
		require.NoError(f, err)
		f.winning = true
		f.newService(f.store)
		f.newWorker(f.store)
		for i, id := range []match.ID{"first", "second"} {
			f.startRated(id, i)
		}
		f.run()
		f.pass(2*day - 1)
		assert.Zero(f, f.match("first").Ended)
		f.pass(1)
		assert.Equal(f, 2*day, f.endedAt("first"))
		assert.False(f, f.match("first").Past.WinnerAhead, "it counts anyway")
		f.pass(time.Hour)
		assert.Equal(f, 2*day, f.endedAt("second"))
		assert.True(f, f.match("second").Past.WinnerAhead)
		changes, err := f.store.RatingChanges(f.Context(), alice.ID, 9)
		require.NoError(f, err)
		require.Len(f, changes, 2)
		assert.Equal(f, []rated.Reason{rated.Ahead, rated.Time}, []rated.Reason{changes[0].Why, changes[1].Why})
	})
}

// startRated begins a rated match of Alice, who is on as Red and played two turns already, and Bob, after so many
// hours.
func (f *fixture) startRated(id match.ID, hours int) {
	f.Helper()
	now := f.now().UTC().Add(time.Duration(hours) * time.Hour)
	m, events, err := match.Propose(match.Proposal{ID: id, By: alice.ID, To: bob.ID, Terms: match.Terms{
		Options: rules.DefaultOptions(), Side: match.PlayRed, Pace: match.Pace{PerTurn: day}, Grace: day,
		Hints: match.NoHints, NoTakebacks: true, Rated: true}}, now)
	require.NoError(f, err)
	more, err := m.As(bob.ID).Accept(rules.Red, now)
	require.NoError(f, err)
	m.Past.MaxPly = 4
	require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
		return errors.Join(tx.CreateMatch(f.Context(), play.Match{Match: m}, append(events, more...)),
			tx.Schedule(f.Context(), play.JobFlag, play.Subject(play.JobFlag, id), now.Add(day)))
	}))
}

// oracle is a play.Analyst to whom the side to move is lost.
type oracle struct{}

func (oracle) Hint(context.Context, gate.Question) (play.Hint, error) {
	return play.Hint{Candidates: []play.Candidate{{Worth: 0.25}}}, nil
}
