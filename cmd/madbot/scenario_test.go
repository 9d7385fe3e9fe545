package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/postgres/postgrestest"
)

var (
	update = flag.Bool("update", false, "write what people see into the scenarios")
	record = flag.String("record", os.Getenv("MADBOT_RECORD"),
		"a `folder` that gets every request to Discord, a JSON line each, in a file for each test")
)

// TestScenarios plays the files of testdata/scenario on the real App with a database and a
// sandbox of its own. A line is what somebody does; the indented lines below it are all that
// anybody sees of it. With -update they are written anew. The short form, which is for the race detector,
// plays a third of them.
func TestScenarios(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/scenario/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	requests := openRecord(t)
	for i, file := range files {
		if testing.Short() && i%shortShare != 0 {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			raw, err := os.ReadFile(file)
			require.NoError(t, err)
			got := perform(newStage(t, requests), string(raw))
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
				return
			}
			assert.Empty(t, differ(string(raw), got))
		})
	}
}

// TestScenarios_PostgreSQL: what people see is the same when the bot keeps it in PostgreSQL. The short form plays
// a few.
func TestScenarios_PostgreSQL(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/scenario/*.txt")
	require.NoError(t, err)
	for i, file := range files {
		if testing.Short() && i%shortPostgres != 0 {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			s := prepareStage(t, nil)
			s.cfg.Storage.Path = postgrestest.New(t)
			raw, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Empty(t, differ(string(raw), perform(s.open(), string(raw))))
		})
	}
}

// httpScenarios are the scenarios that are played over HTTP too: panels, forms, suggestions, hints, pictures,
// threads, several at once, what comes twice, and restarts between.
var httpScenarios = []string{"match", "alike", "channels", "counter", "direct_messages", "hints_agreed", "notes_shared",
	"panel", "robot", "stale", "suggest", "takeback", "threads", "twice"}

// TestScenarios_HTTP: what people see is the same when interactions reach the bot over HTTP. The short form plays
// the first.
func TestScenarios_HTTP(t *testing.T) {
	t.Parallel()
	requests := openRecord(t)
	for i, name := range httpScenarios {
		if testing.Short() && i > 0 {
			break
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw, err := os.ReadFile(filepath.Join("testdata/scenario", name+".txt"))
			require.NoError(t, err)
			assert.Empty(t, differ(string(raw), perform(newHTTPStage(t, requests), string(raw))))
		})
	}
}

// Of so many scenarios one is played in the short form.
const (
	shortShare    = 8
	shortPostgres = 20
)

// perform does what the script says and returns it with what was seen.
func perform(s *stage, script string) string {
	var out strings.Builder
	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, " ") {
			continue // seen the last time
		}
		out.WriteString(line)
		if act := strings.TrimSpace(line); act != "" && act[0] != '#' {
			out.WriteString(s.do(act))
		}
	}
	return out.String()
}

// differ shows where two transcripts part; "" when they are equal.
func differ(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	at := 0
	for at < len(w) && at < len(g) && w[at] == g[at] {
		at++
	}
	if want == got {
		return ""
	}
	part := func(lines []string) string {
		return strings.Join(lines[max(0, at-6):min(len(lines), at+6)], "\n")
	}
	return fmt.Sprintf("line %d, wanted:\n%s\ngot:\n%s\n", at+1, part(w), part(g))
}

// openRecord returns where requests are recorded to; nil when they are not.
func openRecord(t *testing.T) io.Writer {
	t.Helper()
	if *record == "" {
		return nil
	}
	f, err := os.Create(filepath.Join(*record, t.Name()+".jsonl"))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, f.Close()) })
	return &lockedWriter{w: f}
}

// lockedWriter lets several servers write whole lines to one file.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}
