package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/engine"
)

// TestLoadEndings: a file of endings is read; any other file stops the program with one line.
func TestLoadEndings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var file bytes.Buffer
	require.NoError(t, engine.BuildEndings(2, rules.Board5x5).Write(&file))
	good, bad := filepath.Join(dir, "good"), filepath.Join(dir, "bad")
	require.NoError(t, os.WriteFile(good, file.Bytes(), 0o600))
	require.NoError(t, os.WriteFile(bad, file.Bytes()[:100], 0o600))

	endings, err := loadEndings(good)
	require.NoError(t, err)
	assert.Equal(t, 2, endings.Ships(rules.Board5x5))
	assert.Zero(t, endings.Ships(rules.Board6x4))

	for _, path := range []string{bad, filepath.Join(dir, "none")} {
		config := filepath.Join(t.TempDir(), "config.yaml")
		require.NoError(t, os.WriteFile(config, fmt.Appendf(nil,
			"engine: {endings: %s}\nstorage: {path: %s}\nhealth: {addr: \"\"}\n", path,
			filepath.Join(t.TempDir(), "mad.db")), 0o600))
		code, _, stderr := madbot(t, map[string]string{tokenVariable: "x.y.z"}, "run", "-config", config)
		assert.Equal(t, exitConfig, code)
		assert.Contains(t, stderr, "engine.endings")
		assert.Contains(t, stderr, path)
		assert.Equal(t, 3, strings.Count(stderr, "\n"), "started, a new database, and this: %s", stderr)
	}
}
