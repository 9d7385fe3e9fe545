package sandbox_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox/pagetest"
)

// TestPageScripts runs the tests of the page's pure modules.
func TestPageScripts(t *testing.T) {
	pagetest.Parallel(t)
	node, err := exec.LookPath("node")
	require.NoError(t, err, "Node.js tests the page's scripts (Debian: apt-get install nodejs)")
	tests, err := filepath.Glob("testdata/page/*.test.mjs")
	require.NoError(t, err)
	require.NotEmpty(t, tests)
	run := exec.CommandContext(t.Context(), node, append([]string{"--test"}, tests...)...)
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
