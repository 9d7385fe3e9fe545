package sqlstore

import (
	"context"
	"fmt"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// histories are the events of the latest matches of somebody against people, each beside the id of its
// match.
const histories = "SELECT match, " + eventColumns + ", " + undoneTurns + ` FROM (
		SELECT id, changed FROM matches
		WHERE (challenger = ?1 AND status IN (2, 3) OR opponent = ?1 AND status IN (2, 3)) AND level = 0
		ORDER BY changed DESC, id LIMIT ?2) AS latest
	JOIN events ON events.match = id ORDER BY changed DESC, id, seq`

// endings are how the matches of somebody against people ended, or those against one of them.
const endings = `SELECT id, board, ended, winner, reason, past, CASE WHEN red = ?1 THEN 1 ELSE 2 END FROM matches
	WHERE (challenger = ?1 AND status = 3 OR opponent = ?1 AND status = 3)
		AND level = 0 AND ?2 IN ('', CASE WHEN challenger = ?1 THEN opponent ELSE challenger END)`

// Histories implements play.Reader.
func (r Reader) Histories(ctx context.Context, p match.PlayerID, limit int) (all [][]match.Event, err error) {
	type of struct {
		match.Event
		id match.ID
	}
	scan := func(from Scanner) (e of, err error) {
		e.Event, err = scanEvent(After(from, &e.id))
		return e, err
	}
	var last match.ID
	for e, err := range Rows(ctx, r.conn, histories, scan, p, limit) {
		if err != nil {
			return nil, fmt.Errorf("histories of %s: %w", p, err)
		}
		if e.id != last {
			all, last = append(all, nil), e.id
		}
		all[len(all)-1] = append(all[len(all)-1], e.Event)
	}
	return all, nil
}

// Endings implements play.Reader.
func (r Reader) Endings(ctx context.Context, p, other match.PlayerID) ([]play.Ending, error) {
	return All(ctx, r.conn, endings, func(from Scanner) (e play.Ending, err error) {
		var past match.Past
		var board string
		err = from.Scan(&e.Match, &board, instant{&e.Ended}, &e.Outcome.Winner, &e.Outcome.Reason, document{&past}, &e.Side)
		if e.Left = past.Left == e.Side; past.Annulled {
			e.Outcome = rules.Outcome{Reason: rules.Aborted}
		}
		if err == nil {
			e.Board, err = rules.ParseBoard(board)
		}
		return e, err
	}, p, other)
}

// trials are the matches of somebody against robots that ended last.
const trials = `SELECT level, CASE WHEN red = ?1 THEN 1 ELSE 2 END = winner,
	CASE WHEN red = ?1 THEN red_hints ELSE blue_hints END FROM matches
	WHERE challenger = ?1 AND status = 3 AND level > 0 AND NOT practice AND winner <> 0 AND origin = ''
	ORDER BY ended DESC, id LIMIT ?2`

// Trials implements play.Reader.
func (r Reader) Trials(ctx context.Context, p match.PlayerID, limit int) ([]play.Trial, error) {
	return All(ctx, r.conn, trials, func(from Scanner) (t play.Trial, err error) {
		err = from.Scan(&t.Level, &t.Won, &t.Hints)
		return t, err
	}, p, limit)
}
