package sqlstore

import (
	"context"
	"fmt"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

const eventColumns = "seq, kind, player, ply, at, length"

// undoneTurns is an expression: the turns that an event took back, separated by spaces.
const undoneTurns = `(SELECT coalesce(string_agg(turn, ' ' ORDER BY ply), '') FROM taken_back
	WHERE taken_back.match = events.match AND taken_back.seq = events.seq)`

const selectEvents = "SELECT " + eventColumns + ", " + undoneTurns +
	" FROM events WHERE match = ?1 AND seq > ?2 AND seq <= ?3 ORDER BY seq"

var insertEvent = insert("events", "match, "+eventColumns, 1)

func eventFields(e *match.Event) []any {
	return []any{&e.Seq, &e.Kind, &e.By, &e.Ply, instant{&e.At}, length{&e.Length}}
}

func scanEvent(from Scanner) (e match.Event, err error) {
	err = from.Scan(append(eventFields(&e), &e.Undone)...)
	return e, err
}

// Events implements play.Lookup.
func (r Reader) Events(ctx context.Context, id match.ID, after, last int) ([]match.Event, error) {
	return All(ctx, r.on(matchName(id)), selectEvents, scanEvent, id, after, last)
}

func (t Tx) addEvent(ctx context.Context, id match.ID, e match.Event) error {
	return exec(ctx, t.conn, append([]any{id}, eventFields(&e)...), insertEvent)
}

// selectHistories selects the events of a player's latest matches against people, each with the id of its match.
const selectHistories = "SELECT match, " + eventColumns + ", " + undoneTurns + ` FROM (
		SELECT id, changed FROM matches
		WHERE (challenger = ?1 AND status IN (2, 3) OR opponent = ?1 AND status IN (2, 3)) AND level = 0
		ORDER BY changed DESC, id LIMIT ?2) AS latest
	JOIN events ON events.match = id ORDER BY changed DESC, id, seq`

// selectEndings selects how a player's matches against people ended; with ?2, only those against that opponent.
const selectEndings = `SELECT id, board, ended, winner, reason, past, CASE WHEN red = ?1 THEN 1 ELSE 2 END FROM matches
	WHERE (challenger = ?1 AND status = 3 OR opponent = ?1 AND status = 3)
		AND level = 0 AND ?2 IN ('', CASE WHEN challenger = ?1 THEN opponent ELSE challenger END)`

// Histories implements play.Reader.
func (r Reader) Histories(ctx context.Context, p match.PlayerID, limit int) (all [][]match.Event, err error) {
	type of struct {
		match.Event
		id match.ID
	}
	scan := func(from Scanner) (e of, err error) {
		e.Event, err = scanEvent(after{from, []any{&e.id}})
		return e, err
	}
	var last match.ID
	for e, err := range Rows(ctx, r.conn, selectHistories, scan, p, limit) {
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
	return All(ctx, r.on(listName(p)), selectEndings, func(from Scanner) (e play.Ending, err error) {
		var past match.Past
		var board string
		err = from.Scan(&e.Match, &board, instant{&e.Ended}, &e.Outcome.Winner, &e.Outcome.Reason, document{&past}, &e.Side)
		if e.Left = past.LeftBy == e.Side; past.Annulled {
			e.Outcome = rules.Outcome{Reason: rules.Aborted}
		}
		if err == nil {
			e.Board, err = rules.ParseBoard(board)
		}
		return e, err
	}, p, other)
}

const selectTrials = `SELECT level, CASE WHEN red = ?1 THEN 1 ELSE 2 END = winner,
	CASE WHEN red = ?1 THEN red_hints ELSE blue_hints END FROM matches
	WHERE challenger = ?1 AND status = 3 AND level > 0 AND NOT practice AND winner <> 0 AND origin = ''
	ORDER BY ended DESC, id LIMIT ?2`

// Trials implements play.Reader.
func (r Reader) Trials(ctx context.Context, p match.PlayerID, limit int) ([]play.Trial, error) {
	return All(ctx, r.conn, selectTrials, func(from Scanner) (t play.Trial, err error) {
		err = from.Scan(&t.Level, &t.Won, &t.Hints)
		return t, err
	}, p, limit)
}
