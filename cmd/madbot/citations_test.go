package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rulesDocument is what "rules 5.4" in a comment refers to.
const rulesDocument = root + "/rules/RULES.md"

var (
	// citation finds "rules 5.4", "rules 2.4, 2.6" and "rules 5.2 and 5.4".
	citation = regexp.MustCompile(`\brules (\d+(?:\.\d+)?(?:(?:, | and | to | or )\d+(?:\.\d+)?)*)`)
	number   = regexp.MustCompile(`\d+(?:\.\d+)?`)
	section  = regexp.MustCompile(`(?m)^#+ (\d+(?:\.\d+)?)\b`)
	link     = regexp.MustCompile(`\]\(([^)#]+)\)`)
)

// TestCitations: every section that a comment cites exists in rules/RULES.md.
func TestCitations(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile(rulesDocument)
	require.NoError(t, err)
	sections := map[string]bool{}
	for _, found := range section.FindAllStringSubmatch(string(document), -1) {
		assert.False(t, sections[found[1]], "section %s stands twice", found[1])
		sections[found[1]] = true
	}
	cited := 0
	for _, s := range sources(t) {
		for _, comment := range s.file.Comments {
			text := strings.Join(strings.Fields(comment.Text()), " ")
			for _, found := range citation.FindAllStringSubmatch(text, -1) {
				for _, n := range number.FindAllString(found[1], -1) {
					assert.True(t, sections[n], "%s cites rules %s, which doesn't exist", s.path, n)
					cited++
				}
			}
		}
	}
	assert.Greater(t, cited, 50)
}

// TestRulesLinks: the pictures and files that RULES.md links to exist.
func TestRulesLinks(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile(rulesDocument)
	require.NoError(t, err)
	links := link.FindAllStringSubmatch(string(document), -1)
	require.NotEmpty(t, links)
	for _, l := range links {
		_, err := os.Stat(filepath.Join(filepath.Dir(rulesDocument), filepath.FromSlash(l[1])))
		assert.NoError(t, err)
	}
}
