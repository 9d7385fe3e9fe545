package sqlstore

import (
	"errors"
	"fmt"
	"strings"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/rules"
	"madbot/rules/match"
)

// matchColumns are the columns of a match.Match.
const matchColumns = `id, status, seq, challenger, opponent, red, blue,
	board, positioning, stall_limit, origin, side, level, practice, winner, reason,
	offer_by, offer_refused, offer_barred, created, started, changed, ended, ended_by, to_move, ` +
	clockColumns

// matchRow is a row of matchColumns: a match, and its game as it is stored, except for the turns.
type matchRow struct {
	match.Match
	board   string
	outcome rules.Outcome
	toMove  match.PlayerID // derived, so that it can be queried
}

func rowOf(m match.Match) *matchRow {
	return &matchRow{m, m.Terms.Options.Board.String(), m.Game.Outcome(), m.ToMove()}
}

func (r *matchRow) fields() []any {
	stop := &r.Offers[match.ToStop]
	return append([]any{&r.ID, &r.Status, &r.Seq, &r.Challenger, &r.Opponent, &r.Players.Red, &r.Players.Blue,
		&r.board, &r.Terms.Options.Positioning, &r.Terms.Options.StallLimit, position{&r.Terms.Start},
		&r.Terms.Side, &r.Terms.Level, &r.Practice, &r.outcome.Winner, &r.outcome.Reason,
		&stop.By, &stop.Refused, &stop.Barred, instant{&r.Created}, instant{&r.Started},
		instant{&r.Changed}, instant{&r.Ended}, &r.EndedBy, &r.toMove}, clockFields(&r.Match)...)
}

func (r *matchRow) scan(from Scanner, d *play.Delivery, last any) (err error) {
	if err := from.Scan(append(append(r.fields(), deliveryFields(d)...), last)...); err != nil {
		return err
	}
	if r.Terms.Options.Board, err = rules.ParseBoard(r.board); err != nil {
		return &CorruptError{Match: r.ID, Err: err}
	}
	return nil
}

// scanMatch builds a match from a row of matchColumns, deliveryColumns and its turns, separated by spaces. It returns a
// *CorruptError if they contradict each other.
func scanMatch(from Scanner) (play.Match, error) {
	var r matchRow
	var d play.Delivery
	var turns string
	err := r.scan(from, &d, &turns)
	if err == nil && !r.Started.IsZero() {
		r.Game, err = replay(&r.Match, strings.Fields(turns), r.outcome)
	}
	if err != nil {
		return play.Match{}, err
	}
	return play.Match{Match: r.Match, Delivery: d}, nil
}

func scanSummary(from Scanner) (play.Summary, error) {
	var r matchRow
	var d play.Delivery
	var ply int
	if err := r.scan(from, &d, &ply); err != nil {
		return play.Summary{}, err
	}
	return play.Summary{ID: r.ID, Status: r.Status, Terms: r.Terms, Practice: r.Practice, Challenger: r.Challenger,
		Opponent: r.Opponent, Red: r.Players.Red, Blue: r.Players.Blue, ToMove: r.toMove, Ply: ply, Outcome: r.outcome,
		Winner: r.Players.Of(r.outcome.Winner), Annulled: r.Past.Annulled, Deadline: r.Clock.Deadline(r.ColorOf(r.toMove)),
		Late: r.Clock.TimeUpRecorded(r.ColorOf(r.toMove)), Awaited: r.Clock.HeldUntil,
		Suspended: r.Clock.Suspension.IsOn(), Venue: d.Venue, Thread: d.Thread,
		Closed: d.Closed, Post: d.Post,
		Created: r.Created, Started: r.Started, Changed: r.Changed, Ended: r.Ended}, nil
}

// scanRunning reads a row of selectRunning. It returns a *CorruptError as scanMatch does.
func scanRunning(from Scanner) (gate.Running, error) {
	var m match.Match
	var board, turns string
	o := &m.Terms.Options
	err := from.Scan(&m.ID, &m.Players.Red, &m.Players.Blue, &board, &o.Positioning, &o.StallLimit,
		position{&m.Terms.Start}, &m.Terms.Rated, &turns)
	if err != nil {
		return gate.Running{}, err
	}
	if o.Board, err = rules.ParseBoard(board); err != nil {
		return gate.Running{}, &CorruptError{Match: m.ID, Err: err}
	}
	game := m.Terms.NewGame()
	p := game.Position()
	for i, text := range strings.Fields(turns) { // not replay, which takes twice as long
		turn, err := p.ParseTurn(text)
		if err != nil {
			return gate.Running{}, &CorruptError{m.ID, i + 1, err}
		}
		p = p.Play(turn)
	}
	return gate.Running{ID: m.ID, Players: m.Players, Rated: m.Terms.Rated, Position: p}, nil
}

// clockColumns are the columns of the clock, of all offers except the one to stop, and of hints and takebacks.
const clockColumns = `pace_turn, pace_bank, grace,
	clock_began, clock_from, clock_left, paused, clock_up, clock_await, red_bank, red_away, blue_bank, blue_away,
	suspension, suspended,
	takeback_by, takeback_refused, takeback_barred, time_by, time_refused, time_barred,
	pause_by, pause_refused, pause_barred, calloff_by, calloff_refused, calloff_barred,
	hints, no_takebacks, rated, undone, red_hints, blue_hints, past`

func clockFields(m *match.Match) []any {
	pace, c := &m.Terms.Pace, &m.Clock
	fields := []any{length{&pace.PerTurn}, length{&pace.Bank}, length{&m.Terms.Grace},
		instant{&c.TurnBegan}, instant{&c.RunsFrom}, length{&c.Left}, &c.Paused, instant{&c.TimeUpAt}, instant{&c.HeldUntil},
		length{&c.Reserves.Red.Bank}, instant{&c.Reserves.Red.AwayUntil},
		length{&c.Reserves.Blue.Bank}, instant{&c.Reserves.Blue.AwayUntil},
		&c.Suspension.Reason, instant{&c.Suspension.Since}}
	for k := match.ToTakeBack; k <= match.ToCallOff; k++ {
		o := &m.Offers[k]
		fields = append(fields, &o.By, &o.Refused, &o.Barred)
	}
	return append(fields, &m.Terms.Hints, &m.Terms.NoTakebacks, &m.Terms.Rated, &m.UndonePlies,
		&m.HintsUsed.Red, &m.HintsUsed.Blue,
		document{&m.Past})
}

var (
	// errOutcome is wrapped in a CorruptError if the turns do not lead to the stored outcome.
	errOutcome = errors.New("the turns lead to another outcome")
	// errSpelling is wrapped in a CorruptError if a turn is not in canonical notation.
	errSpelling = errors.New("the turn is not canonical")
)

// CorruptError is returned if a match cannot be rebuilt from its rows.
type CorruptError struct {
	Match match.ID
	Ply   int // the turn that does not replay, from 1; 0 if the match itself is corrupt
	Err   error
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("match %s is corrupt at ply %d: %v", e.Match, e.Ply, e.Err)
}

func (e *CorruptError) Unwrap() error { return e.Err }

// replay plays turns and compares the result with the stored outcome.
func replay(m *match.Match, turns []string, outcome rules.Outcome) (rules.Game, error) {
	g := m.Terms.NewGame()
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
