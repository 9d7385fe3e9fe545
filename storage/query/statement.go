package query

import (
	"database/sql"
	"fmt"
	"strings"

	"madbot/storage/row"
)

// names returns the names in a list of columns.
func names(columns string) []string {
	list := strings.Split(columns, ",")
	for i, name := range list {
		list[i] = strings.TrimSpace(name)
	}
	return list
}

// places returns a place for the value of each column, from ?1 on.
func places(columns string) string {
	list := names(columns)
	for i := range list {
		list[i] = fmt.Sprintf("?%d", i+1)
	}
	return "(" + strings.Join(list, ",") + ")"
}

// insert returns the statement that adds a row of columns to a table.
func insert(table, columns string) string {
	return "INSERT INTO " + table + " (" + columns + ") VALUES " + places(columns)
}

// upsert returns the statement that adds a row of columns to a table, in place of the one with the same key,
// which are columns too.
func upsert(table, key, columns string) string {
	var sets []string
	for _, name := range names(columns) {
		sets = append(sets, name+" = excluded."+name)
	}
	return insert(table, columns) + " ON CONFLICT (" + key + ") DO UPDATE SET " + strings.Join(sets, ", ")
}

// collect reads all rows by scan, and closes them.
func collect[T any](rows *sql.Rows, err error, scan func(row.Scanner) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}
