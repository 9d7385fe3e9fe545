package league_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// plays lets the manager act while a season is played, and then ends its matches. It returns false if the season has
// not begun, or if it takes too long.
func (m *manager) plays(number int) bool {
	acts := rapid.IntRange(1, 20).Draw(m.t, "acts")
	for i := 0; ; i++ {
		l := m.league()
		switch {
		case l.Season > number:
			m.check(number)
			return true
		case l.Phase != season.Running || l.Until.Sub(m.now) < 2*week:
			return false
		case i < acts:
			if m.act(); m.league().Season == number {
				m.check(number)
			}
		default:
			m.ledger.end()
		}
	}
}

// between does what the manager can do after a season, and starts the next one. It returns false if none follows.
// Everybody is in it who stayed and played, unless there is a trace of why not, or somebody sent them off the server.
func (m *manager) between() bool {
	l := m.league()
	if l.Phase != season.Joining {
		return false
	}
	in := m.entered(l.Season)
	require.ElementsMatch(m, m.stayed(), in)
	for _, p := range in {
		switch {
		case m.isRival(p):
			require.ErrorIs(m, m.fixture.use.Remove(m.t.Context(), m.is, p, "because"), league.ErrOwnGroup)
			require.ErrorIs(m, m.use.Exclude(m.t.Context(), m.is, p, true), play.ErrRival)
		case rapid.Bool().Draw(m.t, "remove"):
			require.NoError(m, m.fixture.use.Remove(m.t.Context(), m.is, p, "because"))
			m.run()
			require.True(m, m.isTold(p, season.TellRemoved, m.is.ID, "because"), "by whom and why")
		case rapid.Bool().Draw(m.t, "exclude"):
			err := m.use.Exclude(m.t.Context(), m.is, p, true)
			require.Equal(m, slices.Contains(in, m.is.ID), errors.Is(err, play.ErrRival), "%v", err)
		case rapid.Bool().Draw(m.t, "kick"):
			m.gone = append(m.gone, p)
		}
	}
	return m.starts(l.Season)
}

// entered returns the players who are entered into a season.
func (m *manager) entered(number int) (in []match.PlayerID) {
	entries, err := m.store.Entries(m.t.Context(), server, number)
	require.NoError(m, err)
	for _, e := range entries {
		in = append(in, e.Player)
	}
	return in
}

// stayed returns the players of the season of the ledger who have not left it and played a turn.
func (m *manager) stayed() (all []match.PlayerID) {
	for _, people := range m.people {
		for _, p := range people {
			played := false
			for id, g := range m.games {
				played = played || !g.halved && g.points != [2]float64{} && (m.sides[id][0] == p || m.sides[id][1] == p)
			}
			if m.exit[p] == "" && played {
				all = append(all, p)
			}
		}
	}
	return all
}

// starts starts a season with those who have entered it, and returns whether there are enough.
func (m *manager) starts(number int) bool {
	var left []match.PlayerID
	for _, p := range m.entered(number) {
		e, excluded, err := m.use.ExclusionOf(m.t.Context(), server, p)
		require.NoError(m, err)
		require.False(m, excluded && e.By != m.is.ID, "by whom")
		if !excluded && !slices.Contains(m.gone, p) {
			left = append(left, p)
		}
	}
	m.pass(m.league().Until.Sub(m.now))
	if len(left) < 3 {
		require.Equal(m, season.Over, m.league().Phase)
		return false
	}
	m.ledger = watch(m.fixture, m.chance)
	require.ElementsMatch(m, left, slices.Concat(m.people[1], m.people[2]))
	return true
}

// TestManager: no sequence of acts of a manager who plays in a group changes a result there, nor any other one without
// a trace, in two seasons and between them.
func TestManager(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		m := newManager(t, rt)
		if m.plays(1) && m.between() {
			m.plays(2)
		}
	})
}
