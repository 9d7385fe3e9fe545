package storage

import (
	"database/sql"
	"strings"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// The columns of a match, and a place for the value of each.
const (
	columns = `id, status, seq, challenger, opponent, red, blue,
	board, positioning, stall_limit, side, guild, channel, locale, winner, reason,
	offer_by, offer_ply, offer_refused, offer_barred, created, started, changed, ended,
	level, awaits_robot, ended_by, closed`
	places = "?,?,?,?,?,?,?, ?,?,?,?,?,?,?,?,?, ?,?,?,?,?,?,?,?, ?,?,?,?"
)

// selectMatches reads whole matches in one statement, and so each in one state.
const selectMatches = "SELECT " + columns + `,
	(SELECT coalesce(group_concat(turn, ' ' ORDER BY ply), '') FROM turns WHERE match = id)
	FROM matches `

// scanner is a row of selectMatches.
type scanner interface{ Scan(...any) error }

// scanMatch rebuilds a match from its row; a *CorruptError when it cannot be.
func scanMatch(row scanner) (match.Match, error) {
	var (
		m                                match.Match
		board, turns                     string
		outcome                          rules.Outcome
		created, started, changed, ended sql.NullInt64
		awaitsRobot                      bool // follows from the rest
	)
	err := row.Scan(&m.ID, &m.Status, &m.Seq, &m.Challenger, &m.Opponent, &m.Red, &m.Blue,
		&board, &m.Terms.Options.Positioning, &m.Terms.Options.StallLimit, &m.Terms.Side,
		&m.Venue.Guild, &m.Venue.Channel, &m.Venue.Locale, &outcome.Winner, &outcome.Reason,
		&m.Offer.By, &m.Offer.Ply, &m.Offer.Refused, &m.Offer.Barred,
		&created, &started, &changed, &ended, &m.Terms.Level, &awaitsRobot, &m.EndedBy,
		&m.Venue.Closed, &turns)
	if err != nil {
		return match.Match{}, err
	}
	m.Created, m.Started, m.Changed, m.Ended =
		instant(created), instant(started), instant(changed), instant(ended)
	if m.Terms.Options.Board, err = rules.ParseBoard(board); err != nil {
		return match.Match{}, &CorruptError{Match: m.ID, Err: err}
	}
	if m.Started.IsZero() {
		return m, nil
	}
	if m.Game, err = replay(&m, strings.Fields(turns), outcome); err != nil {
		return match.Match{}, err
	}
	return m, nil
}

// replay plays the turns of m to their end, which must be the outcome that is stored.
func replay(m *match.Match, turns []string, outcome rules.Outcome) (rules.Game, error) {
	g := rules.NewGame(m.Terms.Options)
	for i, text := range turns {
		if err := replayTurn(&g, text); err != nil {
			return rules.Game{}, &CorruptError{m.ID, i + 1, err}
		}
	}
	if outcome.Over() {
		g.End(outcome.Reason, outcome.Winner.Other())
	}
	if g.Outcome() != outcome {
		return rules.Game{}, &CorruptError{m.ID, g.Ply(), errOutcome}
	}
	return g, nil
}

// replayTurn plays one turn that was stored.
func replayTurn(g *rules.Game, text string) error {
	p := g.Position()
	t, err := p.ParseTurn(text)
	switch {
	case err != nil:
		return err
	case t.String() != text:
		return errSpelling
	}
	return g.Play(t)
}

// values returns what m has in columns.
func values(m *match.Match) []any {
	o := m.Game.Outcome()
	return []any{m.ID, m.Status, m.Seq, m.Challenger, m.Opponent, m.Red, m.Blue,
		m.Terms.Options.Board.String(), m.Terms.Options.Positioning, m.Terms.Options.StallLimit,
		m.Terms.Side, m.Venue.Guild, m.Venue.Channel, m.Venue.Locale, o.Winner, o.Reason,
		m.Offer.By, m.Offer.Ply, m.Offer.Refused, m.Offer.Barred,
		millis(m.Created), millis(m.Started), millis(m.Changed), millis(m.Ended),
		m.Terms.Level, m.AwaitsRobot(), m.EndedBy, m.Venue.Closed}
}

// millis is t as it is stored: Unix milliseconds, NULL for the zero time.
func millis(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: !t.IsZero()}
}

// instant is the time that millis stored.
func instant(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.UnixMilli(n.Int64).UTC()
}
