package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// source is one Go file of the repository.
type source struct {
	path, pkg string // path from the root; folder of the package
	test      bool
	lines     []string
	file      *ast.File
	set       *token.FileSet
}

// sources returns all Go files, parsed.
func sources(t *testing.T) []source {
	t.Helper()
	all, err := parsed()
	require.NoError(t, err)
	require.NotEmpty(t, all)
	return all
}

var parsed = sync.OnceValues(func() (all []source, err error) {
	err = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
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
	return all, err
})

func (s source) at(n ast.Node) token.Position { return s.set.Position(n.Pos()) }

// exceptions name code that does not follow a rule yet. A list may only get shorter.
type exceptions []string

// check fails the test for each element of found that is not an exception, with the message wrong, and for each unused
// exception. The part of an element before the first space is its name.
func (e exceptions) check(t *testing.T, wrong string, found []string) {
	t.Helper()
	needed := map[string]bool{}
	for _, f := range found {
		name, place, _ := strings.Cut(f, " ")
		needed[name] = true
		assert.True(t, slices.Contains(e, name), "%s: %s %s", place, name, wrong)
	}
	for _, name := range e {
		assert.True(t, needed[name], "%s needs no exception any more: strike it off the list", name)
	}
}

// maxWidth is the maximum length of a line in characters, except for lines with a text.
const maxWidth = 120

func TestWidth(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		for i, line := range s.lines {
			said := strings.ContainsAny(line, "\"`") && !strings.HasPrefix(strings.TrimSpace(line), "//")
			if utf8.RuneCountInString(line) > maxWidth && !said {
				t.Errorf("%s:%d has %d characters: break it so that each line has at most %d", s.path, i+1,
					utf8.RuneCountInString(line), maxWidth)
			}
		}
	}
}

// TestHabits checks what .ci/revive.toml cannot.
func TestHabits(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		s.checkCalls(t)
		checkParameters(t, s)
		for _, f := range s.functions() {
			assert.NotEqual(t, "init", funcName(f), "%s: no init", s.path)
		}
	}
}

// functions returns the functions and methods that s declares.
func (s source) functions() []*ast.FuncDecl {
	var all []*ast.FuncDecl
	for _, d := range s.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			all = append(all, f)
		}
	}
	return all
}

// forbiddenCalls are calls that only cmd may make; it passes their results down.
var forbiddenCalls = regexp.MustCompile(
	`\btime\.Now\(|\bos\.Getenv\(|\bslog\.Default\(|\bslog\.SetDefault\(|` +
		`\brand\.(Int|IntN|N|Float64|Uint64|Shuffle|Perm)\(|\blog\.(Print|Fatal)`)

func (s source) checkCalls(t *testing.T) {
	if strings.HasPrefix(s.pkg, "cmd/") || strings.HasPrefix(s.pkg, "bot/sandbox") || strings.HasSuffix(s.pkg, "test") {
		return // the sandbox is a server of its own, and test helpers may call them
	}
	for i, line := range s.lines {
		code, _, _ := strings.Cut(line, "//")
		assert.NotRegexp(t, forbiddenCalls, code, "%s:%d: comes in from cmd", s.path, i+1)
	}
}

// funcName returns the name of a function, or RECEIVER.NAME for a method.
func funcName(f *ast.FuncDecl) string {
	if r := receiver(f); r != "" {
		return r + "." + f.Name.Name
	}
	return f.Name.Name
}

// receiver returns the name of the receiver's type; "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	name := ""
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return true
	})
	return name
}

// maxParameters is the maximum number of parameters, besides a context.
const maxParameters = 4

// checkParameters checks every function type: in declarations, literals, fields and interfaces.
func checkParameters(t *testing.T, s source) {
	ast.Inspect(s.file, func(node ast.Node) bool {
		f, ok := node.(*ast.FuncType)
		if !ok {
			return true
		}
		n := 0
		for _, p := range f.Params.List {
			if !isContext(p.Type) {
				n += max(1, len(p.Names))
			}
		}
		assert.LessOrEqual(t, n, maxParameters, "%s: many parameters", s.at(f))
		return true
	})
}

func isContext(t ast.Expr) bool {
	sel, ok := t.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Context" && isIdent(sel.X, "context")
}

func isIdent(e ast.Expr, names ...string) bool {
	id, ok := e.(*ast.Ident)
	return ok && slices.Contains(names, id.Name)
}

// instead are patterns that no native engineer writes, with what to write instead.
var instead = []struct{ odd, plain string }{
	{`\blest\b`, `"so that … not"`},
	{`\blikest\b`, `"most similar"`},
	{`\bthrice\b`, `"three times"`},
	{`\bhark\b`, `"look"`},
	{`\bthe own\b`, `"their own" or "the player's own"`},
	{`\bthat is none\b`, `"that is not one"`},
	{`\bsays to be\b`, `"claims to be"`},
	{`\b(for|to|of|from|by|with) who\b`, `"whoever", "whom", or the person's name: "the player who"`},
	{`\bsees no pictures?\b`, `"does not see pictures"`},
}

func TestWords(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	for _, word := range instead {
		odd := regexp.MustCompile("(?i)" + word.odd)
		check := func(path, text string) {
			if found := odd.FindString(text); found != "" {
				t.Errorf("%s says %q: write %s", path, found, word.plain)
			}
		}
		check("README.md", unwrap(string(readme)))
		for _, s := range sources(t) {
			if s.defines("instead") {
				continue
			}
			for _, text := range s.prose() {
				check(s.path, text)
			}
		}
	}
}

// prose returns the comments and strings of s, each on one line.
func (s source) prose() []string {
	var all []string
	for _, c := range s.file.Comments {
		all = append(all, unwrap(c.Text()))
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
			all = append(all, unwrap(text.Value))
		}
		return true
	})
	return all
}

// unwrap puts text on one line.
func unwrap(text string) string { return strings.Join(strings.Fields(text), " ") }

func (s source) defines(name string) bool { return s.file.Scope.Lookup(name) != nil }
