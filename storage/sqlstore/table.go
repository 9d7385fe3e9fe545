package sqlstore

import (
	"errors"
	"slices"
	"strings"
)

// Kind is the type of a column's values.
type Kind uint8

// The kinds.
const (
	Text   Kind = iota // a string
	Number             // an int64
	Flag               // a bool
	JSON               // a string that holds one JSON value
)

// Column is a column of a table.
type Column struct {
	Name     string
	Kind     Kind
	Nullable bool
}

// Table describes a table of the schema, as it is copied and compared.
type Table struct {
	Name    string
	Columns []Column
	Key     []string // the columns of the primary key
}

// Names returns the names of the columns.
func (t Table) Names() (names []string) {
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	return names
}

// The columns of tables that have no constant elsewhere in this package.
const (
	turnColumns      = "match, ply, turn, played"
	takenBackColumns = "match, seq, ply, turn, played"
	jobColumns       = "kind, subject, due, attempts, version, cause" // leases are not copied
)

// Insert returns the statement that adds rows to the table.
func (t Table) Insert(rows int) string { return insert(t.Name, strings.Join(t.Names(), ", "), rows) }

// Tables returns the tables that are copied, each after those it refers to. They contain no secrets.
func Tables() []Table {
	return []Table{
		matchTable(),
		kinds{text: "match guild channel locale post_channel post_message thread",
			flag: "away forum closed edits", json: "shares"}.table("deliveries", "match, "+deliveryColumns, "match"),
		kinds{text: "match turn"}.table("turns", turnColumns, "match ply"),
		kinds{text: "match player"}.table("events", "match, "+eventColumns, "match seq"),
		kinds{text: "match turn"}.table("taken_back", takenBackColumns, "match seq ply"),
		kinds{text: "id locale zone", json: "settings progress vacation"}.table("players", playerColumns, "id"),
		kinds{text: "name account"}.table("former_players", formerColumns, "name"),
		kinds{text: "match player", json: "kept"}.table("seats", seatColumns, "match player"),
		kinds{text: "match asker version", null: "made", json: "found"}.table("reviews", reviewColumns, "match"),
		kinds{text: "player match", json: "change"}.table("rating_changes", ratingColumns, "player n"),
		kinds{text: "server season player"}.table("standings", standingColumns, "server season player"),
		kinds{text: "id", json: "settings"}.table("servers", serverColumns, "id"),
		kinds{text: "server puzzle channel message", flag: "closed", null: "begun recount"}.table("dailies", dailyColumns, "server day"),
		kinds{text: "server player", flag: "shared", null: "at"}.table("daily_solvers", solverColumns, "server day player"),
		kinds{text: "player puzzle", flag: "good hinted", json: "rating"}.table("puzzle_tries", tryColumns, "player puzzle"),
		kinds{text: "id", json: "rating"}.table("puzzles", numberColumns, "id"),
		kinds{text: "match player guild turn", flag: "wins"}.table("own_puzzles", ownColumns, "match player"),
		kinds{text: "server", json: "state"}.table("leagues", leagueColumns, "server"),
		kinds{text: "server player"}.table("league_entries", entryColumns, "server season player"),
		kinds{text: "match server", flag: "judged", null: "late"}.table("league_pairs", pairColumns, "match"),
		kinds{json: "orders"}.table("orders", ordersColumns, "id"),
		kinds{text: "kind subject cause"}.table("jobs", jobColumns, "subject kind"),
		kinds{text: "id"}.table("interactions", "id, at", "id"),
		kinds{null: "back"}.table("alive", aliveColumns, "id"),
	}
}

func matchTable() Table {
	return kinds{
		text: "id challenger opponent red blue board origin ended_by to_move",
		json: "past",
		flag: "positioning practice offer_refused paused takeback_refused time_refused pause_refused calloff_refused " +
			"no_takebacks rated",
		null: "started ended clock_began clock_from clock_up clock_await red_away blue_away suspended",
	}.table("matches", matchColumns, "id")
}

// kinds are the columns of a table that are not numbers, and those that can be NULL, separated by spaces.
type kinds struct{ text, flag, json, null string }

func (k kinds) table(name, columns, key string) Table {
	t := Table{Name: name, Key: strings.Fields(key)}
	for name := range strings.SplitSeq(columns, ",") {
		t.Columns = append(t.Columns, k.column(strings.TrimSpace(name)))
	}
	return t
}

func (k kinds) column(name string) Column {
	has := func(list string) bool { return slices.Contains(strings.Fields(list), name) }
	c := Column{Name: name, Kind: Number, Nullable: has(k.null)}
	switch {
	case has(k.text):
		c.Kind = Text
	case has(k.flag):
		c.Kind = Flag
	case has(k.json):
		c.Kind = JSON
	}
	return c
}

// Version is the version of the schema: the number of the newest migration.
const Version = 1

var (
	// ErrNewer is returned if a store was last migrated by a newer program.
	ErrNewer = errors.New("database was written by a newer version of the program: run that one, or " +
		"restore a backup from before it")
	// ErrOlder is returned if the store has an older schema and other processes may use it.
	ErrOlder = errors.New("database is of an older version of the program: back it up with madbot db backup FILE, " +
		"end all processes, and then run madbot db migrate, or madbot run -migrate")
	// ErrOther is returned if a store's tables differ from those that this program makes for its version.
	ErrOther = errors.New("database has other tables than this program makes for its version: run the build of the " +
		"program that wrote it, or restore a backup made by this one")
	// ErrInUse is returned if a store cannot be migrated because other processes use it.
	ErrInUse = errors.New("database is in use by other processes, which would not understand it any more: end them first")
	// ErrEmpty is returned if a store that is opened read-only has no tables.
	ErrEmpty = errors.New("database is empty: nothing was ever kept in it")
	// ErrFormer is returned if a store was created before version 1, whose schema is no longer read.
	ErrFormer = errors.New("database is from before version 1 and cannot be read: give the bot an empty one, " +
		"or move the file away")
)

// About describes a store as it was when it was opened.
type About struct {
	Kind    string // "SQLite" or "PostgreSQL"
	Where   string // its path, or its name and host
	Version int    // of the schema, before it was migrated; 0: the store is new
	Backup  string // the file it was backed up to before that; "": none
}
