package engine

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write testdata anew")

// TestBench compares the signature of the search with the last one. A commit that changes the search
// gives the new number.
func TestBench(t *testing.T) {
	t.Parallel()
	if slow {
		t.Skip("one worker has no races, and four million nodes take too long here")
	}
	nodes, err := Bench(context.Background(), smallEndings())
	require.NoError(t, err)
	got := fmt.Sprintln(nodes)
	if *update {
		require.NoError(t, os.WriteFile("testdata/bench.txt", []byte(got), 0o644))
	}
	want, err := os.ReadFile("testdata/bench.txt")
	require.NoError(t, err)
	assert.Equal(t, string(want), got,
		"if the change is wanted: go test ./rules/engine -run Bench -update")
}
