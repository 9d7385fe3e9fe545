package rules_test

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

func lines(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	require.NoError(t, err)
	defer f.Close()
	var all []string
	scanner := bufio.NewScanner(f)
	for scanner.Scan() {
		all = append(all, scanner.Text())
	}
	require.NoError(t, scanner.Err())
	require.NotEmpty(t, all)
	return all
}

// Every position of the file has exactly the turns listed after it.
func TestTurnsOfData(t *testing.T) {
	t.Parallel()
	for _, line := range lines(t, "turns.txt") {
		text, turns, ok := strings.Cut(line, " ; ")
		require.True(t, ok, line)
		p := rulestest.Position(t, text)
		require.Equal(t, text, p.String())
		var got []string
		for _, turn := range p.AppendTurns(nil) {
			got = append(got, turn.String())
		}
		slices.Sort(got)
		require.Equal(t, strings.Fields(turns), got, text)
	}
}

// Every game of the file can be played, and ends as listed.
func TestReplaysOfData(t *testing.T) {
	t.Parallel()
	answers := lines(t, "replay.out")
	for i, line := range lines(t, "replay.in") {
		text, turns, ok := strings.Cut(line, " ; ")
		require.True(t, ok, line)
		p := rulestest.Position(t, text)
		g := rules.GameFrom(p, rules.DefaultStallLimit)
		for _, word := range strings.Fields(turns) {
			require.NoError(t, g.PlayText(word), "line %d: %s", i+1, word)
		}
		last := g.Position()
		assert.Equal(t, answers[i], last.String()+" ; "+g.Outcome().Result())
	}
}
