package sandbox_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

func TestOptionsOfAllTypes(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	w := b.identified("0")
	require.Equal(t, 200, b.do("PUT", commands, `[{"name":"all","description":"d","options":[
		{"type":3,"name":"text","description":"d","min_length":2,
			"choices":[{"name":"A","value":"aa"}]},
		{"type":4,"name":"whole","description":"d","choices":[{"name":"Three","value":3}]},
		{"type":5,"name":"truth","description":"d"},{"type":6,"name":"user","description":"d"},
		{"type":7,"name":"place","description":"d"},{"type":9,"name":"anyone","description":"d"},
		{"type":10,"name":"number","description":"d"},{"type":11,"name":"file","description":"d"},
		{"type":3,"name":"free","description":"d","min_length":2}]}]`).status)
	alice := b.Actor("alice")
	use := func(name string, value any) (sandbox.Answer, error) {
		option := sandbox.Option{Name: name, Value: value}
		return alice.Command(within(t), sandbox.MadID, "all", option)
	}
	for _, c := range []struct {
		name        string
		value, want any
	}{
		{"text", "aa", "aa"}, {"whole", 3, 3.0}, {"whole", "3", 3.0},
		{"truth", true, true}, {"truth", "false", false},
		{"number", 1.5, 1.5}, {"free", "ab", "ab"},
		{"user", sandbox.BobID, sandbox.BobID.String()},
		{"place", sandbox.QuietID, sandbox.QuietID.String()},
		{"anyone", sandbox.CarolID.String(), sandbox.CarolID.String()},
	} {
		h := b.act(w, func() (sandbox.Answer, error) { return use(c.name, c.value) })
		assert.Equal(t, c.want, h.Data["options"].([]any)[0].(map[string]any)["value"], c.name)
		require.Equal(t, 200, h.callback(`{"type":5}`).status)
		h.must()
	}
	for name, value := range map[string]any{
		"text": "bb", "whole": 4, "truth": "perhaps", "place": "7", "anyone": "7",
		"number": "x", "file": "x", "free": "a",
	} {
		_, err := use(name, value)
		assert.ErrorAs(t, err, new(sandbox.Refusal), name)
	}
}

func TestFolderThatCannotBe(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, nil, 0o600))
	s := &sandbox.Server{Dir: name}
	require.Error(t, s.Open())
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	resp, err := http.Get(web.URL)
	require.NoError(t, err)
	resp.Body.Close()
	assert.Equal(t, 500, resp.StatusCode, "nothing is served that would be lost")
}

func TestOwnToken(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{Token: "another"})
	assert.Equal(t, 401, b.do("GET", "/users/@me", "").status)
	mine := func(r *http.Request) { r.Header.Set("Authorization", "Bot another") }
	assert.Equal(t, 200, b.do("GET", "/users/@me", "", mine).status)
}
