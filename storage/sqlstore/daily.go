package sqlstore

import (
	"context"
	"fmt"
	"iter"

	"madbot/bot/play"
	"madbot/rules/match"
)

// The columns of a puzzle of the day, and of a solver.
const (
	dailyColumns  = "server, day, puzzle, channel, message, begun, closed"
	solverColumns = "server, day, player, tries, at, streak, free"
)

const (
	selectDailies = "SELECT " + dailyColumns + " FROM dailies "
	selectSolvers = "SELECT " + solverColumns + " FROM daily_solvers "
)

var (
	saveDaily  = upsert("dailies", "server, day", dailyColumns)
	saveSolver = upsert("daily_solvers", "server, day, player", solverColumns)
)

// dailyFields returns what d has in dailyColumns.
func dailyFields(d *play.Daily) []any {
	return []any{&d.Server, &d.Day, &d.Puzzle, &d.Post.Channel, &d.Post.Message, instant{&d.Begun}, &d.Closed}
}

// scanDaily reads a row of dailyColumns.
func scanDaily(from Scanner) (d play.Daily, err error) {
	err = from.Scan(dailyFields(&d)...)
	return d, err
}

// solverFields returns what s has in solverColumns.
func solverFields(s *play.Solver) []any {
	return []any{&s.Server, &s.Day, &s.Player, &s.Tries, instant{&s.At}, &s.Streak, &s.Free}
}

// scanSolver reads a row of solverColumns.
func scanSolver(from Scanner) (s play.Solver, err error) {
	err = from.Scan(solverFields(&s)...)
	return s, err
}

// Dailies implements play.DailyReader.
func (r Reader) Dailies(ctx context.Context, server string) ([]play.Daily, error) {
	list, err := All(ctx, r.conn, selectDailies+"WHERE server = ?1 ORDER BY day", scanDaily, server)
	if err != nil {
		return nil, fmt.Errorf("load the puzzles of the day of server %s: %w", server, err)
	}
	return list, nil
}

// AllDailies are those of all servers.
func AllDailies(ctx context.Context, c Conn) iter.Seq2[play.Daily, error] {
	return Rows(ctx, c, selectDailies+"ORDER BY server, day", scanDaily)
}

// Solvers implements play.DailyReader.
func (r Reader) Solvers(ctx context.Context, server string, day play.Day) ([]play.Solver, error) {
	list, err := All(ctx, r.conn, selectSolvers+"WHERE server = ?1 AND day = ?2 ORDER BY player", scanSolver, server, day)
	if err != nil {
		return nil, fmt.Errorf("load who tried the puzzle of the day of server %s: %w", server, err)
	}
	return list, nil
}

// SolvedBy implements play.DailyReader.
func (r Reader) SolvedBy(ctx context.Context, p match.PlayerID) ([]play.Solver, error) {
	list, err := All(ctx, r.conn, selectSolvers+"WHERE player = ?1 ORDER BY day DESC, server", scanSolver, p)
	if err != nil {
		return nil, fmt.Errorf("load which puzzles of the day %s tried: %w", p, err)
	}
	return list, nil
}

// SaveDaily implements play.Dailies.
func (t Tx) SaveDaily(ctx context.Context, d play.Daily) error {
	if _, err := t.conn.ExecContext(ctx, saveDaily, dailyFields(&d)...); err != nil {
		return fmt.Errorf("save the puzzle of the day of server %s: %w", d.Server, err)
	}
	return nil
}

// SaveSolver implements play.Dailies.
func (t Tx) SaveSolver(ctx context.Context, s play.Solver) error {
	if _, err := t.conn.ExecContext(ctx, saveSolver, solverFields(&s)...); err != nil {
		return fmt.Errorf("save that %s tried the puzzle of the day: %w", s.Player, err)
	}
	return nil
}

// ForgetDailies implements play.Dailies.
func (t Tx) ForgetDailies(ctx context.Context, server string, before play.Day) error {
	for _, table := range []string{"daily_solvers", "dailies"} {
		_, err := t.conn.ExecContext(ctx, "DELETE FROM "+table+" WHERE server = ?1 AND day < ?2", server, before)
		if err != nil {
			return fmt.Errorf("forget %s of server %s: %w", table, server, err)
		}
	}
	return nil
}
