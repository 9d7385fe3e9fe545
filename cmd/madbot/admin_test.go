package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// admin runs an admin command, and returns its exit code and output.
func (s *stage) admin(args ...string) (code int, said string) {
	s.t.Helper()
	config := filepath.Join(s.t.TempDir(), defaultConfigFile)
	require.NoError(s.t, os.WriteFile(config, fmt.Appendf(nil, "admin: {socket: %q}\n", s.cfg.Admin.Socket), 0o600))
	var out bytes.Buffer
	code = execute(s.ctx, append([]string{"admin", "-config", config}, args...), stdio{out: &out, err: &out})
	return code, out.String()
}

// order runs an admin command in which @NAME is a person and #mad the server, and returns its output.
func (s *stage) order(words string) string {
	s.t.Helper()
	alice, bob := s.server.Actor("alice").ID().String(), s.server.Actor("bob").ID().String()
	words = strings.NewReplacer("@alice", alice, "@bob", bob, "#mad", sandbox.GuildID.String()).Replace(words)
	args := strings.Fields(words)
	if args[0] == "announce" {
		args = []string{"announce", strings.TrimSpace(words[len("announce"):])}
	}
	var out strings.Builder
	all := group{"madbot admin", adminCommands(s.app.Load())}
	require.NoError(s.t, choose(s.ctx, all, args, stdio{out: &out, err: &out}))
	if out.Len() == 0 {
		return ""
	}
	return "  operator\n    " + strings.NewReplacer(alice, "Alice", bob, "Bob").Replace(out.String())
}

// newAdminStage opens a stage with an admin socket.
func newAdminStage(t *testing.T) *stage {
	folder, err := os.MkdirTemp("", "") // the path of a socket must be short
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(folder)) })
	s := prepareStage(t, nil)
	s.cfg.Admin.Socket = filepath.Join(folder, "s")
	return s.open()
}

// TestAdmin: a blocked person or server is refused everywhere, with the reason, until the block is lifted; blocks
// outlive a restart.
func TestAdmin(t *testing.T) {
	t.Parallel()
	s := newAdminStage(t)
	bob := s.server.Actor("bob").ID().String()
	done := func(want string, args ...string) {
		t.Helper()
		code, said := s.admin(args...)
		assert.Equal(t, want, said, args)
		assert.Zero(t, code, said)
	}
	perform(s, "alice: /challenge opponent:@bob side:red positioning:false\nbob clicks Accept")
	_, said := s.admin("counts")
	assert.Regexp(t, `^people +2\nmatches +1\n  playing +1\n  proposed +0\n`, said)
	_, said = s.admin("matches", "-person", bob)
	assert.Contains(t, said, " playing ")
	done("match  status  challenger  opponent  server  channel  changed\n", "matches", "-person", "5")

	done("", "block", "-why", "shouts", "person", bob)
	s.again()
	done("person  "+bob+"  shouts\n", "blocked")
	assert.Contains(t, perform(s, "bob: /games"), "has blocked you or this server")
	assert.NotContains(t, perform(s, "alice: /games"), "blocked")
	done("", "unblock", "person", bob)
	done("", "block", "server", "5")
	done("", "unblock", "server", "5")
	assert.NotContains(t, perform(s, "bob: /games"), "blocked")
}

// TestAdmin_End: the operator ends a game once; for anything else, the command says what is wrong.
func TestAdmin_End(t *testing.T) {
	t.Parallel()
	s := newAdminStage(t)
	perform(s, "alice: /challenge opponent:@bob side:red positioning:false\nbob clicks Accept\n"+
		"alice: /move turn:211-c3\nbob: /move turn:211-b4")
	_, said := s.admin("matches")
	id := strings.Fields(strings.Split(said, "\n")[1])[0]
	code, said := s.admin("end", id)
	assert.Zero(t, code, said)
	assert.Contains(t, said, id+" is over, for nothing: ")
	assert.Contains(t, said, " had played 2 turns")
	assert.Contains(t, perform(s, "bob: /board game:"+id), "**Whoever runs this bot ended the game.**")
	for _, again := range []func(){func() {}, s.again} {
		again()
		code, said = s.admin("end", strings.ToUpper(id))
		assert.Equal(t, exitFailed, code)
		assert.Contains(t, said, id+" is over since ")
	}
	perform(s, "alice: /challenge opponent:@bob side:red")
	_, said = s.admin("matches")
	_, said = s.admin("end", strings.Fields(strings.Split(said, "\n")[1])[0])
	assert.Contains(t, said, "is a challenge, proposed")
	code, said = s.admin("end", "zzzz")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, said, "there is no match zzzz")
	code, _ = s.admin("end", "no code")
	assert.Equal(t, exitUsage, code)
}

// TestAdmin_Announce: an announcement is shown in one line until it expires.
func TestAdmin_Announce(t *testing.T) {
	t.Parallel()
	s := newAdminStage(t)
	code, said := s.admin("announce", "-for", "1h", "Back at\n 20:00 UTC.")
	assert.Zero(t, code, said)
	assert.Contains(t, perform(s, "alice: /settings"), "> Back at 20:00 UTC.")
	perform(s, "time passes: 2 hours")
	assert.NotContains(t, perform(s, "alice: /settings"), "20:00 UTC")
}

// TestAdmin_Wrong: a wrong admin command exits with the code for wrong usage.
func TestAdmin_Wrong(t *testing.T) {
	t.Parallel()
	s := newAdminStage(t)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"block", "person", "bob"}, "not an id"},
		{[]string{"block", "everybody", "1"}, "neither"},
		{[]string{"block", "person"}, "ID is missing"},
		{[]string{"announce", "-for", "-1h", "x"}, "over before it begins"},
		{[]string{"announce", string(bytes.Repeat([]byte("x"), maxNotice+1))}, "more than 300"},
		{[]string{"sing"}, "unknown command"},
		{nil, "usage:"},
	} {
		code, said := s.admin(c.args...)
		assert.Equal(t, exitUsage, code, c.args)
		assert.Contains(t, said, c.says)
	}
	info, err := os.Stat(s.cfg.Admin.Socket)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

// TestAdmin_Nobody: without a running bot, the command says why in one line.
func TestAdmin_Nobody(t *testing.T) {
	t.Parallel()
	s := prepareStage(t, nil)
	s.ctx = t.Context()
	code, said := s.admin("counts")
	assert.Equal(t, exitConfig, code)
	assert.Contains(t, said, "admin.socket is empty")
	code, said = s.admin("block", "-h")
	assert.Zero(t, code)
	assert.Contains(t, said, "usage: madbot admin block [flags] person|server ID")
	s.cfg.Admin.Socket = filepath.Join(t.TempDir(), "s")
	code, said = s.admin("counts")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, said, "no bot answers")
}
