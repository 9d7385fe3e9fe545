package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox/wire"
	"madbot/storage/postgres/postgrestest"
)

var (
	update = flag.Bool("update", false, "write what people see into the scenarios")
	record = flag.String("record", os.Getenv("MADBOT_RECORD"),
		"a `folder` that gets every request to Discord, a JSON line each, in a file for each test")
)

// soakOnly is the line of a scenario's heading that moves it from TestScenarios to TestScenarios_Soak.
const soakOnly = "\n# With -soak.\n"

// TestScenarios plays each file of testdata/scenario on the real App, with its own database and sandbox. A line that is
// not indented is an act. The indented lines below it are what people then see: everything, unless the act ends in a
// short form (see do). -update rewrites them.
func TestScenarios(t *testing.T) {
	t.Parallel()
	playScenarios(t, func(script string) bool { return !strings.Contains(script, soakOnly) })
}

// TestScenarios_Soak plays the scenarios that TestScenarios leaves out.
func TestScenarios_Soak(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("other scenarios run the same code: -soak")
	}
	playScenarios(t, func(script string) bool { return strings.Contains(script, soakOnly) })
}

// playScenarios plays the scenarios whose scripts are wanted.
func playScenarios(t *testing.T, wanted func(script string) bool) {
	t.Helper()
	requests := openRecord(t)
	play := func(t *testing.T, name, script string) {
		s := prepareStage(t, requests).sized(script).open(func(p *parts) {
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
	}
	eachScenario(t, func(name string) bool { return wanted(scenario(t, name)) }, play)
}

// size finds the lines of a scenario's heading that say how many people and servers there are, if not three and one.
var size = regexp.MustCompile(`(?m)^# (People|Servers): (\d+)\.$`)

// sized gives a stage, before it opens, the people and the servers that a script needs, and the bot's clock to Discord.
func (s *stage) sized(script string) *stage {
	s.t.Helper()
	s.server.Now = s.now
	for _, found := range size.FindAllStringSubmatch(script, -1) {
		n, err := strconv.Atoi(found[2])
		require.NoError(s.t, err)
		if found[1] == "Servers" {
			s.server.Guilds = n
			continue
		}
		s.server.People, s.cast = n, nil
		for _, id := range wire.People(n) {
			u, _ := wire.UserOf(id)
			s.cast = append(s.cast, u.Username)
		}
	}
	return s
}

// TestScenarios_PostgreSQL plays scenarios of races, lists and their pages, jobs, texts and times on PostgreSQL: people
// see the same as on SQLite.
func TestScenarios_PostgreSQL(t *testing.T) {
	t.Parallel()
	few := []string{"look/games_pages", "show/reminders", "show/weekly_digest", "note/shared_after_end", "look/log",
		"turn/delivered_twice"}
	eachScenario(t, fewUnlessSoak(few), func(t *testing.T, _, script string) {
		address := postgrestest.New(t)
		s := prepareStage(t, nil)
		s.cfg.Storage.Path = address
		assert.Empty(t, differ(script, perform(s.sized(script).open(), script)))
	})
}

// TestScenarios_HTTP plays scenarios of suggestions, panels, forms, hints, duplicates, direct messages and restarts
// with interactions that arrive over HTTP: people see the same as by gateway.
func TestScenarios_HTTP(t *testing.T) {
	t.Parallel()
	requests := openRecord(t)
	few := []string{"turn/match", "turn/panel", "note/shared_after_end", "hint/agreed", "turn/delivered_twice",
		"show/direct_messages"}
	wanted := fewUnlessSoak(few)
	eachScenario(t, func(name string) bool {
		return wanted(name) && name != "show/forum_once" // needs Discord to have the bot's clock
	}, func(t *testing.T, _, script string) {
		s := prepareStage(t, requests).sized(script)
		s.server.Now = time.Now // signs requests, whose age the machine's clock decides
		require.NoError(t, overHTTP(&s.cfg, s.server))
		assert.Empty(t, differ(script, perform(s.open(), script)))
	})
}

// fewUnlessSoak returns a filter that wants few scenarios, or all with -soak.
func fewUnlessSoak(few []string) func(name string) bool {
	return func(name string) bool { return *soak || slices.Contains(few, name) }
}

// eachScenario runs a subtest named ROOM/NAME for each wanted scenario.
func eachScenario(t *testing.T, wanted func(name string) bool, play func(t *testing.T, name, script string)) {
	t.Helper()
	rooms := map[string][]string{}
	for _, name := range scenarioNames(t) {
		if wanted(name) {
			rooms[path.Dir(name)] = append(rooms[path.Dir(name)], name)
		}
	}
	for _, room := range slices.Sorted(maps.Keys(rooms)) {
		t.Run(room, func(t *testing.T) {
			t.Parallel()
			for _, name := range rooms[room] {
				script := scenario(t, name)
				t.Run(path.Base(name), func(t *testing.T) {
					t.Parallel()
					play(t, name, script)
				})
			}
		})
	}
}

// scenarioNames returns the names of all scenarios, as ROOM/NAME.
func scenarioNames(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(scenarioFile("*/*"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	names := make([]string, len(files))
	for i, file := range files {
		name, err := filepath.Rel(filepath.Join("testdata", "scenario"), strings.TrimSuffix(file, ".txt"))
		require.NoError(t, err)
		names[i] = filepath.ToSlash(name)
	}
	return names
}

// scenario returns the text of a scenario.
func scenario(t *testing.T, name string) string {
	t.Helper()
	script, err := os.ReadFile(scenarioFile(name))
	require.NoError(t, err)
	return string(script)
}

// scenarioFile returns the path of the scenario ROOM/NAME.
func scenarioFile(name string) string {
	return filepath.Join("testdata", "scenario", filepath.FromSlash(name)+".txt")
}

// perform does what the script says and returns it with the transcripts.
func perform(s *stage, script string) string {
	var out strings.Builder
	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, " ") {
			continue // seen in the last run
		}
		out.WriteString(line)
		if act := strings.TrimSpace(line); act != "" && act[0] != '#' {
			out.WriteString(s.do(act))
		}
	}
	return out.String()
}

// differ returns where two transcripts differ first; "" if they are equal.
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

// openRecord returns the writer to which requests are recorded; nil if they are not.
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
