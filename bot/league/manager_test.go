package league_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/bot/play/worker"
	"madbot/rules/match"
)

// sentAway reports whether somebody else may be behind that a player is no longer in the season.
func sentAway(exit string) bool { return exit == "gone" || exit == "removed" }

// noteAnnulled notes that a result was annulled.
func (l *ledger) noteAnnulled(p season.Pair) {
	g := l.games[p.Match]
	g.void, g.annulled = true, l.now
	loser := l.sides[p.Match][0]
	if g.late && g.counts && l.exit[loser] == "time" && l.absences(loser) < season.MaxAbsences {
		if l.exit[loser] = "choice"; !loser.IsFormer() {
			l.back(loser)
		}
	}
}

// noteReinstated notes that an annulled result counts again.
func (l *ledger) noteReinstated(p season.Pair) {
	g := l.games[p.Match]
	g.void, g.again = false, true
	if loser := l.sides[p.Match][0]; g.late && l.exit[loser] == "" && l.absences(loser) >= season.MaxAbsences {
		l.exit[loser] = "time"
	}
}

// back puts somebody into the season again.
func (l *ledger) back(who match.PlayerID) {
	delete(l.exit, who)
	for id, g := range l.games {
		if both := l.sides[id]; (both[0] == who || both[1] == who) && l.exit[both[0]] == "" && l.exit[both[1]] == "" {
			g.counts = true
		}
	}
}

// manager is a season in which somebody who manages the server plays, and does what managers can do, as they like. The
// ledger knows nothing of it, except what leaves a trace.
type manager struct {
	*ledger
	t   *rapid.T
	use *play.Service
	is  play.Actor
	all []match.PlayerID // everybody
	decisions
}

// newManager returns a season that has just begun, unless the manager has left too few people for one.
func newManager(t *testing.T, rt *rapid.T) *manager {
	f := newFixture(t)
	f.TestingT = rt
	n := rapid.IntRange(3, 9).Draw(rt, "people")
	f.open(n)
	now := func() time.Time { return f.now }
	chance := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "chance"), 1))
	book := &ledger{fixture: f, chance: chance, exit: map[match.PlayerID]string{}}
	m := &manager{ledger: book, t: rt, is: actor(0), decisions: newDecisions(),
		use: play.New(play.Deps{Store: f.store, Now: now, NewID: f.newID, Wake: func() {}})}
	for i := range n {
		m.all = append(m.all, actor(i).ID)
	}
	m.opensElsewhere()
	m.joining()
	m.starts(1)
	return m
}

// joining does what managers can do before a season starts.
func (m *manager) joining() {
	for range rapid.IntRange(0, 8).Draw(m.t, "before") {
		acts := []func(){m.decides, m.decides, m.decides, m.decides, m.decides, m.kicks, m.deletes, m.actsElsewhere,
			m.reopens}
		rapid.SampledFrom(acts).Draw(m.t, "act")()
	}
}

// act does one thing that a manager can do, or a match ends.
func (m *manager) act() {
	acts := map[string]func(){
		"a match ends": m.ledger.end, "annul": m.annuls, "undo an annulment": m.reinstates,
		"another manager annuls": func() { m.annulOne(m.someEnded()) }, "kick": m.kicks,
		"let them back": func() { m.gone = nil }, "mute": func() { m.shut = play.ErrClosed }, "show": m.shows,
		"remove the bot": m.removesBot, "refuse": m.refuses, "close or continue": m.closes, "decide": m.decides,
		"decide again": m.decides, "decide on": m.decides, "a day passes": m.passes, "delete a profile": m.deletes,
		"act on another server": m.actsElsewhere,
	}
	if len(m.ended) == 0 {
		delete(acts, "annul")
		delete(acts, "undo an annulment")
		delete(acts, "another manager annuls")
	}
	var names []string
	for name := range acts {
		names = append(names, name)
	}
	slices.Sort(names)
	name, looked := rapid.SampledFrom(names).Draw(m.t, "act"), m.league().Called
	there := m.recordOf(elsewhere)
	acts[name]()
	m.run()
	if name != "delete a profile" && name != "act on another server" {
		require.Equal(m, there, m.recordOf(elsewhere), "nothing changes on another server")
	}
	if name != "a match ends" && m.league().Called.After(looked) {
		m.called()
	}
}

func (m *manager) someEnded() season.Pair { return rapid.SampledFrom(m.ended).Draw(m.t, "match") }

func (m *manager) someone() match.PlayerID { return rapid.SampledFrom(m.all).Draw(m.t, "player") }

// annuls tries to annul a match. In a season or a league in which the manager takes part that is impossible.
func (m *manager) annuls() {
	p := m.someEnded()
	before := *m.games[p.Match]
	_, err := m.use.Annul(m.t.Context(), m.is, p.Match, "because")
	if slices.ContainsFunc(m.names(m.is.ID), m.plays) || m.takesPart() {
		require.Error(m, err, "no manager decides a match of their own season")
		return
	}
	if err == nil {
		require.False(m, before.void || before.again)
		m.noteAnnulled(p)
		require.Contains(m, m.told(), play.Subject(play.JobTell, string(p.Match)), "both are notified")
	}
}

// reinstates tries to undo an annulment, which may be another manager's.
func (m *manager) reinstates() {
	p := m.someEnded()
	g := m.games[p.Match]
	_, err := m.use.Reinstate(m.t.Context(), m.is, p.Match)
	if slices.ContainsFunc(m.names(m.is.ID), m.plays) || m.takesPart() {
		require.Error(m, err, "no manager decides a match of their own season")
		return
	}
	if errors.Is(err, play.ErrRival) {
		return // the manager has played enough to be ranked
	}
	undoes := !g.annulled.IsZero() && !g.again && m.now.Sub(g.annulled) < match.ReinstateSpan
	require.Equal(m, undoes, err == nil)
	if undoes {
		m.noteReinstated(p)
	}
}

func (m *manager) kicks() { m.gone = append(m.gone, m.someone()) }

// shows lets the bot post again, perhaps in another channel.
func (m *manager) shows() {
	m.shut = nil
	channel := rapid.SampledFrom([]string{"c", "d"}).Draw(m.t, "channel")
	require.NoError(m, m.fixture.use.Open(m.t.Context(), m.is, play.Venue{Guild: server, Channel: channel, Locale: "fr"}))
}

// removesBot removes the bot and brings it back later. That ends no match, nor the time of anybody who had some left.
func (m *manager) removesBot() {
	late := map[match.ID]bool{}
	for _, p := range m.open {
		found := m.match(p.Match)
		late[p.Match] = found.Overdue(m.now)
	}
	for range rapid.IntRange(1, 12).Draw(m.t, "days") {
		_, err := worker.HandleAbsence(m.t.Context(), m.store, server)
		require.NoError(m, err)
		m.now = m.now.Add(day)
		m.run()
	}
	_, err := worker.HandlePresence(m.t.Context(), m.store, server)
	require.NoError(m, err)
	for _, p := range m.open {
		found := m.match(p.Match)
		require.Equal(m, match.Playing, found.Status)
		require.False(m, found.Overdue(m.now) && !late[p.Match], "time passed without the bot")
	}
}

func (m *manager) match(id match.ID) play.Match {
	found, err := m.store.Match(m.t.Context(), id)
	require.NoError(m, err)
	return found
}

// refuses stops or starts taking challenges from a player.
func (m *manager) refuses() {
	p := m.someone()
	m.do(func(tx play.Tx) error {
		own, err := tx.Player(m.t.Context(), m.is.ID)
		if errors.Is(err, play.ErrNotFound) { // the profile was deleted
			return nil
		}
		require.NoError(m, err)
		own.Refuse(p, rapid.Bool().Draw(m.t, "refuse"))
		return tx.SavePlayer(m.t.Context(), own)
	})
}

func (m *manager) closes() {
	if rapid.Bool().Draw(m.t, "close") {
		require.NoError(m, m.fixture.use.Close(m.t.Context(), m.is, 0))
		return
	}
	require.NoError(m, m.fixture.use.Continue(m.t.Context(), m.is))
}

// reopens closes the league before a season and opens it again. Nobody is in it then, until they join again.
func (m *manager) reopens() {
	by := rapid.SampledFrom([]play.Actor{m.is, another()}).Draw(m.t, "by")
	in := m.entered(m.next())
	require.NoError(m, m.fixture.use.Close(m.t.Context(), by, 99))
	m.run()
	for _, p := range in {
		require.True(m, p == by.ID || m.isTold(p, season.TellClosed, by.ID, ""), "by whom")
	}
	require.NoError(m, m.fixture.use.Open(m.t.Context(), by, play.Venue{Guild: server, Channel: "c", Locale: "fr"}))
	m.ahead = map[match.PlayerID]bool{}
}

// passes lets a day pass, after which the league looks who is on the server.
func (m *manager) passes() { m.now = m.now.Add(day) }

// check compares the tables with the ledger, and finds the trace of everything that changed them.
func (m *manager) check(number int) {
	m.ledger.check(number)
	entries, err := m.store.Entries(m.t.Context(), server, number)
	require.NoError(m, err)
	for _, e := range entries {
		switch e.Exit {
		case season.OutOnTime:
			require.GreaterOrEqual(m, m.absences(e.Player), 2, "nobody is out for one absence")
		case season.LeftServer:
			require.True(m, m.isTold(e.Player, season.TellGone, "", ""), "who is out is told")
		case season.WasRemoved:
			own := m.isTold(e.Player, season.TellRemoved, m.is.ID, "because")
			require.True(m, own || m.isTold(e.Player, season.TellRemoved, another().ID, "because"), "by whom and why")
		}
	}
	m.isFair(number)
	for id, both := range m.sides {
		if g := m.games[id]; g != nil && g.halved {
			require.True(m, m.isLeftOut(both), "both are told")
			continue
		}
		found := m.match(id)
		events, err := m.store.Events(m.t.Context(), id, 0, found.Seq)
		require.NoError(m, err)
		for _, e := range events {
			if e.Kind == match.Annulled || e.Kind == match.Reinstated {
				own := m.original(e.By) == m.is.ID && slices.ContainsFunc(m.names(m.is.ID), m.plays)
				require.False(m, own, "a manager decided a match of their own season")
				require.NotEmpty(m, e.By)
			}
		}
		require.False(m, found.Past.Annulled && found.Past.AnnulReason == "", "a result has changed without a reason")
	}
}

// isLeftOut reports whether two people got a message that their match is left out.
func (m *manager) isLeftOut(two [2]match.PlayerID) bool {
	return m.isTold(two[0], season.TellLeftOut, two[1], "") && m.isTold(two[1], season.TellLeftOut, two[0], "")
}

// isTold reports whether a player got a message of a kind.
func (m *manager) isTold(p match.PlayerID, kind season.TellKind, by match.PlayerID, reason string) bool {
	p, by = m.original(p), m.original(by)
	return slices.ContainsFunc(m.said, func(t season.Tell) bool {
		return t.Player == p && t.Kind == kind && m.original(t.Other) == by && t.Reason == reason
	})
}
