package text

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// texts is a message as it stands in the source.
type texts struct{ id, one, other string }

// sourceMessages collects the i18n.Message values of the bot, of its lessons and rules, of this package and of turns
// from their source.
func sourceMessages(t *testing.T) []texts {
	t.Helper()
	var list []texts
	collect := func(n ast.Node) bool {
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
			list = append(list, texts{fields["ID"], fields["One"], fields["Other"]})
		}
		return true
	}
	for _, folder := range []string{"..", ".", "turns", "../learn", "../panel", "../rulebook", "../terms"} {
		for _, file := range sourceOf(t, folder) {
			ast.Inspect(file, collect)
		}
	}
	return list
}

// sourceOf parses the Go files of a folder but its tests.
func sourceOf(t *testing.T, folder string) []*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		files = append(files, file)
	}
	return files
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
	golden(t, "messages.golden.yaml", template(list))
	assert.Empty(t, faults(t, list, template(list)))
	locales, err := fs.Glob(os.DirFS("../i18n/locales"), "*.yaml")
	require.NoError(t, err)
	for _, name := range locales {
		text, err := os.ReadFile("../i18n/locales/" + name)
		require.NoError(t, err)
		assert.Empty(t, faults(t, list, text), name)
	}
}

// oddPhrases are what people should not have to read: another word for exile, haggling, the antique.
var oddPhrases = []string{"parallel universe", "for nothing in return", "losing more than that", "lately", "by lot",
	"unless you say", "pass: ", "cannot take", "It can:", "You can:"}

// TestMessages_Wording: no message says what was mended before.
func TestMessages_Wording(t *testing.T) {
	t.Parallel()
	for _, m := range sourceMessages(t) {
		if strings.HasPrefix(m.id, "rules.story.") {
			continue // a tale has words of its own
		}
		for _, phrase := range oddPhrases {
			assert.NotContains(t, m.one+m.other, phrase, m.id)
		}
	}
}

// TestMessagesStandWithHandlers: in the bot, only a command, or what a button does, has messages of
// its own.
func TestMessagesStandWithHandlers(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../*.go")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		base := filepath.Base(name)
		mine := strings.HasPrefix(base, "cmd_") ||
			slices.Contains([]string{"first_game.go", "home.go", "look.go", "note.go", "plan.go", "plan_list.go"}, base)
		assert.False(t, !mine && bytes.Contains(source, []byte("i18n.Message{")), base)
	}
}

// template is what translators begin with: every message in English, as a locale file has it.
func template(list []texts) []byte {
	slices.SortFunc(list, func(a, b texts) int { return strings.Compare(a.id, b.id) })
	var out bytes.Buffer
	for _, m := range list {
		fmt.Fprintf(&out, "%s:\n", m.id)
		if m.one != "" {
			fmt.Fprintf(&out, "  one: %q\n", m.one)
		}
		fmt.Fprintf(&out, "  other: %q\n\n", m.other)
	}
	return out.Bytes()
}

// place is where a message has data, or names a command.
var place = regexp.MustCompile("{{[^}]*}}|`/[a-z]+(?: [a-z]+)?`")

// faults lists what cannot be right in a locale file: messages nobody says, and places that the
// English text does not have.
func faults(t *testing.T, list []texts, locale []byte) (wrong []string) {
	t.Helper()
	var file map[string]map[string]string
	require.NoError(t, yaml.Unmarshal(locale, &file))
	english := map[string]string{}
	for _, m := range list {
		english[m.id] = m.one + m.other
	}
	for id, forms := range file {
		if english[id] == "" {
			wrong = append(wrong, id+" is said by nobody")
		}
		for form, text := range forms {
			for _, p := range place.FindAllString(text, -1) {
				if english[id] != "" && !strings.Contains(english[id], p) {
					wrong = append(wrong, id+" has no "+p+" as in "+form)
				}
			}
		}
	}
	slices.Sort(wrong)
	return wrong
}

func TestFaultsOfALocale(t *testing.T) {
	t.Parallel()
	list := []texts{{"a", "{{.N}} turn", "{{.N}} turns, `/move`"}}
	assert.Empty(t, faults(t, list, []byte("a:\n  few: '{{.N}} ходы'\n  other: '`/move`: {{.N}}'")))
	assert.Equal(t, []string{"a has no `/zug` as in other", "a has no {{.M}} as in one", "b is said by nobody"},
		faults(t, list, []byte("a:\n  one: '{{.M}}'\n  other: '`/zug`'\nb:\n  other: '{{.X}}'")))
	assert.Empty(t, faults(t, list, template(list)))
}
