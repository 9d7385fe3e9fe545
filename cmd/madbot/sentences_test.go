package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// talking are the packages with messages for people.
var talking = []string{
	"bot", "bot/challenge", "bot/daily", "bot/dispatch", "bot/end", "bot/hint", "bot/league", "bot/look", "bot/note", "bot/panel",
	"bot/panel/solve", "bot/panel/tap", "bot/people", "bot/plan", "bot/practise", "bot/review", "bot/settings", "bot/show", "bot/teach",
	"bot/text", "bot/text/hints", "bot/text/turns", "bot/turn", "bot/ui"}

// forProgrammers are calls whose texts people do not read, or that define a command, which is translated by its ids.
var forProgrammers = []string{"New", "Errorf", "panic", "Debug", "DebugContext", "Info", "InfoContext", "Warn", "WarnContext",
	"Error", "ErrorContext", "MustCompile",
	"Spec", "MenuSpec", "textOption", "choices", "subOption"}

// ofCommands are types of command definitions and log lines.
var ofCommands = []string{"Failure", "Command", "ApplicationCommandOption", "ApplicationCommandOptionChoice", "pace"}

// sentence matches a text that people would read: three words, or two with the first one capitalized.
var sentence = regexp.MustCompile(`\pL+ \pL+ \pL+|^\p{Lu}\pL+ \pL+|^\p{Lu}\pL+[.:!?]$`)

// TestSentences: everything that people read is in a message.
func TestSentences(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if s.test || !slices.Contains(talking, s.pkg) {
			continue
		}
		for _, found := range s.sentences() {
			t.Errorf("%s: a sentence outside of messages: %s", s.at(found), found.Value)
		}
	}
}

// TestTalking: talking lists exactly the packages that have messages.
func TestTalking(t *testing.T) {
	t.Parallel()
	there := map[string]bool{}
	for _, s := range sources(t) {
		there[s.pkg] = true
		if !s.test && s.pkg != "bot/i18n" && s.hasMessage() && !slices.Contains(talking, s.pkg) {
			t.Errorf("%s has messages: add it to the packages that talk", s.pkg)
		}
	}
	for _, pkg := range talking {
		if !there[pkg] {
			t.Errorf("%s is no package: strike it off the list", pkg)
		}
	}
}

// hasMessage reports whether s contains a message.
func (s source) hasMessage() (found bool) {
	ast.Inspect(s.file, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		found = found || ok && isOf(literal.Type, "i18n", "Message")
		return !found
	})
	return found
}

// sentences returns the texts of s that look like text for people but are not in a message.
func (s source) sentences() (list []*ast.BasicLit) {
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return !slices.Contains(forProgrammers, lastName(n.Fun))
		case *ast.CompositeLit:
			return !isOf(n.Type, "i18n", "Message") && !slices.Contains(ofCommands, typeName(n.Type))
		case *ast.FuncDecl: // paces are choices of a command
			return n.Type.Results == nil || len(n.Type.Results.List) == 0 ||
				!slices.Contains(ofCommands, typeName(n.Type.Results.List[0].Type))
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && sentence.MatchString(text) {
				list = append(list, n)
			}
		}
		return true
	})
	return list
}

// isOf reports whether the type, or its element type, is pkg.name.
func isOf(e ast.Expr, pkg, name string) bool {
	if list, ok := e.(*ast.ArrayType); ok {
		return isOf(list.Elt, pkg, name)
	}
	sel, ok := e.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == name && isIdent(sel.X, pkg)
}

// lastName returns the name of the called function, without package or receiver.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// typeName returns the name of a type, or of its element type.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.ArrayType:
		return typeName(e.Elt)
	case *ast.StarExpr:
		return typeName(e.X)
	}
	return lastName(e)
}
