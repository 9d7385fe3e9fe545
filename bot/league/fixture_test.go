package league_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/season"
	"madbot/rules"
	leaguerules "madbot/rules/league"
	"madbot/rules/match"
)

const server = "7"

func begun() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }

// fixture is a league on a store, at a time, whose job is done by hand.
type fixture struct {
	require.TestingT
	t       *testing.T
	store   play.Store
	use     *league.Service
	now     time.Time
	ids     int
	posts   map[string]league.News // by the ids of their messages
	outlook func(*play.Match) league.Outlook
	said    []season.Tell    // in direct messages
	shut    error            // with which a post is refused
	gone    []match.PlayerID // who has left the server
}

func newFixture(t *testing.T) *fixture {
	f := &fixture{TestingT: t, t: t, now: begun(), posts: map[string]league.News{}}
	now := func() time.Time { return f.now }
	f.store = playtest.Clocked(playtest.NewMemory(), now)
	f.use = &league.Service{Store: f.store, Now: now, Wake: func() {}}
	f.outlook = func(*play.Match) league.Outlook { return league.Outlook{Worth: .5} }
	return f
}

func (f *fixture) newID() match.ID {
	f.ids++
	return match.ID(fmt.Sprintf("m%04d", f.ids))
}

func actor(n int) play.Actor {
	return play.Actor{ID: match.PlayerID(fmt.Sprintf("p%02d", n)), Guild: server}
}

// open opens a league, which n people join.
func (f *fixture) open(n int) {
	require.NoError(f, f.use.Open(f.t.Context(), actor(0), play.Venue{Guild: server, Channel: "c", Locale: "fr"}))
	for i := range n {
		require.NoError(f, f.use.Join(f.t.Context(), actor(i)))
	}
	f.run()
}

// begin has a season of n people begin, and returns the matches of its first group.
func (f *fixture) begin(n int) []season.Pair {
	f.open(n)
	f.pass(week)
	return f.pairs()
}

// pairs are the matches of the first group of the first season.
func (f *fixture) pairs() []season.Pair { return f.groups(1)[0].Pairs }

// redWins ends matches.
func (f *fixture) redWins(pairs []season.Pair) {
	for _, p := range pairs {
		f.finish(p.Match, leaguerules.RedVictory)
	}
	f.run()
}

// firstSeatsWin ends all matches of groups: the player with the lower seat wins.
func (f *fixture) firstSeatsWin(groups []season.Group) {
	for _, g := range groups {
		for _, p := range g.Pairs {
			r := leaguerules.RedVictory
			if p.League.Blue < p.League.Red {
				r = leaguerules.BlueVictory
			}
			f.finish(p.Match, r)
		}
	}
}

// annul has a match count for nothing.
func (f *fixture) annul(p season.Pair) {
	f.change(p.Match, func(m *play.Match) ([]match.Event, error) { return m.Arbiter().Annul("manager", "found out", f.now) })
	f.run()
}

// reinstate lets an annulled match count again.
func (f *fixture) reinstate(p season.Pair) {
	f.change(p.Match, func(m *play.Match) ([]match.Event, error) { return m.Arbiter().Reinstate("manager", f.now) })
	f.run()
}

func (f *fixture) do(unit func(play.Tx) error) { require.NoError(f, f.store.Do(f.t.Context(), unit)) }

// run does all that is due now.
func (f *fixture) run() (next time.Time) {
	ctx := f.t.Context()
	for range 1000 {
		var s league.Step
		f.do(func(tx play.Tx) (err error) { s, err = league.Next(ctx, tx, server); return err })
		switch {
		case s.Advance:
			f.do(func(tx play.Tx) error { return league.Advance(ctx, tx, server, f.newID) })
		case s.Judge != nil:
			f.do(func(tx play.Tx) error { return league.RecordJudgement(ctx, tx, s.Judge, f.outlook(s.Judge)) })
		case s.News != nil:
			posted := play.Posted{Refused: f.shut,
				Post: play.Post{Channel: s.News.Post.Channel, Message: s.News.Post.Message}}
			if posted.Post.Message == "" {
				posted.Post.Message = fmt.Sprint("post ", len(f.posts))
			}
			if f.shut == nil {
				f.posts[posted.Post.Message] = *s.News
			}
			f.do(func(tx play.Tx) error { return league.RecordPost(ctx, tx, *s.News, posted) })
		case s.Open != nil:
			require.Positive(f, s.Open.Post.Group, "what is said of the season has no thread")
			thread := ""
			if s.Open.Post.Message != "" {
				thread = "thread of " + s.Open.Post.Message
			}
			f.do(func(tx play.Tx) error { return league.RecordThread(ctx, tx, *s.Open, thread) })
		case s.Tell != nil:
			f.said = append(f.said, *s.Tell)
			f.do(func(tx play.Tx) error { return league.RecordTell(ctx, tx, server, *s.Tell) })
		case s.Check != nil:
			gone := slices.DeleteFunc(slices.Clone(s.Check), func(p match.PlayerID) bool { return !slices.Contains(f.gone, p) })
			f.do(func(tx play.Tx) error { return league.RecordMembers(ctx, tx, server, gone) })
		default:
			return s.At
		}
	}
	require.Fail(f, "it never ends")
	return next
}

// pass lets time pass, and does what is due then.
func (f *fixture) pass(d time.Duration) time.Time {
	f.now = f.now.Add(d)
	return f.run()
}

func (f *fixture) league() season.League {
	l, err := f.store.League(f.t.Context(), server)
	require.NoError(f, err)
	return l
}

// told returns the matches whose news are due.
func (f *fixture) told() (all []string) {
	f.do(func(tx play.Tx) error {
		jobs, err := tx.Claim(f.t.Context(), play.Claim{Kind: play.JobTell, Now: f.now, Until: f.now, Limit: 99})
		for _, j := range jobs {
			all = append(all, j.Subject)
		}
		return err
	})
	return all
}

// places returns where the matches of a group are shown, each once.
func (f *fixture) places(g season.Group) (all []string) {
	for _, p := range g.Pairs {
		m, err := f.store.Match(f.t.Context(), p.Match)
		require.NoError(f, err)
		all = append(all, m.Shown())
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (f *fixture) groups(number int) []season.Group {
	groups, err := season.GroupsOf(f.t.Context(), f.store, server, number)
	require.NoError(f, err)
	return groups
}

// change changes a match.
func (f *fixture) change(id match.ID, act func(m *play.Match) ([]match.Event, error)) {
	f.do(func(tx play.Tx) error {
		_, err := play.Change(f.t.Context(), tx, play.Ref{ID: id, Ply: play.AnyPly},
			func(_ play.Tx, m *play.Match) ([]match.Event, error) { return act(m) })
		return err
	})
}

// swaps plays turns in a match that expel nobody.
func (f *fixture) swaps(id match.ID, n int) {
	for range n {
		f.change(id, func(m *play.Match) ([]match.Event, error) {
			return m.As(m.ToMove()).Play(rules.ShiftTurn(rules.Swap111x222), f.now)
		})
	}
}

// finish ends a match with a result.
func (f *fixture) finish(id match.ID, r leaguerules.Result) {
	if r == leaguerules.Void {
		f.change(id, func(m *play.Match) ([]match.Event, error) { return m.Arbiter().Stop(match.ByOperator, f.now) })
		return
	}
	f.swaps(id, 4)
	switch r {
	case leaguerules.RedVictory, leaguerules.BlueVictory:
		f.change(id, func(m *play.Match) ([]match.Event, error) {
			loser := m.Players.Blue
			if r == leaguerules.BlueVictory {
				loser = m.Players.Red
			}
			return m.As(loser).Resign(f.now)
		})
	case leaguerules.BlueSemi: // nobody has expelled a ship
		f.change(id, func(m *play.Match) ([]match.Event, error) { return m.As(m.Players.Red).MakeOffer(match.ToStop, f.now) })
		f.change(id, func(m *play.Match) ([]match.Event, error) {
			return m.As(m.Players.Blue).AnswerOffer(match.ToStop, true, f.now)
		})
	}
}

// late has the side to move lose a match on time.
func (f *fixture) late(id match.ID) {
	f.change(id, func(m *play.Match) ([]match.Event, error) {
		if d := m.Deadline(); d.After(f.now) {
			f.now = d.Add(time.Second)
		}
		return m.As(m.Players.Of(m.ColorOf(m.ToMove()).Other())).Claim(f.now)
	})
}
