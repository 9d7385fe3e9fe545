package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// echo is a database that answers every query with one row: the query's arguments. So values go through the conversions
// of database/sql both ways. It refuses a query without columns.
type echo struct{}

func (e echo) Connect(context.Context) (driver.Conn, error) { return e, nil }
func (e echo) Driver() driver.Driver                        { return nil }
func (e echo) Close() error                                 { return nil }
func (e echo) Begin() (driver.Tx, error)                    { return nil, errors.ErrUnsupported }
func (e echo) Prepare(string) (driver.Stmt, error)          { return nil, errors.ErrUnsupported }

func (e echo) QueryContext(_ context.Context, columns string,
	args []driver.NamedValue) (driver.Rows, error) {
	if columns == "" {
		return nil, errors.ErrUnsupported
	}
	r := &echoRows{columns: strings.Split(columns, ",")}
	for _, a := range args {
		r.values = append(r.values, a.Value)
	}
	return r, nil
}

// echoRows is that row.
type echoRows struct {
	columns []string
	values  []driver.Value // nil: it was read
}

func (r *echoRows) Columns() []string { return r.columns }
func (r *echoRows) Close() error      { return nil }

func (r *echoRows) Next(to []driver.Value) error {
	if r.values == nil {
		return io.EOF
	}
	copy(to, r.values)
	r.values = nil
	return nil
}

// stored returns values as they are read back from columns.
func stored(t require.TestingT, columns string, values ...any) Scanner {
	require.Len(t, values, 1+strings.Count(columns, ","), columns)
	db := sql.OpenDB(echo{})
	if c, ok := t.(testing.TB); ok {
		c.Cleanup(func() { require.NoError(c, db.Close()) })
	}
	return db.QueryRowContext(context.Background(), columns, values...)
}
