package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
	"sync"

	"madbot/storage/sqlstore"
)

// conn is a sqlstore.Conn that writes parameters as PostgreSQL does ($1 for ?1), and passes plain values to the driver.
type conn struct {
	sqlstore.Conn
	texts *sync.Map // statements, as PostgreSQL reads them
}

// text returns a statement in PostgreSQL's notation. Statements contain no question marks except parameters.
func (c conn) text(statement string) string {
	if known, ok := c.texts.Load(statement); ok {
		return known.(string)
	}
	text := strings.ReplaceAll(statement, "?", "$")
	c.texts.Store(statement, text)
	return text
}

func values(args []any) []any {
	plain := make([]any, len(args))
	for i, arg := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			v = arg // the driver accepts it or returns an error
		}
		plain[i] = v
	}
	return plain
}

func (c conn) ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	return c.Conn.ExecContext(ctx, c.text(statement), values(args)...)
}

func (c conn) QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error) {
	return c.Conn.QueryContext(ctx, c.text(statement), values(args)...)
}

func (c conn) QueryRowContext(ctx context.Context, statement string, args ...any) *sql.Row {
	return c.Conn.QueryRowContext(ctx, c.text(statement), values(args)...)
}
