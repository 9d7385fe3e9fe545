package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlstore"
)

// TestImageKnowsItsVersion: go build takes the version from git, so the image is built with git and the repository.
func TestImageKnowsItsVersion(t *testing.T) {
	t.Parallel()
	recipe, err := os.ReadFile(filepath.Join(root, "Dockerfile"))
	require.NoError(t, err)
	assert.Regexp(t, `(?m)^RUN apk add .*\bgit\b`, string(recipe))
	assert.Contains(t, string(recipe), "\nCOPY . .\n")
	assert.NotContains(t, string(recipe), "buildvcs")
	left, err := os.ReadFile(filepath.Join(root, ".dockerignore"))
	require.NoError(t, err)
	assert.NotContains(t, strings.Fields(string(left)), ".git")
}

// TestVersion: madbot version prints the version or commit, and the version of the schema.
func TestVersion(t *testing.T) {
	t.Parallel()
	code, out, _ := madbot(t, nil, "version")
	assert.Equal(t, exitOK, code)
	assert.Regexp(t, fmt.Sprintf(`^madbot \S+ commit \S+ schema %d go\S+ \w+/\w+\n$`, sqlstore.Version), out)
}
