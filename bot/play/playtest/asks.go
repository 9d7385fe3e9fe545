package playtest

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules/match"
)

// Asks returns a call of each method of play.Reader and play.Tx that does not only insert, by method name. The calls
// are about the players a7 and b7 and their match m7.
func Asks(t *testing.T, r play.Reader, tx play.Tx) map[string]func() error {
	t.Helper()
	all := asksPuzzles(t, r, tx)
	maps.Copy(all, asksMatches(t, r, tx))
	maps.Copy(all, asksRemovals(t, tx))
	for _, methods := range []reflect.Type{reflect.TypeFor[play.Reader](), reflect.TypeFor[play.Tx]()} {
		for i := range methods.NumMethod() {
			require.Contains(t, slices.AppendSeq(writes(), maps.Keys(all)), methods.Method(i).Name, "is in no plan")
		}
	}
	return all
}

func asksMatches(t *testing.T, r play.Reader, tx play.Tx) map[string]func() error {
	ctx, id, p, since := t.Context(), match.ID("m7"), match.PlayerID("a7"), time.UnixMilli(2900)
	return map[string]func() error{
		"Open":          func() error { return ignored(r.Open(ctx, p)) },
		"Running":       func() error { return ignored(r.Running(ctx, p)) },
		"Recent":        func() error { return ignored(r.Recent(ctx, "b7", 5)) },
		"MatchIDs":      func() error { return ignored(r.MatchIDs(ctx, p, 5)) },
		"Events":        func() error { return ignored(r.Events(ctx, id, 0, 9)) },
		"Histories":     func() error { return ignored(r.Histories(ctx, p, 5)) },
		"Endings":       func() error { return ignored(r.Endings(ctx, "b7", p)) },
		"Rated":         func() error { return ignored(r.Rated(ctx, p, since)) },
		"Trials":        func() error { return ignored(r.Trials(ctx, p, 5)) },
		"MatchesOn":     func() error { return ignored(r.MatchesOn(ctx, "7", true)) },
		"Outdated":      func() error { return ignored(r.Outdated(ctx, since, 5)) },
		"Live":          func() error { return ignored(r.Live(ctx)) },
		"Seat":          func() error { return ignored(r.Seat(ctx, id, p)) },
		"Server":        func() error { return ignored(r.Server(ctx, "7")) },
		"Excluding":     func() error { return ignored(r.Excluding(ctx, p)) },
		"Review":        func() error { return ignored(r.Review(ctx, id)) },
		"RatingChanges": func() error { return ignored(r.RatingChanges(ctx, p, 5)) },
		"Formers":       func() error { return ignored(r.Formers(ctx, p, since)) },
		"RatedIn":       func() error { return ignored(r.RatedIn(ctx, id)) },
		"Standings":     func() error { return ignored(r.Standings(ctx, "7", "", false)) },
		"RatedHere":     func() error { return ignored(r.Standings(ctx, "7", "", true)) },
		"Orders":        func() error { return ignored(r.Orders(ctx)) },
		"Match":         func() error { _, err := r.Match(ctx, id); return found(err) },
		"Player":        func() error { _, err := r.Player(ctx, p); return found(err) },
		"Delivery":      func() error { _, err := tx.Delivery(ctx, id); return found(err) },
		"Made":          func() error { return ignored(tx.Made(ctx, p, since)) },
		"MadeIn":        func() error { return ignored(tx.MadeIn(ctx, "c7", since)) },
		"ReviewLoad":    func() error { return ignored(tx.ReviewLoad(ctx, p, since)) },
		"Alive":         func() error { return ignored(tx.Alive(ctx)) },
		"NextJob":       func() error { _, _, err := r.NextJob(ctx, play.JobKinds(), since); return err },
		"Claim": func() error {
			return ignored(tx.Claim(ctx, play.Claim{Kind: play.JobTell, Now: since, Until: since, Limit: 5}))
		},
	}
}

func asksPuzzles(t *testing.T, r play.Reader, tx play.Tx) map[string]func() error {
	ctx, id, p := t.Context(), match.ID("m7"), match.PlayerID("a7")
	return map[string]func() error{
		"Dailies":       func() error { return ignored(r.Dailies(ctx, "7")) },
		"Solvers":       func() error { return ignored(r.Solvers(ctx, "7", 7)) },
		"SolvedBy":      func() error { return ignored(r.SolvedBy(ctx, p)) },
		"PuzzleTries":   func() error { return ignored(r.PuzzleTries(ctx, p)) },
		"PuzzleNumber":  func() error { return ignored(tx.PuzzleNumber(ctx, "p")) },
		"PuzzleNumbers": func() error { return ignored(r.PuzzleNumbers(ctx)) },
		"OwnPuzzles":    func() error { return ignored(r.OwnPuzzles(ctx, p)) },
		"GuildPuzzles":  func() error { return ignored(r.GuildPuzzles(ctx, "7", 5)) },
		"League":        func() error { return ignored(r.League(ctx, "7")) },
		"Entries":       func() error { return ignored(r.Entries(ctx, "7", 7)) },
		"Pairs":         func() error { return ignored(r.Pairs(ctx, "7", 7)) },
		"EnteredBy":     func() error { return ignored(r.EnteredBy(ctx, p)) },
		"PairOf":        func() error { return ignored(tx.PairOf(ctx, id)) },
		"LeaguesNaming": func() error { return ignored(r.LeaguesNaming(ctx, p)) },
	}
}

func asksRemovals(t *testing.T, tx play.Tx) map[string]func() error {
	const p, former = match.PlayerID("a7"), match.Former + "7"
	ctx, since := t.Context(), time.UnixMilli(2900)
	job := play.Job{Kind: play.JobTell, Subject: "m7", Lease: since}
	return map[string]func() error{
		"RemovePlayer":  func() error { return tx.RemovePlayer(ctx, "nobody") },
		"RemoveServer":  func() error { return tx.RemoveServer(ctx, "7") },
		"RemoveMatch":   func() error { return tx.RemoveMatch(ctx, "m7") },
		"Rename":        func() error { return tx.Rename(ctx, "m7", "nobody", former) },
		"RemoveFormers": func() error { return ignored(tx.RemoveFormers(ctx, time.UnixMilli(2900))) },
		"RenameRatings": func() error { return tx.RenameRatings(ctx, p, former) },
		"RenameEntries": func() error { return tx.RenameEntries(ctx, p, former) },
		"RemoveEntry":   func() error { return tx.RemoveEntry(ctx, "7", 7, p) },
		"ForgetDailies": func() error { return tx.ForgetDailies(ctx, "7", 7) },
		"AddStanding": func() error {
			return tx.AddStanding(ctx, rated.Standing{Server: "7", Season: "2026-1", Player: p, Matches: -1})
		},
		"Renew":            func() error { return lost(tx.Renew(ctx, job, since)) },
		"AllRatingChanges": func() error { return ignored(tx.AllRatingChanges(ctx)) },
		"Return":           func() error { return lost(tx.Return(ctx, job)) },
		"Done":             func() error { return lost(tx.Done(ctx, job)) },
	}
}

// writes are the methods that insert, or change a row by its key.
func writes() []string {
	return []string{"CreateMatch", "SaveMatch", "SaveDelivery", "SavePlayer", "SaveFormer", "SaveSeat", "CountHelp",
		"SaveServer", "SaveReview", "SaveOrders", "SaveAlive", "AddRatingChange", "SaveDaily", "SaveSolver",
		"AddPuzzleTry", "SavePuzzleNumber", "SaveOwnPuzzle", "SaveLeague", "SaveEntry", "SavePair",
		"Schedule", "Part", "Now"}
}

func ignored[T any](_ T, err error) error { return err }

// lost returns err, or nil if it is play.ErrLeaseLost.
func lost(err error) error {
	if errors.Is(err, play.ErrLeaseLost) {
		return nil
	}
	return err
}

// found returns err, or nil if it is play.ErrNotFound.
func found(err error) error {
	if errors.Is(err, play.ErrNotFound) {
		return nil
	}
	return err
}

// Call is one call of a method of a Store or its Tx.
type Call struct {
	Name string // of the method; Commit at the end of a unit of work
	Args []any  // without the context
	Got  any    // points to the result besides the error; nil if there is none
}

// Commit is the Call that commits a unit of work.
const Commit = "Commit"

// call passes a Call with a result to a hook.
func call[T any](ctx context.Context, h hook, do func() (T, error), name string, args ...any) (got T, err error) {
	err = h(ctx, Call{name, args, &got}, func() (err error) { got, err = do(); return err })
	return got, err
}

// ask is call for a method with one argument.
func ask[A, T any](ctx context.Context, h hook, name string, do func(context.Context, A) (T, error), a A) (T, error) {
	return call(ctx, h, func() (T, error) { return do(ctx, a) }, name, a)
}

func tell[A any](ctx context.Context, h hook, name string, do func(context.Context, A) error, a A) error {
	return h(ctx, Call{Name: name, Args: []any{a}}, func() error { return do(ctx, a) })
}
