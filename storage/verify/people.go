package verify

import (
	"context"
	"errors"
	"iter"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/query"
	"madbot/storage/row"
)

// held is a seat in its match.
type held struct {
	play.Seat
	challenger, opponent match.PlayerID
	moment               int // of the match
}

// selectHeld reads seats in their matches.
const selectHeld = "SELECT " + row.SeatColumns + `, challenger, opponent,
	undone + (SELECT count(*) FROM turns WHERE turns.match = id)
	FROM seats JOIN matches ON id = match ORDER BY match, player`

// before is a row of which other columns are read last.
type before struct {
	row.Scanner
	last []any
}

// Scan implements row.Scanner.
func (b before) Scan(to ...any) error { return b.Scanner.Scan(append(to, b.last...)...) }

// scanHeld reads a row of selectHeld.
func scanHeld(from row.Scanner) (h held, err error) {
	h.Seat, err = row.ScanSeat(before{from, []any{&h.challenger, &h.opponent, &h.moment}})
	return h, err
}

// checkSeats looks for what a player keeps of a match that is not theirs, or of a moment that has not come.
func checkSeats(ctx context.Context, c query.Conn, r *report) error {
	for h, err := range query.Rows(ctx, c, selectHeld, scanHeld) {
		if _, ok := errors.AsType[*query.RowError](err); err != nil && !ok {
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
	latest := max(h.Look.Moment, h.Plan.Moment)
	for _, n := range h.Notes {
		latest = max(latest, n.Moment)
	}
	return latest
}

// checkPeople looks for players and servers that cannot be read.
func checkPeople(ctx context.Context, c query.Conn, r *report) error {
	const players = "SELECT " + row.PlayerColumns + " FROM players ORDER BY id"
	if err := readable(r, query.Rows(ctx, c, players, row.ScanPlayer)); err != nil {
		return err
	}
	return readable(r, query.Rows(ctx, c, "SELECT "+row.ServerColumns+" FROM servers ORDER BY id", row.ScanServer))
}

// readable notes what of all cannot be read.
func readable[T any](r *report, all iter.Seq2[T, error]) error {
	for _, err := range all {
		if _, ok := errors.AsType[*query.RowError](err); ok {
			r.add("%v", err)
		} else if err != nil {
			return err
		}
	}
	return nil
}
