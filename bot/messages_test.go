package bot

import (
	"go/ast"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// texts is a message as it stands in the source.
type texts struct{ id, one, other string }

// sourceMessages collects the i18n.Message values of this package from its source.
func sourceMessages(t *testing.T) []texts {
	t.Helper()
	var list []texts
	collect := func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if kind, ok := lit.Type.(*ast.SelectorExpr); ok && kind.Sel.Name == "Message" {
			fields := map[string]string{}
			for _, e := range lit.Elts {
				field := e.(*ast.KeyValueExpr)
				fields[field.Key.(*ast.Ident).Name] = constant(t, field.Value)
			}
			list = append(list, texts{fields["ID"], fields["One"], fields["Other"]})
		}
		return true
	}
	for _, file := range sourceOf(t, ".") {
		ast.Inspect(file, collect)
	}
	return list
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

func TestMessages(t *testing.T) {
	t.Parallel()
	list := sourceMessages(t)
	require.Greater(t, len(list), 100)
	seen := map[string]bool{}
	for _, m := range list {
		assert.NotEmpty(t, m.other, m.id)
		assert.False(t, seen[m.id], "two messages are called %s", m.id)
		seen[m.id] = true
		counted := strings.Contains(m.other, "{{.N}}")
		assert.Equal(t, counted, m.one != "", "%s: a count and its plural go together", m.id)
	}
	locales, err := fs.Glob(os.DirFS("i18n/locales"), "*.toml")
	require.NoError(t, err)
	for _, name := range locales {
		var file map[string]any
		_, err := toml.DecodeFile("i18n/locales/"+name, &file)
		require.NoError(t, err)
		for id := range file {
			assert.True(t, seen[id], "%s translates %s, which nobody says", name, id)
		}
	}
}
