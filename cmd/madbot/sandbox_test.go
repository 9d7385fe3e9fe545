package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/sandbox"
	"madbot/storage"
)

// said collects a program's output.
type said struct {
	mu    sync.Mutex
	text  bytes.Buffer
	lines chan string // each line
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines <- string(p)
	return s.text.Write(p)
}

// TestSandbox_StoppedEarly: a sandbox that is stopped immediately ends without an error.
func TestSandbox_StoppedEarly(t *testing.T) {
	t.Parallel()
	ctx, end := context.WithCancel(t.Context())
	end()
	var said bytes.Buffer
	code := execute(ctx, []string{"sandbox", "-addr", "127.0.0.1:0", "-data", t.TempDir()},
		stdio{out: &said, err: &said, getenv: os.Getenv})
	assert.Equal(t, exitOK, code)
	assert.Empty(t, said.String())
}

// TestSandbox: the command prints the page's address once the bot is ready, serves the page, stores everything in its
// folder and stops when asked to. The test runs alone because the command waits for the bot only for a limited time.
func TestSandbox(t *testing.T) {
	for name, c := range map[string]struct {
		flags, also []string
		people      int
	}{
		"gateway": {[]string{"-people", "50"}, nil, 50},
		"HTTP": {[]string{"-http"}, []string{`Interactions go to http://127\.0\.0\.1:\d+/interactions, ` +
			`signed for the public key [0-9a-f]{64}\.`}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			data := filepath.Join(t.TempDir(), "new", "folder")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			out, errs := &said{lines: make(chan string, 9)}, &said{lines: make(chan string, 9)}
			code := make(chan int, 1)
			go func() {
				code <- execute(ctx, append([]string{"sandbox", "-addr", "127.0.0.1:0", "-data", data}, c.flags...),
					stdio{out: out, err: errs, getenv: os.Getenv})
			}()
			var line string
			select {
			case line = <-out.lines:
			case ended := <-code:
				require.FailNow(t, "it ended", "%d: %s", ended, errs.text.String())
			}
			address := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(line)
			require.NotEmpty(t, address, line)
			assert.Contains(t, line, data)
			for _, want := range c.also {
				assert.Regexp(t, want, <-out.lines)
			}
			res, err := http.Get(address + "/sandbox/state")
			require.NoError(t, err)
			var state struct{ People []sandbox.User }
			assert.NoError(t, json.NewDecoder(res.Body).Decode(&state))
			require.NoError(t, res.Body.Close())
			assert.Len(t, state.People, c.people)
			assert.FileExists(t, filepath.Join(data, "madbot.db"))
			res, err = http.Post(address+"/sandbox/jump", "application/json", strings.NewReader(`{"hours": 24}`))
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			assert.Equal(t, http.StatusOK, res.StatusCode)
			assert.FileExists(t, filepath.Join(data, "clock"))
			cancel()
			assert.Equal(t, exitOK, <-code)
			assert.Empty(t, errs.text.String())
		})
	}
}

// TestSandboxClock: a jump of the clock lasts, and is no time that the bot was away.
func TestSandboxClock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "clock")
	clock, err := openClock(path)
	require.NoError(t, err)
	db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "madbot.db"), clock.now)
	require.NoError(t, err)
	defer db.Close()
	var p parts
	require.NoError(t, clock.prepare(&p))
	assert.Nil(t, p.opened, "it has not jumped")
	clock.jump.Store(int64(24 * time.Hour))
	require.NoError(t, clock.prepare(&p))
	assert.WithinDuration(t, time.Now().Add(24*time.Hour), p.now(), time.Minute)
	require.NoError(t, p.opened(t.Context(), nil, db))
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		alive, err := tx.Alive(t.Context())
		assert.WithinDuration(t, p.now(), alive.At, time.Minute)
		return err
	}))
	again, err := openClock(path)
	require.NoError(t, err)
	assert.Equal(t, clock.ahead.Load(), again.ahead.Load())
	require.NoError(t, os.WriteFile(path, []byte("soon"), 0o600))
	_, err = openClock(path)
	require.ErrorContains(t, err, path)
}

// TestSandbox_Refusals: whatever prevents the start is reported in one line.
func TestSandbox_Refusals(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { taken.Close() })
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	used := filepath.Join(dir, "used")
	other := &sandbox.Server{Dir: filepath.Join(used, "discord")}
	require.NoError(t, other.Open())
	t.Cleanup(func() { assert.NoError(t, other.Close()) })
	for name, c := range map[string]struct {
		addr, data, people string
		code               int
		want               string
	}{
		"address taken":  {taken.Addr().String(), filepath.Join(dir, "a"), "3", exitUsage, "address already in use"},
		"no address":     {"nonsense", filepath.Join(dir, "b"), "3", exitUsage, "-addr"},
		"not a folder":   {"127.0.0.1:0", file, "3", exitUsage, "-data"},
		"folder in use":  {"127.0.0.1:0", used, "3", exitFailed, used + ": sandbox: the folder is in use"},
		"folder in file": {"127.0.0.1:0", filepath.Join(file, "x"), "3", exitUsage, "-data"},
		"too few":        {"127.0.0.1:0", filepath.Join(dir, "c"), "2", exitUsage, "-people: 2 is not from 3 to 300"},
		"too many":       {"127.0.0.1:0", filepath.Join(dir, "d"), "301", exitUsage, "-people: 301 is not from 3 to 300"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, _, stderr := madbot(t, nil, "sandbox", "-addr", c.addr, "-data", c.data, "-people", c.people)
			assert.Equal(t, c.code, code)
			assert.Contains(t, stderr, c.want)
			assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
		})
	}
}

// TestListen: another port is used only if the address was not given.
func TestListen(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { taken.Close() })
	_, err = listen(taken.Addr().String(), true)
	require.Error(t, err)
	free, err := listen(taken.Addr().String(), false)
	require.NoError(t, err)
	defer free.Close()
	assert.NotEqual(t, taken.Addr().String(), free.Addr().String())
}
