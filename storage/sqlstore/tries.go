package sqlstore

import (
	"context"
	"fmt"
	"iter"

	"madbot/bot/play/tries"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// OwnColumns are the columns of a puzzle from a match.
const OwnColumns = "match, player, guild, ply, turn, wins"

// The columns of a try, and of how hard a puzzle is.
const (
	tryColumns    = "player, puzzle, n, good, hinted, at, rating"
	numberColumns = "id, rating"
)

const (
	selectTries   = "SELECT " + tryColumns + " FROM puzzle_tries "
	selectNumbers = "SELECT " + numberColumns + " FROM puzzles "
	selectOwn     = "SELECT " + OwnColumns + " FROM own_puzzles "
)

var (
	saveNumber = upsert("puzzles", "id", numberColumns)
	saveOwn    = upsert("own_puzzles", "match, player", OwnColumns)
)

// tryFields returns what t has in tryColumns.
func tryFields(t *tries.Try) []any {
	return []any{&t.Player, &t.Puzzle, &t.N, &t.Right, &t.Hinted, instant{&t.At}, document{&t.After}}
}

// scanTry reads a row of tryColumns.
func scanTry(from Scanner) (t tries.Try, err error) {
	err = from.Scan(tryFields(&t)...)
	return t, err
}

// numberFields returns what n has in numberColumns.
func numberFields(n *tries.Number) []any { return []any{&n.Puzzle, document{&n.Rating}} }

// scanNumber reads a row of numberColumns.
func scanNumber(from Scanner) (n tries.Number, err error) {
	err = from.Scan(numberFields(&n)...)
	return n, err
}

// ownFields returns what o has in OwnColumns.
func ownFields(o *tries.Own) []any {
	return []any{&o.Match, &o.Player, &o.Guild, &o.Ply, &o.Turn, &o.Wins}
}

// ScanOwn reads a row of OwnColumns.
func ScanOwn(from Scanner) (o tries.Own, err error) {
	err = from.Scan(ownFields(&o)...)
	return o, err
}

// PuzzleTries implements tries.Reader.
func (r Reader) PuzzleTries(ctx context.Context, p match.PlayerID) ([]tries.Try, error) {
	list, err := All(ctx, r.conn, selectTries+"WHERE player = ?1 ORDER BY n DESC", scanTry, p)
	if err != nil {
		return nil, fmt.Errorf("load which puzzles %s tried: %w", p, err)
	}
	return list, nil
}

// AllTries are those of all players, those of each in order.
func AllTries(ctx context.Context, c Conn) iter.Seq2[tries.Try, error] {
	return Rows(ctx, c, selectTries+"ORDER BY player, n", scanTry)
}

// PuzzleNumbers implements tries.Reader.
func (r Reader) PuzzleNumbers(ctx context.Context) ([]tries.Number, error) {
	list, err := All(ctx, r.conn, selectNumbers, scanNumber)
	if err != nil {
		return nil, fmt.Errorf("load how hard puzzles are: %w", err)
	}
	return list, nil
}

// PuzzleNumbers are those of the puzzles that somebody tried.
func PuzzleNumbers(ctx context.Context, c Conn) iter.Seq2[tries.Number, error] {
	return Rows(ctx, c, selectNumbers, scanNumber)
}

// PuzzleNumber implements tries.Store.
func (r Reader) PuzzleNumber(ctx context.Context, puzzle string) (tries.Number, error) {
	list, err := All(ctx, r.conn, selectNumbers+"WHERE id = ?1", scanNumber, puzzle)
	if err != nil {
		return tries.Number{}, fmt.Errorf("load how hard puzzle %s is: %w", puzzle, err)
	}
	return append(list, tries.Number{Puzzle: puzzle, Rating: rating.Rating{}})[0], nil
}

// OwnPuzzles implements tries.Reader.
func (r Reader) OwnPuzzles(ctx context.Context, p match.PlayerID) ([]tries.Own, error) {
	list, err := All(ctx, r.conn, selectOwn+"WHERE player = ?1 ORDER BY match", ScanOwn, p)
	if err != nil {
		return nil, fmt.Errorf("load the puzzles of %s: %w", p, err)
	}
	return list, nil
}

// GuildPuzzles implements tries.Reader.
func (r Reader) GuildPuzzles(ctx context.Context, guild string, limit int) ([]tries.Own, error) {
	list, err := All(ctx, r.conn, selectOwn+"WHERE guild = ?1 ORDER BY match, player LIMIT ?2", ScanOwn, guild, limit)
	if err != nil {
		return nil, fmt.Errorf("load the puzzles of server %s: %w", guild, err)
	}
	return list, nil
}

// AddPuzzleTry implements tries.Store.
func (t Tx) AddPuzzleTry(ctx context.Context, one tries.Try) error {
	if _, err := t.conn.ExecContext(ctx, insert("puzzle_tries", tryColumns, 1), tryFields(&one)...); err != nil {
		return fmt.Errorf("save that %s tried puzzle %s: %w", one.Player, one.Puzzle, err)
	}
	return nil
}

// SavePuzzleNumber implements tries.Store.
func (t Tx) SavePuzzleNumber(ctx context.Context, n tries.Number) error {
	if _, err := t.conn.ExecContext(ctx, saveNumber, numberFields(&n)...); err != nil {
		return fmt.Errorf("save how hard puzzle %s is: %w", n.Puzzle, err)
	}
	return nil
}

// SaveOwnPuzzle implements tries.Store.
func (t Tx) SaveOwnPuzzle(ctx context.Context, o tries.Own) error {
	if _, err := t.conn.ExecContext(ctx, saveOwn, ownFields(&o)...); err != nil {
		return fmt.Errorf("save a puzzle from match %s: %w", o.Match, err)
	}
	return nil
}
