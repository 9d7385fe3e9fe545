package i18n_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// term matches the term of a row of a glossary.
var term = regexp.MustCompile(`(?m)^\| ([^|]+) \|`)

// TestGlossary: the glossaries translate the terms of the English one, in its order; some may be missing.
func TestGlossary(t *testing.T) {
	t.Parallel()
	terms := func(file string) (list []string) {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, row := range term.FindAllStringSubmatch(string(data), -1)[1:] { // without the heading
			list = append(list, row[1])
		}
		return list
	}
	files, err := filepath.Glob("glossary/*.md")
	require.NoError(t, err)
	require.Greater(t, len(files), 2)
	english := terms("glossary/en.md")
	for _, file := range files {
		next := 0
		for _, term := range terms(file) {
			for next < len(english) && english[next] != term {
				next++
			}
			assert.Less(t, next, len(english), "%s: %s is not a term of en.md, or not in its order", file, term)
		}
	}
}
