package row

import (
	"database/sql"
	"strings"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// MatchColumns are the columns of the law's part of a match.
const MatchColumns = `id, status, seq, challenger, opponent, red, blue,
	board, positioning, stall_limit, side, level, winner, reason,
	offer_by, offer_refused, offer_barred, created, started, changed, ended, ended_by, to_move, ` +
	timeColumns

// MatchValues returns what m has in MatchColumns.
func MatchValues(m *match.Match) []any {
	o := m.Game.Outcome()
	return append([]any{m.ID, m.Status, m.Seq, m.Challenger, m.Opponent, m.Red, m.Blue,
		m.Terms.Options.Board.String(), m.Terms.Options.Positioning, m.Terms.Options.StallLimit,
		m.Terms.Side, m.Terms.Level, o.Winner, o.Reason,
		m.Offer.By, m.Offer.Refused, m.Offer.Barred, Millis(m.Created), Millis(m.Started),
		Millis(m.Changed), Millis(m.Ended), m.EndedBy, m.ToMove()}, timeValues(m)...)
}

// matchRow is a row of MatchColumns as it is read.
type matchRow struct {
	match.Match
	board                            string
	outcome                          rules.Outcome
	created, started, changed, ended sql.NullInt64
	toMove                           match.PlayerID // follows from the rest
}

// fields returns where MatchColumns are read to.
func (r *matchRow) fields() []any {
	return append([]any{&r.ID, &r.Status, &r.Seq, &r.Challenger, &r.Opponent, &r.Red, &r.Blue,
		&r.board, &r.Terms.Options.Positioning, &r.Terms.Options.StallLimit, &r.Terms.Side,
		&r.Terms.Level, &r.outcome.Winner, &r.outcome.Reason,
		&r.Offer.By, &r.Offer.Refused, &r.Offer.Barred,
		&r.created, &r.started, &r.changed, &r.ended, &r.EndedBy, &r.toMove}, timeFields(&r.Match)...)
}

// settle fills in what is not read as it is.
func (r *matchRow) settle() (err error) {
	r.Created, r.Started = Instant(r.created), Instant(r.started)
	r.Changed, r.Ended = Instant(r.changed), Instant(r.ended)
	if r.Terms.Options.Board, err = rules.ParseBoard(r.board); err != nil {
		return &CorruptError{Match: r.ID, Err: err}
	}
	return nil
}

// ScanMatch rebuilds a match from a row of MatchColumns, DeliveryColumns and its turns, separated
// by spaces. It returns a *CorruptError when they do not fit together.
func ScanMatch(from Scanner) (play.Match, error) {
	var r matchRow
	var d play.Delivery
	var turns string
	if err := from.Scan(append(append(r.fields(), deliveryFields(&d)...), &turns)...); err != nil {
		return play.Match{}, err
	}
	if err := r.settle(); err != nil {
		return play.Match{}, err
	}
	m := play.Match{Match: r.Match, Delivery: d}
	if m.Started.IsZero() {
		return m, nil
	}
	var err error
	if m.Game, err = replay(&m.Match, strings.Fields(turns), r.outcome); err != nil {
		return play.Match{}, err
	}
	return m, nil
}

// ScanSummary reads a match from a row of MatchColumns, DeliveryColumns and the number of turns.
func ScanSummary(from Scanner) (play.Summary, error) {
	var r matchRow
	var d play.Delivery
	var ply int
	if err := from.Scan(append(append(r.fields(), deliveryFields(&d)...), &ply)...); err != nil {
		return play.Summary{}, err
	}
	if err := r.settle(); err != nil {
		return play.Summary{}, err
	}
	return play.Summary{ID: r.ID, Status: r.Status, Terms: r.Terms, Challenger: r.Challenger,
		Opponent: r.Opponent, Red: r.Red, Blue: r.Blue, ToMove: r.toMove, Ply: ply, Outcome: r.outcome,
		Winner: r.PlayerOf(r.outcome.Winner), Deadline: r.Clock.Deadline(r.ColorOf(r.toMove)), Venue: d.Venue,
		Thread: d.Thread, Closed: d.Closed, Post: d.Post,
		Created: r.Created, Started: r.Started, Changed: r.Changed, Ended: r.Ended}, nil
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
