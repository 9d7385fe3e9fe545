package sqlstore

import (
	"cmp"
	"context"
	"errors"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/bot/play/tries"
	"madbot/rules"
	"madbot/rules/league"
	"madbot/rules/match"
)

type seatInMatch struct {
	play.Seat
	challenger, opponent match.PlayerID
	moment               int
}

const selectSeatsInMatches = `SELECT challenger, opponent,
	undone + (SELECT count(*) FROM turns WHERE turns.match = id), ` + seatColumns + `
	FROM seats JOIN matches ON id = match ORDER BY match, player`

func scanSeatInMatch(from Scanner) (s seatInMatch, err error) {
	s.Seat, err = seats.scan(after{from, []any{&s.challenger, &s.opponent, &s.moment}})
	return s, err
}

// checkSeats finds seats in other people's matches, and seats that refer to a moment their match has not reached.
func checkSeats(ctx context.Context, c Conn, r *report) error {
	return eachRow(r, Rows(ctx, c, selectSeatsInMatches, scanSeatInMatch), func(s seatInMatch) {
		switch {
		case s.Player != s.challenger && s.Player != s.opponent:
			r.add("seat of %s in match %s: it is not their match", s.Player, s.Match)
		case s.latest() > s.moment:
			r.add("seat of %s in match %s: it knows a moment that has not come", s.Player, s.Match)
		}
	})
}

func (s seatInMatch) latest() int {
	latest := s.Look.Moment
	for _, p := range s.Plans {
		latest = max(latest, p.Ply)
	}
	for _, n := range s.Notes {
		latest = max(latest, n.Moment)
	}
	return latest
}

// checkPeople finds unreadable rows of the tables that no other check reads.
func checkPeople(ctx context.Context, c Conn, r *report) error {
	for _, unread := range []func(context.Context, Runner) ([]error, error){players.unread, formers.unread,
		reviews.unread, dailies.unread, solvers.unread, orders.unread, numbers.unread, servers.unread,
		leagues.unread, entries.unread, pairs.unread} {
		found, err := unread(ctx, c)
		if err != nil {
			return err
		}
		for _, one := range found {
			r.add("%v", one)
		}
	}
	return nil
}

// checkTries finds tries of puzzles that cannot be read or whose numbers have gaps.
func checkTries(ctx context.Context, c Conn, r *report) error {
	var last tries.Try
	return eachRow(r, puzzleTries.all(ctx, c, "ORDER BY player, n"), func(t tries.Try) {
		if last.Player != t.Player {
			last = tries.Try{}
		}
		if t.N != last.N+1 {
			r.add("puzzle %s that %s tried: %d tries before it are missing", t.Puzzle, t.Player, t.N-last.N-1)
		}
		last = t
	})
}

// selectOwnInMatches selects the puzzles from matches, each with its match's players and number of turns.
const selectOwnInMatches = `SELECT red, blue, (SELECT count(*) FROM turns WHERE turns.match = id),
	` + ownColumns + ` FROM own_puzzles JOIN matches ON id = match ORDER BY match, player`

// checkOwn finds puzzles from other people's matches, and puzzles about turns that were not played.
func checkOwn(ctx context.Context, c Conn, r *report) error {
	var red, blue match.PlayerID
	var plies int
	scan := func(from Scanner) (tries.Own, error) { return own.scan(after{from, []any{&red, &blue, &plies}}) }
	return eachRow(r, Rows(ctx, c, selectOwnInMatches, scan), func(o tries.Own) {
		switch {
		case o.Player != red && o.Player != blue:
			r.add("puzzle of %s from match %s: it is not their match", o.Player, o.Match)
		case o.Ply >= plies:
			r.add("puzzle of %s from match %s: it is of a turn that was not played", o.Player, o.Match)
		}
	})
}

// leagueMatch is a match of a season, with the players who hold its two seats in the league.
type leagueMatch struct {
	match        match.ID
	result       league.Result
	ended        league.Result
	judged, left bool
	seats, sides [2]match.PlayerID // Red's and Blue's: in the league, and in the match
	outcome      rules.Outcome
	annulled     bool
}

const selectLeagueMatches = `SELECT p.match, p.result, p.judged, coalesce(r.way, 0) > 0 OR coalesce(b.way, 0) > 0, p.ended,
		coalesce(r.player, ''), coalesce(b.player, ''), m.red, m.blue, m.winner, m.reason,
		m.past ->> 'annulled' IS NOT NULL
	FROM league_pairs AS p JOIN matches AS m ON m.id = p.match
	LEFT JOIN league_entries AS r ON r.server = p.server AND r.season = p.season AND r.grp = p.grp AND r.seat = p.red
	LEFT JOIN league_entries AS b ON b.server = p.server AND b.season = p.season AND b.grp = p.grp AND b.seat = p.blue
	ORDER BY p.match`

func scanLeagueMatch(from Scanner) (m leagueMatch, err error) {
	err = from.Scan(&m.match, &m.result, &m.judged, &m.left, &m.ended, &m.seats[0], &m.seats[1], &m.sides[0], &m.sides[1],
		&m.outcome.Winner, &m.outcome.Reason, &m.annulled)
	return m, err
}

// checkLeagues finds league matches that are not played by the holders of their seats, and results in the league that
// differ from the match's.
func checkLeagues(ctx context.Context, c Conn, r *report) error {
	former := map[match.PlayerID]match.PlayerID{} // players who are being deleted may appear under both ids
	for p, err := range players.all(ctx, c, "ORDER BY id") {
		if _, ok := errors.AsType[*RowError](err); err != nil && !ok {
			return err
		}
		former[p.ID] = p.Progress.Former
	}
	name := func(p match.PlayerID) match.PlayerID { return cmp.Or(former[p], p) }
	return eachRow(r, Rows(ctx, c, selectLeagueMatches, scanLeagueMatch), func(m leagueMatch) {
		for i, p := range m.seats {
			if name(p) != name(m.sides[i]) {
				r.add("match %s: its players do not hold its seats in the league", m.match)
			}
		}
		void := m.annulled && m.result == league.Void
		is := season.ResultOf(m.outcome)
		if !void && !m.judged && m.result != is && (!m.left || m.result != league.Open) {
			r.add("match %s: its result in the league is not how it ended", m.match)
		}
		if m.ended != is && (!m.annulled || m.ended != league.Void) {
			r.add("match %s: the league does not know how it ended", m.match)
		}
	})
}
