package sqlstore

import (
	"context"

	"madbot/bot/play"
	"madbot/rules/match"
)

// The columns of a puzzle of the day, and of a solver.
const (
	dailyColumns  = "server, day, puzzle, channel, message, begun, recount, closed"
	solverColumns = "server, day, player, tries, at, streak, free, shared"
)

var dailies = relate("dailies", "server, day", dailyColumns, func(d *play.Daily) []any {
	return []any{&d.Server, &d.Day, &d.Puzzle, &d.Post.Channel, &d.Post.Message, instant{&d.Begun}, instant{&d.Recount},
		&d.Closed}
})

var solvers = relate("daily_solvers", "server, day, player", solverColumns, func(s *play.Solver) []any {
	return []any{&s.Server, &s.Day, &s.Player, &s.Tries, instant{&s.At}, &s.Streak, &s.Free, &s.Shared}
})

// Dailies implements play.DailyReader.
func (r Reader) Dailies(ctx context.Context, server string) ([]play.Daily, error) {
	return dailies.list(ctx, r.shared(dailyName(server)), "WHERE server = ?1 ORDER BY day", server)
}

// Solvers implements play.DailyReader.
func (r Reader) Solvers(ctx context.Context, server string, day play.Day) ([]play.Solver, error) {
	return solvers.list(ctx, r.on(dailyName(server)), "WHERE server = ?1 AND day = ?2 ORDER BY player", server, day)
}

// SolvedBy implements play.DailyReader.
func (r Reader) SolvedBy(ctx context.Context, p match.PlayerID) ([]play.Solver, error) {
	return solvers.list(ctx, r.on(solvedName(p)), "WHERE player = ?1 ORDER BY day DESC, server", p)
}

// SaveDaily implements play.Servers.
func (t Tx) SaveDaily(ctx context.Context, d play.Daily) error {
	return dailies.save(ctx, t.on(dailyName(d.Server)), d)
}

// SaveSolver implements play.Servers.
func (t Tx) SaveSolver(ctx context.Context, s play.Solver) error {
	return solvers.save(ctx, t.on(solvedName(s.Player)).andShared(dailyName(s.Server)), s)
}

// ForgetDailies implements play.Servers.
func (t Tx) ForgetDailies(ctx context.Context, server string, before play.Day) error {
	return exec(ctx, t.on(dailyName(server)), []any{server, before}, "DELETE FROM daily_solvers WHERE server = ?1 AND day < ?2",
		"DELETE FROM dailies WHERE server = ?1 AND day < ?2")
}
