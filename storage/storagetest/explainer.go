package storagetest

import (
	"context"
	"database/sql"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/storage/sqlstore"
)

// Explainer is a Conn that keeps how the database finds what is asked of it.
type Explainer struct {
	sqlstore.Conn
	T    *testing.T
	How  string                                 // stands before a statement that is explained
	Scan func(sqlstore.Scanner) (string, error) // reads a step from a row of that

	steps []string
}

// QueryContext implements sqlstore.Conn.
func (e *Explainer) QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error) {
	e.Explain(statement, args...)
	return e.Conn.QueryContext(ctx, statement, args...)
}

// ExecContext implements sqlstore.Conn.
func (e *Explainer) ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	e.Explain(statement, args...)
	return e.Conn.ExecContext(ctx, statement, args...)
}

// Explain keeps the steps of a statement.
func (e *Explainer) Explain(statement string, args ...any) {
	steps, err := sqlstore.All(e.T.Context(), e.Conn, e.How+statement, e.Scan, args...)
	require.NoError(e.T, err, statement)
	e.steps = append(e.steps, steps...)
}

// Take returns the steps since it was last called.
func (e *Explainer) Take() []string {
	steps := e.steps
	e.steps = nil
	return steps
}
