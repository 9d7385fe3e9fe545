package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// root is the top of the repository, seen from this package.
const root = "../.."

// topLevel is all that stands at the top besides dot files.
var topLevel = []string{"go.mod", "go.sum", "cmd", "bot", "rules", "render", "storage",
	"config.example.yaml", "Dockerfile", "README.md", "LICENSE"}

// wall says what a package may depend on. Nothing may depend on cmd.
type wall struct {
	pkg    string // in our module
	may    string // the packages of ours that it may reach, directly or through others
	not    string // what else it may not import: packages of the standard library and below them
	reason string
}

// What several walls have in common.
const (
	module = "madbot/"
	law    = "rules rules/match "
	ports  = law + "rules/record rules/reason "
	// pictures is what it takes to say what is drawn.
	pictures = "render render/raster render/steps "
	// answers is what it takes to answer an interaction.
	answers = law + "rules/reason bot/play bot/play/notice bot/i18n bot/text bot/text/turns bot/discord bot/queue bot/ui " +
		pictures
	// stored is what it takes to read what a database holds.
	stored = ports + "bot/play bot/play/notice storage/row storage/query "
	stand  = "bot/sandbox/world bot/sandbox/check bot/sandbox/wire "
	pure   = "context os time math/rand log/slog "
)

// walls lets dependencies run downwards only. A package may be planned; each that exists has a wall.
var walls = []wall{
	{"rules", "", pure, "the rules are pure: no clock, no chance, no files"},
	{"bot/i18n", "", "", "messages know nothing of the game"},
	{"bot/i18n/i18ntest", "bot/i18n", "", "messages know nothing of the game"},
	{"render/raster", "", "context os time", "pixels know nothing of the game"},

	{"rules/record", "rules", pure, "a record is text and turns"},
	{"rules/match", "rules", "context os math/rand log/slog", "the law of a match is pure and takes now"},
	{"rules/reason", "rules", pure, "what speaks for a turn is data"},
	{"rules/explain", "rules rules/reason", "os time math/rand log/slog", "a reason follows from the rules, whatever the " +
		"engine thinks"},
	{"rules/engine/network", "rules", "os log/slog", "an evaluation knows the rules only"},
	{"rules/engine", "rules rules/engine/network", "os log/slog", "the search knows the rules only"},
	{"render/steps", "rules", pure, "what a turn does follows from the rules"},
	{"render", "rules render/raster render/steps", "context os", "a picture needs a position"},

	{"bot/play/notice", law, "context os math/rand log/slog database/sql", "when people are told is pure and takes now"},
	{"bot/play", ports + "bot/play/notice", "database/sql", "the use cases know neither Discord nor SQL"},
	{"bot/play/playtest", ports + "bot/play bot/play/notice", "", "a contract is for every store"},

	{"storage", stored + "storage/transfer storage/verify storage/file storage/sqlite storage/postgres", "",
		"the database keeps matches and does not play them"},
	{"storage/sqlite", stored + "storage/file", "", "one database does not know another"},
	{"storage/postgres", stored, "", "one database does not know another"},
	{"storage/postgres/postgrestest", stored + "storage/postgres", "", "a server for tests knows what it serves"},
	{"storage/transfer", stored, "os", "rows are moved without knowing what they mean"},
	{"storage/transfer/transfertest", ports + "bot/play bot/play/notice", "os", "matches to move are for every store"},
	{"storage/verify", stored, "os", "what must fit together is the same in every database"},
	{"storage/file", "", "", "a file is there whole or not at all"},
	{"storage/query", ports + "bot/play bot/play/notice storage/row", "os", "a statement is the same in every database"},
	{"storage/row", ports + "bot/play bot/play/notice", "os", "a row is the same in every database"},
	{"bot/play/worker", ports + "bot/play bot/play/notice", "database/sql", "the worker sees stores, people and engine " +
		"through ports"},
	{"bot/play/analysis", ports + "bot/play bot/play/notice rules/engine rules/engine/network rules/explain", "database/sql",
		"a search sees neither the store nor people"},
	{"bot/text/turns", "rules bot/i18n " + pictures, pure, "a turn is told from the position alone"},
	{"bot/text/hints", ports + "bot/play bot/play/notice bot/i18n bot/text/turns " + pictures,
		"os database/sql", "a hint is told from the game and what the search found"},
	{"bot/text", ports + "bot/play bot/play/notice bot/i18n bot/text/turns " + pictures, "os database/sql",
		"words need a match and its pictures' descriptions"},
	{"bot/learn", "rules bot/i18n", pure, "a lesson is a position, turns and words"},
	{"bot/rulebook", "rules bot/i18n " + pictures, pure, "a page of the rules is words and a diagram"},
	{"bot/panel/tap", "rules", pure, "what can be tapped follows from the position"},
	{"bot/panel", answers + "bot/panel/tap", "os database/sql", "a panel is a message that knows the game"},
	{"bot/discord", "", "", "the wire knows no game"},
	{"bot/discord/endpoint", "bot/discord", "", "the wire knows no game"},
	{"bot/discord/gateway", "bot/discord", "os database/sql", "a session knows no game"},
	{"bot/discord/sharding", "bot/discord bot/discord/gateway", "os database/sql", "processes know no game"},
	{"bot/discord/sharding/shardingtest", "", "os database/sql", "leases for tests are in memory"},
	{"bot/queue", "", "os", "a queue does not know what waits in it"},

	{"bot/people", law + "rules/reason bot/play bot/play/notice bot/i18n bot/text bot/text/turns bot/discord " + pictures, "os database/sql",
		"a name is asked for and kept"},
	{"bot/emoji", answers + "bot/panel bot/panel/tap", "os database/sql", "an emoji is a picture with a name"},
	{"bot/ui", law + "rules/reason bot/play bot/play/notice bot/discord", "os database/sql", "what a message shows is data"},
	{"bot/dispatch", answers, "os database/sql", "a dispatcher knows no command"},

	{"bot/notify", law + "rules/reason bot/play bot/play/notice bot/discord bot/ui", "os database/sql", "a notice is a message"},
	{"bot/terms", answers, "os database/sql", "terms are chosen with options and a form"},
	{"bot/settings", answers + "bot/dispatch", "os database/sql", "a choice is kept for a person or a server"},
	{"bot/replay", answers + "bot/dispatch", "os database/sql", "a replay is a picture that takes time"},

	{"bot", answers + "bot/text/hints bot/discord/gateway bot/discord/sharding rules/record bot/dispatch bot/notify bot/replay bot/people bot/emoji bot/panel bot/panel/tap bot/learn bot/rulebook bot/settings bot/terms", "database/sql",
		"the bot sees the database, the worker and the engine through bot/play bot/play/notice"},

	{"bot/sandbox", stand + "bot/sandbox/client bot/sandbox/endpoint bot/sandbox/gateway bot/sandbox/page bot/sandbox/rest",
		"", "the stand-in must be able to test a bot it does not know"},
	{"bot/sandbox/world", "bot/sandbox/check bot/sandbox/wire", "",
		"what there is does not know how it is reached"},
	{"bot/sandbox/gateway", stand, "", "a connection knows the world only"},
	{"bot/sandbox/endpoint", stand, "", "a request to the bot knows the world only"},
	{"bot/sandbox/rest", stand, "", "a call knows the world only"},
	{"bot/sandbox/client", stand, "", "a person's client knows the world only"},
	{"bot/sandbox/page", stand + "bot/sandbox/client", "", "the page acts through people's clients"},
	{"bot/sandbox/check", "bot/sandbox/wire", "os", "what Discord refuses follows from the request"},
	{"bot/sandbox/wire", "", "os", "what is on the wire knows nobody"},
	{"bot/sandbox/pagetest", "", "", "a browser knows the page only"},

	{"cmd/mad", "rules rules/record rules/reason rules/explain rules/engine rules/engine/network " + pictures, "database/sql",
		"the game at a terminal needs no Discord"},
	{"cmd/madbot", ports + pictures + "rules/engine rules/engine/network rules/explain bot bot/ui bot/dispatch bot/notify bot/replay bot/people bot/emoji bot/panel bot/panel/tap bot/learn bot/rulebook bot/settings bot/terms bot/i18n bot/text bot/text/hints bot/text/turns " +
		"bot/discord bot/discord/endpoint bot/discord/gateway bot/discord/sharding bot/queue bot/play bot/play/notice bot/play/worker bot/play/analysis " +
		"storage storage/row storage/query storage/transfer storage/verify storage/file storage/sqlite storage/postgres " +
		"bot/sandbox bot/sandbox/client bot/sandbox/endpoint bot/sandbox/gateway bot/sandbox/page " +
		"bot/sandbox/rest " + stand, "",
		"the wiring reaches everything but the other program and what is for tests"},
}

// importer is the only package that, with those below it, may import what is at a path or below it.
type importer struct {
	path, pkg string
}

var importers = []importer{
	{"github.com/bwmarrin/discordgo", "bot/discord/gateway"},
	{"github.com/mattn/go-sqlite3", "storage/sqlite"},
	{"github.com/jackc/pgx", "storage/postgres"},
	{"github.com/pressly/goose", "storage/postgres"},
	{"github.com/fogleman/gg", "render"},
	{module + "bot/sandbox", "cmd/madbot"},
}

// listed is a package as go list shows it, tests aside.
type listed struct{ imports, deps []string }

// packages lists our packages by their path in the module.
func packages(t *testing.T) map[string]listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-f",
		`{{.ImportPath}};{{join .Imports " "}};{{join .Deps " "}}`, "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	require.NoError(t, err)
	all := map[string]listed{}
	for line := range strings.Lines(string(out)) {
		parts := strings.Split(line, ";")
		all[strings.TrimPrefix(parts[0], module)] =
			listed{strings.Fields(parts[1]), strings.Fields(parts[2])}
	}
	require.Contains(t, all, "cmd/madbot")
	return all
}

func TestWalls(t *testing.T) {
	t.Parallel()
	all := packages(t)
	for pkg := range all {
		assert.True(t, slices.ContainsFunc(walls, func(w wall) bool { return w.pkg == pkg }),
			"%s has no wall: say what it may depend on", pkg)
	}
	for _, w := range walls {
		p, built := all[w.pkg]
		if !built {
			continue
		}
		for _, dep := range p.deps {
			if ours, ok := strings.CutPrefix(dep, module); ok {
				assert.Contains(t, strings.Fields(w.may), ours, "%s reaches %s: %s", w.pkg, ours, w.reason)
			}
		}
		for _, no := range strings.Fields(w.not) {
			for _, i := range p.imports {
				assert.False(t, isWithin(i, no), "%s imports %s: %s", w.pkg, i, w.reason)
			}
		}
	}
}

// isWithin reports whether an import path is top, or lies below it.
func isWithin(path, top string) bool { return path == top || strings.HasPrefix(path, top+"/") }

func TestImporters(t *testing.T) {
	t.Parallel()
	all := packages(t)
	for _, only := range importers {
		for pkg, p := range all {
			if isWithin(pkg, only.pkg) || isWithin(module+pkg, only.path) {
				continue
			}
			for _, i := range p.imports {
				assert.False(t, isWithin(i, only.path), "%s imports %s: only %s may", pkg, i, only.pkg)
			}
		}
	}
}

func TestTopLevel(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(root)
	require.NoError(t, err)
	ignored, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	require.NoError(t, err)
	for _, e := range entries {
		name := e.Name()
		known := strings.HasPrefix(name, ".") || slices.Contains(topLevel, name) ||
			ignores(string(ignored), e)
		assert.True(t, known, "%s has no place at the top level", name)
	}
}

// ignores reports whether the top-level patterns of a .gitignore cover e.
func ignores(patterns string, e fs.DirEntry) bool {
	for _, p := range strings.Fields(patterns) {
		if strings.HasSuffix(p, "/") != e.IsDir() {
			continue
		}
		if ok, _ := filepath.Match(strings.Trim(p, "/"), e.Name()); ok {
			return true
		}
	}
	return false
}

// maxFiles is how many Go files a folder holds, tests aside.
const maxFiles = 25

func TestFolders(t *testing.T) {
	t.Parallel()
	files := map[string]int{}
	for _, s := range sources(t) {
		if !s.test {
			files[path.Dir(s.path)]++
		}
	}
	for folder, n := range files {
		assert.LessOrEqual(t, n, maxFiles, "%s holds %d files: it is two folders", folder, n)
	}
}
