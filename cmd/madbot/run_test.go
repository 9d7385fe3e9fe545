package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/storage"
	"madbot/storage/sqlstore"
)

// TestRun_GivesUp: permanent errors end the bot with one line.
func TestRun_GivesUp(t *testing.T) {
	t.Parallel()
	discord := &sandbox.Server{}
	web := httptest.NewServer(discord)
	t.Cleanup(func() { assert.NoError(t, discord.Close()); web.Close() })
	dir := t.TempDir()
	used := filepath.Join(dir, "used.db")
	db, err := storage.Open(t.Context(), used, time.Now)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	text := filepath.Join(dir, "text.db")
	require.NoError(t, os.WriteFile(text, []byte(strings.Repeat("no database ", 99)), 0o600))
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { taken.Close() })
	newer := filepath.Join(dir, "newer.db")
	raiseVersion(t, newer)
	for name, c := range map[string]struct{ path, health, token, want string }{
		"wrong token":    {filepath.Join(dir, "a.db"), "", "wrong.wrong.wrong", "discord refuses the bot token"},
		"second process": {used, "", sandbox.DefaultToken, "in use by another process: end that one first"},
		"not a database": {text, "", sandbox.DefaultToken, "not a database"},
		"no folder":      {filepath.Join(text, "x.db"), "", sandbox.DefaultToken, "not a directory: let this user write there, or name another place"},
		"health taken": {filepath.Join(dir, "b.db"), taken.Addr().String(), sandbox.DefaultToken,
			"address already in use: end what listens there, or set another address"},
		"newer": {newer, "", sandbox.DefaultToken, "written by a newer version of the program: run that one, or restore"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := filepath.Join(t.TempDir(), "config.yaml")
			require.NoError(t, os.WriteFile(config, fmt.Appendf(nil,
				"discord: {base_url: %q}\nstorage: {path: %q}\nhealth: {addr: %q}\nlog: {level: error}\n",
				web.URL, c.path, c.health), 0o600))
			code, _, stderr := madbot(t, map[string]string{tokenVariable: c.token}, "run", "-config", config)
			assert.Equal(t, exitFailed, code)
			assert.Contains(t, stderr, c.want)
			assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
			assert.LessOrEqual(t, strings.Count(stderr, c.path), 1, "a path is named once")
		})
	}
}

// TestRun_EndsInFormat: the error that ends the bot is written in the format of the log.
func TestRun_EndsInFormat(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for name, c := range map[string]struct {
		text, token string
		code        int
		want        string
	}{
		"no token":    {"", "", exitConfig, "the bot's token is missing"},
		"wrong value": {"engine: {searches: -1}", "x.y.z", exitConfig, "engine.searches: -1 is not from 0 to 64"},
		"no database": {fmt.Sprintf("storage: {path: %q}", filepath.Join(file, "mad.db")), "x.y.z", exitFailed,
			"not a directory: let this user write there"},
	} {
		for format, line := range map[string]string{"json": `^\{"time":"[^"]+","level":"ERROR","msg":"ended","err":".*%s.*"\}\n$`,
			"text": "^madbot: .*%s.*\n$"} {
			config := filepath.Join(dir, format+".yaml")
			require.NoError(t, os.WriteFile(config, fmt.Appendf(nil, "log: {format: %s}\n%s\n", format, c.text), 0o600))
			code, _, stderr := madbot(t, map[string]string{tokenVariable: c.token}, "run", "-config", config)
			assert.Equal(t, c.code, code, name)
			assert.Regexp(t, fmt.Sprintf(line, regexp.QuoteMeta(c.want)), stderr, name)
		}
	}
}

// TestAdvice: errors of the system come with advice, unless the error contains it already.
func TestAdvice(t *testing.T) {
	t.Parallel()
	const write, listen = "let this user write there, or name another place", "end what listens there, or set another address"
	for want, errs := range map[string][]error{
		write:             {fs.ErrPermission, syscall.EACCES, syscall.EPERM, syscall.EROFS, syscall.ENOTDIR},
		listen:            {syscall.EADDRINUSE, &net.OpError{Op: "listen", Err: syscall.EADDRINUSE}},
		"make room there": {syscall.ENOSPC},
		"":                {syscall.ENOENT, &net.OpError{Op: "listen", Err: syscall.EACCES}},
	} {
		for _, err := range errs {
			assert.Equal(t, want, advise(fmt.Errorf("wrapped: %w", err)), "%v", err)
		}
	}
}

// TestHealth: the exit code and output of madbot healthcheck for each state of the bot.
func TestHealth(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		body   string
		want   string
	}{
		"well":   {http.StatusOK, "ok", ""},
		"unwell": {http.StatusServiceUnavailable, "not connected to Discord\n", "not connected to Discord"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			}))
			defer web.Close()
			err := askHealth(t.Context(), web.URL+readyPath)
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			assert.EqualError(t, err, "the bot is not ready: "+c.want)
		})
	}
	assert.ErrorContains(t, askHealth(t.Context(), "http://127.0.0.1:1"+readyPath), "no bot answers")
}

// raiseVersion creates a database of a newer program.
func raiseVersion(t *testing.T, path string) {
	t.Helper()
	storeOf(t, path, 1)
	db, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	_, err = db.ExecContext(t.Context(), fmt.Sprintf("PRAGMA user_version = %d", sqlstore.Version+1))
	require.NoError(t, errors.Join(err, db.Close()))
}

// TestRun_Opened: the log begins with the version and the store, and warns if the store is new or was migrated.
func TestRun_Opened(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mad.db")
	opened := func(as func(storage.Store) storage.Store) string {
		var text bytes.Buffer
		db, err := storage.Open(t.Context(), path, time.Now)
		require.NoError(t, err)
		require.NoError(t, logOpened(t.Context(), slog.New(slog.NewTextHandler(&text, nil)), as(db)))
		require.NoError(t, db.Close())
		return text.String()
	}
	as := func(s storage.Store) storage.Store { return s }
	const started = `^time=\S+ level=INFO msg=started version=\S+ store.kind=SQLite store.at=%s schema=%d open=%d\n`
	said := opened(as)
	assert.Regexp(t, fmt.Sprintf(started, path, sqlstore.Version, 0), said)
	assert.Contains(t, said, `level=WARN msg="a new database was created" store.kind=SQLite store.at=`+path)
	storeOf(t, path, 3)
	assert.Regexp(t, fmt.Sprintf(started, path, sqlstore.Version, 2)+"$", opened(as))
	assert.Contains(t, opened(func(s storage.Store) storage.Store { return migrated{s} }),
		`level=WARN msg="the database was migrated" from=-1 to=1 backup=mad.db.v1`)
}

// migrated is a store that was migrated when it was opened.
type migrated struct{ storage.Store }

// About returns a made-up older version.
func (migrated) About() sqlstore.About {
	return sqlstore.About{Version: -1, Backup: "mad.db.v1"}
}
