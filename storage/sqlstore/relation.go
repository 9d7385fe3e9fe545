package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"strconv"
	"strings"
)

// relation maps values of a type to rows of a table.
type relation[T any] struct {
	table  string
	key    int            // the number of columns in the key, which come first
	from   string         // the statement that selects the columns of all rows
	put    string         // the statement that inserts or replaces a row
	fields func(*T) []any // pointers into a value, in the order of the columns, to read and to write it
}

// relate returns the relation of a table. Saving a row replaces the row with the same key; a table without a key only
// grows. key and columns are lists of names; the columns include the key.
func relate[T any](table, key, columns string, fields func(*T) []any) relation[T] {
	put, n := insert(table, columns, 1), len(names(key))
	if key != "" {
		put = upsert(table, key, columns)
	}
	return relation[T]{table, n, "SELECT " + columns + " FROM " + table + " ", put, fields}
}

// scan reads a row. Its error names the row by its key, if it has one.
func (r relation[T]) scan(from Scanner) (v T, err error) {
	fields := r.fields(&v)
	if err = from.Scan(fields...); err != nil {
		name := r.table
		for _, field := range fields[:r.key] {
			name += fmt.Sprint(" ", reflect.ValueOf(field).Elem())
		}
		return v, fmt.Errorf("%s: %w", name, err)
	}
	return v, nil
}

// all returns all rows in an order.
func (r relation[T]) all(ctx context.Context, c Runner, order string) iter.Seq2[T, error] {
	return Rows(ctx, c, r.from+order, r.scan)
}

// unread returns an error for each row that cannot be read.
func (r relation[T]) unread(ctx context.Context, c Runner) (odd []error, err error) {
	for _, err := range Rows(ctx, c, r.from, r.scan) {
		if _, ok := errors.AsType[*RowError](err); ok {
			odd = append(odd, err)
		} else if err != nil {
			return nil, err
		}
	}
	return odd, nil
}

// list returns the rows that meet a condition.
func (r relation[T]) list(ctx context.Context, c Runner, condition string, values ...any) ([]T, error) {
	return All(ctx, c, r.from+condition, r.scan, values...)
}

// one returns the row that meets a condition, or none if there is no such row.
func (r relation[T]) one(ctx context.Context, c Runner, none T, condition string, values ...any) (T, error) {
	v, err := One(ctx, c, r.from+condition, r.scan, values...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return none, nil
	case err != nil:
		return none, err
	}
	return v, nil
}

func (r relation[T]) save(ctx context.Context, c Runner, v T) error {
	return exec(ctx, c, r.fields(&v), r.put)
}

// exec runs statements one after another, all with the same values.
func exec(ctx context.Context, c Runner, values []any, statements ...string) error {
	for _, statement := range statements {
		if _, err := c.ExecContext(ctx, statement, values...); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

func names(columns string) []string {
	list := strings.Split(columns, ",")
	for i, name := range list {
		list[i] = strings.TrimSpace(name)
	}
	return list
}

// places returns n parameters, from ?first on, in parentheses.
func places(first, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = "?" + strconv.Itoa(first+i)
	}
	return "(" + strings.Join(list, ",") + ")"
}

func insert(table, columns string, rows int) string {
	width, all := len(names(columns)), make([]string, rows)
	for i := range all {
		all[i] = places(1+i*width, width)
	}
	return "INSERT INTO " + table + " (" + columns + ") VALUES " + strings.Join(all, ", ")
}

// upsert returns the statement that inserts a row into a table, or replaces the row with the same key.
func upsert(table, key, columns string) string {
	var sets []string
	for _, name := range names(columns) {
		sets = append(sets, name+" = excluded."+name)
	}
	return insert(table, columns, 1) + " ON CONFLICT (" + key + ") DO UPDATE SET " + strings.Join(sets, ", ")
}
