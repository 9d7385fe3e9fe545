package playtest

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/bot/play/tries"
	"madbot/rules/match"
)

// Hooked is a Store that hands each Call to Hook, but for reads whose context has ended. Hook does it, or does not and
// returns what it likes: an error, or nil for a Call that does nothing.
type Hooked struct {
	play.Store
	Hook func(c Call, do func() error) error
}

// hookedTx is a Tx of a Hooked.
type hookedTx struct {
	play.Tx
	hook func(Call, func() error) error
}

// Do implements play.Store.
func (s Hooked) Do(ctx context.Context, f func(play.Tx) error) error {
	return s.Hook(Call{Name: "Do"}, func() error {
		return s.Store.Do(ctx, func(tx play.Tx) error {
			return s.Hook(Call{Name: Commit}, func() error { return f(hookedTx{tx, s.Hook}) })
		})
	})
}

// Match implements play.Store.
func (s Hooked) Match(ctx context.Context, id match.ID) (play.Match, error) {
	return ask(ctx, s.Hook, func() (play.Match, error) { return s.Store.Match(ctx, id) }, "Match", id)
}

// Player implements play.Store.
func (s Hooked) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	return ask(ctx, s.Hook, func() (play.Player, error) { return s.Store.Player(ctx, id) }, "Player", id)
}

// Open implements play.Store.
func (s Hooked) Open(ctx context.Context, id match.PlayerID) ([]play.Summary, error) {
	return ask(ctx, s.Hook, func() ([]play.Summary, error) { return s.Store.Open(ctx, id) }, "Open", id)
}

// Recent implements play.Store.
func (s Hooked) Recent(ctx context.Context, id match.PlayerID, limit int) ([]play.Summary, error) {
	return ask(ctx, s.Hook, func() ([]play.Summary, error) { return s.Store.Recent(ctx, id, limit) }, "Recent", id)
}

// MatchIDs implements play.Store.
func (s Hooked) MatchIDs(ctx context.Context, id match.PlayerID, limit int) ([]match.ID, error) {
	return ask(ctx, s.Hook, func() ([]match.ID, error) { return s.Store.MatchIDs(ctx, id, limit) }, "MatchIDs", id)
}

// MatchesOn implements play.Store.
func (s Hooked) MatchesOn(ctx context.Context, server string, playing bool) ([]match.ID, error) {
	return ask(ctx, s.Hook, func() ([]match.ID, error) { return s.Store.MatchesOn(ctx, server, playing) },
		"MatchesOn", server)
}

// Outdated implements play.Store.
func (s Hooked) Outdated(ctx context.Context, before time.Time, limit int) ([]match.ID, error) {
	return ask(ctx, s.Hook, func() ([]match.ID, error) { return s.Store.Outdated(ctx, before, limit) }, "Outdated")
}

// Events implements play.Store.
func (s Hooked) Events(ctx context.Context, id match.ID, after, last int) ([]match.Event, error) {
	return ask(ctx, s.Hook, func() ([]match.Event, error) { return s.Store.Events(ctx, id, after, last) }, "Events", id)
}

// Histories implements play.Store.
func (s Hooked) Histories(ctx context.Context, id match.PlayerID, limit int) ([][]match.Event, error) {
	return ask(ctx, s.Hook, func() ([][]match.Event, error) { return s.Store.Histories(ctx, id, limit) }, "Histories", id)
}

// Endings implements play.Store.
func (s Hooked) Endings(ctx context.Context, id, other match.PlayerID) ([]play.Ending, error) {
	return ask(ctx, s.Hook, func() ([]play.Ending, error) { return s.Store.Endings(ctx, id, other) }, "Endings", id)
}

// Trials implements play.Store.
func (s Hooked) Trials(ctx context.Context, id match.PlayerID, limit int) ([]play.Trial, error) {
	return ask(ctx, s.Hook, func() ([]play.Trial, error) { return s.Store.Trials(ctx, id, limit) }, "Trials", id)
}

// Rated implements play.Store.
func (s Hooked) Rated(ctx context.Context, id match.PlayerID, since time.Time) ([]play.Summary, error) {
	return ask(ctx, s.Hook, func() ([]play.Summary, error) { return s.Store.Rated(ctx, id, since) }, "Rated", id)
}

// Live implements play.Store.
func (s Hooked) Live(ctx context.Context) ([]match.ID, error) {
	return ask(ctx, s.Hook, func() ([]match.ID, error) { return s.Store.Live(ctx) }, "Live")
}

// Seat implements play.Store.
func (s Hooked) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	return ask(ctx, s.Hook, func() (play.Seat, error) { return s.Store.Seat(ctx, id, p) }, "Seat", id, p)
}

// Orders implements play.Store.
func (s Hooked) Orders(ctx context.Context) (play.Orders, error) {
	return ask(ctx, s.Hook, func() (play.Orders, error) { return s.Store.Orders(ctx) }, "Orders")
}

// Server implements play.Store.
func (s Hooked) Server(ctx context.Context, id string) (play.Server, error) {
	return ask(ctx, s.Hook, func() (play.Server, error) { return s.Store.Server(ctx, id) }, "Server", id)
}

// Review implements play.Store.
func (s Hooked) Review(ctx context.Context, id match.ID) (play.Review, error) {
	return ask(ctx, s.Hook, func() (play.Review, error) { return s.Store.Review(ctx, id) }, "Review", id)
}

// Dailies implements play.Store.
func (s Hooked) Dailies(ctx context.Context, server string) ([]play.Daily, error) {
	return ask(ctx, s.Hook, func() ([]play.Daily, error) { return s.Store.Dailies(ctx, server) }, "Dailies", server)
}

// SolvedBy implements play.Store.
func (s Hooked) SolvedBy(ctx context.Context, p match.PlayerID) ([]play.Solver, error) {
	return ask(ctx, s.Hook, func() ([]play.Solver, error) { return s.Store.SolvedBy(ctx, p) }, "SolvedBy", p)
}

// PuzzleTries implements play.Store.
func (s Hooked) PuzzleTries(ctx context.Context, p match.PlayerID) ([]tries.Try, error) {
	return ask(ctx, s.Hook, func() ([]tries.Try, error) { return s.Store.PuzzleTries(ctx, p) }, "PuzzleTries", p)
}

// OwnPuzzles implements play.Store.
func (s Hooked) OwnPuzzles(ctx context.Context, p match.PlayerID) ([]tries.Own, error) {
	return ask(ctx, s.Hook, func() ([]tries.Own, error) { return s.Store.OwnPuzzles(ctx, p) }, "OwnPuzzles", p)
}

// GuildPuzzles implements play.Store.
func (s Hooked) GuildPuzzles(ctx context.Context, guild string, limit int) ([]tries.Own, error) {
	return ask(ctx, s.Hook, func() ([]tries.Own, error) { return s.Store.GuildPuzzles(ctx, guild, limit) }, "GuildPuzzles")
}

// PuzzleNumbers implements play.Store.
func (s Hooked) PuzzleNumbers(ctx context.Context) ([]tries.Number, error) {
	return ask(ctx, s.Hook, func() ([]tries.Number, error) { return s.Store.PuzzleNumbers(ctx) }, "PuzzleNumbers")
}

// Solvers implements play.Store.
func (s Hooked) Solvers(ctx context.Context, server string, day play.Day) ([]play.Solver, error) {
	return ask(ctx, s.Hook, func() ([]play.Solver, error) { return s.Store.Solvers(ctx, server, day) }, "Solvers", server)
}

// League implements play.Store.
func (s Hooked) League(ctx context.Context, server string) (season.League, error) {
	return ask(ctx, s.Hook, func() (season.League, error) { return s.Store.League(ctx, server) }, "League", server)
}

// Entries implements play.Store.
func (s Hooked) Entries(ctx context.Context, server string, n int) ([]season.Entry, error) {
	return ask(ctx, s.Hook, func() ([]season.Entry, error) { return s.Store.Entries(ctx, server, n) }, "Entries", server)
}

// Pairs implements play.Store.
func (s Hooked) Pairs(ctx context.Context, server string, n int) ([]season.Pair, error) {
	return ask(ctx, s.Hook, func() ([]season.Pair, error) { return s.Store.Pairs(ctx, server, n) }, "Pairs", server)
}

// EnteredBy implements play.Store.
func (s Hooked) EnteredBy(ctx context.Context, p match.PlayerID) ([]season.Entry, error) {
	return ask(ctx, s.Hook, func() ([]season.Entry, error) { return s.Store.EnteredBy(ctx, p) }, "EnteredBy", p)
}

// PairOf implements play.Store.
func (s Hooked) PairOf(ctx context.Context, id match.ID) (season.Pair, error) {
	return ask(ctx, s.Hook, func() (season.Pair, error) { return s.Store.PairOf(ctx, id) }, "PairOf", id)
}

// RatingChanges implements play.Store.
func (s Hooked) RatingChanges(ctx context.Context, p match.PlayerID, limit int) ([]rated.Change, error) {
	return ask(ctx, s.Hook, func() ([]rated.Change, error) { return s.Store.RatingChanges(ctx, p, limit) },
		"RatingChanges", p)
}

// RatedIn implements play.Store.
func (s Hooked) RatedIn(ctx context.Context, id match.ID) ([]rated.Change, error) {
	return ask(ctx, s.Hook, func() ([]rated.Change, error) { return s.Store.RatedIn(ctx, id) }, "RatedIn", id)
}

// Standings implements play.Store.
func (s Hooked) Standings(ctx context.Context, server, season string, byRating bool) ([]rated.Row, error) {
	return ask(ctx, s.Hook, func() ([]rated.Row, error) { return s.Store.Standings(ctx, server, season, byRating) },
		"Standings", server)
}

// NextJob implements play.Store.
func (s Hooked) NextJob(ctx context.Context, kinds []play.JobKind, now time.Time) (due time.Time, ok bool, err error) {
	if err := ctx.Err(); err != nil {
		return due, false, err
	}
	err = s.Hook(Call{Name: "NextJob"}, func() (err error) { due, ok, err = s.Store.NextJob(ctx, kinds, now); return err })
	return due, ok, err
}

func (tx hookedTx) Match(ctx context.Context, id match.ID) (play.Match, error) {
	return call(tx.hook, func() (play.Match, error) { return tx.Tx.Match(ctx, id) }, "Match", id)
}

func (tx hookedTx) CreateMatch(ctx context.Context, m play.Match, events []match.Event) error {
	return tx.hook(Call{Name: "CreateMatch", Args: []any{m}}, func() error { return tx.Tx.CreateMatch(ctx, m, events) })
}

func (tx hookedTx) SaveMatch(ctx context.Context, m match.Match, events []match.Event) error {
	return tx.hook(Call{Name: "SaveMatch", Args: []any{m}}, func() error { return tx.Tx.SaveMatch(ctx, m, events) })
}

func (tx hookedTx) Open(ctx context.Context, id match.PlayerID) ([]play.Summary, error) {
	return call(tx.hook, func() ([]play.Summary, error) { return tx.Tx.Open(ctx, id) }, "Open", id)
}

func (tx hookedTx) MatchIDs(ctx context.Context, id match.PlayerID, limit int) ([]match.ID, error) {
	return call(tx.hook, func() ([]match.ID, error) { return tx.Tx.MatchIDs(ctx, id, limit) }, "MatchIDs", id)
}

func (tx hookedTx) MatchesOn(ctx context.Context, server string, playing bool) ([]match.ID, error) {
	return call(tx.hook, func() ([]match.ID, error) { return tx.Tx.MatchesOn(ctx, server, playing) }, "MatchesOn", server)
}

func (tx hookedTx) RemoveMatch(ctx context.Context, id match.ID) error {
	return tx.hook(Call{Name: "RemoveMatch", Args: []any{id}}, func() error { return tx.Tx.RemoveMatch(ctx, id) })
}

func (tx hookedTx) Made(ctx context.Context, id match.PlayerID, since time.Time) ([]play.Summary, error) {
	return call(tx.hook, func() ([]play.Summary, error) { return tx.Tx.Made(ctx, id, since) }, "Made", id)
}

func (tx hookedTx) Rated(ctx context.Context, id match.PlayerID, since time.Time) ([]play.Summary, error) {
	return call(tx.hook, func() ([]play.Summary, error) { return tx.Tx.Rated(ctx, id, since) }, "Rated", id)
}

func (tx hookedTx) MadeIn(ctx context.Context, channel string, since time.Time) ([]time.Time, error) {
	return call(tx.hook, func() ([]time.Time, error) { return tx.Tx.MadeIn(ctx, channel, since) }, "MadeIn", channel)
}

func (tx hookedTx) Events(ctx context.Context, id match.ID, after, last int) ([]match.Event, error) {
	return call(tx.hook, func() ([]match.Event, error) { return tx.Tx.Events(ctx, id, after, last) }, "Events", id)
}

func (tx hookedTx) Delivery(ctx context.Context, id match.ID) (play.Delivery, error) {
	return call(tx.hook, func() (play.Delivery, error) { return tx.Tx.Delivery(ctx, id) }, "Delivery", id)
}

func (tx hookedTx) SaveDelivery(ctx context.Context, id match.ID, d play.Delivery) error {
	return tx.hook(Call{Name: "SaveDelivery", Args: []any{id, d}}, func() error { return tx.Tx.SaveDelivery(ctx, id, d) })
}

func (tx hookedTx) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	return call(tx.hook, func() (play.Player, error) { return tx.Tx.Player(ctx, id) }, "Player", id)
}

func (tx hookedTx) SavePlayer(ctx context.Context, p play.Player) error {
	return tx.hook(Call{Name: "SavePlayer", Args: []any{p}}, func() error { return tx.Tx.SavePlayer(ctx, p) })
}

func (tx hookedTx) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	return call(tx.hook, func() (play.Seat, error) { return tx.Tx.Seat(ctx, id, p) }, "Seat", id, p)
}

func (tx hookedTx) SaveSeat(ctx context.Context, s play.Seat) error {
	return tx.hook(Call{Name: "SaveSeat", Args: []any{s}}, func() error { return tx.Tx.SaveSeat(ctx, s) })
}

func (tx hookedTx) Server(ctx context.Context, id string) (play.Server, error) {
	return call(tx.hook, func() (play.Server, error) { return tx.Tx.Server(ctx, id) }, "Server", id)
}

func (tx hookedTx) SaveServer(ctx context.Context, s play.Server) error {
	return tx.hook(Call{Name: "SaveServer", Args: []any{s}}, func() error { return tx.Tx.SaveServer(ctx, s) })
}

func (tx hookedTx) RemoveServer(ctx context.Context, id string) error {
	return tx.hook(Call{Name: "RemoveServer", Args: []any{id}}, func() error { return tx.Tx.RemoveServer(ctx, id) })
}

func (tx hookedTx) Review(ctx context.Context, id match.ID) (play.Review, error) {
	return call(tx.hook, func() (play.Review, error) { return tx.Tx.Review(ctx, id) }, "Review", id)
}

func (tx hookedTx) SaveReview(ctx context.Context, r play.Review) error {
	return tx.hook(Call{Name: "SaveReview", Args: []any{r}}, func() error { return tx.Tx.SaveReview(ctx, r) })
}

func (tx hookedTx) Dailies(ctx context.Context, server string) ([]play.Daily, error) {
	return call(tx.hook, func() ([]play.Daily, error) { return tx.Tx.Dailies(ctx, server) }, "Dailies", server)
}

func (tx hookedTx) SaveDaily(ctx context.Context, d play.Daily) error {
	return tx.hook(Call{Name: "SaveDaily", Args: []any{d}}, func() error { return tx.Tx.SaveDaily(ctx, d) })
}

func (tx hookedTx) SaveSolver(ctx context.Context, one play.Solver) error {
	return tx.hook(Call{Name: "SaveSolver", Args: []any{one}}, func() error { return tx.Tx.SaveSolver(ctx, one) })
}

func (tx hookedTx) SaveLeague(ctx context.Context, l season.League) error {
	return tx.hook(Call{Name: "SaveLeague", Args: []any{l}}, func() error { return tx.Tx.SaveLeague(ctx, l) })
}

func (tx hookedTx) SaveEntry(ctx context.Context, e season.Entry) error {
	return tx.hook(Call{Name: "SaveEntry", Args: []any{e}}, func() error { return tx.Tx.SaveEntry(ctx, e) })
}

func (tx hookedTx) SavePair(ctx context.Context, p season.Pair) error {
	return tx.hook(Call{Name: "SavePair", Args: []any{p}}, func() error { return tx.Tx.SavePair(ctx, p) })
}

func (tx hookedTx) RatingChanges(ctx context.Context, p match.PlayerID, limit int) ([]rated.Change, error) {
	return call(tx.hook, func() ([]rated.Change, error) { return tx.Tx.RatingChanges(ctx, p, limit) },
		"RatingChanges", p)
}

func (tx hookedTx) AddRatingChange(ctx context.Context, c rated.Change) error {
	return tx.hook(Call{Name: "AddRatingChange", Args: []any{c}}, func() error { return tx.Tx.AddRatingChange(ctx, c) })
}

func (tx hookedTx) RenameRatings(ctx context.Context, p, former match.PlayerID) error {
	return tx.hook(Call{Name: "RenameRatings", Args: []any{p}}, func() error { return tx.Tx.RenameRatings(ctx, p, former) })
}

func (tx hookedTx) AddStanding(ctx context.Context, s rated.Standing) error {
	return tx.hook(Call{Name: "AddStanding", Args: []any{s}}, func() error { return tx.Tx.AddStanding(ctx, s) })
}

func (tx hookedTx) ReviewLoad(ctx context.Context, p match.PlayerID, since time.Time) (play.ReviewLoad, error) {
	return call(tx.hook, func() (play.ReviewLoad, error) { return tx.Tx.ReviewLoad(ctx, p, since) }, "ReviewLoad", p)
}

func (tx hookedTx) Schedule(ctx context.Context, k play.JobKind, subject string, due time.Time) error {
	return tx.hook(Call{Name: "Schedule", Args: []any{k, subject}}, func() error { return tx.Tx.Schedule(ctx, k, subject, due) })
}

func (tx hookedTx) Claim(ctx context.Context, c play.Claim) ([]play.Job, error) {
	return call(tx.hook, func() ([]play.Job, error) { return tx.Tx.Claim(ctx, c) }, "Claim", c)
}

func (tx hookedTx) Renew(ctx context.Context, j play.Job, until time.Time) error {
	return tx.hook(Call{Name: "Renew", Args: []any{j}}, func() error { return tx.Tx.Renew(ctx, j, until) })
}

func (tx hookedTx) Done(ctx context.Context, j play.Job) error {
	return tx.hook(Call{Name: "Done", Args: []any{j}}, func() error { return tx.Tx.Done(ctx, j) })
}

func (tx hookedTx) Return(ctx context.Context, j play.Job) error {
	return tx.hook(Call{Name: "Return", Args: []any{j}}, func() error { return tx.Tx.Return(ctx, j) })
}

func (tx hookedTx) Orders(ctx context.Context) (play.Orders, error) {
	return call(tx.hook, func() (play.Orders, error) { return tx.Tx.Orders(ctx) }, "Orders")
}

func (tx hookedTx) SaveOrders(ctx context.Context, o play.Orders) error {
	return tx.hook(Call{Name: "SaveOrders"}, func() error { return tx.Tx.SaveOrders(ctx, o) })
}

func (tx hookedTx) Alive(ctx context.Context) (play.Alive, error) {
	return call(tx.hook, func() (play.Alive, error) { return tx.Tx.Alive(ctx) }, "Alive")
}

func (tx hookedTx) SaveAlive(ctx context.Context, a play.Alive) error {
	return tx.hook(Call{Name: "SaveAlive"}, func() error { return tx.Tx.SaveAlive(ctx, a) })
}

func (tx hookedTx) PuzzleTries(ctx context.Context, p match.PlayerID) ([]tries.Try, error) {
	return call(tx.hook, func() ([]tries.Try, error) { return tx.Tx.PuzzleTries(ctx, p) }, "PuzzleTries", p)
}

func (tx hookedTx) AddPuzzleTry(ctx context.Context, t tries.Try) error {
	return tx.hook(Call{Name: "AddPuzzleTry", Args: []any{t}}, func() error { return tx.Tx.AddPuzzleTry(ctx, t) })
}

func (tx hookedTx) SavePuzzleNumber(ctx context.Context, n tries.Number) error {
	return tx.hook(Call{Name: "SavePuzzleNumber", Args: []any{n}}, func() error { return tx.Tx.SavePuzzleNumber(ctx, n) })
}

func (tx hookedTx) SaveOwnPuzzle(ctx context.Context, o tries.Own) error {
	return tx.hook(Call{Name: "SaveOwnPuzzle", Args: []any{o}}, func() error { return tx.Tx.SaveOwnPuzzle(ctx, o) })
}
