package main

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// told are the commands that README.md and OPERATING.md mention, each with the test that does the same, or the reason
// why there is none. Their flags and arguments are checked here.
var told = map[string]struct{ test, why string }{
	"go run ./cmd/madbot sandbox": {test: "TestSandbox"},
	"go run ./cmd/madbot run":     {test: "TestKill"},
	"go run ./cmd/mad help":       {test: "TestHelpTellsOfEachCommand"},
	"go test ./...":               {why: "it runs this test"},
	"go test ./cmd/madbot -run xxx -bench Processes/1 -postgres ADDRESS":                   {test: "BenchmarkProcesses"},
	"go test ./storage -run xxx -bench Turns -postgres ADDRESS":                            {test: "BenchmarkTurns"},
	"docker build -t madbot .":                                                             {why: "no Docker where tests run"},
	"docker run -d --restart unless-stopped -e DISCORD_TOKEN=TOKEN -v madbot:/data madbot": {why: "no Docker where tests run"},
	"docker compose up -d":                                                                 {why: "no Docker where tests run; TestDeploy_Compose reads its file"},
	"docker compose --profile alerts up -d":                                                {why: "no Docker where tests run; TestDeploy_Compose reads its file"},
	"docker compose run --rm -v FOLDER:/backup madbot db backup /backup/FILE":              {why: "no Docker where tests run"},
	"docker compose run --rm madbot db migrate":                                            {why: "no Docker where tests run"},
	"docker stop":                                         {why: "no Docker where tests run"},
	"madbot version":                                      {test: "TestUsage"},
	"madbot admin counts":                                 {test: "TestAdmin"},
	"madbot admin matches":                                {test: "TestAdmin"},
	"madbot admin block person ID":                        {test: "TestAdmin"},
	"madbot admin block server ID":                        {test: "TestAdmin"},
	"madbot admin unblock person ID":                      {test: "TestAdmin"},
	"madbot admin blocked":                                {test: "TestAdmin"},
	"madbot admin end MATCH":                              {test: "TestAdmin_End"},
	"madbot admin announce TEXT":                          {test: "TestAdmin_Announce"},
	"madbot load":                                         {test: "TestLoad_Command"},
	"madbot load -people 24 -servers 6 -rate 20 -for 20s": {test: "TestLoad_Command"},
	"go test ./storage -run xxx -bench Growth -benchtime 1x -timeout 0 -ended 200000 -open 40000 -people 20000": {test: "BenchmarkGrowth"},
	"madbot run":              {test: "TestKill"},
	"madbot run -config FILE": {test: "TestKill"},
	"madbot run -migrate":     {test: "TestUpgrade"},
	"madbot sandbox -http":    {test: "TestSandbox"},
	"go test ./bot/text/zones -run TestPlaces -update": {why: "it fetches data from npm"},
	"madbot healthcheck":                                     {test: "TestHealthcheck"},
	"madbot healthcheck -ready":                              {test: "TestHealthcheck"},
	"madbot db backup FILE":                                  {test: "TestDB_Live"},
	"madbot db restore FILE":                                 {test: "TestDB_Restore"},
	"madbot db restore madbot.db.v1":                         {test: "TestDB_Restore"},
	"madbot db check":                                        {test: "TestDB_Live"},
	"madbot db export FILE":                                  {test: "TestDB_Live"},
	"madbot db import FILE":                                  {test: "TestDB_Live"},
	"madbot db copy FROM TO":                                 {test: "TestDB_Live"},
	"madbot db copy FILE ADDRESS":                            {test: "TestDB_Live"},
	"madbot db copy madbot.db postgres://user@host/database": {test: "TestDB_Live"},
	"madbot db forget -person ID":                            {test: "TestForget"},
	"madbot db migrate":                                      {test: "TestDB_Live"},
}

// TestDocs_Commands: each command in the documents is valid and covered by a test.
func TestDocs_Commands(t *testing.T) {
	t.Parallel()
	left, tests := map[string]bool{}, testNames(t)
	for command := range told {
		left[command] = true
	}
	for _, command := range commandsIn(t, "README.md", "cmd/madbot/OPERATING.md") {
		how, known := told[command]
		delete(left, command)
		if !assert.True(t, known, "%q: say which test runs it, or why none does", command) {
			continue
		}
		assert.True(t, how.why != "" || slices.Contains(tests, how.test), "%q: there is no test %q", command, how.test)
		checkCall(t, command)
	}
	assert.Empty(t, left, "nobody is told to run them any more")
}

var (
	fenced = regexp.MustCompile("(?ms)^```\\w*\n(.*?)^```$")
	quoted = regexp.MustCompile("`([^`]+)`")
	called = regexp.MustCompile(`^((madbot|mad|go (run|test|build|install)|docker|apt-get|git|curl) |\./)`)
	table  = regexp.MustCompile("(?m)^\\| `(madbot \\w+)` \\|.*\n\\|[-|]+\n((?:\\|.*\n)+)")
	inRow  = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")
)

// commandsIn returns the commands in documents: lines of code blocks, code in the text, and the rows of a table whose
// head is a command.
func commandsIn(t *testing.T, documents ...string) (all []string) {
	t.Helper()
	for _, path := range documents {
		raw, err := os.ReadFile(filepath.Join(root, path))
		require.NoError(t, err)
		text := string(raw)
		for _, block := range fenced.FindAllStringSubmatch(text, -1) {
			all = append(all, strings.Split(strings.TrimSpace(block[1]), "\n")...)
		}
		for _, rows := range table.FindAllStringSubmatch(text, -1) {
			for _, row := range inRow.FindAllStringSubmatch(rows[2], -1) {
				all = append(all, rows[1]+" "+row[1])
			}
			text = strings.ReplaceAll(text, "`"+rows[1]+"`", "") // it stands for the commands in its table
		}
		text = fenced.ReplaceAllString(text, "")
		for _, quote := range quoted.FindAllStringSubmatch(text, -1) {
			if command := unwrap(quote[1]); called.MatchString(command) {
				all = append(all, command)
			}
		}
	}
	require.NotEmpty(t, all)
	return all
}

func testNames(t *testing.T) (all []string) {
	t.Helper()
	for _, s := range sources(t) {
		for _, f := range s.functions() {
			if s.test && regexp.MustCompile(`^(Test|Benchmark)`).MatchString(f.Name.Name) {
				all = append(all, f.Name.Name)
			}
		}
	}
	return all
}

// checkCall fails the test if a command cannot be run as written.
func checkCall(t *testing.T, command string) {
	t.Helper()
	words := strings.Fields(strings.Replace(command, "go run ./cmd/madbot", "madbot", 1))
	switch words[0] {
	case "madbot":
		if words[1] != "admin" { // admin commands need a running bot
			checkFlags(t, words[1:])
		}
	case "go":
		checkGo(t, words[1:])
	}
}

// usageLine finds the arguments in the help of a command.
var usageLine = regexp.MustCompile(`usage: madbot [a-z ]+\[flags\](.*)`)

// checkFlags calls madbot with an unknown flag after those in args, which must be the only one it does not know.
func checkFlags(t *testing.T, args []string) {
	t.Helper()
	sub := 1
	if args[0] == "db" {
		sub = 2
	}
	_, said, _ := madbot(t, nil, append(slices.Clone(args[:sub]), "-h")...)
	usage := usageLine.FindStringSubmatch(said)
	require.NotNil(t, usage, "%v: %s", args, said)
	before := len(args) - len(strings.Fields(usage[1]))
	require.GreaterOrEqual(t, before, sub, "%v: an argument is missing", args)
	code, _, said := madbot(t, nil, slices.Insert(slices.Clone(args), before, "-no-such-flag")...)
	assert.Equal(t, exitUsage, code, args)
	assert.Contains(t, said, "-no-such-flag", args)
}

// checkGo fails the test unless the package of a go command exists, with the flag and the benchmark that it names.
func checkGo(t *testing.T, args []string) {
	t.Helper()
	folder := filepath.Join(root, strings.TrimSuffix(args[1], "/..."))
	assert.DirExists(t, folder)
	for i, word := range args {
		var want string
		switch word {
		case "-bench":
			name, _, _ := strings.Cut(args[i+1], "/")
			want = "func Benchmark" + name + "("
		case "-postgres", "-pages", "-soak":
			want = fmt.Sprintf("(%q", word[1:])
		default:
			continue
		}
		assert.True(t, slices.ContainsFunc(sources(t), func(s source) bool {
			return filepath.Join(root, s.pkg) == folder && strings.Contains(strings.Join(s.lines, "\n"), want)
		}), "%v: %s is not in the package", args, want)
	}
}

// TestHealthcheck asks a bot that is alive but not ready.
func TestHealthcheck(t *testing.T) {
	t.Parallel()
	p := newProbe()
	web := httptest.NewServer(p.handler())
	t.Cleanup(web.Close)
	config := "-config=" + filepath.Join(t.TempDir(), "config.yaml")
	require.NoError(t, os.WriteFile(strings.TrimPrefix(config, "-config="),
		fmt.Appendf(nil, "health: {addr: %q}", strings.TrimPrefix(web.URL, "http://")), 0o600))
	code, _, _ := madbot(t, nil, "healthcheck", config)
	assert.Equal(t, exitOK, code)
	code, _, said := madbot(t, nil, "healthcheck", config, "-ready")
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "madbot: the bot is not ready: starting\n", said)
}
