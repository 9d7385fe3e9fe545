package main

import (
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
}

// The position may be an argument, before or after the flags, in quotes or not.
func TestRenderTakesABarePosition(t *testing.T) {
	t.Parallel()
	want := call("", "render", "-position", opening, "-o", "-", "-width", "240")
	require.Equal(t, exitOK, want.code, want.err)
	fields, flags := strings.Fields(opening), []string{"-o", "-", "-width", "240"}
	for _, args := range [][]string{
		slices.Concat([]string{opening}, flags),
		slices.Concat(flags, []string{opening}),
		slices.Concat(fields, flags),
		slices.Concat(flags, fields),
		slices.Concat(flags[:2], fields, flags[2:]),
	} {
		assert.Equal(t, want, call("", append([]string{"render"}, args...)...), args)
	}
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
		"positions":   {"-position", opening, "-o", file, opening},
		"more":        {opening, "-o", file, "more"},
	} {
		got := call("", append([]string{"render"}, args...)...)
		assert.Equal(t, exitUsage, got.code, name)
		assert.NotEmpty(t, got.err, name)
	}
	assert.NoFileExists(t, file)
	got := call("", "render", "-position", opening, "-o", filepath.Join(file, "none.png"))
	assert.Equal(t, exitFailed, got.code)
}
