package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// wall forbids a package to depend on others, directly or through its imports.
type wall struct {
	pkg       string
	forbidden []string // import paths, or prefixes that end in "/"
	reason    string
}

const (
	discordgo = "github.com/bwmarrin/discordgo"
	sqlite    = "github.com/mattn/go-sqlite3"
	ours      = "madbot/"
)

// walls lets dependencies run downwards only.
var walls = []wall{
	{"madbot/rules", []string{ours, "context", "time", "math/rand", "os"},
		"the rules are pure: no clock, no chance, no files"},
	{"madbot/rules/record", []string{"madbot/rules/match", "madbot/rules/engine", "madbot/render",
		"madbot/storage", "madbot/bot/", "madbot/bot", "context", "time", "os"},
		"a record is a text and a game"},
	{"madbot/bot/i18n", []string{ours}, "messages know nothing of the game"},
	{"madbot/render/raster", []string{ours, "context"}, "pixels know no game"},
	{"madbot/rules/reason", []string{"madbot/rules/match", "madbot/rules/engine",
		"madbot/render", "madbot/storage", "madbot/bot/", "madbot/bot", "context", "time"},
		"a reason is a fact about a position and a turn"},
	{"madbot/rules/match", []string{"madbot/rules/engine", "madbot/render", "madbot/storage",
		"madbot/bot/", "madbot/bot", "context", "os", discordgo, sqlite},
		"the law of a match is pure and takes now"},
	{"madbot/rules/engine", []string{"madbot/rules/match", "madbot/render", "madbot/storage",
		"madbot/bot/", "madbot/bot", "time", discordgo, sqlite},
		"the search knows the rules only, and ends with its context or its limits"},
	{"madbot/render", []string{"madbot/rules/match", "madbot/rules/engine", "madbot/storage",
		"madbot/bot/", "madbot/bot", "context", discordgo, sqlite}, "a picture needs a position"},
	{"madbot/storage", []string{"madbot/bot/", "madbot/bot", "madbot/render",
		"madbot/rules/engine", discordgo}, "the database keeps matches and does not play them"},
	{"madbot/bot/play", []string{"madbot/storage", "madbot/render", "madbot/rules/engine",
		"madbot/bot", "madbot/bot/i18n", discordgo, sqlite},
		"the use cases know neither Discord nor SQL"},
	{"madbot/bot/play/analysis", []string{"madbot/storage", "madbot/storage/", "madbot/render",
		"madbot/render/", "madbot/bot", "madbot/bot/i18n", "madbot/bot/text", "madbot/bot/discord",
		"madbot/bot/sandbox", "os", discordgo, sqlite},
		"searches need a position and say what was found in the terms of the use cases"},
	{"madbot/bot/discord", []string{ours}, "the wire knows no game"},
	{"madbot/bot/text", []string{"madbot/bot", "madbot/bot/sandbox", "madbot/storage",
		"madbot/rules/engine", "madbot/cmd/", discordgo, sqlite},
		"what people read knows no way to send it"},
	{"madbot/bot", []string{"madbot/storage", "madbot/rules/engine", "madbot/bot/sandbox",
		"madbot/cmd/", sqlite}, "the bot sees the database and the engine through bot/play"},
	{"madbot/bot/sandbox", []string{"madbot/bot", "madbot/bot/discord", "madbot/bot/play", "madbot/bot/i18n",
		"madbot/rules", "madbot/rules/", "madbot/render", "madbot/storage", sqlite},
		"the stand-in must be able to test a bot it does not know"},
	{"madbot/cmd/mad", []string{"madbot/bot", "madbot/bot/", "madbot/storage", discordgo, sqlite},
		"the game at a terminal needs no Discord"},
}

func TestWalls(t *testing.T) {
	t.Parallel()
	for _, w := range walls {
		t.Run(strings.ReplaceAll(w.pkg, "/", "."), func(t *testing.T) {
			t.Parallel()
			deps := goList(t, "-deps", w.pkg)
			require.Contains(t, deps, w.pkg, "a wall for a package that is not there")
			for _, dep := range ownDeps(t, w.pkg, deps) {
				for _, no := range w.forbidden {
					assert.False(t, crosses(dep, no), "%s reaches %s: %s", w.pkg, dep, w.reason)
				}
			}
		})
	}
}

// ownDeps returns what pkg reaches that is not the standard library reached through itself: our
// packages and modules from all dependencies, the standard library from direct imports only.
func ownDeps(t *testing.T, pkg string, deps []string) []string {
	own := goList(t, "-f", `{{join .Imports "\n"}}`, pkg)
	for _, d := range deps {
		if d != pkg && (strings.HasPrefix(d, ours) || strings.Contains(d, ".")) {
			own = append(own, d)
		}
	}
	return own
}

// crosses reports whether the import path dep is, or lies below, the forbidden one.
func crosses(dep, forbidden string) bool {
	if strings.HasSuffix(forbidden, "/") {
		return strings.HasPrefix(dep, forbidden)
	}
	return dep == forbidden
}

// TestOneImporter keeps a library behind the one package that wraps it.
func TestOneImporter(t *testing.T) {
	t.Parallel()
	for library, importer := range map[string]string{discordgo: "madbot/bot/discord"} {
		found := goList(t, "-f", `{{range .Imports}}{{if eq . "`+library+`"}}{{$.ImportPath}}{{end}}{{end}}`,
			"./...")
		assert.Equal(t, []string{importer}, found, "who imports %s", library)
	}
}

func goList(t *testing.T, args ...string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list"}, args...)...)
	cmd.Dir = root
	out, err := cmd.Output()
	require.NoError(t, err)
	return strings.Fields(string(out))
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

// source is one Go file of the repository.
type source struct {
	path, pkg string // path from the root; folder of the package
	test      bool
	lines     []string
	file      *ast.File
	set       *token.FileSet
}

// sources parses all Go files.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, raw, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		all = append(all, source{filepath.ToSlash(rel), filepath.ToSlash(filepath.Dir(rel)),
			strings.HasSuffix(path, "_test.go"), strings.Split(string(raw), "\n"), file, set})
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, all)
	return all
}

func TestHabits(t *testing.T) {
	t.Parallel()
	packageComments := map[string]int{}
	for _, s := range sources(t) {
		assert.LessOrEqual(t, len(s.lines), 401, "%s holds more than one noun", s.path)
		if s.test {
			continue
		}
		packageComments[s.pkg] += 0
		if s.file.Doc != nil {
			packageComments[s.pkg]++
		}
		s.checkCalls(t)
		s.checkDecls(t)
	}
	for pkg, n := range packageComments {
		assert.Equal(t, 1, n, "package comments of %s", pkg)
	}
}

// forbiddenCalls are asked for at the top and handed down; only cmd may make them.
var forbiddenCalls = regexp.MustCompile(
	`\btime\.Now\(|\bos\.Getenv\(|\bslog\.Default\(|\bslog\.SetDefault\(|` +
		`\brand\.(Int|IntN|N|Float64|Uint64|Shuffle|Perm)\(|\blog\.(Print|Fatal)`)

func (s source) checkCalls(t *testing.T) {
	if strings.HasPrefix(s.pkg, "cmd/") || strings.HasPrefix(s.pkg, "bot/sandbox") {
		return // the sandbox is a server of its own
	}
	for i, line := range s.lines {
		code, _, _ := strings.Cut(line, "//")
		assert.NotRegexp(t, forbiddenCalls, code, "%s:%d: comes in from cmd", s.path, i+1)
	}
}

// longFunctions may pass the limit: the search is written in numbered steps.
var longFunctions = []string{"search", "quiesce"}

const (
	maxFunctionLines = 80
	maxParameters    = 4
)

func (s source) checkDecls(t *testing.T) {
	for _, d := range s.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			s.checkFunction(t, d)
		case *ast.GenDecl:
			s.checkNames(t, d)
		}
	}
}

func (s source) checkFunction(t *testing.T, f *ast.FuncDecl) {
	name := s.path + ": " + f.Name.Name
	assert.NotEqual(t, "init", f.Name.Name, "%s: no init", s.path)
	if isPublic(f) && s.file.Name.Name != "main" {
		assert.NotNil(t, f.Doc, "%s is not documented", name)
	}
	lines := s.set.Position(f.End()).Line - s.set.Position(f.Pos()).Line + 1
	if !slices.Contains(longFunctions, f.Name.Name) {
		assert.LessOrEqual(t, lines, maxFunctionLines, "%s is long", name)
	}
	n := 0
	for _, p := range f.Type.Params.List {
		if sel, ok := p.Type.(*ast.SelectorExpr); ok && sel.Sel.Name == "Context" {
			continue
		}
		n += max(1, len(p.Names))
	}
	assert.LessOrEqual(t, n, maxParameters, "%s takes many parameters", name)
}

// isPublic reports whether f is an exported function, or an exported method of an exported type.
func isPublic(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return f.Name.IsExported()
	}
	receiver := f.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	name, ok := receiver.(*ast.Ident)
	return f.Name.IsExported() && (!ok || name.IsExported())
}

func (s source) checkNames(t *testing.T, d *ast.GenDecl) {
	if s.file.Name.Name == "main" {
		return
	}
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			documented := d.Doc != nil || spec.Doc != nil
			assert.True(t, documented || !spec.Name.IsExported(), "%s: %s is not documented",
				s.path, spec.Name.Name)
		case *ast.ValueSpec:
			documented := d.Doc != nil || spec.Doc != nil || spec.Comment != nil
			assert.True(t, documented || !spec.Names[0].IsExported(), "%s: %s is not documented",
				s.path, spec.Names[0].Name)
		}
	}
}
