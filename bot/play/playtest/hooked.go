package playtest

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/bot/play/tries"
	"madbot/rules/match"
)

// Hook returns a Store that passes each Call of s to hook, except reads whose context has ended. hook calls do, or
// returns an error or nil instead.
func Hook(s play.Store, hook func(c Call, do func() error) error) play.Store {
	return hooked{reads{s, func(ctx context.Context, c Call, do func() error) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return hook(c, do)
	}}, s, hook}
}

type hook func(ctx context.Context, c Call, do func() error) error

// reads are the methods that a Store and a Tx share, with a hook.
type reads struct {
	play.Lookup
	hook hook
}

type hooked struct {
	reads
	on   play.Store
	unit func(Call, func() error) error
}

type tx struct {
	reads
	rest
}

// rest is the methods of Tx that tx does not hook.
type rest struct{ play.Tx }

func (s hooked) Do(ctx context.Context, f func(play.Tx) error) error {
	return s.unit(Call{Name: "Do"}, func() error {
		return s.on.Do(ctx, func(unit play.Tx) error {
			hook := func(_ context.Context, c Call, do func() error) error { return s.unit(c, do) }
			return s.unit(Call{Name: Commit}, func() error { return f(tx{reads{unit, hook}, rest{unit}}) })
		})
	})
}

func (r reads) Match(ctx context.Context, id match.ID) (play.Match, error) {
	return ask(ctx, r.hook, "Match", r.Lookup.Match, id)
}

func (r reads) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	return ask(ctx, r.hook, "Player", r.Lookup.Player, id)
}

func (r reads) Open(ctx context.Context, id match.PlayerID) ([]play.Summary, error) {
	return ask(ctx, r.hook, "Open", r.Lookup.Open, id)
}

func (r reads) Running(ctx context.Context, id match.PlayerID) ([]gate.Running, error) {
	return ask(ctx, r.hook, "Running", r.Lookup.Running, id)
}

func (r reads) MatchIDs(ctx context.Context, id match.PlayerID, limit int) ([]match.ID, error) {
	return call(ctx, r.hook, func() ([]match.ID, error) { return r.Lookup.MatchIDs(ctx, id, limit) }, "MatchIDs", id)
}

func (r reads) MatchesOn(ctx context.Context, server string, playing bool) ([]match.ID, error) {
	return call(ctx, r.hook, func() ([]match.ID, error) { return r.Lookup.MatchesOn(ctx, server, playing) },
		"MatchesOn", server)
}

func (r reads) Events(ctx context.Context, id match.ID, after, last int) ([]match.Event, error) {
	return call(ctx, r.hook, func() ([]match.Event, error) { return r.Lookup.Events(ctx, id, after, last) },
		"Events", id)
}

func (r reads) Endings(ctx context.Context, id, other match.PlayerID) ([]play.Ending, error) {
	return call(ctx, r.hook, func() ([]play.Ending, error) { return r.Lookup.Endings(ctx, id, other) }, "Endings", id)
}

func (r reads) Rated(ctx context.Context, id match.PlayerID, since time.Time) ([]play.Summary, error) {
	return call(ctx, r.hook, func() ([]play.Summary, error) { return r.Lookup.Rated(ctx, id, since) }, "Rated", id)
}

func (r reads) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	return call(ctx, r.hook, func() (play.Seat, error) { return r.Lookup.Seat(ctx, id, p) }, "Seat", id, p)
}

func (r reads) Orders(ctx context.Context) (play.Orders, error) {
	return call(ctx, r.hook, func() (play.Orders, error) { return r.Lookup.Orders(ctx) }, "Orders")
}

func (r reads) Server(ctx context.Context, id string) (play.Server, error) {
	return ask(ctx, r.hook, "Server", r.Lookup.Server, id)
}

func (r reads) Excluding(ctx context.Context, id match.PlayerID) ([]play.Server, error) {
	return ask(ctx, r.hook, "Excluding", r.Lookup.Excluding, id)
}

func (r reads) Review(ctx context.Context, id match.ID) (play.Review, error) {
	return ask(ctx, r.hook, "Review", r.Lookup.Review, id)
}

func (r reads) Dailies(ctx context.Context, server string) ([]play.Daily, error) {
	return ask(ctx, r.hook, "Dailies", r.Lookup.Dailies, server)
}

func (r reads) SolvedBy(ctx context.Context, p match.PlayerID) ([]play.Solver, error) {
	return ask(ctx, r.hook, "SolvedBy", r.Lookup.SolvedBy, p)
}

func (r reads) Solvers(ctx context.Context, server string, day play.Day) ([]play.Solver, error) {
	return call(ctx, r.hook, func() ([]play.Solver, error) { return r.Lookup.Solvers(ctx, server, day) },
		"Solvers", server)
}

func (r reads) League(ctx context.Context, server string) (season.League, error) {
	return ask(ctx, r.hook, "League", r.Lookup.League, server)
}

func (r reads) Entries(ctx context.Context, server string, n int) ([]season.Entry, error) {
	return call(ctx, r.hook, func() ([]season.Entry, error) { return r.Lookup.Entries(ctx, server, n) },
		"Entries", server)
}

func (r reads) Pairs(ctx context.Context, server string, n int) ([]season.Pair, error) {
	return call(ctx, r.hook, func() ([]season.Pair, error) { return r.Lookup.Pairs(ctx, server, n) }, "Pairs", server)
}

func (r reads) EnteredBy(ctx context.Context, p match.PlayerID) ([]season.Entry, error) {
	return ask(ctx, r.hook, "EnteredBy", r.Lookup.EnteredBy, p)
}

func (r reads) LeaguesNaming(ctx context.Context, p match.PlayerID) ([]season.League, error) {
	return ask(ctx, r.hook, "LeaguesNaming", r.Lookup.LeaguesNaming, p)
}

func (r reads) PairOf(ctx context.Context, id match.ID) (season.Pair, error) {
	return ask(ctx, r.hook, "PairOf", r.Lookup.PairOf, id)
}

func (r reads) RatingChanges(ctx context.Context, p match.PlayerID, limit int) ([]rated.Change, error) {
	return call(ctx, r.hook, func() ([]rated.Change, error) { return r.Lookup.RatingChanges(ctx, p, limit) },
		"RatingChanges", p)
}

func (r reads) Formers(ctx context.Context, p match.PlayerID, since time.Time) ([]rated.Former, error) {
	return call(ctx, r.hook, func() ([]rated.Former, error) { return r.Lookup.Formers(ctx, p, since) }, "Formers", p)
}

func (s hooked) Recent(ctx context.Context, id match.PlayerID, limit int) ([]play.Summary, error) {
	return call(ctx, s.hook, func() ([]play.Summary, error) { return s.on.Recent(ctx, id, limit) }, "Recent", id)
}

func (s hooked) Outdated(ctx context.Context, before time.Time, limit int) ([]match.ID, error) {
	return call(ctx, s.hook, func() ([]match.ID, error) { return s.on.Outdated(ctx, before, limit) }, "Outdated")
}

func (s hooked) Histories(ctx context.Context, id match.PlayerID, limit int) ([][]match.Event, error) {
	return call(ctx, s.hook, func() ([][]match.Event, error) { return s.on.Histories(ctx, id, limit) },
		"Histories", id)
}

func (s hooked) Trials(ctx context.Context, id match.PlayerID, limit int) ([]play.Trial, error) {
	return call(ctx, s.hook, func() ([]play.Trial, error) { return s.on.Trials(ctx, id, limit) }, "Trials", id)
}

func (s hooked) Live(ctx context.Context) ([]match.ID, error) {
	return call(ctx, s.hook, func() ([]match.ID, error) { return s.on.Live(ctx) }, "Live")
}

func (s hooked) PuzzleTries(ctx context.Context, p match.PlayerID) ([]tries.Try, error) {
	return ask(ctx, s.hook, "PuzzleTries", s.on.PuzzleTries, p)
}

func (s hooked) OwnPuzzles(ctx context.Context, p match.PlayerID) ([]tries.Own, error) {
	return ask(ctx, s.hook, "OwnPuzzles", s.on.OwnPuzzles, p)
}

func (s hooked) GuildPuzzles(ctx context.Context, guild string, limit int) ([]tries.Own, error) {
	return call(ctx, s.hook, func() ([]tries.Own, error) { return s.on.GuildPuzzles(ctx, guild, limit) },
		"GuildPuzzles")
}

func (s hooked) PuzzleNumbers(ctx context.Context) ([]tries.Number, error) {
	return call(ctx, s.hook, func() ([]tries.Number, error) { return s.on.PuzzleNumbers(ctx) }, "PuzzleNumbers")
}

func (s hooked) RatedIn(ctx context.Context, id match.ID) ([]rated.Change, error) {
	return ask(ctx, s.hook, "RatedIn", s.on.RatedIn, id)
}

func (s hooked) Standings(ctx context.Context, server, season string, byRating bool) ([]rated.Row, error) {
	return call(ctx, s.hook, func() ([]rated.Row, error) { return s.on.Standings(ctx, server, season, byRating) },
		"Standings", server)
}

func (s hooked) NextJob(ctx context.Context, kinds []play.JobKind, now time.Time) (
	due time.Time, ready []play.JobKind, err error) {
	err = s.hook(ctx, Call{Name: "NextJob"}, func() (err error) {
		due, ready, err = s.on.NextJob(ctx, kinds, now)
		return err
	})
	return due, ready, err
}

func (t tx) CreateMatch(ctx context.Context, m play.Match, events []match.Event) error {
	return t.hook(ctx, Call{Name: "CreateMatch", Args: []any{m}}, func() error { return t.Tx.CreateMatch(ctx, m, events) })
}

func (t tx) SaveMatch(ctx context.Context, m match.Match, events []match.Event) error {
	return t.hook(ctx, Call{Name: "SaveMatch", Args: []any{m}}, func() error { return t.Tx.SaveMatch(ctx, m, events) })
}

func (t tx) RemoveMatch(ctx context.Context, id match.ID) error {
	return tell(ctx, t.hook, "RemoveMatch", t.Tx.RemoveMatch, id)
}

func (t tx) Made(ctx context.Context, id match.PlayerID, since time.Time) ([]play.Summary, error) {
	return call(ctx, t.hook, func() ([]play.Summary, error) { return t.Tx.Made(ctx, id, since) }, "Made", id)
}

func (t tx) MadeIn(ctx context.Context, channel string, since time.Time) ([]time.Time, error) {
	return call(ctx, t.hook, func() ([]time.Time, error) { return t.Tx.MadeIn(ctx, channel, since) },
		"MadeIn", channel)
}

func (t tx) Delivery(ctx context.Context, id match.ID) (play.Delivery, error) {
	return ask(ctx, t.hook, "Delivery", t.Tx.Delivery, id)
}

func (t tx) SaveDelivery(ctx context.Context, id match.ID, d play.Delivery) error {
	return t.hook(ctx, Call{Name: "SaveDelivery", Args: []any{id, d}}, func() error { return t.Tx.SaveDelivery(ctx, id, d) })
}

func (t tx) SavePlayer(ctx context.Context, p play.Player) error {
	return tell(ctx, t.hook, "SavePlayer", t.Tx.SavePlayer, p)
}

func (t tx) SaveSeat(ctx context.Context, s play.Seat) error {
	return tell(ctx, t.hook, "SaveSeat", t.Tx.SaveSeat, s)
}

func (t tx) CountHelp(ctx context.Context, p match.PlayerID, running []match.ID) error {
	return t.hook(ctx, Call{Name: "CountHelp", Args: []any{p, running}}, func() error { return t.Tx.CountHelp(ctx, p, running) })
}

func (t tx) SaveServer(ctx context.Context, s play.Server) error {
	return tell(ctx, t.hook, "SaveServer", t.Tx.SaveServer, s)
}

func (t tx) RemoveServer(ctx context.Context, id string) error {
	return tell(ctx, t.hook, "RemoveServer", t.Tx.RemoveServer, id)
}

func (t tx) SaveReview(ctx context.Context, r play.Review) error {
	return tell(ctx, t.hook, "SaveReview", t.Tx.SaveReview, r)
}

func (t tx) SaveDaily(ctx context.Context, d play.Daily) error {
	return tell(ctx, t.hook, "SaveDaily", t.Tx.SaveDaily, d)
}

func (t tx) SaveSolver(ctx context.Context, one play.Solver) error {
	return tell(ctx, t.hook, "SaveSolver", t.Tx.SaveSolver, one)
}

func (t tx) SaveLeague(ctx context.Context, l season.League) error {
	return tell(ctx, t.hook, "SaveLeague", t.Tx.SaveLeague, l)
}

func (t tx) SaveEntry(ctx context.Context, e season.Entry) error {
	return tell(ctx, t.hook, "SaveEntry", t.Tx.SaveEntry, e)
}

func (t tx) SavePair(ctx context.Context, p season.Pair) error {
	return tell(ctx, t.hook, "SavePair", t.Tx.SavePair, p)
}

func (t tx) AddRatingChange(ctx context.Context, c rated.Change) error {
	return tell(ctx, t.hook, "AddRatingChange", t.Tx.AddRatingChange, c)
}

func (t tx) RenameRatings(ctx context.Context, p, former match.PlayerID) error {
	return t.hook(ctx, Call{Name: "RenameRatings", Args: []any{p}}, func() error { return t.Tx.RenameRatings(ctx, p, former) })
}

func (t tx) AddStanding(ctx context.Context, s rated.Standing) error {
	return tell(ctx, t.hook, "AddStanding", t.Tx.AddStanding, s)
}

func (t tx) ReviewLoad(ctx context.Context, p match.PlayerID, since time.Time) (play.ReviewLoad, error) {
	return call(ctx, t.hook, func() (play.ReviewLoad, error) { return t.Tx.ReviewLoad(ctx, p, since) },
		"ReviewLoad", p)
}

func (t tx) Schedule(ctx context.Context, k play.JobKind, subject string, due time.Time) error {
	return t.hook(ctx, Call{Name: "Schedule", Args: []any{k, subject}}, func() error { return t.Tx.Schedule(ctx, k, subject, due) })
}

func (t tx) Claim(ctx context.Context, c play.Claim) ([]play.Job, error) {
	return ask(ctx, t.hook, "Claim", t.Tx.Claim, c)
}

func (t tx) Renew(ctx context.Context, j play.Job, until time.Time) error {
	return t.hook(ctx, Call{Name: "Renew", Args: []any{j}}, func() error { return t.Tx.Renew(ctx, j, until) })
}

func (t tx) Done(ctx context.Context, j play.Job) error {
	return tell(ctx, t.hook, "Done", t.Tx.Done, j)
}
func (t tx) Return(ctx context.Context, j play.Job) error {
	return tell(ctx, t.hook, "Return", t.Tx.Return, j)
}

func (t tx) SaveOrders(ctx context.Context, o play.Orders) error {
	return tell(ctx, t.hook, "SaveOrders", t.Tx.SaveOrders, o)
}

func (t tx) Alive(ctx context.Context) (play.Alive, error) {
	return call(ctx, t.hook, func() (play.Alive, error) { return t.Tx.Alive(ctx) }, "Alive")
}

func (t tx) SaveAlive(ctx context.Context, a play.Alive) error {
	return tell(ctx, t.hook, "SaveAlive", t.Tx.SaveAlive, a)
}

func (t tx) PuzzleTries(ctx context.Context, p match.PlayerID) ([]tries.Try, error) {
	return ask(ctx, t.hook, "PuzzleTries", t.Tx.PuzzleTries, p)
}

func (t tx) AddPuzzleTry(ctx context.Context, one tries.Try) error {
	return tell(ctx, t.hook, "AddPuzzleTry", t.Tx.AddPuzzleTry, one)
}

func (t tx) SavePuzzleNumber(ctx context.Context, n tries.Number) error {
	return tell(ctx, t.hook, "SavePuzzleNumber", t.Tx.SavePuzzleNumber, n)
}

func (t tx) SaveOwnPuzzle(ctx context.Context, o tries.Own) error {
	return tell(ctx, t.hook, "SaveOwnPuzzle", t.Tx.SaveOwnPuzzle, o)
}
