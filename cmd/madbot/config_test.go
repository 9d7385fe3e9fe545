package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestConfigExample(t *testing.T) {
	t.Parallel()
	path := filepath.Join(root, "config.example.yaml")
	cfg, err := loadConfig(path, true)
	require.NoError(t, err)
	assert.Equal(t, defaultConfig(), cfg, "the example states the defaults")

	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, key := range keys(reflect.TypeFor[Config]()) {
		assert.Contains(t, string(raw), key+":", "the example explains every key")
	}
}

// keys returns the yaml names of the fields of a struct and of the structs in it.
func keys(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		names = append(names, f.Tag.Get("yaml"))
		if f.Type.Kind() == reflect.Struct {
			names = append(names, keys(f.Type)...)
		}
	}
	return names
}

func TestConfigRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"unknown key":   {"discord:\n  tokn: x\n", "line 2: unknown key tokn"},
		"unknown group": {"discrod: {}\n", "line 1: unknown key discrod"},
		"token inside":  {"discord:\n  token: abc\n", "unknown key token"},
		"two unknown":   {"a: 1\nb: 2\n", "line 1: unknown key a; line 2: unknown key b"},
		"wrong type":    {"storage: 4\n", "line 1: 4 is not a group of keys"},
		"not a number":  {"engine:\n  searches: many\n", "line 2: many is not a whole number"},
		"a list":        {"log: {level: [info, warn]}\n", "line 1: a list is not a text"},
		"two documents": {"log: {level: info}\n---\nlog: {level: warn}\n", "more than one document"},
		"not yaml":      {"discord: [\n", "line"},
		"address":       {"discord: {base_url: localhost}\n", "discord.base_url"},
		"guild":         {"discord: {guild: mine}\n", "discord.guild"},
		"path":          {"storage: {path: \"\"}\n", "storage.path"},
		"searches":      {"engine: {searches: -1}\n", "engine.searches"},
		"many searches": {"engine: {searches: 65}\n", "engine.searches"},
		"health":        {"health: {addr: 8089}\n", "health.addr"},
		"port":          {"health: {addr: \"localhost:99999\"}\n", "health.addr"},
		"level":         {"log: {level: loud}\n", "log.level"},
		"format":        {"log: {format: xml}\n", "log.format"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "config.yaml")
			require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
			code, _, stderr := madbot(t, nil, "run", "-config", path)
			assert.Equal(t, exitUsage, code)
			assert.Contains(t, stderr, c.want)
			assert.Equal(t, 1, strings.Count(stderr, "\n"), "one line: %s", stderr)
		})
	}
}

func TestToken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	full := filepath.Join(dir, "full")
	require.NoError(t, os.WriteFile(full, []byte("Bot abc.def\n"), 0o600))
	env := map[string]string{tokenVariable: "from.env"}
	for name, c := range map[string]struct {
		file string
		env  map[string]string
		want string
		err  string
	}{
		"environment":      {"", env, "from.env", ""},
		"file wins":        {full, env, "abc.def", ""},
		"empty file":       {empty, env, "", "is empty"},
		"no file":          {filepath.Join(dir, "none"), env, "", "token_file"},
		"missing":          {"", nil, "", "token is missing"},
		"several words":    {"", map[string]string{tokenVariable: "a b"}, "", "one word"},
		"surrounded space": {"", map[string]string{tokenVariable: " a \n"}, "a", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := DiscordConfig{TokenFile: c.file}.token(func(k string) string { return c.env[k] })
			if c.err != "" {
				assert.ErrorContains(t, err, c.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestMissingToken(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "config.yaml")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	code, _, stderr := madbot(t, nil, "run", "-config", path)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, tokenVariable)
	assert.Equal(t, 1, strings.Count(stderr, "\n"))
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args     []string
		code     int
		out, err string
	}{
		"help":            {[]string{"-h"}, exitOK, "usage: madbot COMMAND", ""},
		"help of command": {[]string{"run", "-h"}, exitOK, "-config", ""},
		"version":         {[]string{"version"}, exitOK, "madbot ", ""},
		"nothing":         {nil, exitUsage, "", "a command is missing"},
		"unknown":         {[]string{"fly"}, exitUsage, "", `unknown command "fly"`},
		"unknown flag":    {[]string{"run", "-fast"}, exitUsage, "", "-fast"},
		"extra word":      {[]string{"version", "please"}, exitUsage, "", `unexpected "please"`},
		"no such config":  {[]string{"run", "-config", "none.yaml"}, exitUsage, "", "none.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, stdout, stderr := madbot(t, nil, c.args...)
			assert.Equal(t, c.code, code)
			assert.Contains(t, stdout, c.out)
			assert.Contains(t, stderr, c.err)
		})
	}
}

// madbot runs the program with its arguments and environment, and returns what it said.
func madbot(t *testing.T, env map[string]string, args ...string) (code int, out, err string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	code = execute(ctx, args, stdio{&stdout, &stderr, func(k string) string { return env[k] }})
	return code, stdout.String(), stderr.String()
}
