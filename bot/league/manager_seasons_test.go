package league_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/play/season"
	"madbot/rules/match"
)

// season lets the manager act while a season is played, and then ends its matches. It returns false if the season has
// not begun, or if it takes too long.
func (m *manager) season(number int) bool {
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

// between does what managers can do after a season, and starts the next one. It returns false if none follows.
// Everybody is in it who stayed and played, or joined it, unless there is a trace of why not, or somebody sent them
// off the server.
func (m *manager) between() bool {
	l := m.league()
	if l.Phase != season.Joining {
		return false
	}
	want := m.stayed()
	for p := range m.ahead {
		if !slices.Contains(want, p) {
			want = append(want, p)
		}
	}
	require.ElementsMatch(m, want, m.entered(l.Season))
	m.joining()
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
			if m.exit[p] == "" && m.played(p) {
				all = append(all, p)
			}
		}
	}
	return all
}

// played reports whether a player has played a turn, or has won all of their matches without one.
func (m *manager) played(p match.PlayerID) bool {
	wins, paired := 0, 0
	for id, both := range m.sides {
		side, g := slices.Index(both[:], p), m.games[id]
		switch {
		case side < 0 || g != nil && g.halved:
			continue
		case g != nil && !g.deserted && g.points != [2]float64{}:
			return true
		case g != nil && g.points[side] == 1:
			wins++
		}
		paired++
	}
	return paired > 0 && wins == paired
}

// starts starts a season with those who have entered it, and returns whether there are enough.
func (m *manager) starts(number int) bool {
	var left []match.PlayerID
	for _, p := range m.entered(number) {
		e, excluded, err := m.use.ExclusionOf(m.t.Context(), server, p)
		require.NoError(m, err)
		by := m.original(e.By)
		require.True(m, !excluded || by == m.is.ID || by == another().ID, "by whom")
		if !excluded && !slices.Contains(m.gone, p) && !p.IsFormer() {
			left = append(left, p)
		}
	}
	m.pass(m.league().Until.Sub(m.now))
	if len(left) < 3 {
		require.Equal(m, season.Over, m.league().Phase)
		return false
	}
	m.ledger, m.ahead = watch(m.fixture, m.chance), map[match.PlayerID]bool{}
	require.ElementsMatch(m, left, slices.Concat(m.people[1], m.people[2]))
	m.isFair(number)
	return true
}

// TestManager: no sequence of acts of a manager, in two seasons and between them, changes a result of a season that
// they play in, nor any other one without a trace, and none lets them play without somebody whom they keep out.
func TestManager(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		m := newManager(t, rt)
		if m.season(1) && m.between() {
			m.season(2)
		}
	})
}
