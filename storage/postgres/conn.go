package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
	"sync"

	"madbot/storage/sqlstore"
)

// conn is a sqlstore.Conn that writes placeholders as PostgreSQL does, and the values as any driver takes
// them.
type conn struct {
	sqlstore.Conn
	texts *sync.Map // from statements to how PostgreSQL has them
}

// text returns a statement as PostgreSQL has it. Nothing but a placeholder has a question mark.
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

// ExecContext implements sqlstore.Conn.
func (c conn) ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	return c.Conn.ExecContext(ctx, c.text(statement), values(args)...)
}

// QueryContext implements sqlstore.Conn.
func (c conn) QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error) {
	return c.Conn.QueryContext(ctx, c.text(statement), values(args)...)
}

// QueryRowContext implements sqlstore.Conn.
func (c conn) QueryRowContext(ctx context.Context, statement string, args ...any) *sql.Row {
	return c.Conn.QueryRowContext(ctx, c.text(statement), values(args)...)
}
