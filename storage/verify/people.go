package verify

import (
	"context"

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
	return each(r, sqlstore.Rows(ctx, c, selectHeld, scanHeld), func(h held) {
		switch {
		case h.Player != h.challenger && h.Player != h.opponent:
			r.add("seat of %s in match %s: it is not their match", h.Player, h.Match)
		case h.latest() > h.moment:
			r.add("seat of %s in match %s: it knows a moment that has not come", h.Player, h.Match)
		}
	})
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

// checkPeople looks for players, servers, puzzles, reviews, leagues and orders that cannot be read.
func checkPeople(ctx context.Context, c sqlstore.Conn, r *report) error {
	odd, err := sqlstore.Unread(ctx, c)
	for _, one := range odd {
		r.add("%v", one)
	}
	return err
}

// checkTries looks for tries of puzzles that cannot be read, or do not follow each other.
func checkTries(ctx context.Context, c sqlstore.Conn, r *report) error {
	var last tries.Try
	return each(r, sqlstore.AllTries(ctx, c), func(t tries.Try) {
		if last.Player != t.Player {
			last = tries.Try{}
		}
		if t.N != last.N+1 {
			r.add("puzzle %s that %s tried: %d tries before it are missing", t.Puzzle, t.Player, t.N-last.N-1)
		}
		last = t
	})
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
	return each(r, sqlstore.Rows(ctx, c, selectOwn, scan), func(o tries.Own) {
		switch {
		case o.Player != red && o.Player != blue:
			r.add("puzzle of %s from match %s: it is not their match", o.Player, o.Match)
		case o.Ply >= plies:
			r.add("puzzle of %s from match %s: it is of a turn that was not played", o.Player, o.Match)
		}
	})
}
