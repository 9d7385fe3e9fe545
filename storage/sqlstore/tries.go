package sqlstore

import (
	"context"

	"madbot/bot/play/tries"
	"madbot/rules/match"
)

const ownColumns = "match, player, guild, ply, turn, wins"

// The columns of a try, and of a puzzle's rating.
const (
	tryColumns    = "player, puzzle, n, good, hinted, at, rating"
	numberColumns = "id, rating"
)

var puzzleTries = relate("puzzle_tries", "", tryColumns, func(t *tries.Try) []any {
	return []any{&t.Player, &t.Puzzle, &t.N, &t.Right, &t.Hinted, instant{&t.At}, document{&t.After}}
})

var numbers = relate("puzzles", "id", numberColumns, func(n *tries.Number) []any {
	return []any{&n.Puzzle, document{&n.Rating}}
})

var own = relate("own_puzzles", "match, player", ownColumns, func(o *tries.Own) []any {
	return []any{&o.Match, &o.Player, &o.Guild, &o.Ply, &o.Turn, &o.Wins}
})

// PuzzleTries implements tries.Reader.
func (r Reader) PuzzleTries(ctx context.Context, p match.PlayerID) ([]tries.Try, error) {
	return puzzleTries.list(ctx, r.on(solvedName(p)), "WHERE player = ?1 ORDER BY n DESC", p)
}

// PuzzleNumbers implements tries.Reader.
func (r Reader) PuzzleNumbers(ctx context.Context) ([]tries.Number, error) {
	return numbers.list(ctx, r.conn, "")
}

// PuzzleNumber implements tries.Store.
func (r Reader) PuzzleNumber(ctx context.Context, puzzle string) (tries.Number, error) {
	return numbers.one(ctx, r.on(puzzleName(puzzle)), tries.Number{Puzzle: puzzle}, "WHERE id = ?1", puzzle)
}

// OwnPuzzles implements tries.Reader.
func (r Reader) OwnPuzzles(ctx context.Context, p match.PlayerID) ([]tries.Own, error) {
	return own.list(ctx, r.conn, "WHERE player = ?1 ORDER BY match", p)
}

// GuildPuzzles implements tries.Reader.
func (r Reader) GuildPuzzles(ctx context.Context, guild string, limit int) ([]tries.Own, error) {
	return own.list(ctx, r.conn, "WHERE guild = ?1 ORDER BY match, player LIMIT ?2", guild, limit)
}

// AddPuzzleTry implements tries.Store.
func (t Tx) AddPuzzleTry(ctx context.Context, one tries.Try) error {
	return puzzleTries.save(ctx, t.on(solvedName(one.Player)), one)
}

// SavePuzzleNumber implements tries.Store.
func (t Tx) SavePuzzleNumber(ctx context.Context, n tries.Number) error {
	return numbers.save(ctx, t.on(puzzleName(n.Puzzle)), n)
}

// SaveOwnPuzzle implements tries.Store.
func (t Tx) SaveOwnPuzzle(ctx context.Context, o tries.Own) error {
	return own.save(ctx, t.on(solvedName(o.Player)), o)
}
