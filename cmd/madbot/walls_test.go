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

// topLevel is everything at the top of the repository, except dot files.
var topLevel = []string{"go.mod", "go.sum", "cmd", "bot", "rules", "render", "storage",
	"config.example.yaml", "Dockerfile", "README.md", "LICENSE"}

// floor is a layer. Its packages may import packages of the floors below and, on their own floor, the ones listed
// before them.
type floor struct {
	pkgs   string
	apart  bool // no package of this floor imports another
	reason string
}

// floors are the layers from the bottom up. Each package of this module is on one.
var floors = []floor{
	{"rules rules/rating rules/league render/raster bot/i18n bot/safely bot/queue bot/discord bot/sandbox/wire bot/sandbox/pagetest", true,
		"the rules, languages, pixels and the wire know nothing of each other"},
	{"rules/rulestest rules/match rules/explain rules/review rules/record rules/puzzle " +
		"rules/engine/network rules/engine rules/prove rules/assess rules/compose render/steps render", false,
		"the game needs no Discord and no database"},
	{"bot/play/notice bot/play/rated bot/play/season bot/play/tries bot/play/gate bot/play bot/play/playtest", false,
		"the use cases declare ports and know nobody who implements them"},
	{"storage/sqlstore storage/storagetest storage/transfer " +
		"storage/sqlite/needcgo storage/sqlite storage/postgres storage/postgres/postgrestest storage " +
		"bot/i18n/i18ntest bot/emoji bot/discord/endpoint bot/discord/gateway bot/ui bot/text/turns bot/text/zones bot/text/hints bot/text", false,
		"databases, the wire and words serve the use cases"},
	{"bot/play/analysis bot/play/worker", true, "the worker sees stores, people and the engine through ports"},
	{"bot/dispatch bot/metrics", false, "a dispatcher knows no command"},
	{"bot/show bot/panel/tap bot/panel bot/panel/solve", false, "a match is shown by code that knows no command"},
	{rooms, true, "what people do in one respect does not know what they do in another"},
	{"bot", true, "the bot is the list of its rooms"},
	{"bot/sandbox/check bot/sandbox/world bot/sandbox/server bot/sandbox/client bot/sandbox/page bot/sandbox", false,
		"the local Discord does not know the bot"},
	{"cmd/mad cmd/madbot", true, "the programs wire everything"},
}

// rooms are the folders with one feature each.
const rooms = "bot/challenge bot/daily bot/end bot/hint bot/league bot/look bot/note bot/people bot/plan bot/practise " +
	"bot/review bot/settings bot/teach bot/turn"

// ban forbids imports that the floors would allow.
type ban struct {
	pkgs   string // including the packages below them
	not    string // packages of this module by path, or of the standard library, including those below them
	reason string
}

const (
	module = "madbot/"
	pure   = "context os time math/rand log/slog"
)

var bans = []ban{
	{"rules", "os log/slog database/sql", "the rules are pure: no files"},
	{"rules/puzzle rules/record rules/rating render/steps bot/text/turns bot/panel/tap", pure,
		"what follows from a position needs no clock"},
	{"rules/match rules/review rules/league", "context", "the law takes now and waits for nothing"},
	{"rules/review rules/league rules/assess rules/explain rules/prove rules/compose", "time", "the same game is judged the same way at any time"},
	{"bot", "database/sql", "only storage knows SQL"},
	{"bot/play bot/show bot/panel bot/dispatch " + rooms, "os", "what comes from the machine is handed in"},
	{"bot/play/notice", "context math/rand log/slog", "when people are notified is pure and takes now"},
	{"bot/play storage", "bot/discord bot/ui bot/i18n bot/text render", "use cases and databases know neither Discord nor words"},
	{"storage", "bot/play/worker bot/play/analysis", "the database keeps games and doesn't play them"},
	{"storage/sqlite", "storage/postgres", "one database does not know another"},
	{"storage/postgres", "storage/sqlite", "one database does not know another"},
	{"bot/discord", "bot/play rules bot/i18n", "the wire knows no game"},
	{"bot/emoji", "rules bot/play", "an emoji is a picture with a name"},
	{"bot/dispatch " + rooms + " bot/show bot/panel", "rules/engine storage", "the engine and databases are behind ports"},
	{"bot/sandbox", "bot/play bot/show bot/dispatch bot/ui bot/i18n rules storage", "the stand-in must be able to test a bot it does not know"},
	{"cmd/mad", "bot storage database/sql", "the game at a terminal needs no Discord"},
}

// importer names the only packages that may import a path and those below it.
type importer struct {
	path, pkgs string
}

var importers = []importer{
	// Its types are Discord's API; TestSessions restricts everything else.
	{"github.com/bwmarrin/discordgo", "bot/discord bot/sandbox bot/ui bot/emoji bot/dispatch bot/show bot/panel " + rooms},
	{"github.com/mattn/go-sqlite3", "storage/sqlite"},
	{"github.com/jackc/pgx", "storage/postgres"},
	{"github.com/pressly/goose", "storage/postgres"},
	{"github.com/fogleman/gg", "render"},
	{"github.com/prometheus/client_golang", "bot/metrics"},
	{module + "bot/sandbox", "cmd/madbot"},
	{module + "bot/play/analysis", "cmd/madbot"}, // what the engine is asked passes package gate
	{module + "rules/assess", "bot/play/analysis cmd/mad"},
	{module + "rules/engine", "bot/play/analysis rules/assess rules/compose cmd"},
}

// listed is a package as go list prints it, without tests.
type listed struct{ imports []string }

// golist runs go list once per test binary, because it takes seconds.
var golist = sync.OnceValues(func() ([]byte, error) {
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}};{{join .Imports " "}}`, "./...")
	cmd.Dir = root
	return cmd.Output()
})

// packages returns the packages of this module by path.
func packages(t *testing.T) map[string]listed {
	t.Helper()
	out, err := golist()
	require.NoError(t, err)
	all := map[string]listed{}
	for line := range strings.Lines(string(out)) {
		parts := strings.Split(line, ";")
		all[strings.TrimPrefix(parts[0], module)] =
			listed{strings.Fields(parts[1])}
	}
	require.Contains(t, all, "cmd/madbot")
	return all
}

func TestWalls(t *testing.T) {
	t.Parallel()
	all := packages(t)
	type place struct{ floor, at int }
	places := map[string]place{}
	for i, f := range floors {
		for at, pkg := range strings.Fields(f.pkgs) {
			places[pkg] = place{i, at}
			assert.Contains(t, all, pkg, "%s is on a floor but not in the tree", pkg)
		}
	}
	for pkg, p := range all {
		here, placed := places[pkg]
		assert.True(t, placed, "%s is on no floor: add it to floors", pkg)
		for _, i := range p.imports {
			dep, ours := strings.CutPrefix(i, module)
			if !ours {
				continue
			}
			there, f := places[dep], floors[here.floor]
			below := there.floor < here.floor || there.floor == here.floor && there.at < here.at && !f.apart
			assert.True(t, below, "%s imports %s, which is not below it: %s", pkg, dep, f.reason)
		}
	}
}

func TestBans(t *testing.T) {
	t.Parallel()
	all := packages(t)
	for _, b := range bans {
		for pkg, p := range all {
			if !slices.ContainsFunc(strings.Fields(b.pkgs), func(top string) bool { return isWithin(pkg, top) }) {
				continue
			}
			for _, no := range strings.Fields(b.not) {
				for _, i := range p.imports {
					path := strings.TrimPrefix(i, module)
					assert.False(t, isWithin(path, no) && !isWithin(pkg, no), "%s imports %s: %s", pkg, path, b.reason)
				}
			}
		}
	}
}

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

// TestSessions: only one package opens and holds connections to Discord; others use only discordgo's types.
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

// ignores reports whether the top-level patterns of a .gitignore match e.
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

// maxFiles is the maximum number of Go files in a folder, without tests.
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
