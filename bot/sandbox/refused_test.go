package sandbox_test

import (
	"cmp"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// refusal is a call and Discord's response to it.
type refusal struct {
	name, call, body string // call is "METHOD /path"
	status, code     int    // code is -1 if there is none
	leaf             string // "path: CODE" in the tree of a 50035, or ""
	edits            []func(*http.Request)
}

func (b *bench) check(r refusal) {
	b.t.Helper()
	method, path, _ := strings.Cut(r.call, " ")
	got := b.do(method, path, r.body, r.edits...)
	assert.Equal(b.t, r.status, got.status, "%s: %v", r.name, got.body)
	assert.Equal(b.t, r.code, got.code(), "%s: %v", r.name, got.body)
	switch {
	case r.status == http.StatusNotImplemented:
		assert.Contains(b.t, b.Unhandled(), r.leaf, r.name)
	case r.leaf != "":
		assert.Contains(b.t, got.leaves(), r.leaf, "%s: %v", r.name, got.body)
	}
}

const (
	button = `{"type":2,"style":1,"label":"b","custom_id":"b%d"}`
	text   = `{"type":10,"content":"t"}`
	v2Open = `{"flags":32768,"components":`
)

func long(n int) string { return strings.Repeat("x", n) }

func rows(components string) string { return `[{"type":1,"components":[` + components + `]}]` }

// many returns an array with a JSON value n times; %d in it is its index.
func many(n int, value string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.ReplaceAll(value, "%d", fmt.Sprint(i))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// pieces are the replacements of names in the cases, except ids.
var pieces = strings.NewReplacer("$button", button, "$text", text,
	"$option", `{"label":"l%d","value":"v%d"}`,
	"$choices", `many(25, {"name":"long(98)%d","value":"long(98)%d"})`,
	"$input", `{"type":1,"components":[{"type":4,"style":1,"label":"l","custom_id":"i%d"}]}`)

var macros = map[string]func(string) string{
	"rows": rows,
	"emoji": func(name string) string {
		return `{"type":2,"style":3,"custom_id":"b","emoji":{"name":"` + name + `"}}`
	},
	"long": func(args string) string {
		n, what, _ := strings.Cut(args, ", ")
		return strings.Repeat(cmp.Or(what, "x"), number(n))
	},
	"many": func(args string) string {
		n, value, _ := strings.Cut(args, ", ")
		return many(number(n), value)
	},
	"five": func(from string) string { // a row of buttons
		var list []string
		for i := range 5 {
			list = append(list, strings.ReplaceAll(button, "%d", fmt.Sprint(number(from)+i)))
		}
		return `{"type":1,"components":[` + strings.Join(list, ",") + `]}`
	},
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// macro matches a call of a macro without nested ones.
var macro = regexp.MustCompile(`\b(long|many|rows|five|emoji)\(([^()]*)\)`)

func expand(s string) string {
	for s = pieces.Replace(s); macro.MatchString(s); {
		s = macro.ReplaceAllStringFunc(s, func(m string) string {
			name, args, _ := strings.Cut(strings.TrimSuffix(m, ")"), "(")
			return macros[name](args)
		})
	}
	return s
}

// cases reads a file of testdata/refused. ids replaces the names of ids.
func cases(t *testing.T, name string, ids *strings.Replacer) (list []refusal) {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	var group refusal
	frame := "@"
	for line := range strings.Lines(ids.Replace(string(data))) {
		fields := append(strings.Split(strings.TrimSuffix(line, "\n"), " | "), "", "", "")
		heads, single := isCall.FindStringSubmatch(fields[0]), isCall.FindStringSubmatch(fields[1])
		r := group
		switch {
		case fields[0] == "":
			continue
		case heads != nil:
			group = refusal{call: heads[1], status: number(heads[2]), code: number(heads[3])}
			frame = cmp.Or(heads[4], "@")
			continue
		case single != nil:
			r = refusal{call: single[1], status: number(single[2]), code: number(single[3])}
			r.body, r.leaf = expand(fields[2]), fields[3]
		default:
			r.body, r.leaf = expand(strings.Replace(frame, "@", fields[1], 1)), fields[2]
		}
		r.name, r.leaf = fields[0], strings.Replace(r.leaf, "*", "components.0.components.0", 1)
		list = append(list, r)
	}
	return list
}

// isCall matches the first line of a case: call, status, code, and the frame of the body.
var isCall = regexp.MustCompile(`^([A-Z]+ /\S+) (\d+) (-?\d+) ?(.*)$`)

func TestRefused(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/refused/*.txt")
	require.NoError(t, err)
	require.Len(t, files, 9)
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			t.Parallel()
			b, w := ask(t, &sandbox.Server{})
			alice := b.Actor("alice")
			theirs, err := alice.Say(sandbox.MadID, "mine")
			require.NoError(t, err)
			inThread, _ := thread(t, b, "m1")
			used := uses(t, b, w, sandbox.MadID)
			typed := b.act(w, func() (sandbox.Answer, error) {
				_, err := alice.Autocomplete(within(t), sandbox.MadID, "ask", "turn")
				return sandbox.Answer{}, err
			})
			before := fmt.Sprint(alice.Messages(sandbox.MadID), b.Commands())
			known := true
			for _, r := range cases(t, name, strings.NewReplacer("$mad", sandbox.MadID.String(),
				"$quiet", sandbox.QuietID.String(), "$lounge", sandbox.LoungeID.String(), "$bot", sandbox.BotID.String(),
				"$elsewhere", sandbox.ElsewhereID.String(), "$alice", sandbox.AliceID.String(), "$dm", alice.DM().String(),
				"$thread", inThread.String(), "$theirs", theirs.ID.String(),
				"$callback", strings.TrimPrefix(used.path(), "POST "), "$completion", strings.TrimPrefix(typed.path(), "POST "))) {
				b.check(r)
				known = known && r.status != http.StatusNotImplemented
				if r.status >= http.StatusBadRequest {
					require.Equal(t, before, fmt.Sprint(alice.Messages(sandbox.MadID), b.Commands()), r.name)
				}
			}
			assert.Equal(t, known, len(b.Unhandled()) == 0)
			require.Equal(t, 200, used.callback(withButton).status, "a refused answer does not count")
			require.Equal(t, 200, typed.callback(`{"type":8,"data":{}}`).status,
				"no choices at all is how discordgo sends none")
			used.must()
			typed.must()
		})
	}
}

// TestRefusedOfWhom: calls must be authorized in Discord's form.
func TestRefusedOfWhom(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	for _, c := range []struct {
		name, value  string
		status, code int
	}{
		{"Authorization", "Bot nonsense", 401, 0},
		{"Authorization", "", 401, 0},
		{"Authorization", sandbox.DefaultToken, 401, 0},
		{"User-Agent", "curl", 403, 40333},
		{"User-Agent", "DiscordBot (https://example.com)", 403, 40333},
		{"Content-Type", "text/plain", 400, 50035},
	} {
		b.check(refusal{name: c.name + " " + c.value, call: "POST " + mad, body: `{"content":"x"}`, status: c.status,
			code: c.code, edits: []func(*http.Request){func(r *http.Request) { r.Header.Set(c.name, c.value) }}})
	}
}

// TestRefusedFiles: the number and size of files are limited, and each needs its own part.
func TestRefusedFiles(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	var eleven []file
	for i := range 11 {
		eleven = append(eleven, file{fmt.Sprintf("files[%d]", i), "a.txt", "a"})
	}
	elsewhere := v2Open + `[{"type":12,"items":[{"media":{"url":"attachment://b.png"}}]}]}`
	for _, c := range []struct {
		name         string
		status, code int
		body         string
		files        []file
	}{
		{"eleven", 400, 30015, `{}`, eleven},
		{"too large", 413, 40005, `{}`, []file{{"files[0]", "a.txt", long(10<<20 + 1)}}},
		{"too large together", 413, 40005, `{}`, []file{{"files[0]", "a", long(13 << 20)}, {"files[1]", "a", long(13 << 20)}}},
		{"bad part", 400, 50046, `{}`, []file{{"board", "a.txt", "a"}}},
		{"part twice", 400, 50046, `{}`, []file{{"files[0]", "a.txt", "a"}, {"files[0]", "b.txt", "b"}}},
		{"name of another", 400, 50035, elsewhere, []file{{"files[0]", "a.png", "a"}}},
	} {
		b.check(refusal{name: c.name, call: "POST " + mad, status: c.status, code: c.code,
			edits: []func(*http.Request){withFiles(t, c.body, c.files...)}})
	}
}
