package sandbox_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// killed copies a folder as a crash at this moment would leave it.
func killed(t *testing.T, dir string) string {
	t.Helper()
	out := t.TempDir()
	require.NoError(t, os.CopyFS(out, os.DirFS(dir)))
	return out
}

func TestStateSurvivesAKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b, w := ask(t, &sandbox.Server{Dir: dir})
	alice, bob := b.Actor("alice"), b.Actor("bob")
	board := file{"files[0]", "board.png", picture(t)}
	sent := b.do("POST", mad, "", withFiles(t, `{"content":"<@1000000000000000022>","components":`+
		rows(`{"type":2,"style":1,"label":"Go","custom_id":"go"}`)+`}`, board))
	require.Equal(t, 200, sent.status, "%v", sent.body)
	require.Equal(t, 200, b.do("POST", mad, `{"content":"to be removed"}`).status)
	gone := alice.Messages(sandbox.MadID)[1]
	require.Equal(t, 204, b.do("DELETE", mad+"/"+gone.ID.String(), "").status)
	require.Equal(t, 201, b.do("POST", "/applications/1000000000000000031/emojis",
		`{"name":"ship","image":"data:image/png;base64,iVBORw0KGgo="}`).status)
	dm := bob.DM()
	require.NoError(t, bob.SetLocale("de"))
	require.NoError(t, alice.SetGuildLocale("fr"))
	alice.Read(sandbox.MadID)
	h := uses(t, b, w, sandbox.MadID)
	require.Equal(t, 200, h.callback(`{"type":5,"data":{"flags":64}}`).status)
	h.must()

	left := killed(t, dir)
	stray := filepath.Join(left, "attachments", "77")
	require.NoError(t, os.WriteFile(stray, nil, 0o600))
	old := start(t, &sandbox.Server{Dir: left})
	assert.NoFileExists(t, stray, "a file that no message has is what a kill may leave")
	alice2, bob2 := old.Actor("alice"), old.Actor("bob")
	assert.Equal(t, alice.Messages(sandbox.MadID), alice2.Messages(sandbox.MadID))
	assert.Len(t, bob2.Messages(sandbox.MadID), 1, "the private message is still private")
	assert.Equal(t, b.Commands(), old.Commands())
	assert.Equal(t, dm, bob2.DM())
	unread, _ := alice2.Unread(sandbox.MadID)
	assert.Zero(t, unread)
	_, pings := bob2.Unread(sandbox.MadID)
	assert.Equal(t, 1, pings)
	data, _ := load(t, old.url+alice2.Messages(sandbox.MadID)[0].Attachments[0].URL)
	assert.Equal(t, board.data, data)
	assert.Len(t, old.do("GET", "/applications/1000000000000000031/emojis", "").body["items"], 1)

	h.bench = old
	require.Equal(t, 200, h.webhook("PATCH", "/messages/@original", `{"content":"done"}`).status,
		"a token lives on")
	assert.Equal(t, "done", alice2.Messages(sandbox.MadID)[1].Content)
	h = clicks(t, old, old.identified("0"), "bob", alice2.Messages(sandbox.MadID)[0].ID, "go")
	require.Equal(t, 200, h.callback(`{"type":7,"data":{"content":"clicked"}}`).status,
		"an old button works")
	assert.Equal(t, "de", h.Raw["locale"])
	assert.Equal(t, "fr", h.Raw["guild_locale"])
	fresh := old.do("POST", mad, `{"content":"new"}`)
	id, err := sandbox.ParseSnowflake(fresh.body["id"].(string))
	require.NoError(t, err)
	assert.Greater(t, id, alice2.Messages(sandbox.MadID)[1].ID)
}

func TestClockThatGoesBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := &sandbox.Server{Dir: dir}
	m, err := first.Actor("alice").Say(sandbox.MadID, "now")
	require.NoError(t, err)
	require.NoError(t, first.Close())
	c := &clock{}
	c.advance(-24 * time.Hour)
	again := &sandbox.Server{Dir: dir, Now: c.now}
	later, err := again.Actor("bob").Say(sandbox.MadID, "yesterday")
	require.NoError(t, err)
	assert.Greater(t, later.ID, m.ID, "ids never fall, and messages stay in order")
	require.NoError(t, again.Close())
}

func TestTornJournal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := &sandbox.Server{Dir: dir}
	_, err := s.Actor("alice").Say(sandbox.MadID, "kept")
	require.NoError(t, err)
	require.NoError(t, s.Close())
	name := filepath.Join(dir, "sandbox.jsonl")
	whole, err := os.ReadFile(name)
	require.NoError(t, err)

	require.NoError(t, os.WriteFile(name, append(whole, `{"post":{"id":"77`...), 0o600))
	s = &sandbox.Server{Dir: dir}
	require.NoError(t, s.Open(), "a torn last line is what a kill leaves")
	require.Len(t, s.Actor("bob").Messages(sandbox.MadID), 1)
	require.NoError(t, s.Close())

	require.NoError(t, os.WriteFile(name, append([]byte("nonsense\n"), whole...), 0o600))
	require.ErrorContains(t, (&sandbox.Server{Dir: dir}).Open(), "journal line 1")
	after, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Contains(t, string(after), "kept", "what cannot be read is not thrown away")
}

func TestFolderHasOneServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := &sandbox.Server{Dir: dir}
	require.NoError(t, first.Open())
	require.ErrorIs(t, (&sandbox.Server{Dir: dir}).Open(), sandbox.ErrInUse)
	require.NoError(t, first.Close())
	second := &sandbox.Server{Dir: dir}
	require.NoError(t, second.Open())
	require.NoError(t, second.Close())
}
