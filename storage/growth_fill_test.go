package storage_test

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"madbot/storage/sqlstore"
)

// batch is how many matches one statement creates.
const batch = 50_000

// copied describes copies of a template match, numbered from first to last-1, between that many people.
type copied struct {
	template            string
	first, last, people int
}

// filling is how a kind of store is filled fast, without its safeguards.
type filling struct {
	driver, before, after string
	slow                  string // selects the statements that drop indexes and triggers, and those that create them again
}

// fillings returns how to fill the store at an address.
func fillings(address string) filling {
	if strings.HasPrefix(address, "postgres") {
		return filling{"pgx", "SET statement_timeout = 0; SET session_replication_role = replica", "VACUUM ANALYZE",
			`SELECT 'DROP INDEX ' || indexname, indexdef FROM pg_indexes
			WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)`}
	}
	return filling{"sqlite3", "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -500000",
		"PRAGMA journal_mode = WAL",
		"SELECT 'DROP ' || type || ' ' || name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql <> ''"}
}

// grow closes the store and creates matches in it. Only the clocks' jobs are left, because the worker would have done
// the others by now.
func (g *growth) grow(all ...copied) {
	g.Helper()
	require.NoError(g, g.store.Close())
	fill := fillings(g.address)
	db, err := sql.Open(fill.driver, g.address)
	require.NoError(g, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	do := func(statement string) {
		_, err := db.ExecContext(g.Context(), statement)
		require.NoError(g, err, statement)
	}
	do(fill.before)
	do("DELETE FROM jobs WHERE kind <> 'flag'")
	slow, err := sqlstore.All(g.Context(), db, fill.slow, func(from sqlstore.Scanner) (both [2]string, err error) {
		return both, cmp.Or(err, from.Scan(&both[0], &both[1]))
	})
	require.NoError(g, err)
	for _, both := range slow {
		do(both[0])
	}
	for _, c := range all {
		for ; c.first < c.last; c.first += batch {
			for _, statement := range c.statements() {
				do(statement)
			}
		}
	}
	for _, both := range slow {
		do(both[1])
	}
	do(fill.after)
	if fill.driver == "sqlite3" { // otherwise the first measurement would wait for it
		file, err := os.Open(g.address)
		require.NoError(g, err)
		require.NoError(g, errors.Join(file.Sync(), file.Close()))
	}
}

// statements returns the statements that create the next batch. In finished matches, the players are people, rated, on
// a server with growFew members.
func (c copied) statements() (list []string) {
	last := min(c.last, c.first+batch)
	numbers := fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", c.first, last-1)
	for _, table := range sqlstore.Tables() {
		if from := c.rows(table); from != "" {
			list = append(list, fmt.Sprintf("INSERT INTO %s (%s) %s SELECT %s", table.Name,
				strings.Join(table.Names(), ", "), numbers, from))
		}
	}
	if c.template != "f" {
		return list
	}
	return append(list,
		fmt.Sprintf(`INSERT INTO rating_changes %s SELECT 'p' || (i %% %d), i + 1, 'f' || i, 0,
			'{"after":{"Points":1500}}' FROM n`, numbers, c.people),
		fmt.Sprintf(`INSERT INTO standings %s SELECT 's' || (i %% %d / %d), '2026-1', 'p' || (i %% %[2]d), 20, 20 FROM n
			WHERE true ON CONFLICT DO NOTHING`, numbers, c.people, growFew),
		fmt.Sprintf(`INSERT INTO players %s SELECT 'p' || (i %% %d), '', '', '{}', '{}', 'null', 0 FROM n
			WHERE true ON CONFLICT DO NOTHING`, numbers, c.people))
}

// rows selects the template's rows in a table, once for every number; "" if it has none.
func (c copied) rows(t sqlstore.Table) string {
	where := "match = '" + c.template + "'"
	switch t.Name {
	case "matches":
		where = "id = '" + c.template + "'"
	case "jobs":
		where = "subject = 'flag/" + c.template + "'"
	case "deliveries", "turns", "events":
	default:
		return ""
	}
	var values []string
	for _, column := range t.Names() {
		value := column
		switch column {
		case "id", "match", "subject":
			value += " || i"
		case "challenger", "opponent", "red", "blue", "to_move", "ended_by", "player":
			value = fmt.Sprintf("CASE %s WHEN 'A' THEN 'p' || (i %% %d) WHEN 'B' THEN 'p' || ((i * 7 + 1) %% %d) ELSE %s END",
				column, c.people, c.people, column)
		case "changed", "ended", "due":
			value += " + i"
		}
		values = append(values, value)
	}
	order := "i"
	for _, key := range []string{"ply", "seq"} {
		if slices.Contains(t.Key, key) {
			order += ", " + key
		}
	}
	return fmt.Sprintf("%s FROM %s CROSS JOIN n WHERE %s ORDER BY %s", strings.Join(values, ", "), t.Name, where, order)
}
