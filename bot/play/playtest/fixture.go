package playtest

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// The people of the tests.
const (
	alice match.PlayerID = "100000000000000001"
	bob   match.PlayerID = "100000000000000002"
	carol match.PlayerID = "100000000000000003"
)

// at returns the instant n seconds into the tests, with milliseconds to keep.
func at(n int) time.Time {
	return time.Date(2026, 1, 2, 3, 4, 5+n, 678e6, time.UTC)
}

// terms are those of a challenge without wishes, Alice being Red.
func terms() match.Terms {
	return match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}
}

// fixture is a store with its test.
type fixture struct {
	*testing.T
	play.Store
}

// create stores a challenge by Alice at the instant n.
func (f fixture) create(id match.ID, to match.PlayerID, t match.Terms, n int) match.Match {
	f.Helper()
	m, events, err := match.Propose(match.Proposal{ID: id, By: alice, To: to, Terms: t,
		Venue: match.Venue{Guild: "7", Channel: "8", Locale: "fr"}}, at(n))
	require.NoError(f, err)
	require.NoError(f, f.Create(f.Context(), m, events))
	return m
}

// update changes a match and checks that what was returned is what was stored.
func (f fixture) update(id match.ID,
	change func(*match.Match) ([]match.Event, error)) match.Match {
	f.Helper()
	m, err := f.Update(f.Context(), id, change)
	require.NoError(f, err)
	require.Equal(f, m, f.match(id))
	return m
}

// start stores a match that Bob accepted at the instant n.
func (f fixture) start(id match.ID, t match.Terms, n int) match.Match {
	f.Helper()
	f.create(id, bob, t, n)
	return f.update(id, func(m *match.Match) ([]match.Event, error) {
		return m.Accept(bob, rules.Red, at(n))
	})
}

// resign ends a match by Alice's resignation at the instant n.
func (f fixture) resign(id match.ID, n int) match.Match {
	f.Helper()
	return f.update(id, func(m *match.Match) ([]match.Event, error) {
		return m.Resign(alice, at(n))
	})
}

// match loads a match.
func (f fixture) match(id match.ID) match.Match {
	f.Helper()
	m, err := f.Match(f.Context(), id)
	require.NoError(f, err)
	return m
}

// notices returns everything that is due long after the tests.
func (f fixture) notices() []match.Notice {
	f.Helper()
	all, err := f.Notices(f.Context(), at(1e6), 1000)
	require.NoError(f, err)
	return all
}

// randomTurn plays a random legal turn for whoever is on.
func randomTurn(r *rand.Rand, n int) func(*match.Match) ([]match.Event, error) {
	return func(m *match.Match) ([]match.Event, error) {
		p := m.Game.Position()
		turns := p.AppendTurns(nil)
		return m.Play(m.ToMove(), turns[r.IntN(len(turns))], at(n))
	}
}

// ids returns the ids of matches.
func ids(list []match.Match) []match.ID {
	var all []match.ID
	for _, m := range list {
		all = append(all, m.ID)
	}
	return all
}
