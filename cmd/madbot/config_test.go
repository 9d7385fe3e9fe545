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

// keys returns the yaml keys of a struct type and of the structs in it.
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

// someKey looks like a public key.
const someKey = "f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0"

// TestConfigRefusals: an error is one line that names the file, the line in it and the mistake.
func TestConfigRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"unknown key":   {"discord:\n  tokn: x\n", `line 2: unknown field "tokn": config.example.yaml explains each`},
		"unknown group": {"discrod: {}\n", `line 1: unknown field "discrod"`},
		"key twice":     {"log:\n  level: info\n  level: warn\n", `line 3: mapping key "level" already defined at [2:3]`},
		"wrong type":    {"log: {}\nstorage: 4\n", "line 2: a group of keys is expected here"},
		"list of all":   {"- discord\n", "line 1: a group of keys is expected here"},
		"text alone":    {"madbot.db\n", "line 1: a group of keys is expected here"},
		"not a number":  {"engine:\n  searches: many\n", "line 2: a whole number is expected here"},
		"a fraction":    {"engine:\n  searches: 1.5\n", "line 2: a whole number is expected here"},
		"too large":     {"engine:\n  searches: 99999999999999999999\n", "line 2: a whole number is expected here"},
		"a list":        {"log:\n  level: [info, warn]\n", "line 2: a text is expected here"},
		"a group":       {"log:\n  level:\n    is: info\n", "line 3: a text is expected here"},
		"two documents": {"log: {level: info}\n---\nlog: {level: warn}\n",
			"line 2: a second document begins here, but only one is read"},
		"not closed": {"discord: [\n", "line 1: sequence end token ']' not found"},
		"a tab":      {"discord:\n\tguild: x\n", `line 2: found character '	' that cannot start any token`},
		"bad indent": {"log:\n  level: info\n format: text\n", "line 3: value is not allowed in this context"},
		"address":    {"discord: {base_url: localhost}\n", `discord.base_url: "localhost" is not an http address`},
		"key alone":  {"discord: {public_key: " + someKey + "}\n", "discord.public_key and discord.interactions: one needs"},
		"no key":     {"discord: {interactions: \"127.0.0.1:8090\"}\n", "discord.public_key and discord.interactions: one needs"},
		"short key": {"discord: {interactions: \"127.0.0.1:8090\", public_key: abc}\n",
			`discord.public_key: "abc" is not a public key of 64 hexadecimal digits`},
		"interactions": {"discord: {interactions: nowhere, public_key: " + someKey + "}\n",
			`discord.interactions: "nowhere" is not an address like 127.0.0.1:8090`},
		"proxy": {"discord: {rest_url: \"proxy:8080\"}\n", `discord.rest_url: "proxy:8080" is not an http address`},
		"shards": {"discord:\n  guild: \"1\"\n  shards: 0-3/16\n",
			"line 3: discord.shards is no longer a setting: over the gateway one process has all shards; for several " +
				"processes, let interactions come over HTTP, by discord.public_key and discord.interactions"},
		"guild":         {"discord: {guild: mine}\n", `discord.guild: "mine" is not the id of a server`},
		"path":          {"storage: {path: \"\"}\n", "storage.path is empty"},
		"keywords":      {"storage: {path: \"host=db password=secret\"}\n", "storage.path: an address begins with postgres://"},
		"no database":   {"storage: {path: \"mysql://u:secret@host/mad\"}\n", "storage.path: an address begins with postgres://"},
		"searches":      {"engine: {searches: -1}\n", "engine.searches: -1 is not from 0 to 64"},
		"many searches": {"engine: {searches: 65}\n", "engine.searches: 65 is not from 0 to 64"},
		"health":        {"health: {addr: 8089}\n", `health.addr: "8089" is not an address like 127.0.0.1:8089`},
		"port":          {"health: {addr: \"localhost:99999\"}\n", `health.addr: "localhost:99999" is not an address`},
		"level":         {"log: {level: loud}\n", `log.level: "loud" is not debug, info, warn or error`},
		"format":        {"log: {format: xml}\n", `log.format: "xml" is not text or json`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "config.yaml")
			require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
			code, _, stderr := madbot(t, nil, "run", "-config", path)
			assert.Equal(t, exitConfig, code)
			assert.Contains(t, stderr, "madbot: "+path+": "+c.want)
			assert.Equal(t, 1, strings.Count(stderr, "\n"), "one line: %s", stderr)
		})
	}
}

// TestConfig_TokenInside: a token that was put into the file does not appear in the error.
func TestConfig_TokenInside(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"discord:\n  token: s3cret\n", "discord: s3cret\n", "discord:\n  s3cret\n",
		"discord: [s3cret\n", "engine: {searches: s3cret}\n"} {
		path := filepath.Join(t.TempDir(), "config.yaml")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := loadConfig(path, true)
		require.ErrorContains(t, err, ": line ", text)
		assert.NotContains(t, err.Error(), "s3cret", text)
	}
}

// TestConfig_Empty: an empty file leaves the defaults.
func TestConfig_Empty(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "\n", byteOrderMark, byteOrderMark + "log:\n", "# log:\n#   level: debug\n", "---\n", "log:\n", "log: {}\n"} {
		path := filepath.Join(t.TempDir(), "config.yaml")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		cfg, err := loadConfig(path, true)
		require.NoError(t, err, text)
		assert.Equal(t, defaultConfig(), cfg, text)
	}
}

func TestToken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	full := filepath.Join(dir, "full")
	require.NoError(t, os.WriteFile(full, []byte("Bot abc.d-e.f_\n"), 0o600))
	broken, marked := filepath.Join(dir, "broken"), filepath.Join(dir, "marked")
	require.NoError(t, os.WriteFile(broken, []byte("abc\n.de.f\n"), 0o600))
	require.NoError(t, os.WriteFile(marked, []byte(byteOrderMark+"abc.d-e.f_\n"), 0o600))
	env := map[string]string{tokenVariable: "from.the.env"}
	for name, c := range map[string]struct {
		file string
		env  map[string]string
		want string
		err  string
	}{
		"environment":      {"", env, "from.the.env", ""},
		"file wins":        {full, env, "abc.d-e.f_", ""},
		"empty file":       {empty, env, "", "is empty"},
		"no file":          {filepath.Join(dir, "none"), env, "", "token_file"},
		"missing":          {"", nil, "", "token is missing"},
		"several words":    {"", map[string]string{tokenVariable: "a b"}, "", "one word"},
		"a line break":     {"", map[string]string{tokenVariable: "a\nb"}, "", tokenVariable + ": the bot's token must be one word"},
		"broken in a file": {broken, nil, "", "discord.token_file: " + broken + ": the bot's token must be one word"},
		"after a mark":     {marked, nil, "abc.d-e.f_", ""},
		"surrounded space": {"", map[string]string{tokenVariable: " a.b.c \r\n"}, "a.b.c", ""},
		"quoted":           {"", map[string]string{tokenVariable: "\"a.b.c\"\r"}, "a.b.c", ""},
		"all around it":    {"", map[string]string{tokenVariable: byteOrderMark + "'Bot a.b.c ' "}, "a.b.c", ""},
		"a lower-case bot": {"", map[string]string{tokenVariable: "bot a.b.c"}, "a.b.c", ""},
		"a bearer":         {"", map[string]string{tokenVariable: "Bearer a.b.c"}, "a.b.c", ""},
		"a variable":       {"", map[string]string{tokenVariable: "export DISCORD_TOKEN=\"a.b.c\""}, "a.b.c", ""},
		"curly quotes":     {"", map[string]string{tokenVariable: "“a.b.c”"}, "a.b.c", ""},
		"unseen marks":     {"", map[string]string{tokenVariable: "`a.b.c`\u200b\u00a0"}, "a.b.c", ""},
		"a header":         {"", map[string]string{tokenVariable: "Authorization: Bot a.b.c"}, "a.b.c", ""},
		"in YAML":          {"", map[string]string{tokenVariable: "DISCORD_TOKEN: a.b.c"}, "a.b.c", ""},
		"for Windows":      {"", map[string]string{tokenVariable: "$env:DISCORD_TOKEN = \"a.b.c\";"}, "a.b.c", ""},
		"client secret":    {"", map[string]string{tokenVariable: "q8T-uX_2"}, "", "client secret?"},
		"cut off":          {"", map[string]string{tokenVariable: "a.b."}, "", "was all of it copied"},
		"only quotes":      {"", map[string]string{tokenVariable: `""`}, "", "token is missing"},
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
	assert.Equal(t, exitConfig, code)
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
		"version":         {[]string{"version"}, exitOK, " schema 1 go", ""},
		"nothing":         {nil, exitUsage, "", "usage: madbot COMMAND"},
		"unknown":         {[]string{"fly"}, exitUsage, "", `unknown command "fly"`},
		"unknown flag":    {[]string{"run", "-fast"}, exitUsage, "", "-fast"},
		"extra word":      {[]string{"version", "please"}, exitUsage, "", `unexpected "please"`},
		"no such config":  {[]string{"run", "-config", "none.yaml"}, exitConfig, "", "none.yaml"},
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

// madbot runs the program with arguments and environment variables, and returns its output.
func madbot(t *testing.T, env map[string]string, args ...string) (code int, out, err string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	code = execute(ctx, args, stdio{strings.NewReader(""), &stdout, &stderr, func(k string) string { return env[k] }, nil})
	return code, stdout.String(), stderr.String()
}

// FuzzConfig: any configuration is either read, or refused in one line that does not quote it.
func FuzzConfig(f *testing.F) {
	example, err := os.ReadFile(filepath.Join(root, "config.example.yaml"))
	require.NoError(f, err)
	for _, text := range []string{string(example), "discord: {guild: s3cret}", "a: &a [*a]", "---\n---\n", "health: 7"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cfg := defaultConfig()
		if err := decode([]byte(text), &cfg); err != nil {
			assert.NotContains(t, oneLine(err), "\n")
		} else if err := cfg.validate(); err != nil {
			assert.NotContains(t, oneLine(err), "\n")
		}
	})
}
