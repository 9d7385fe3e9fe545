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
	p.Learn(discord.User{ID: "101", Username: "alice", GlobalName: "Alice"}, "")
	for id, want := range map[match.PlayerID]string{"101": "Alice", "102": "bob", "103": "somebody",
		"104": "somebody", "": "somebody"} {
		assert.Equal(t, want, p.Name(t.Context(), en, id), "%q", id)
	}
	assert.Equal(t, "bob", p.Name(t.Context(), en, "102"))
	assert.Equal(t, 3, known.asked, "once for bob, once for each who is not known")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Equal(t, "somebody", p.Name(ended, en, "103"))
	assert.Equal(t, 3, known.asked, "nobody waits any more")
}

// TestNames_Apart: two people of one name are told apart by their accounts, and nobody else.
func TestNames_Apart(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	p := &Names{}
	p.Learn(discord.User{ID: "1", Username: "bob.smith", GlobalName: "Bob"}, "")
	p.Learn(discord.User{ID: "2", Username: "bob_2", GlobalName: "Robert"}, "BOB")
	p.Learn(discord.User{ID: "3", Username: "carol", GlobalName: "Carol"}, "")
	assert.Equal(t, map[match.PlayerID]string{"1": "Bob (bob.smith)", "2": "BOB (bob_2)", "3": "Carol",
		"4": "somebody", "5": "somebody"}, p.Apart(t.Context(), en, []match.PlayerID{"1", "2", "3", "4", "5", "1"}))
	assert.Equal(t, map[match.PlayerID]string{"1": "Bob", "3": "Carol"},
		p.Apart(t.Context(), en, []match.PlayerID{"1", "1", "3"}))
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
		{discord.User{ID: "1"}, "a name that is longer than anybody would read", "a name that is longer than anyb…"},
	} {
		p.Learn(test.user, test.nick)
		assert.Equal(t, test.want, p.known("1"))
	}
}

func TestNames_Full(t *testing.T) {
	t.Parallel()
	p := &Names{}
	learn := func(i int) { p.Learn(discord.User{ID: strconv.Itoa(i), Username: "bob"}, "") }
	for i := range maxNames {
		learn(i)
	}
	assert.Len(t, p.names, maxNames)
	assert.Equal(t, "bob", p.known("0"))
	learn(maxNames)
	assert.Len(t, p.names, 1)
	assert.Equal(t, "bob", p.known(match.PlayerID(strconv.Itoa(maxNames))))
}
