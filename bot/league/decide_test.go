package league_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// decider is the first player, who also manages the server, with a second manager, who does not play.
type decider struct{ *fixture }

func (d decider) removes(p match.PlayerID) error {
	return d.use.Remove(d.t.Context(), actor(0), p, "because")
}
func (d decider) admits(p match.PlayerID) error { return d.use.Admit(d.t.Context(), actor(0), p) }
func (d decider) joins() error                  { return d.use.Join(d.t.Context(), actor(0)) }
func (d decider) leaves() error                 { return d.use.Leave(d.t.Context(), actor(0)) }

// forgotten deletes the decider's profile.
func (d decider) forgotten(name match.PlayerID) {
	d.forget(former{of: actor(0).ID, name: match.Former + name})
}

// ends ends the running season with a result in each match, and starts the next one if starts is set.
func (d decider) ends(starts bool) {
	for _, g := range d.groups(d.league().Season) {
		for _, p := range g.Pairs {
			if p.Ended == 0 {
				d.redWins([]season.Pair{p})
			}
		}
	}
	require.Equal(d, season.Joining, d.league().Phase)
	if starts {
		d.pass(week)
		require.Equal(d, season.Running, d.league().Phase)
	}
}

// TestDecide_Joined: a manager who has joined the next season removes nobody and lets nobody in, whether the other has
// joined or not.
func TestDecide_Joined(t *testing.T) {
	t.Parallel()
	d := decider{newFixture(t)}
	d.open(5)
	require.NoError(t, d.use.Remove(t.Context(), actor(99), actor(4).ID, "because"))
	for _, p := range []match.PlayerID{actor(1).ID, actor(4).ID, actor(7).ID, actor(0).ID} {
		require.ErrorIs(t, d.removes(p), play.ErrTakesPart)
	}
	require.ErrorIs(t, d.admits(actor(4).ID), play.ErrTakesPart)
	require.ErrorIs(t, d.use.CheckDecide(t.Context(), actor(0)), play.ErrTakesPart)
	require.NoError(t, d.leaves())
	require.NoError(t, d.removes(actor(1).ID))
	require.ErrorIs(t, d.removes(actor(7).ID), league.ErrNotEntered)
}

// TestDecide_Running: a manager in a running season removes nobody of any group, even after losing on time or while
// away from the server; only after leaving by choice.
func TestDecide_Running(t *testing.T) {
	t.Parallel()
	for exit, want := range map[season.Exit]error{season.Stayed: play.ErrTakesPart, season.OutOnTime: play.ErrTakesPart,
		season.LeftServer: play.ErrTakesPart, season.WasRemoved: play.ErrTakesPart, season.LeftByChoice: nil} {
		d := decider{newFixture(t)}
		d.begin(9)
		d.do(func(tx play.Tx) error {
			entries, err := tx.EnteredBy(t.Context(), actor(0).ID)
			require.NoError(t, err)
			entries[0].Exit = exit
			return tx.SaveEntry(t.Context(), entries[0])
		})
		for _, g := range d.groups(1) {
			for _, p := range g.People {
				if p != actor(0).ID {
					require.ErrorIs(t, d.removes(p), want, "%d %s", exit, p)
					require.ErrorIs(t, d.admits(p), want)
				}
			}
		}
	}
}

// TestDecide_Join: a manager who keeps somebody out does not join. When that is undone, the season that could be joined
// then begins without the manager, who could otherwise keep somebody out until the last moment.
func TestDecide_Join(t *testing.T) {
	t.Parallel()
	d := decider{newFixture(t)}
	d.begin(5)
	require.NoError(t, d.leaves())
	require.NoError(t, d.removes(actor(1).ID))
	require.ErrorIs(t, d.joins(), league.ErrDecided)
	d.ends(true)
	require.ErrorIs(t, d.joins(), league.ErrDecided, "another season")
	d.ends(false)
	d.now = d.now.Add(week - time.Millisecond)
	require.NoError(t, d.admits(actor(1).ID))
	require.ErrorIs(t, d.joins(), league.ErrDecided, "at the last moment")
	v, err := d.use.Look(t.Context(), actor(0))
	require.NoError(t, err)
	assert.Equal(t, &season.Bar{Player: actor(1).ID, By: actor(0).ID, Reason: "because", At: v.Decision.At,
		Undo: season.Undo{By: actor(0).ID, At: d.now, Season: 3}}, v.Decision)
	d.pass(time.Millisecond)
	require.NoError(t, d.joins(), "the season after the next")
	d.ends(false)
	assert.Empty(t, d.league().Bars, "nothing depends on it any more")
}

// TestDecide_Undo: a manager who lets somebody in again does not join the same season, nor does the one who had removed
// them.
func TestDecide_Undo(t *testing.T) {
	t.Parallel()
	d := decider{newFixture(t)}
	d.open(5)
	require.NoError(t, d.leaves())
	require.NoError(t, d.removes(actor(1).ID))
	require.NoError(t, d.use.Admit(t.Context(), actor(99), actor(1).ID))
	require.NoError(t, d.use.Join(t.Context(), actor(1)))
	require.ErrorIs(t, d.joins(), league.ErrDecided)
	require.ErrorIs(t, d.use.Join(t.Context(), actor(99)), league.ErrDecided)
	d.pass(week)
	require.NoError(t, d.joins())
	require.NoError(t, d.use.Join(t.Context(), actor(99)))
}

// TestDecide_Ranking: leaving somebody out of the ranking, which keeps them out of the league, does the same.
func TestDecide_Ranking(t *testing.T) {
	t.Parallel()
	d := decider{newFixture(t)}
	ranking := play.New(play.Deps{Store: d.store, Now: d.use.Now, NewID: d.newID, Wake: func() {}})
	exclude := func(out bool) error { return ranking.Exclude(t.Context(), actor(0), actor(1).ID, out) }
	require.NoError(t, exclude(true), "before there is a league")
	require.NoError(t, d.use.Open(t.Context(), actor(0), play.Venue{Guild: server, Channel: "c", Locale: "fr"}))
	require.ErrorIs(t, d.joins(), league.ErrDecided)
	for range 3 {
		require.NoError(t, exclude(false))
		require.NoError(t, exclude(true))
	}
	require.NoError(t, exclude(false))
	require.ErrorIs(t, d.joins(), league.ErrDecided)
	assert.Len(t, d.league().Bars, 1, "the last one is enough")
	for n := 1; n < 4; n++ {
		require.NoError(t, d.use.Join(t.Context(), actor(n)))
	}
	d.pass(week)
	require.NoError(t, d.joins())
	require.ErrorIs(t, exclude(true), play.ErrTakesPart)
}

// TestDecide_Former: for 90 days, deleting the profile changes nothing about what a manager decided, nor about who the
// manager was.
func TestDecide_Former(t *testing.T) {
	t.Parallel()
	d := decider{newFixture(t)}
	d.begin(5)
	d.do(func(tx play.Tx) error {
		entries, err := tx.EnteredBy(t.Context(), actor(0).ID)
		require.NoError(t, err)
		entries[0].Exit = season.OutOnTime
		return tx.SaveEntry(t.Context(), entries[0])
	})
	d.forgotten("x")
	require.ErrorIs(t, d.removes(actor(1).ID), play.ErrTakesPart)
	d.ends(true)
	require.NoError(t, d.removes(actor(1).ID))
	d.forgotten("y")
	require.ErrorIs(t, d.joins(), league.ErrDecided)
	d.now = d.now.Add(rated.FormerSpan)
	require.NoError(t, d.joins())
}

// TestAdmit_Own: no manager who was removed lets themselves join again, not even with a new profile.
func TestAdmit_Own(t *testing.T) {
	t.Parallel()
	d := decider{newFixture(t)}
	d.open(5)
	require.NoError(t, d.use.Remove(t.Context(), actor(99), actor(0).ID, "because"))
	require.ErrorIs(t, d.admits(actor(0).ID), play.ErrRival)
	d.forgotten("x")
	require.ErrorIs(t, d.joins(), league.ErrBarred)
	require.ErrorIs(t, d.admits(match.Former+"x"), play.ErrRival)
	require.NoError(t, d.use.Admit(t.Context(), actor(99), match.Former+"x"))
	require.NoError(t, d.joins())
}
