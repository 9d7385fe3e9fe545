package storagetest

import (
	"context"
	"database/sql"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/storage/sqlstore"
)

// Explainer is a Conn that records the query plan of each statement.
type Explainer struct {
	sqlstore.Conn
	T    *testing.T
	How  string                                 // prefix that makes the database explain a statement
	Scan func(sqlstore.Scanner) (string, error) // reads a step of the plan

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

// Explain records the plan of a statement.
func (e *Explainer) Explain(statement string, args ...any) {
	steps, err := sqlstore.All(e.T.Context(), e.Conn, e.How+statement, e.Scan, args...)
	require.NoError(e.T, err, statement)
	e.steps = append(e.steps, steps...)
}

// Take returns the steps recorded since it was last called.
func (e *Explainer) Take() []string {
	steps := e.steps
	e.steps = nil
	return steps
}
