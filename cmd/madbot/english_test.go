package main

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// clumsy are phrases that comments and log lines still use, with the maximum number of each. The numbers may only fall;
// a phrase that no longer occurs has 0.
var clumsy = []struct {
	phrase string
	most   int
}{
	{`whoever`, 3},
	{`anew`, 2},
	{`but for`, 0},
	{`thereof|hence|upon`, 0},
	{`of (which|whom)`, 12},
	{`(that|those) of`, 34},
	{`(is|are|was|were) told`, 3},
	{`(tells?|says|said) of`, 3},
	{`(goes|went) on`, 2},
	{`(what|as it) stands`, 5},
	{`beside`, 4},
	{`(has|have) (the |an? )?\w+ (be|do|go|show|begin|end)`, 10},
}

// englishAllowed are comments that may use such a phrase, because a part of their text makes it plain.
var englishAllowed = regexp.MustCompile(`beside each other|beside it`)

// TestEnglish counts the phrases. -v prints the numbers; a failure prints where they are.
func TestEnglish(t *testing.T) {
	t.Parallel()
	lines := englishOf(sources(t))
	for _, c := range clumsy {
		pattern := regexp.MustCompile(`(?i)\b(` + c.phrase + `)\b`)
		var found []string
		for _, l := range lines {
			if pattern.MatchString(l.text) {
				found = append(found, l.path+": "+l.text)
			}
		}
		t.Logf("%4d of %d: %s", len(found), c.most, c.phrase)
		assert.LessOrEqual(t, len(found), c.most, "%q is not plain English:\n%s", c.phrase, strings.Join(found, "\n"))
	}
}

// proseLine is a comment or log text.
type proseLine struct{ path, text string }

// englishOf returns the comments and log texts of all files.
func englishOf(all []source) (lines []proseLine) {
	add := func(s source, text string) {
		if !englishAllowed.MatchString(text) {
			lines = append(lines, proseLine{s.path, text})
		}
	}
	for _, s := range all {
		for _, c := range s.file.Comments {
			add(s, unwrap(c.Text()))
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && logs(call) {
				for _, arg := range call.Args {
					if text, ok := arg.(*ast.BasicLit); ok {
						add(s, text.Value)
					}
				}
			}
			return true
		})
	}
	return lines
}

// logs reports whether call writes to a log.
func logs(call *ast.CallExpr) bool {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	switch strings.TrimSuffix(method.Sel.Name, "Context") {
	case "Debug", "Info", "Warn", "Error":
		return true
	}
	return false
}
