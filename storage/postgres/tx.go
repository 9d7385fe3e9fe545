package postgres

import (
	"context"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/tries"
	"madbot/rules/match"
	"madbot/storage/sqlstore"
)

// tx is a unit of work: that of storage/sqlstore, which locks the names of what it reads or writes before.
type tx struct {
	common sqlstore.Tx
	unit   *unit
}

var _ play.Tx = tx{}

// read reads once a name is locked.
func read[T any](ctx context.Context, t tx, m mode, n name, f func() (T, error)) (T, error) {
	if err := t.unit.lock(ctx, m, n); err != nil {
		var none T
		return none, err
	}
	return f()
}

// write writes once a name is locked, which nobody else then has.
func (t tx) write(ctx context.Context, n name, f func() error) error {
	if err := t.unit.lock(ctx, exclusive, n); err != nil {
		return err
	}
	return f()
}

// Match implements play.Matches.
func (t tx) Match(ctx context.Context, id match.ID) (play.Match, error) {
	return read(ctx, t, exclusive, matchName(id), func() (play.Match, error) { return t.common.Match(ctx, id) })
}

// CreateMatch implements play.Matches.
func (t tx) CreateMatch(ctx context.Context, m play.Match, events []match.Event) error {
	return t.write(ctx, matchName(m.ID), func() error {
		err := t.unit.lock(ctx, shared, listName(m.Challenger), listName(m.Opponent), channelName(m.Venue.Channel))
		if err != nil {
			return err
		}
		return t.common.CreateMatch(ctx, m, events)
	})
}

// SaveMatch implements play.Matches.
func (t tx) SaveMatch(ctx context.Context, m match.Match, events []match.Event) error {
	return t.write(ctx, matchName(m.ID), func() error {
		was, err := t.unit.place(ctx, m.ID)
		if err == nil && (was.status != m.Status || was.opponent != m.Opponent || was.practice != m.Practice) {
			err = t.unit.lock(ctx, shared, listName(m.Challenger), listName(was.opponent), listName(m.Opponent),
				channelName(was.channel))
		}
		if err != nil {
			return err
		}
		return t.common.SaveMatch(ctx, m, events)
	})
}

// Open implements play.Matches.
func (t tx) Open(ctx context.Context, p match.PlayerID) ([]play.Summary, error) {
	return read(ctx, t, exclusive, listName(p), func() ([]play.Summary, error) { return t.common.Open(ctx, p) })
}

// MatchIDs implements play.Matches.
func (t tx) MatchIDs(ctx context.Context, p match.PlayerID, limit int) ([]match.ID, error) {
	return read(ctx, t, exclusive, listName(p), func() ([]match.ID, error) { return t.common.MatchIDs(ctx, p, limit) })
}

// MatchesOn implements play.Matches. Whoever makes a match on a server reads that before.
func (t tx) MatchesOn(ctx context.Context, server string, playing bool) ([]match.ID, error) {
	return read(ctx, t, exclusive, serverName(server),
		func() ([]match.ID, error) { return t.common.MatchesOn(ctx, server, playing) })
}

// RemoveMatch implements play.Matches.
func (t tx) RemoveMatch(ctx context.Context, id match.ID) error {
	return t.write(ctx, matchName(id), func() error {
		was, err := t.unit.place(ctx, id)
		if err == nil {
			err = t.unit.lock(ctx, shared, listName(was.challenger), listName(was.opponent), channelName(was.channel))
		}
		if err != nil {
			return err
		}
		return t.common.RemoveMatch(ctx, id)
	})
}

// Made implements play.Matches.
func (t tx) Made(ctx context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	return read(ctx, t, exclusive, listName(p), func() ([]play.Summary, error) { return t.common.Made(ctx, p, since) })
}

// Rated implements play.Matches.
func (t tx) Rated(ctx context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	return read(ctx, t, exclusive, listName(p), func() ([]play.Summary, error) { return t.common.Rated(ctx, p, since) })
}

// MadeIn implements play.Matches.
func (t tx) MadeIn(ctx context.Context, channel string, since time.Time) ([]time.Time, error) {
	return read(ctx, t, exclusive, channelName(channel),
		func() ([]time.Time, error) { return t.common.MadeIn(ctx, channel, since) })
}

// Events implements play.Matches.
func (t tx) Events(ctx context.Context, id match.ID, from, last int) ([]match.Event, error) {
	return read(ctx, t, exclusive, matchName(id),
		func() ([]match.Event, error) { return t.common.Events(ctx, id, from, last) })
}

// Rename implements play.Matches.
func (t tx) Rename(ctx context.Context, id match.ID, p, former match.PlayerID) error {
	return t.write(ctx, matchName(id), func() error {
		if err := t.unit.lock(ctx, shared, listName(p), listName(former)); err != nil {
			return err
		}
		return t.common.Rename(ctx, id, p, former)
	})
}

// Delivery implements play.Matches.
func (t tx) Delivery(ctx context.Context, id match.ID) (play.Delivery, error) {
	return read(ctx, t, exclusive, matchName(id), func() (play.Delivery, error) { return t.common.Delivery(ctx, id) })
}

// SaveDelivery implements play.Matches.
func (t tx) SaveDelivery(ctx context.Context, id match.ID, d play.Delivery) error {
	return t.write(ctx, matchName(id), func() error {
		was, err := t.unit.place(ctx, id)
		if err == nil && (was.guild != d.Venue.Guild || was.channel != d.Venue.Channel) {
			err = t.unit.lock(ctx, shared, listName(was.challenger), listName(was.opponent), channelName(was.channel),
				channelName(d.Venue.Channel))
		}
		if err != nil {
			return err
		}
		return t.common.SaveDelivery(ctx, id, d)
	})
}

// Player implements play.Players. Many read what few change.
func (t tx) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	return read(ctx, t, shared, playerName(id), func() (play.Player, error) { return t.common.Player(ctx, id) })
}

// SavePlayer implements play.Players.
func (t tx) SavePlayer(ctx context.Context, p play.Player) error {
	return t.write(ctx, playerName(p.ID), func() error { return t.common.SavePlayer(ctx, p) })
}

// RemovePlayer implements play.Players.
func (t tx) RemovePlayer(ctx context.Context, p match.PlayerID) error {
	return t.write(ctx, playerName(p), func() error {
		if err := t.unit.lock(ctx, exclusive, subjectName(string(p)), solvedName(p)); err != nil {
			return err
		}
		return t.common.RemovePlayer(ctx, p)
	})
}

// Seat implements play.Seats.
func (t tx) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	return read(ctx, t, exclusive, matchName(id), func() (play.Seat, error) { return t.common.Seat(ctx, id, p) })
}

// SaveSeat implements play.Seats.
func (t tx) SaveSeat(ctx context.Context, s play.Seat) error {
	return t.write(ctx, matchName(s.Match), func() error { return t.common.SaveSeat(ctx, s) })
}

// Server implements play.Servers, as Player does.
func (t tx) Server(ctx context.Context, id string) (play.Server, error) {
	return read(ctx, t, shared, serverName(id), func() (play.Server, error) { return t.common.Server(ctx, id) })
}

// SaveServer implements play.Servers.
func (t tx) SaveServer(ctx context.Context, s play.Server) error {
	return t.write(ctx, serverName(s.ID), func() error { return t.common.SaveServer(ctx, s) })
}

// RemoveServer implements play.Servers.
func (t tx) RemoveServer(ctx context.Context, id string) error {
	return t.write(ctx, serverName(id), func() error {
		if err := t.unit.lock(ctx, exclusive, subjectName(id), dailyName(id), leagueName(id)); err != nil {
			return err
		}
		return t.common.RemoveServer(ctx, id)
	})
}

// Review implements play.ReviewStore.
func (t tx) Review(ctx context.Context, id match.ID) (play.Review, error) {
	return read(ctx, t, exclusive, matchName(id), func() (play.Review, error) { return t.common.Review(ctx, id) })
}

// SaveReview implements play.ReviewStore.
func (t tx) SaveReview(ctx context.Context, r play.Review) error {
	return t.write(ctx, matchName(r.Match), func() error {
		if err := t.unit.lock(ctx, shared, reviewsName); err != nil {
			return err
		}
		return t.common.SaveReview(ctx, r)
	})
}

// ReviewLoad implements play.ReviewStore.
func (t tx) ReviewLoad(ctx context.Context, p match.PlayerID, since time.Time) (play.ReviewLoad, error) {
	return read(ctx, t, exclusive, reviewsName,
		func() (play.ReviewLoad, error) { return t.common.ReviewLoad(ctx, p, since) })
}

// RatingChanges implements play.Ratings.
func (t tx) RatingChanges(ctx context.Context, p match.PlayerID, limit int) ([]rated.Change, error) {
	return read(ctx, t, exclusive, ratingName(p),
		func() ([]rated.Change, error) { return t.common.RatingChanges(ctx, p, limit) })
}

// AddRatingChange implements play.Ratings.
func (t tx) AddRatingChange(ctx context.Context, c rated.Change) error {
	return t.write(ctx, ratingName(c.Player), func() error { return t.common.AddRatingChange(ctx, c) })
}

// RenameRatings implements play.Ratings.
func (t tx) RenameRatings(ctx context.Context, p, former match.PlayerID) error {
	return t.write(ctx, ratingName(p), func() error { return t.common.RenameRatings(ctx, p, former) })
}

// AddStanding implements rated.Standings.
func (t tx) AddStanding(ctx context.Context, s rated.Standing) error {
	return t.write(ctx, standingName(s.Player), func() error { return t.common.AddStanding(ctx, s) })
}

// Dailies implements play.Dailies.
func (t tx) Dailies(ctx context.Context, server string) ([]play.Daily, error) {
	return read(ctx, t, shared, dailyName(server), func() ([]play.Daily, error) { return t.common.Dailies(ctx, server) })
}

// Solvers implements play.Dailies.
func (t tx) Solvers(ctx context.Context, server string, day play.Day) ([]play.Solver, error) {
	return read(ctx, t, exclusive, dailyName(server),
		func() ([]play.Solver, error) { return t.common.Solvers(ctx, server, day) })
}

// SolvedBy implements play.Dailies.
func (t tx) SolvedBy(ctx context.Context, p match.PlayerID) ([]play.Solver, error) {
	return read(ctx, t, exclusive, solvedName(p), func() ([]play.Solver, error) { return t.common.SolvedBy(ctx, p) })
}

// SaveDaily implements play.Dailies.
func (t tx) SaveDaily(ctx context.Context, d play.Daily) error {
	return t.write(ctx, dailyName(d.Server), func() error { return t.common.SaveDaily(ctx, d) })
}

// SaveSolver implements play.Dailies.
func (t tx) SaveSolver(ctx context.Context, s play.Solver) error {
	return t.write(ctx, solvedName(s.Player), func() error {
		if err := t.unit.lock(ctx, shared, dailyName(s.Server)); err != nil {
			return err
		}
		return t.common.SaveSolver(ctx, s)
	})
}

// ForgetDailies implements play.Dailies.
func (t tx) ForgetDailies(ctx context.Context, server string, before play.Day) error {
	return t.write(ctx, dailyName(server), func() error { return t.common.ForgetDailies(ctx, server, before) })
}

// PuzzleTries implements tries.Store.
func (t tx) PuzzleTries(ctx context.Context, p match.PlayerID) ([]tries.Try, error) {
	return read(ctx, t, exclusive, solvedName(p), func() ([]tries.Try, error) { return t.common.PuzzleTries(ctx, p) })
}

// AddPuzzleTry implements tries.Store.
func (t tx) AddPuzzleTry(ctx context.Context, one tries.Try) error {
	return t.write(ctx, solvedName(one.Player), func() error { return t.common.AddPuzzleTry(ctx, one) })
}

// PuzzleNumber implements tries.Store.
func (t tx) PuzzleNumber(ctx context.Context, puzzle string) (tries.Number, error) {
	return read(ctx, t, exclusive, puzzleName(puzzle),
		func() (tries.Number, error) { return t.common.PuzzleNumber(ctx, puzzle) })
}

// SavePuzzleNumber implements tries.Store.
func (t tx) SavePuzzleNumber(ctx context.Context, n tries.Number) error {
	return t.write(ctx, puzzleName(n.Puzzle), func() error { return t.common.SavePuzzleNumber(ctx, n) })
}

// SaveOwnPuzzle implements tries.Store.
func (t tx) SaveOwnPuzzle(ctx context.Context, o tries.Own) error {
	return t.write(ctx, solvedName(o.Player), func() error { return t.common.SaveOwnPuzzle(ctx, o) })
}

// Orders implements play.Tx.
func (t tx) Orders(ctx context.Context) (play.Orders, error) {
	return read(ctx, t, exclusive, ordersName, func() (play.Orders, error) { return t.common.Orders(ctx) })
}

// SaveOrders implements play.Tx.
func (t tx) SaveOrders(ctx context.Context, o play.Orders) error {
	return t.write(ctx, ordersName, func() error { return t.common.SaveOrders(ctx, o) })
}

// Alive implements play.Tx.
func (t tx) Alive(ctx context.Context) (play.Alive, error) {
	return read(ctx, t, exclusive, aliveName, func() (play.Alive, error) { return t.common.Alive(ctx) })
}

// SaveAlive implements play.Tx.
func (t tx) SaveAlive(ctx context.Context, a play.Alive) error {
	return t.write(ctx, aliveName, func() error { return t.common.SaveAlive(ctx, a) })
}

// Part implements play.Tx. What a part that is taken back had locked, PostgreSQL lets go of.
func (t tx) Part(ctx context.Context, f func() error) error {
	return t.unit.part(func() error { return t.common.Part(ctx, f) })
}
