package main

import (
	"go/ast"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// compiledTwice are packages that may still have internal tests although other packages' tests import them.
var compiledTwice = []string{"bot/play", "bot/sandbox/world", "storage/postgres"}

// TestInternalTests finds internal tests that use a package which imports theirs: go compiles that package, and all
// between, a second time for them.
func TestInternalTests(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("go", "list", "-test", "-deps", "-f", "{{if .ForTest}}{{.ForTest}} {{.ImportPath}}{{end}}", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line) // the tested package, the compiled one, and the reason
		if len(words) < 3 || words[1] == words[0] || words[1] == words[0]+"_test" {
			continue
		}
		assert.Contains(t, compiledTwice, strings.TrimPrefix(words[0], module),
			"%s is compiled again for the internal tests of %s: make them external", words[1], words[0])
	}
}

// forwarders are methods that may only call another one with their own parameters.
var forwarders = []string{
	"bot/discord.cleanHandler.Enabled", "storage/sqlite.View.Close", "storage/sqlstore.RowError.Error", // required by interfaces
	"bot.Bot.Idle", "cmd/madbot.App.Close", "bot/play.Boards.Now",
}

// TestForwarders finds methods that only forward, because their callers could call the other method.
func TestForwarders(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if s.test || strings.HasSuffix(s.pkg, "test") {
			continue
		}
		for _, f := range s.functions() {
			if f.Recv != nil && onlyForwards(f) {
				assert.Contains(t, forwarders, s.pkg+"."+funcName(f), "%s only forwards", s.at(f))
			}
		}
	}
}

// mostMethods is how many methods a type may have, except rules.Position.
const mostMethods = 40

// TestMethods finds types with so many methods that nobody sees what they are for.
func TestMethods(t *testing.T) {
	t.Parallel()
	methods := map[string]int{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, f := range s.functions() {
			if f.Recv != nil {
				receiver, _, _ := strings.Cut(funcName(f), ".")
				methods[s.pkg+"."+receiver]++
			}
		}
	}
	delete(methods, "rules.Position")
	for name, n := range methods {
		assert.LessOrEqual(t, n, mostMethods, "%s: split it into types for what its methods are about", name)
	}
}

// onlyForwards reports whether f only calls the method of the same name on a field of its receiver, with its own
// parameters.
func onlyForwards(f *ast.FuncDecl) bool {
	if f.Body == nil || len(f.Body.List) != 1 {
		return false
	}
	var called ast.Expr
	switch only := f.Body.List[0].(type) {
	case *ast.ReturnStmt:
		if len(only.Results) == 1 {
			called = only.Results[0]
		}
	case *ast.ExprStmt:
		called = only.X
	}
	call, ok := called.(*ast.CallExpr)
	if !ok {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || method.Sel.Name != f.Name.Name {
		return false
	}
	if field, ok := method.X.(*ast.SelectorExpr); !ok || len(f.Recv.List[0].Names) == 0 ||
		!isIdent(field.X, f.Recv.List[0].Names[0].Name) {
		return false
	}
	var parameters []string
	for _, p := range f.Type.Params.List {
		for _, name := range p.Names {
			parameters = append(parameters, name.Name)
		}
	}
	return slices.EqualFunc(call.Args, parameters, func(arg ast.Expr, name string) bool { return isIdent(arg, name) })
}
