package main

import (
	"go/ast"
	"go/token"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPackageVariables: package variables never change.
func TestPackageVariables(t *testing.T) {
	t.Parallel()
	all := sources(t)
	vars := map[string]bool{} // "package name"
	for _, s := range all {
		for _, v := range s.packageVars() {
			for _, name := range v.Names {
				vars[s.pkg+" "+name.Name] = true
				assert.True(t, isFixed(v), "%s: %s is there to be changed", s.at(v), name.Name)
			}
		}
	}
	for _, s := range all {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			for _, e := range changes(n) {
				id := base(e)
				known := id != nil && !isLocal(id, s.file) && vars[s.pkg+" "+id.Name]
				assert.False(t, known, "%s: a package variable is changed", s.set.Position(n.Pos()))
			}
			return true
		})
	}
}

// packageVars returns the package variables of s, except embedded files and blank ones.
func (s source) packageVars() []*ast.ValueSpec {
	var all []*ast.ValueSpec
	for _, d := range s.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR || s.test {
			continue
		}
		for _, spec := range g.Specs {
			v, ok := spec.(*ast.ValueSpec)
			embedded := isEmbedded(g.Doc) || isEmbedded(v.Doc)
			if ok && !embedded && v.Names[0].Name != "_" {
				all = append(all, v)
			}
		}
	}
	return all
}

// isEmbedded reports whether a comment makes the compiler set the variable.
func isEmbedded(doc *ast.CommentGroup) bool {
	if doc == nil {
		return false
	}
	for _, c := range doc.List {
		if strings.HasPrefix(c.Text, "//go:embed ") {
			return true
		}
	}
	return false
}

// isFixed reports whether v has a value that is usable as it is: neither a lock, nor an atomic, nor an empty map.
func isFixed(v *ast.ValueSpec) bool {
	fixed := len(v.Values) > 0
	for _, part := range append([]ast.Expr{v.Type}, v.Values...) {
		if part == nil {
			continue
		}
		ast.Inspect(part, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.SelectorExpr:
				if isIdent(n.X, "sync", "atomic") {
					fixed = strings.HasPrefix(n.Sel.Name, "Once") && fixed // OnceValue always returns the same value
				}
			case *ast.CallExpr:
				fixed = fixed && !isIdent(n.Fun, "make", "new")
			case *ast.CompositeLit:
				_, isMap := n.Type.(*ast.MapType)
				fixed = fixed && !(isMap && len(n.Elts) == 0)
			}
			return true
		})
	}
	return fixed
}

// changes returns the expressions that n assigns to.
func changes(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value}
		}
	case *ast.CallExpr:
		if isIdent(n.Fun, "delete", "clear", "copy") {
			return n.Args[:1]
		}
	}
	return nil
}

// base returns the variable that e is a part of, or nil.
func base(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		default:
			return nil
		}
	}
}

func isLocal(id *ast.Ident, file *ast.File) bool {
	return id.Obj != nil && file.Scope.Lookup(id.Name) != id.Obj
}

// keepsContext are types that may still store a context.
var keepsContext = exceptions{"Page", "browser"}

// TestContexts: contexts are passed, not stored.
func TestContexts(t *testing.T) {
	t.Parallel()
	var kept []string
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			ast.Inspect(spec.Type, func(n ast.Node) bool {
				if f, ok := n.(*ast.Field); ok && isContext(f.Type) {
					kept = append(kept, spec.Name.Name+" "+s.at(f).String())
				}
				_, isFunc := n.(*ast.FuncType)
				return !isFunc
			})
			return true
		})
	}
	keepsContext.check(t, "keeps a context", kept)
}

// unguarded are functions that may start a goroutine without a recover: the wiring, whose parts recover, and those that
// only wait or fill a table.
var unguarded = exceptions{"serveSandbox", "Dispatcher.Drain", "answer.replaceBy",
	"BuildEndings"}

// TestGoroutines: every goroutine recovers, by itself or in the function that it calls, except in tests, the sandbox
// and its browser.
func TestGoroutines(t *testing.T) {
	t.Parallel()
	var open []string
	all := sources(t)
	recovers := guards(all, guards(all, guards(all, nil)))
	for _, s := range all {
		if s.test || strings.HasPrefix(s.pkg, "bot/sandbox") || s.pkg == "bot/play/playtest" {
			continue
		}
		for _, f := range s.functions() {
			for _, body := range goroutines(f) {
				if !s.isGuarded(body, recovers) {
					open = append(open, funcName(f)+" "+s.at(body).String())
				}
			}
		}
	}
	unguarded.check(t, "starts a goroutine that doesn't recover", open)
}

// guards returns the functions that recover, or call a known one that does, as "package name", or "package .name" for a
// method.
func guards(all []source, known map[string]bool) map[string]bool {
	found := map[string]bool{}
	for _, s := range all {
		for _, f := range s.functions() {
			if f.Body != nil && s.isGuarded(f.Body, known) {
				name := f.Name.Name
				if f.Recv != nil {
					name = "." + name
				}
				found[s.pkg+" "+name] = true
			}
		}
	}
	return found
}

// goroutines returns what f starts with go, or with the Go method of a group.
func goroutines(f *ast.FuncDecl) []ast.Node {
	var all []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			all = append(all, n.Call)
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Go" && len(n.Args) == 1 {
				all = append(all, n.Args[0])
			}
		}
		return true
	})
	return all
}

// isGuarded reports whether code recovers, or calls a function that does.
func (s source) isGuarded(code ast.Node, recovers map[string]bool) bool {
	guarded := false
	ast.Inspect(code, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		pkg, name := s.pkg, ""
		switch fun := call.Fun.(type) {
		case *ast.Ident:
			name = fun.Name
		case *ast.SelectorExpr:
			x, direct := fun.X.(*ast.Ident) // the function in a field is unknown
			if !direct {
				break
			}
			name = "." + fun.Sel.Name
			if other := s.imported(x); other != "" {
				pkg, name = other, fun.Sel.Name
			}
		}
		guarded = guarded || name == "recover" || recovers[pkg+" "+name]
		return true
	})
	return guarded
}

// imported returns the package of this module that x names in s; "" if there is none.
func (s source) imported(x *ast.Ident) string {
	for _, i := range s.file.Imports {
		pkg, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), module)
		if ours && isIdent(x, path.Base(pkg)) {
			return pkg
		}
	}
	return ""
}
