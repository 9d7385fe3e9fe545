package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"madbot/storage/sqlstore"
)

// connection is an *sql.DB or an *sql.Conn.
type connection interface {
	sqlstore.Conn
	PrepareContext(ctx context.Context, statement string) (*sql.Stmt, error)
}

// prepared is a Conn that has SQLite compile each statement once a connection, which takes longer than most of them
// take to run. It keeps them all: a program has a fixed number of them.
type prepared struct {
	on    connection
	known *sync.Map // of *sql.Stmt, by their texts
}

// prepare returns a prepared that has compiled nothing yet.
func prepare(on connection) prepared { return prepared{on, new(sync.Map)} }

// close forgets all statements. SQLite would keep a connection, and the journal, of which it has one.
func (p prepared) close() error {
	var errs []error
	for _, s := range p.known.Range {
		errs = append(errs, s.(*sql.Stmt).Close())
	}
	return errors.Join(errs...)
}

// statement returns a statement that was compiled.
func (p prepared) statement(ctx context.Context, text string) (*sql.Stmt, error) {
	if known, ok := p.known.Load(text); ok {
		return known.(*sql.Stmt), nil
	}
	made, err := p.on.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	known, other := p.known.LoadOrStore(text, made)
	if other { // somebody was faster
		err = made.Close()
	}
	return known.(*sql.Stmt), err
}

// ExecContext implements sqlstore.Conn.
func (p prepared) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	s, err := p.statement(ctx, text)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

// QueryContext implements sqlstore.Conn.
func (p prepared) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, text)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext implements sqlstore.Conn.
func (p prepared) QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row {
	s, err := p.statement(ctx, text)
	if err != nil {
		return p.on.QueryRowContext(ctx, text, args...) // which says so
	}
	return s.QueryRowContext(ctx, args...)
}
