package sqlstore

import (
	"strconv"
	"strings"
)

// names returns the names in a list of columns.
func names(columns string) []string {
	list := strings.Split(columns, ",")
	for i, name := range list {
		list[i] = strings.TrimSpace(name)
	}
	return list
}

// places returns places for n values, from ?first on.
func places(first, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = "?" + strconv.Itoa(first+i)
	}
	return "(" + strings.Join(list, ",") + ")"
}

// insert returns the statement that adds rows of columns to a table.
func insert(table, columns string, rows int) string {
	width, all := len(names(columns)), make([]string, rows)
	for i := range all {
		all[i] = places(1+i*width, width)
	}
	return "INSERT INTO " + table + " (" + columns + ") VALUES " + strings.Join(all, ", ")
}

// upsert returns the statement that adds a row of columns to a table, in place of the one with the same key,
// which are columns too.
func upsert(table, key, columns string) string {
	var sets []string
	for _, name := range names(columns) {
		sets = append(sets, name+" = excluded."+name)
	}
	return insert(table, columns, 1) + " ON CONFLICT (" + key + ") DO UPDATE SET " + strings.Join(sets, ", ")
}
