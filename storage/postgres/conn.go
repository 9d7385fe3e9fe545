package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
	"sync"

	"madbot/storage/query"
	"madbot/storage/row"
)

// conn is a query.Conn that writes the places of values as PostgreSQL does, and the values as any driver takes
// them.
type conn struct {
	query.Conn
	texts *sync.Map // from statements to how PostgreSQL has them
}

// text returns a statement as PostgreSQL has it. Nothing but a place has a question mark.
func (c conn) text(statement string) string {
	if known, ok := c.texts.Load(statement); ok {
		return known.(string)
	}
	text := strings.ReplaceAll(statement, "?", "$")
	c.texts.Store(statement, text)
	return text
}

// values turns named types into what they are.
func values(args []any) []any {
	plain := make([]any, len(args))
	for i, arg := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			v = arg // the driver knows it or says why not
		}
		plain[i] = v
	}
	return plain
}

// ExecContext implements query.Conn.
func (c conn) ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	return c.Conn.ExecContext(ctx, c.text(statement), values(args)...)
}

// QueryContext implements query.Conn.
func (c conn) QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error) {
	return c.Conn.QueryContext(ctx, c.text(statement), values(args)...)
}

// QueryRowContext implements query.Conn.
func (c conn) QueryRowContext(ctx context.Context, statement string, args ...any) *sql.Row {
	return c.Conn.QueryRowContext(ctx, c.text(statement), values(args)...)
}

// dialect is what PostgreSQL says in its own way. Whoever claims passes by the jobs that others are changing,
// whom it would have to wait for to collide with.
func dialect() query.Dialect {
	return query.Dialect{
		Kinds: "SELECT json_array_elements_text(?2::json) AS kind",
		Claim: `WITH due AS MATERIALIZED (
				SELECT kind AS k, subject AS s FROM jobs AS j WHERE kind = ?3 AND ` + query.Claimable + `
				ORDER BY due, subject LIMIT ?4 FOR UPDATE SKIP LOCKED)
			UPDATE jobs SET lease = ?2, claim = ?2 FROM due WHERE kind = k AND subject = s
			RETURNING ` + row.JobColumns,
	}
}
