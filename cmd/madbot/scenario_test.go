package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
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
// anybody sees of it. With -update they are written anew.
func TestScenarios(t *testing.T) {
	t.Parallel()
	requests := openRecord(t)
	eachScenario(t, nil, func(t *testing.T, name, script string) {
		s := newStage(t, requests, func(p *parts) {
			if !strings.Contains(script, " clicks Review") {
				p.analysis.Review = hardly
			}
		})
		got := perform(s, script)
		if *update {
			require.NoError(t, os.WriteFile(scenarioFile(name), []byte(got), 0o644))
			return
		}
		assert.Empty(t, differ(script, got))
	})
}

// TestScenarios_PostgreSQL: what people see is the same when the bot keeps it in PostgreSQL: races, lists and their
// pages, what is due, texts, times.
func TestScenarios_PostgreSQL(t *testing.T) {
	t.Parallel()
	few := []string{"games_many", "reminders", "digest", "notes_shared", "log", "twice"}
	eachScenario(t, few, func(t *testing.T, _, script string) {
		address := postgrestest.New(t)
		s := prepareStage(t, nil)
		s.cfg.Storage.Path = address
		assert.Empty(t, differ(script, perform(s.open(), script)))
	})
}

// TestScenarios_HTTP: what people see is the same when interactions reach the bot over HTTP: suggestions, panels,
// forms, hints, what comes twice, direct messages, restarts between.
func TestScenarios_HTTP(t *testing.T) {
	t.Parallel()
	requests := openRecord(t)
	few := []string{"match", "panel", "notes_shared", "hints_agreed", "twice", "direct_messages"}
	eachScenario(t, few, func(t *testing.T, _, script string) {
		assert.Empty(t, differ(script, perform(newHTTPStage(t, requests), script)))
	})
}

// eachScenario runs a test for each scenario; where few are named, for those alone without -soak.
func eachScenario(t *testing.T, few []string, play func(t *testing.T, name, script string)) {
	t.Helper()
	files, err := filepath.Glob(scenarioFile("*"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		if few != nil && !*soak && !slices.Contains(few, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script, err := os.ReadFile(file)
			require.NoError(t, err)
			play(t, name, string(script))
		})
	}
}

func scenarioFile(name string) string { return filepath.Join("testdata", "scenario", name+".txt") }

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
