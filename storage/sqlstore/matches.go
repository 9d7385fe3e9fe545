package sqlstore

import (
	"context"
	"fmt"
	"iter"

	"madbot/bot/play"
	"madbot/rules/match"
)

// selectMatches selects whole matches in one statement, so that each is read in one state.
const selectMatches = "SELECT " + matchColumns + ", " + deliveryColumns + `,
	(SELECT coalesce(string_agg(turn, ' ' ORDER BY ply), '') FROM turns WHERE turns.match = id)
	FROM matches JOIN deliveries ON deliveries.match = id `

var (
	insertMatch = insert("matches", matchColumns, 1) + " ON CONFLICT (id) DO NOTHING"
	updateMatch = "UPDATE matches SET (" + matchColumns + ") = " + places(1, len(names(matchColumns))) +
		" WHERE id = ?1"
	insertTurn = insert("turns", turnColumns, 1)
)

// Match returns a match, play.ErrNotFound, or a *CorruptError.
func (r Reader) Match(ctx context.Context, id match.ID) (play.Match, error) {
	m, err := One(ctx, r.on(matchName(id)), selectMatches+"WHERE id = ?1", scanMatch, id)
	if err != nil {
		return play.Match{}, fmt.Errorf("load match %s: %w", id, found(err))
	}
	return m, nil
}

// Matches returns all matches, ordered by id. For a match that does not replay, it yields a *CorruptError and
// continues.
func Matches(ctx context.Context, c Conn) iter.Seq2[play.Match, error] {
	return Rows(ctx, c, selectMatches+"ORDER BY id", scanMatch)
}

// CreateMatch implements play.Matches.
func (t Tx) CreateMatch(ctx context.Context, m play.Match, events []match.Event) error {
	on := t.on(matchName(m.ID)).andShared(listName(m.Challenger), listName(m.Opponent), channelName(m.Venue.Channel))
	n, err := affected(on.ExecContext(ctx, insertMatch, rowOf(m.Match).fields()...))
	if err == nil && n == 0 {
		err = play.ErrExists
	}
	if err != nil {
		return fmt.Errorf("create match %s: %w", m.ID, err)
	}
	if err := t.SaveDelivery(ctx, m.ID, m.Delivery); err != nil {
		return err
	}
	return t.record(ctx, &m.Match, events)
}

// SaveMatch implements play.Matches.
func (t Tx) SaveMatch(ctx context.Context, m match.Match, events []match.Event) error {
	err := t.leavePlace(ctx, m.ID, func(was place) bool {
		return was.status != m.Status || was.opponent != m.Opponent || was.practice != m.Practice
	}, listName(m.Opponent))
	if err == nil {
		err = exec(ctx, t.on(matchName(m.ID)), rowOf(m).fields(), updateMatch)
	}
	if err != nil {
		return err
	}
	return t.record(ctx, &m, events)
}

// record appends events, moves the turns that they take back to taken_back, and appends new turns of m.
func (t Tx) record(ctx context.Context, m *match.Match, events []match.Event) error {
	for _, e := range events {
		if err := t.addEvent(ctx, m.ID, e); err != nil {
			return err
		}
		if e.Kind != match.TakenBack {
			continue
		}
		if err := t.takeBack(ctx, m.ID, e); err != nil {
			return fmt.Errorf("take turns of match %s back: %w", m.ID, err)
		}
	}
	return t.appendTurns(ctx, m)
}

// takeBack moves the turns that e took back to taken_back, the last one first, as the schema requires.
func (t Tx) takeBack(ctx context.Context, id match.ID, e match.Event) error {
	_, err := t.conn.ExecContext(ctx, `INSERT INTO taken_back (match, seq, ply, turn, played)
		SELECT match, ?1, ply, turn, played FROM turns WHERE match = ?2 AND ply > ?3`, e.Seq, id, e.Ply)
	for n := int64(1); err == nil && n > 0; {
		n, err = affected(t.conn.ExecContext(ctx, `DELETE FROM turns WHERE match = ?1 AND ply > ?2
			AND ply = (SELECT max(ply) FROM turns WHERE match = ?1)`, id, e.Ply))
	}
	return err
}

// appendTurns appends the turns of m that are not stored yet.
func (t Tx) appendTurns(ctx context.Context, m *match.Match) error {
	ply, err := One(ctx, t.conn, "SELECT coalesce(max(ply), 0) FROM turns WHERE match = ?1", ScanOne[int], m.ID)
	if err != nil {
		return fmt.Errorf("save match %s: %w", m.ID, err)
	}
	for turns := m.Game.Turns(); ply < len(turns); ply++ {
		err := exec(ctx, t.conn, []any{m.ID, ply + 1, turns[ply].String(), instant{&m.Changed}}, insertTurn)
		if err != nil {
			return err
		}
	}
	return nil
}
