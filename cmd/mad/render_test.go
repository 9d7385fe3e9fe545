package main

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRenderWritesAPicture(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "board.png")
	assert.Equal(t, called{exitOK, "", ""},
		call("", "render", "-position", opening, "-o", file, "-theme", "paper", "-view", "blue",
			"-width", "400"))
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	m, err := png.Decode(f)
	require.NoError(t, err)
	assert.Equal(t, 400, m.Bounds().Dx())
	assert.Greater(t, m.Bounds().Dx(), m.Bounds().Dy())
}

func TestRenderRefuses(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "board.png")
	for name, args := range map[string][]string{
		"no file":     {"-position", opening},
		"no position": {"-o", file},
		"position":    {"-position", "x", "-o", file},
		"theme":       {"-position", opening, "-o", file, "-theme", "pink"},
		"view":        {"-position", opening, "-o", file, "-view", "green"},
		"width":       {"-position", opening, "-o", file, "-width", "5"},
		"argument":    {"-position", opening, "-o", file, "more"},
	} {
		got := call("", append([]string{"render"}, args...)...)
		assert.Equal(t, exitUsage, got.code, name)
		assert.NotEmpty(t, got.err, name)
	}
	assert.NoFileExists(t, file)
	got := call("", "render", "-position", opening, "-o", filepath.Join(file, "none.png"))
	assert.Equal(t, exitFailed, got.code)
}
