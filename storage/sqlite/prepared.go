package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"madbot/storage/sqlstore"
)

type connection interface {
	sqlstore.Conn
	PrepareContext(ctx context.Context, statement string) (*sql.Stmt, error)
}

// prepared is a Conn that compiles each statement only once per connection, because compiling takes longer than running
// most of them. It keeps all statements: a program has a fixed number of them.
type prepared struct {
	on    connection
	known *sync.Map // *sql.Stmt by text
}

func prepare(on connection) prepared { return prepared{on, new(sync.Map)} }

// close closes all statements. Otherwise SQLite would keep the connection open, with its journal.
func (p prepared) close() error {
	var errs []error
	for _, s := range p.known.Range {
		errs = append(errs, s.(*sql.Stmt).Close())
	}
	return errors.Join(errs...)
}

func (p prepared) statement(ctx context.Context, text string) (*sql.Stmt, error) {
	if known, ok := p.known.Load(text); ok {
		return known.(*sql.Stmt), nil
	}
	made, err := p.on.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	known, other := p.known.LoadOrStore(text, made)
	if other { // another goroutine was faster
		err = made.Close()
	}
	return known.(*sql.Stmt), err
}

func (p prepared) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	s, err := p.statement(ctx, text)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

func (p prepared) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, text)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

func (p prepared) QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row {
	s, err := p.statement(ctx, text)
	if err != nil {
		return p.on.QueryRowContext(ctx, text, args...) // which returns the same error
	}
	return s.QueryRowContext(ctx, args...)
}
