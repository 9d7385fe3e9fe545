package show

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/discord"
	"madbot/bot/i18n/i18ntest"
	"madbot/rules/match"
)

// register answers with the accounts that it holds, and counts how often it is asked.
type register struct {
	users map[string]discord.User
	asked int
}

func (r *register) User(_ context.Context, id string) (discord.User, error) {
	r.asked++
	if u, ok := r.users[id]; ok {
		return u, nil
	}
	return discord.User{}, errors.New("no such user")
}

func TestNames_Name(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	known := &register{users: map[string]discord.User{"102": {ID: "102", Username: "bob"},
		"104": {ID: "104", Username: "\u200b"}}}
	p := &Names{users: known}
	p.Learn(discord.User{ID: "101", Username: "alice", GlobalName: "Alice"}, "", "")
	for id, want := range map[match.PlayerID]string{"101": "Alice", "102": "bob", "103": "somebody",
		"104": "somebody", "": "somebody"} {
		assert.Equal(t, want, p.Name(t.Context(), en, "", id), "%q", id)
	}
	assert.Equal(t, "bob", p.Name(t.Context(), en, "", "102"))
	assert.Equal(t, 3, known.asked, "once for bob, once for each who is not known")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Equal(t, "somebody", p.Name(ended, en, "", "103"))
	assert.Equal(t, 3, known.asked, "nobody waits any more")
}

// TestNames_Apart adds the account to names that look alike, and to no others.
func TestNames_Apart(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	p := &Names{}
	p.Learn(discord.User{ID: "1", Username: "bob.smith", GlobalName: "Bob"}, "s", "")
	p.Learn(discord.User{ID: "2", Username: "bob_2", GlobalName: "Robert"}, "s", "BOB")
	p.Learn(discord.User{ID: "3", Username: "carol", GlobalName: "Carol"}, "s", "")
	people := []match.PlayerID{"1", "2", "3", "4", "5", "1"}
	assert.Equal(t, map[match.PlayerID]string{"1": "Bob (bob.smith)", "2": "BOB (bob_2)", "3": "Carol",
		"4": "somebody", "5": "somebody"}, p.Apart(t.Context(), en, "s", people))
	assert.Equal(t, map[match.PlayerID]string{"1": "Bob", "2": "Robert", "3": "Carol",
		"4": "somebody", "5": "somebody"}, p.Apart(t.Context(), en, "elsewhere", people))
	for _, alike := range []string{
		"Alice", "ALICE", "Al\u0456ce", "\u0391lice", "\uff21\uff4c\uff49\uff43\uff45", "Alice\u3164", "A1ice", "\u2800Alice",
	} {
		p.Learn(discord.User{ID: "6", Username: "a1", GlobalName: "Alice"}, "", "")
		p.Learn(discord.User{ID: "7", Username: "a2", GlobalName: alike}, "", "")
		names := p.Apart(t.Context(), en, "", []match.PlayerID{"6", "7", "3"})
		assert.Equal(t, "Alice (a1)", names["6"], "%q", alike)
		assert.Contains(t, names["7"], " (a2)", "%q", alike)
		assert.Equal(t, "Carol", names["3"])
	}
}

// TestNames_Servers keeps a nickname on its server.
func TestNames_Servers(t *testing.T) {
	t.Parallel()
	p := &Names{}
	alice := discord.User{ID: "1", Username: "alice", GlobalName: "Alice"}
	p.Learn(alice, "work", "A. Realname")
	p.Learn(alice, "club", "")
	p.Learn(alice, "", "ignored")
	for server, want := range map[string]string{"work": "A. Realname", "club": "Alice", "": "Alice", "new": "Alice"} {
		assert.Equal(t, want, p.known(server, "1"), server)
	}
	p.Learn(alice, "work", "")
	assert.Equal(t, "Alice", p.known("work", "1"), "the nickname was removed")
}

func TestNames_Learn(t *testing.T) {
	t.Parallel()
	p := &Names{}
	for _, test := range []struct {
		user       discord.User
		nick, want string
	}{
		{discord.User{ID: "1", Username: "bob", GlobalName: "Bob"}, "Bobby", "Bobby"},
		{discord.User{ID: "1", Username: "bob", GlobalName: "Bob"}, "", "Bob"},
		{discord.User{ID: "1", Username: "bob"}, "\u200b\n", "bob"},
		{discord.User{ID: "1"}, "", "bob"},
		{discord.User{ID: "1", Username: "bob", GlobalName: "\u3164\u115f"}, "\u2800\u034f\ufe0f", "bob"},
		{discord.User{ID: "1", Username: "bob"}, "Zo\u00eb \U0001f9ed", "Zo\u00eb \U0001f9ed"},
		{discord.User{ID: "1", Username: "bob"}, "a name that is longer than anybody would read",
			"a name that is longer than anyb\u2026"},
	} {
		p.Learn(test.user, "s", test.nick)
		assert.Equal(t, test.want, p.known("s", "1"))
	}
}

func TestNames_Full(t *testing.T) {
	t.Parallel()
	p := &Names{}
	learn := func(i int) { p.Learn(discord.User{ID: strconv.Itoa(i), Username: "bob"}, "s", "nick") }
	for i := range maxNames {
		learn(i)
	}
	assert.Len(t, p.names, maxNames)
	assert.Equal(t, "nick", p.known("s", "0"))
	learn(maxNames)
	assert.Len(t, p.names, 1)
	assert.Len(t, p.nicks, 1)
	assert.Equal(t, "bob", p.known("", match.PlayerID(strconv.Itoa(maxNames))))
}
