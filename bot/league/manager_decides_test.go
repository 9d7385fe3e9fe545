package league_test

import (
	"cmp"
	"slices"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// decisions are what managers have decided about others, as somebody would write it down who sees the managers act.
type decisions struct {
	removed, excluded map[match.PlayerID]match.PlayerID // by whom, as long as that stands
	kept              map[int][]match.PlayerID          // who kept somebody out of a season, or let them in again
	ahead             map[match.PlayerID]bool           // who has joined the season after the running one
	formers           []former
}

func newDecisions() decisions {
	return decisions{map[match.PlayerID]match.PlayerID{}, map[match.PlayerID]match.PlayerID{},
		map[int][]match.PlayerID{}, map[match.PlayerID]bool{}, nil}
}

// another is a manager who never plays.
func another() play.Actor { return actor(99) }

// plays reports whether a player is or was in the season of the ledger.
func (m *manager) plays(p match.PlayerID) bool {
	return slices.Contains(slices.Concat(m.people[1], m.people[2]), p)
}

// isIn reports whether a player is in the running season and has not left it.
func (m *manager) isIn(p match.PlayerID) bool {
	return m.league().Phase == season.Running && m.plays(p) && m.exit[p] == ""
}

// next returns the number of the season that can be joined.
func (m *manager) next() int {
	l := m.league()
	if l.Phase == season.Running {
		return l.Season + 1
	}
	return l.Season
}

func (m *manager) hasJoined(p match.PlayerID) bool { return slices.Contains(m.entered(m.next()), p) }

// takesPart reports whether the manager is in the league, or was and did not leave by choice.
func (m *manager) takesPart() bool {
	was := m.league().Phase == season.Running && slices.ContainsFunc(m.names(m.is.ID), m.isBound)
	return was || m.hasJoined(m.is.ID)
}

// isBound reports whether a player is or was in the season of the ledger and did not leave it by choice.
func (m *manager) isBound(p match.PlayerID) bool { return m.plays(p) && m.exit[p] != "choice" }

// keepers returns who keeps somebody out now, as far as it is the manager, under any name.
func (m *manager) keepers() (all []match.PlayerID) {
	for _, list := range []map[match.PlayerID]match.PlayerID{m.removed, m.excluded} {
		for _, by := range list {
			if slices.Contains(m.names(m.is.ID), by) {
				all = append(all, by)
			}
		}
	}
	return all
}

// hasKept reports whether the manager kept somebody out of a season, or let them in again.
func (m *manager) hasKept(number int) bool {
	return slices.ContainsFunc(m.kept[number], func(by match.PlayerID) bool {
		return slices.Contains(m.names(m.is.ID), by)
	})
}

// entryOf returns the entry of a list for a player, under any name, or "".
func (m *manager) entryOf(list map[match.PlayerID]match.PlayerID, p match.PlayerID) (by match.PlayerID) {
	for _, name := range m.names(p) {
		by = cmp.Or(by, list[name])
	}
	return by
}

// decides does one thing by which managers decide who plays, or the manager joins or leaves.
func (m *manager) decides() {
	acts := map[string]func(play.Actor, match.PlayerID){"remove": m.removes, "exclude": m.excludes, "admit": m.admits,
		"include": m.includes, "join": m.joins,
		"leave": func(play.Actor, match.PlayerID) { m.leaves() }}
	names := []string{"admit", "exclude", "include", "join", "leave", "remove"}
	by := rapid.SampledFrom([]play.Actor{m.is, m.is, m.is, another()}).Draw(m.t, "by")
	act := rapid.SampledFrom(names).Draw(m.t, "decision")
	acts[act](by, m.someone())
	m.run()
	m.kept[m.next()] = append(m.kept[m.next()], m.keepers()...)
}

// mayDecide reports whether by may decide about p. If not, err is why.
func (m *manager) mayDecide(by play.Actor, p match.PlayerID, err error) bool {
	switch {
	case by.ID == p:
		require.Error(m, err)
	case by == m.is && m.takesPart():
		require.ErrorIs(m, err, play.ErrTakesPart)
	default:
		return true
	}
	return false
}

// removes tries to remove a player from the league.
func (m *manager) removes(by play.Actor, p match.PlayerID) {
	in, joined := m.isIn(p), m.hasJoined(p)
	takesPart := by == m.is && m.takesPart()
	err := m.fixture.use.Remove(m.t.Context(), by, p, "because")
	switch {
	case takesPart:
		require.ErrorIs(m, err, play.ErrTakesPart)
	case !in && !joined:
		require.ErrorIs(m, err, league.ErrNotEntered)
	default:
		require.NoError(m, err)
		m.removed[p] = by.ID
		delete(m.ahead, p)
		if in {
			m.exit[p] = "removed"
		}
		m.run()
		require.True(m, m.isTold(p, season.TellRemoved, by.ID, "because"), "by whom and why")
	}
}

// excludes tries to leave a player out of the ranking.
func (m *manager) excludes(by play.Actor, p match.PlayerID) {
	if m.mayDecide(by, p, m.use.Exclude(m.t.Context(), by, p, true)) && m.entryOf(m.excluded, p) == "" {
		m.excluded[p] = by.ID
	}
}

// includes tries to put a player back into the ranking.
func (m *manager) includes(by play.Actor, p match.PlayerID) {
	if m.mayDecide(by, p, m.use.Exclude(m.t.Context(), by, p, false)) {
		for _, name := range m.names(p) {
			m.undoes(m.excluded, by, name)
		}
	}
}

// admits tries to let a player join again, who may have deleted their profile.
func (m *manager) admits(by play.Actor, p match.PlayerID) {
	p = rapid.SampledFrom(m.names(p)).Draw(m.t, "name")
	if slices.Contains(m.names(by.ID), p) {
		require.ErrorIs(m, m.fixture.use.Admit(m.t.Context(), by, p), play.ErrRival)
		return
	}
	if m.mayDecide(by, p, m.fixture.use.Admit(m.t.Context(), by, p)) {
		m.undoes(m.removed, by, p)
	}
}

// undoes notes that a decision about p is undone, which leaves a trace.
func (m *manager) undoes(list map[match.PlayerID]match.PlayerID, by play.Actor, p match.PlayerID) {
	was := list[p]
	if was == "" {
		return
	}
	delete(list, p)
	require.True(m, slices.ContainsFunc(m.league().Bars, func(b season.Bar) bool {
		return b.Player == p && b.By == was && b.Undo.By == by.ID && b.Undo.At.Equal(m.now)
	}), "by whom")
	m.kept[m.next()] = append(m.kept[m.next()], was, by.ID)
}

// joins tries to enter the manager, or another player who may have left or deleted their profile, into the next season.
func (m *manager) joins(_ play.Actor, p match.PlayerID) {
	if rapid.Bool().Draw(m.t, "the manager") {
		p = m.is.ID
	}
	l, in := m.league(), m.isIn(p) || m.hasJoined(p)
	err := m.fixture.use.Join(m.t.Context(), play.Actor{ID: p, Guild: server})
	switch {
	case !l.CanJoin():
		require.ErrorIs(m, err, league.ErrNone)
	case in:
		require.ErrorIs(m, err, league.ErrEntered)
	case m.entryOf(m.removed, p) != "":
		require.ErrorIs(m, err, league.ErrBarred)
	case m.entryOf(m.excluded, p) != "":
		require.ErrorIs(m, err, league.ErrExcluded)
	case p == m.is.ID && (len(m.keepers()) > 0 || m.hasKept(m.next())):
		require.ErrorIs(m, err, league.ErrDecided)
	case err != nil:
		require.ErrorIs(m, err, league.ErrTooOften)
	case l.Phase == season.Running:
		m.ahead[p] = true
	}
}

// leaves takes the manager out of the seasons.
func (m *manager) leaves() {
	in, joined := m.isIn(m.is.ID), m.hasJoined(m.is.ID)
	err := m.fixture.use.Leave(m.t.Context(), m.is)
	if !in && !joined {
		require.ErrorIs(m, err, league.ErrNotEntered)
		return
	}
	require.NoError(m, err)
	delete(m.ahead, m.is.ID)
	if in {
		m.exit[m.is.ID] = "choice"
	}
}

// isFair checks that a manager in a season keeps nobody out, and did not while it could be joined.
func (m *manager) isFair(number int) {
	if names := m.names(m.is.ID); slices.ContainsFunc(names, m.isBound) {
		require.Empty(m, m.keepers(), "the manager plays in a season and keeps somebody out")
		require.False(m, m.hasKept(number), "the manager plays in a season and kept somebody out")
		here, err := m.store.Server(m.t.Context(), server)
		require.NoError(m, err)
		require.Nil(m, here.DecisionBy(new(m.league()), names))
	}
}
