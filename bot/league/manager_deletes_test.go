package league_test

import (
	"fmt"
	"slices"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	leaguerules "madbot/rules/league"
	"madbot/rules/match"
)

// former is a profile that a player deleted.
type former struct {
	of, name match.PlayerID
	at       time.Time
}

// forget deletes a profile.
func (f *fixture) forget(who former) {
	p := play.Player{ID: who.of, Progress: play.Progress{Former: who.name}}
	require.NoError(f, play.BeginForgetting(f.t.Context(), f.store, p))
	require.NoError(f, play.ContinueForgetting(f.t.Context(), f.store, who.of))
}

// names returns the ids by which the league still knows a player: their own, and those of profiles deleted lately.
func (m *manager) names(p match.PlayerID) []match.PlayerID {
	names := []match.PlayerID{p}
	for _, f := range m.formers {
		if f.of == p && m.now.Sub(f.at) < rated.FormerSpan {
			names = append(names, f.name)
		}
	}
	return names
}

// original returns the player who has or had an id.
func (m *manager) original(id match.PlayerID) match.PlayerID {
	for _, f := range m.formers {
		if f.name == id {
			return f.of
		}
	}
	return id
}

// deletes deletes the profile of a player or of a manager. They leave the league; nothing else changes, except that
// what is known about them has another name.
func (m *manager) deletes() {
	is := rapid.SampledFrom(append([]match.PlayerID{m.is.ID, another().ID}, m.all...)).Draw(m.t, "deleted")
	f := former{is, match.Former + match.PlayerID(fmt.Sprint("x", len(m.formers))), m.now}
	m.forget(f)
	m.ledger.deserts(f)
	m.run()
	m.formers = append(m.formers, f)
	delete(m.ahead, f.of)
	for _, list := range []map[match.PlayerID]match.PlayerID{m.removed, m.excluded} {
		for p, by := range list {
			if by == f.of {
				list[p] = f.name
			}
		}
		if by := list[f.of]; by != "" {
			delete(list, f.of)
			list[f.name] = by
		}
	}
	for _, by := range m.kept {
		rename(by, f)
	}
}

// deserts notes that a player has deleted their profile, and thereby left the season and resigned.
func (l *ledger) deserts(f former) {
	if l.exit[f.of] == "" && slices.ContainsFunc([]int{1, 2}, func(group int) bool {
		return slices.Contains(l.people[group], f.of)
	}) {
		l.exit[f.of] = "choice"
	}
	l.open = slices.DeleteFunc(l.open, func(p season.Pair) bool {
		both := l.sides[p.Match]
		if both[0] != f.of && both[1] != f.of {
			return false
		}
		g := &game{points: [2]float64{1, 0}, at: l.now, deserted: true}
		if both[0] == f.of {
			g.points = [2]float64{0, 1}
		}
		l.games[p.Match], l.ended = g, append(l.ended, p)
		return true
	})
	if exit := l.exit[f.of]; exit != "" {
		delete(l.exit, f.of)
		l.exit[f.name] = exit
	}
	for _, people := range l.people {
		rename(people, f)
	}
	for id, both := range l.sides {
		rename(both[:], f)
		l.sides[id] = both
	}
}

// rename replaces the id of a player who deleted their profile.
func rename(all []match.PlayerID, f former) {
	for i := range all {
		if all[i] == f.of {
			all[i] = f.name
		}
	}
}

// elsewhere is another server, on which the same people play and the same managers manage.
const elsewhere = "8"

func there(a play.Actor) play.Actor { return play.Actor{ID: a.ID, Guild: elsewhere} }

// opensElsewhere begins a season on another server.
func (m *manager) opensElsewhere() {
	ctx := m.fixture.t.Context()
	require.NoError(m, m.fixture.use.Open(ctx, there(m.is), play.Venue{Guild: elsewhere, Channel: "e", Locale: "fr"}))
	for _, p := range m.all {
		require.NoError(m, m.fixture.use.Join(ctx, play.Actor{ID: p, Guild: elsewhere}))
	}
	m.do(func(tx play.Tx) error {
		return league.Advance(ctx, playtest.At(tx, m.now.Add(week)), elsewhere, m.newID)
	})
}

// actsElsewhere does one thing on another server, if that is possible, which changes nothing on this one.
func (m *manager) actsElsewhere() {
	here, p := m.recordOf(server), m.someone()
	use, ctx := m.fixture.use, m.fixture.t.Context()
	by := there(rapid.SampledFrom([]play.Actor{m.is, another()}).Draw(m.t, "by"))
	acts := []func() error{
		func() error { return use.Join(ctx, there(m.is)) },
		func() error { return use.Leave(ctx, there(m.is)) },
		func() error { return use.Remove(ctx, by, p, "because") },
		func() error { return use.Admit(ctx, by, p) },
		func() error { return m.use.Exclude(ctx, by, p, true) },
		func() error { return m.use.Exclude(ctx, by, p, false) },
		func() error { return use.Close(ctx, by, 99) },
		func() error { return use.Continue(ctx, by) },
		m.endsElsewhere,
	}
	_ = rapid.SampledFrom(acts).Draw(m.t, "elsewhere")() // refused or not
	require.Equal(m, here, m.recordOf(server), "nothing changes on this server")
}

// endsElsewhere ends a match on the other server, if one is open.
func (m *manager) endsElsewhere() error {
	pairs, err := m.store.Pairs(m.fixture.t.Context(), elsewhere, 1)
	for _, p := range pairs {
		if p.Ended == leaguerules.Open {
			m.finish(p.Match, leaguerules.RedVictory)
			break
		}
	}
	return err
}

// record is all that is kept about the league of a server.
type record struct {
	league season.League
	server play.Server
	in     [3][]season.Entry
	pairs  [3][]season.Pair
	clocks map[match.ID]time.Time
}

func (m *manager) recordOf(guild string) (r record) {
	ctx := m.fixture.t.Context()
	l, err := m.store.League(ctx, guild)
	require.NoError(m, err)
	s, err := m.store.Server(ctx, guild)
	require.NoError(m, err)
	r = record{league: l, server: s, clocks: map[match.ID]time.Time{}}
	for number := range r.in {
		r.in[number], err = m.store.Entries(ctx, guild, number+1)
		require.NoError(m, err)
		r.pairs[number], err = m.store.Pairs(ctx, guild, number+1)
		require.NoError(m, err)
		for _, p := range r.pairs[number] {
			found := m.match(p.Match)
			r.clocks[p.Match] = found.Deadline()
		}
	}
	return r
}
