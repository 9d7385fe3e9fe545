package bot

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// texts is a message in the source, with what translators need to know.
type texts struct {
	id, one, other string
	folder         string          // of the source file, the room
	block          string          // the comment above its block
	kinds          map[string]bool // what it is shown in, as far as the source tells
}

// about returns the beginning of m's comment, which tells translators where it appears.
func (m texts) about() string {
	if end := strings.IndexAny(m.block, ".:;"); end > 0 {
		return m.block[:end]
	}
	return m.block
}

// kindsOf returns what m is shown in, with Discord's limits.
func kindsOf(m texts) []string {
	kinds := map[string]bool{}
	for kind := range m.kinds {
		kinds[kind] = true
	}
	for part, kind := range map[string]string{".button": aButton, ".item": anItem, ".menu": aPrompt} {
		if strings.Contains("."+m.id+".", part+".") {
			kinds[kind] = true
		}
	}
	var list []string
	for kind := range kinds {
		list = append(list, kind)
	}
	slices.Sort(list)
	return list
}

const (
	aButton = "Button, ≤ 80 letters, better 25."
	anItem  = "Item of a menu, ≤ 100 letters."
	aNote   = "Below an item of a menu, ≤ 100 letters."
	aPrompt = "Prompt of a menu, ≤ 150 letters."
	aTitle  = "Title of a form, ≤ 45 letters."
	aLabel  = "Label in a form, ≤ 45 letters."
	aHelp   = "Help in a form, ≤ 100 letters."
)

// parsed is a source file with its folder.
type parsed struct {
	folder string
	file   *ast.File
}

// botSources parses the Go files, except tests, of all packages that talk to people.
func botSources(t *testing.T) (files []parsed) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (path == "sandbox" || path == "i18n"):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		files = append(files, parsed{filepath.Dir(path), file})
		return err
	})
	require.NoError(t, err)
	return files
}

// sourceMessages returns the i18n.Message values in the bot's source.
func sourceMessages(t *testing.T) (list []texts) {
	t.Helper()
	files := botSources(t)
	kinds := map[string]map[string]bool{}
	for _, f := range files {
		ast.Inspect(f.file, func(n ast.Node) bool { noteKinds(kinds, f.folder, n); return true })
	}
	for _, f := range files {
		first := len(list)
		for _, decl := range f.file.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok {
				list = append(list, messagesIn(t, decl)...)
				continue
			}
			for _, spec := range general.Specs {
				value, ok := spec.(*ast.ValueSpec)
				if !ok {
					continue
				}
				found := messagesIn(t, value)
				for i := range found {
					found[i].block, found[i].kinds = strings.Join(strings.Fields(general.Doc.Text()), " "), kinds[f.folder+"."+value.Names[0].Name]
				}
				list = append(list, found...)
			}
		}
		for i := range list[first:] {
			list[first+i].folder = f.folder
		}
	}
	return list
}

// messagesIn returns the messages within a node.
func messagesIn(t *testing.T, n ast.Node) (list []texts) {
	ast.Inspect(n, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if kind, ok := lit.Type.(*ast.SelectorExpr); ok && fmt.Sprint(kind.X, ".", kind.Sel) == "i18n.Message" {
			fields := map[string]string{}
			for _, e := range lit.Elts {
				field := e.(*ast.KeyValueExpr)
				fields[field.Key.(*ast.Ident).Name] = constant(t, field.Value)
			}
			list = append(list, texts{id: fields["ID"], one: fields["One"], other: fields["Other"]})
		}
		return true
	})
	return list
}

// TestMessages_Used: each message is used, and each of its placeholders is filled somewhere.
func TestMessages_Used(t *testing.T) {
	t.Parallel()
	files, named, literals := botSources(t), map[string]int{}, map[string]bool{}
	for _, f := range files {
		ast.Inspect(f.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				named[n.Name]++
			case *ast.BasicLit:
				literals[strings.Trim(n.Value, `"`)] = true
			}
			return true
		})
	}
	for _, f := range files {
		ast.Inspect(f.file, func(n ast.Node) bool {
			value, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			for _, m := range messagesIn(t, value) {
				assert.Greater(t, named[value.Names[0].Name], 1, "nobody says %s", m.id)
				for _, name := range namesOf(m.other) {
					filled := literals[name] || literals[strings.TrimSuffix(name, "At")]
					assert.True(t, filled, "nobody fills %s of %s", name, m.id)
				}
			}
			return true
		})
	}
}

// noteKinds records what the variables in a literal are shown in.
func noteKinds(kinds map[string]map[string]bool, folder string, n ast.Node) {
	lit, ok := n.(*ast.CompositeLit)
	if !ok {
		return
	}
	fields := map[string]ast.Expr{}
	for _, e := range lit.Elts {
		if field, ok := e.(*ast.KeyValueExpr); ok {
			if name, ok := field.Key.(*ast.Ident); ok {
				fields[name.Name] = field.Value
			}
		}
	}
	for name, value := range fields {
		kind := kindOfField(fields, name)
		ast.Inspect(value, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && kind != "" && strings.HasPrefix(id.Name, "msg") {
				if kinds[folder+"."+id.Name] == nil {
					kinds[folder+"."+id.Name] = map[string]bool{}
				}
				kinds[folder+"."+id.Name][kind] = true
			}
			return true
		})
	}
}

// kindOfField returns the kind of a field of a control or form; "" if it is none.
func kindOfField(fields map[string]ast.Expr, name string) string {
	has := func(name string) bool { _, ok := fields[name]; return ok }
	form, item := has("MaxLength"), has("Value")
	switch {
	case name == "Title" && form:
		return aTitle
	case name == "Label" && form:
		return aLabel
	case name == "Note" && form:
		return aHelp
	case name == "Label" && item:
		return anItem
	case name == "Note" && item:
		return aNote
	case name == "Label" && has("ID"):
		return aButton
	case name == "Prompt" && has("ID"):
		return aPrompt
	}
	return ""
}

// constant evaluates a string made of literals and plus signs.
func constant(t *testing.T, e ast.Expr) string {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		require.NoError(t, err)
		return text
	case *ast.BinaryExpr:
		return constant(t, e.X) + constant(t, e.Y)
	}
	require.Fail(t, "a message is made of literals alone")
	return ""
}
