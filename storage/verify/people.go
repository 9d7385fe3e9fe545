package verify

import (
	"context"
	"errors"
	"iter"

	"madbot/bot/play"
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

// checkPeople looks for players, servers, puzzles of the day, reviews and orders that cannot be read.
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
	return readable(r, sqlstore.Servers(ctx, c))
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
