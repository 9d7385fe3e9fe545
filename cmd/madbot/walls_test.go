package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
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
	law    = "rules rules/match rules/rating rules/league "
	ports  = law + "rules/record rules/explain rules/review "
	// pictures is what it takes to say what is drawn.
	pictures = "render render/raster render/steps rules/review "
	// uses is the use cases and what they consist of.
	uses = "bot/play bot/play/rated bot/play/season bot/play/tries bot/play/notice "
	// chores is what the worker does of servers and of all matches.
	chores = "bot/play/daily bot/play/leagues rules/puzzle bot/play/departure bot/play/retention "
	// answers is what it takes to answer an interaction.
	answers = law + uses + "rules/explain rules/review bot/i18n bot/text bot/text/turns bot/discord bot/queue bot/safely bot/ui " +
		pictures
	// showing is what it takes to show a match, picked to find it, and opened to open its panel.
	showing = answers + "bot/dispatch bot/people bot/replay bot/view/button "
	picked  = showing + "bot/view bot/pick "
	opened  = showing + "bot/view bot/panel bot/panel/tap bot/learn "
	// solved is what it takes to solve puzzles.
	solved = opened + "bot/panel/live bot/panel/solve bot/text/hints rules/puzzle "
	apart  = "what people do in one respect does not know what they do in another"
	// everyRoom is all that the bot is made of.
	everyRoom = picked + solved + "bot/cmd/daily bot/play/daily bot/cmd/league bot/play/leagues bot/cmd/puzzle bot/play/puzzles bot/cmd/review bot/cmd/challenge bot/cmd/end bot/cmd/hint bot/cmd/look bot/cmd/note bot/cmd/people bot/cmd/plan " +
		"bot/cmd/practise bot/cmd/teach bot/cmd/turn bot/settings bot/play/takeout rules/record bot/notify bot/emoji bot/rulebook bot/terms " +
		"bot/discord/gateway rules/record "
	// stored is what it takes to read what a database holds.
	stored = ports + uses + "storage/sqlstore "
	stand  = "bot/sandbox/world bot/sandbox/check bot/sandbox/wire "
	pure   = "context os time math/rand log/slog "
)

// walls lets dependencies run downwards only. A package may be planned; each that exists has a wall.
var walls = []wall{
	{pkg: "rules", not: pure, reason: "the rules are pure: no clock, no chance, no files"},
	{pkg: "bot/safely", reason: "a panic is caught whatever breaks"},
	{pkg: "rules/puzzle", may: "rules rules/explain", not: pure, reason: "a puzzle is a position and what solves it"},
	{pkg: "rules/compose", may: "rules rules/explain rules/puzzle rules/engine rules/engine/network",
		not: "os time log/slog", reason: "the same game makes the same puzzle everywhere"},
	{pkg: "rules/rulestest", may: "rules", reason: "what tests write is read by the rules"},
	{pkg: "bot/i18n", reason: "messages know nothing of the game"},
	{pkg: "bot/i18n/i18ntest", may: "bot/i18n", reason: "messages know nothing of the game"},
	{pkg: "render/raster", not: "context os time", reason: "pixels know nothing of the game"},

	{pkg: "rules/record", may: "rules", not: pure, reason: "a record is text and turns"},
	{pkg: "rules/match", may: "rules", not: "context os math/rand log/slog",
		reason: "the law of a game is pure and takes now"},
	{pkg: "rules/review", may: "rules", not: "os time math/rand log/slog context",
		reason: "a game is judged from what a search found, by no clock and no engine"},
	{pkg: "rules/rating", not: pure, reason: "a rating follows from results"},
	{pkg: "rules/league", not: "os time math/rand log/slog context", reason: "a table follows from results alone"},
	{pkg: "rules/assess", may: "rules rules/review rules/engine rules/engine/network", not: "os time math/rand log/slog",
		reason: "the same game is searched in the same way everywhere"},
	{pkg: "rules/explain", may: "rules", not: "os time math/rand log/slog",
		reason: "a reason follows from the rules, whatever the engine thinks"},
	{pkg: "rules/engine/network", may: "rules", not: "os log/slog", reason: "an evaluation knows the rules only"},
	{pkg: "rules/engine", may: "rules rules/engine/network", not: "os log/slog",
		reason: "the search knows the rules only"},
	{pkg: "render/steps", may: "rules", not: pure, reason: "what a turn does follows from the rules"},
	{pkg: "render", may: "rules rules/review render/raster render/steps", not: "context os", reason: "a picture needs a position"},

	{pkg: "bot/play/notice", may: law, not: "context os math/rand log/slog database/sql",
		reason: "when people are told is pure and takes now"},
	{pkg: "bot/play", may: ports + "bot/play/rated bot/play/season bot/play/tries bot/play/notice", not: "database/sql",
		reason: "the use cases know neither Discord nor SQL"},
	{pkg: "bot/play/playtest", may: ports + uses, reason: "a contract is for every store"},

	{pkg: "bot/play/rated", may: law, not: "os database/sql", reason: "what a match does to ratings follows from what is kept"},
	{pkg: "bot/play/tries", may: law + "rules/review", not: "os database/sql", reason: "what a try does follows from what is kept"},
	{pkg: "bot/play/puzzles", may: ports + uses + "bot/play/daily rules/puzzle", not: "os database/sql",
		reason: "which puzzle comes follows from what was tried"},
	{pkg: "bot/play/season", may: law, not: "os database/sql", reason: "what a match does in a league follows from what is kept"},
	{pkg: "bot/play/leagues", may: ports + uses, not: "os database/sql",
		reason: "how a season goes on follows from what is kept and the time"},
	{pkg: "bot/play/daily", may: ports + uses + "rules/puzzle", not: "os database/sql",
		reason: "when a puzzle comes and what it is follow from the day and what is kept"},
	{pkg: "bot/play/departure", may: ports + uses + "bot/play/daily rules/puzzle", not: "os database/sql",
		reason: "what follows from a removal is the same in every store"},
	{pkg: "bot/play/retention", may: ports + uses, not: "os database/sql", reason: "what goes is the same in every store"},
	{pkg: "bot/play/takeout", may: ports + "rules/record " + uses, not: "os database/sql",
		reason: "what is packed comes from whatever store"},

	{pkg: "storage", may: stored + "storage/transfer storage/verify storage/file storage/sqlite storage/postgres",
		reason: "the database keeps games and doesn't play them"},
	{pkg: "storage/sqlite", may: stored + "storage/file", reason: "one database does not know another"},
	{pkg: "storage/postgres", may: stored, reason: "one database does not know another"},
	{pkg: "storage/postgres/postgrestest", may: stored + "storage/postgres",
		reason: "a server for tests knows what it serves"},
	{pkg: "storage/transfer", may: stored, not: "os", reason: "rows are moved without knowing what they mean"},
	{pkg: "storage/transfer/transfertest", may: ports + uses, not: "os",
		reason: "matches to move are for every store"},
	{pkg: "storage/verify", may: stored, not: "os", reason: "what must fit together is the same in every database"},
	{pkg: "storage/file", reason: "a file is there whole or not at all"},
	{pkg: "storage/sqlstore", may: ports + uses, not: "os",
		reason: "a row and a statement are the same in every database"},
	{pkg: "storage/sqlstore/sqlstoretest", may: stored + "storage/verify", reason: "how a database finds rows is asked in the same way of each"},
	{pkg: "bot/play/worker", may: ports + uses + chores + "bot/safely", not: "database/sql",
		reason: "the worker sees stores, people and engine through ports"},
	{pkg: "bot/play/operator", may: ports + uses, not: "database/sql",
		reason: "an order sees stores through ports"},
	{pkg: "bot/play/analysis", may: ports + uses + "bot/safely rules/engine " +
		"rules/engine/network rules/explain rules/assess", not: "database/sql",
		reason: "a search sees neither the store nor people"},
	{pkg: "bot/text/turns", may: "rules bot/i18n " + pictures, not: pure,
		reason: "a turn is told from the position alone"},
	{pkg: "bot/text/hints", may: ports + uses + "bot/i18n bot/text/turns " + pictures, not: "os database/sql",
		reason: "a hint is told from the game and what the search found"},
	{pkg: "bot/text", may: ports + uses + "bot/i18n bot/text/turns " + pictures, not: "os database/sql",
		reason: "words need a game and its pictures' descriptions"},
	{pkg: "bot/learn", may: "rules bot/i18n", not: pure, reason: "a lesson is a position, turns and words"},
	{pkg: "bot/rulebook", may: "rules bot/i18n " + pictures, not: pure,
		reason: "a page of the rules is words and a diagram"},
	{pkg: "bot/panel/tap", may: "rules", not: pure, reason: "what can be tapped follows from the position"},
	{pkg: "bot/discord", reason: "the wire knows no game"},
	{pkg: "bot/discord/endpoint", may: "bot/discord", reason: "the wire knows no game"},
	{pkg: "bot/discord/gateway", may: "bot/discord bot/safely", not: "os database/sql", reason: "a session knows no game"},
	{pkg: "bot/metrics", may: answers + "bot/dispatch rules/record bot/play/worker " + chores, not: "os database/sql",
		reason: "what is measured is told through hooks, and is no command"},
	{pkg: "bot/queue", not: "os", reason: "a queue does not know what waits in it"},

	{pkg: "bot/ui", may: law + "rules/explain rules/review " + uses + "bot/discord", not: "os database/sql",
		reason: "what a message shows is data"},
	{pkg: "bot/dispatch", may: answers, not: "os database/sql", reason: "a dispatcher knows no command"},

	{pkg: "bot/notify", may: ports + uses + "bot/play/leagues bot/discord bot/ui",
		not:    "os database/sql",
		reason: "a notice is a message"},
	{pkg: "bot/terms", may: answers, not: "os database/sql", reason: "terms are chosen with options and a form"},
	{pkg: "bot/emoji", may: "bot/discord", not: "database/sql", reason: "an emoji is a picture with a name"},
	{pkg: "bot/people", may: answers + "bot/dispatch", not: "os database/sql",
		reason: "what people are called, and where they may play, is asked for and kept"},
	{pkg: "bot/replay", may: answers, not: "os database/sql", reason: "a replay is a picture that takes time"},
	{pkg: "bot/view/button", may: answers + "bot/replay", not: "context os database/sql", reason: "a button follows from the game"},
	{pkg: "bot/view", may: showing, not: "os database/sql", reason: "a view shows a game and is no command"},
	{pkg: "bot/panel", may: answers + "bot/replay bot/view/button bot/panel/tap", not: "os database/sql",
		reason: "a panel is a message that knows the game"},
	{pkg: "bot/panel/live", may: opened, not: "os database/sql", reason: "a panel is opened whatever is done in it"},
	{pkg: "bot/panel/solve", may: opened + "bot/panel/live bot/text/hints rules/puzzle", not: "os database/sql",
		reason: "a puzzle is solved wherever it comes from"},
	{pkg: "bot/pick", may: showing + "bot/view", not: "os database/sql", reason: "a game is found whatever is done with it"},

	{pkg: "bot/cmd/challenge", may: picked + opened + "bot/panel/live bot/terms", not: "os database/sql", reason: apart},
	{pkg: "bot/cmd/end", may: picked + opened + "bot/panel/live", not: "os database/sql", reason: apart},
	{pkg: "bot/cmd/daily", may: picked + solved + "bot/play/daily bot/play/puzzles", not: "os database/sql", reason: apart},
	{pkg: "bot/cmd/puzzle", may: picked + solved + "bot/play/daily bot/play/puzzles", not: "os database/sql", reason: apart},
	{pkg: "bot/cmd/hint", may: picked + "bot/text/hints", not: "os database/sql", reason: apart},
	{pkg: "bot/cmd/league", may: showing + "bot/view bot/play/leagues", not: "os database/sql", reason: apart},
	{pkg: "bot/cmd/look", may: picked + "rules/record", not: "os database/sql", reason: apart},
	{pkg: "bot/cmd/note", may: picked + opened + "bot/panel/live", not: "os database/sql", reason: apart},
	{pkg: "bot/cmd/people", may: picked, not: "os database/sql", reason: apart},
	{pkg: "bot/cmd/plan", may: picked + opened + "bot/panel/live", not: "os database/sql", reason: apart},
	{pkg: "bot/cmd/practise", may: picked + opened + "bot/panel/live rules/record", not: "os database/sql",
		reason: apart},
	{pkg: "bot/cmd/review", may: picked + opened + "bot/panel/live bot/text/hints rules/explain", not: "os database/sql",
		reason: apart},
	{pkg: "bot/cmd/teach", may: picked + opened + "bot/panel/live bot/rulebook", not: "os database/sql", reason: apart},
	{pkg: "bot/cmd/turn", may: picked + opened + "bot/panel/live", not: "os database/sql", reason: apart},
	{pkg: "bot/settings", may: answers + "bot/dispatch bot/people bot/play/takeout rules/record", not: "os database/sql", reason: apart},

	{pkg: "bot", may: everyRoom, not: "database/sql",
		reason: "the bot sees the database, the worker and the engine through bot/play bot/play/notice"},

	{pkg: "bot/sandbox", may: stand + "bot/sandbox/client bot/sandbox/page bot/sandbox/server",
		reason: "the stand-in must be able to test a bot it does not know"},
	{pkg: "bot/sandbox/world", may: "bot/sandbox/check bot/sandbox/wire",
		reason: "what there is does not know how it is reached"},
	{pkg: "bot/sandbox/server", may: stand, reason: "what a bot calls and gets knows the world only"},
	{pkg: "bot/sandbox/client", may: stand, reason: "a person's client knows the world only"},
	{pkg: "bot/sandbox/page", may: stand + "bot/sandbox/client", reason: "the page acts through people's clients"},
	{pkg: "bot/sandbox/check", may: "bot/sandbox/wire", not: "os",
		reason: "what Discord refuses follows from the request"},
	{pkg: "bot/sandbox/wire", not: "os", reason: "what is on the wire knows nobody"},
	{pkg: "bot/sandbox/pagetest", reason: "a browser knows the page only"},

	{pkg: "cmd/mad", may: "rules rules/record rules/explain rules/review rules/assess rules/engine " +
		"rules/engine/network rules/compose rules/puzzle " + pictures, not: "database/sql",
		reason: "the game at a terminal needs no Discord"},
	{pkg: "cmd/madbot", may: ports + pictures + everyRoom + "bot bot/metrics bot/discord/endpoint bot/play/worker bot/play/operator " + chores +
		"bot/play/analysis rules/engine rules/engine/network rules/explain rules/assess storage storage/sqlstore storage/transfer storage/verify " +
		"storage/file storage/sqlite storage/postgres bot/sandbox bot/sandbox/client bot/sandbox/page bot/sandbox/server " + stand,
		reason: "the wiring reaches everything but the other program and what is for tests"},
}

// importer names the only packages that, with those below them, may import what is at a path or below it.
type importer struct {
	path, pkgs string
}

var importers = []importer{
	// Its types are the words for what Discord shows and takes; TestSessions has what is more than words.
	{"github.com/bwmarrin/discordgo", "bot/discord bot/sandbox bot/ui bot/emoji bot/dispatch bot/notify bot/people bot/pick " +
		"bot/terms bot/panel bot/view bot/cmd bot/settings"},
	{"github.com/mattn/go-sqlite3", "storage/sqlite"},
	{"github.com/jackc/pgx", "storage/postgres"},
	{"github.com/pressly/goose", "storage/postgres"},
	{"github.com/fogleman/gg", "render"},
	{"github.com/prometheus/client_golang", "bot/metrics"},
	{module + "bot/sandbox", "cmd/madbot"},
}

// listed is a package as go list shows it, tests aside.
type listed struct{ imports, deps []string }

// golist has the program list our packages, once: it takes seconds.
var golist = sync.OnceValues(func() ([]byte, error) {
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}};{{join .Imports " "}};{{join .Deps " "}}`, "./...")
	cmd.Dir = root
	return cmd.Output()
})

// packages lists our packages by their path in the module.
func packages(t *testing.T) map[string]listed {
	t.Helper()
	out, err := golist()
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
			may := func(top string) bool { return isWithin(pkg, top) }
			if slices.ContainsFunc(strings.Fields(only.pkgs), may) || isWithin(module+pkg, only.path) {
				continue
			}
			for _, i := range p.imports {
				assert.False(t, isWithin(i, only.path), "%s imports %s: only %s may", pkg, i, only.pkgs)
			}
		}
	}
}

// TestSessions: a connection to Discord is held, watched and replaced in one place; others use discordgo's types only.
func TestSessions(t *testing.T) {
	t.Parallel()
	session := regexp.MustCompile(`\bdiscordgo\.(New\(|Session\b)`)
	for _, s := range sources(t) {
		for i, line := range s.lines {
			if !s.test && s.pkg != "bot/discord/gateway" {
				assert.NotRegexp(t, session, line, "%s:%d: the gateway alone has sessions", s.path, i+1)
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
