package verify

import (
	"context"
	"errors"
	"iter"

	"madbot/bot/play"
	"madbot/bot/play/tries"
	"madbot/rules/match"
	"madbot/storage/sqlstore"
)

// held is a seat in its match.
type held struct {
	play.Seat
	challenger, opponent match.PlayerID
	moment               int // of the match
}

// selectHeld reads seats in their matches.
const selectHeld = `SELECT challenger, opponent, undone + (SELECT count(*) FROM turns WHERE turns.match = id),
	` + sqlstore.SeatColumns + ` FROM seats JOIN matches ON id = match ORDER BY match, player`

// scanHeld reads a row of selectHeld.
func scanHeld(from sqlstore.Scanner) (h held, err error) {
	h.Seat, err = sqlstore.ScanSeat(sqlstore.After(from, &h.challenger, &h.opponent, &h.moment))
	return h, err
}

// checkSeats looks for what a player keeps of a match that is not theirs, or of a moment that has not come.
func checkSeats(ctx context.Context, c sqlstore.Conn, r *report) error {
	for h, err := range sqlstore.Rows(ctx, c, selectHeld, scanHeld) {
		if _, ok := errors.AsType[*sqlstore.RowError](err); err != nil && !ok {
			return err
		}
		switch {
		case err != nil:
			r.add("seat of %s in match %s: %v", h.Player, h.Match, err)
		case h.Player != h.challenger && h.Player != h.opponent:
			r.add("seat of %s in match %s: it is not their match", h.Player, h.Match)
		case h.latest() > h.moment:
			r.add("seat of %s in match %s: it knows a moment that has not come", h.Player, h.Match)
		}
	}
	return nil
}

// latest returns the latest moment that a seat knows of.
func (h held) latest() int {
	latest := h.Look.Moment
	for _, p := range h.Plans {
		latest = max(latest, p.Ply)
	}
	for _, n := range h.Notes {
		latest = max(latest, n.Moment)
	}
	return latest
}

// checkPeople looks for players, servers, puzzles, reviews and orders that cannot be read.
func checkPeople(ctx context.Context, c sqlstore.Conn, r *report) error {
	if err := readable(r, sqlstore.Players(ctx, c)); err != nil {
		return err
	}
	if err := readable(r, sqlstore.Reviews(ctx, c)); err != nil {
		return err
	}
	if err := readable(r, sqlstore.AllDailies(ctx, c)); err != nil {
		return err
	}
	if err := readable(r, sqlstore.Orders(ctx, c)); err != nil {
		return err
	}
	if err := readable(r, sqlstore.PuzzleNumbers(ctx, c)); err != nil {
		return err
	}
	if err := checkTries(ctx, c, r); err != nil {
		return err
	}
	if err := checkOwn(ctx, c, r); err != nil {
		return err
	}
	return readable(r, sqlstore.Servers(ctx, c))
}

// checkTries looks for tries of puzzles that cannot be read, or do not follow each other.
func checkTries(ctx context.Context, c sqlstore.Conn, r *report) error {
	var last tries.Try
	for t, err := range sqlstore.AllTries(ctx, c) {
		if _, ok := errors.AsType[*sqlstore.RowError](err); ok {
			r.add("%v", err)
			continue
		} else if err != nil {
			return err
		}
		if last.Player != t.Player {
			last = tries.Try{}
		}
		if t.N != last.N+1 {
			r.add("puzzle %s that %s tried: %d tries before it are missing", t.Puzzle, t.Player, t.N-last.N-1)
		}
		last = t
	}
	return nil
}

// selectOwn reads the puzzles from matches with those who played there, and how many turns they played.
const selectOwn = `SELECT red, blue, (SELECT count(*) FROM turns WHERE turns.match = id),
	` + sqlstore.OwnColumns + ` FROM own_puzzles JOIN matches ON id = match ORDER BY match, player`

// checkOwn looks for puzzles from matches that are not of their player, or of a turn that was not played.
func checkOwn(ctx context.Context, c sqlstore.Conn, r *report) error {
	var red, blue match.PlayerID
	var plies int
	scan := func(from sqlstore.Scanner) (tries.Own, error) {
		return sqlstore.ScanOwn(sqlstore.After(from, &red, &blue, &plies))
	}
	for o, err := range sqlstore.Rows(ctx, c, selectOwn, scan) {
		if _, ok := errors.AsType[*sqlstore.RowError](err); err != nil && !ok {
			return err
		}
		switch {
		case err != nil:
			r.add("%v", err)
		case o.Player != red && o.Player != blue:
			r.add("puzzle of %s from match %s: it is not their match", o.Player, o.Match)
		case o.Ply >= plies:
			r.add("puzzle of %s from match %s: it is of a turn that was not played", o.Player, o.Match)
		}
	}
	return nil
}

// readable notes what of all cannot be read.
func readable[T any](r *report, all iter.Seq2[T, error]) error {
	for _, err := range all {
		if _, ok := errors.AsType[*sqlstore.RowError](err); ok {
			r.add("%v", err)
		} else if err != nil {
			return err
		}
	}
	return nil
}
