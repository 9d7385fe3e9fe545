package show

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"
	"unicode"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/text"
	"madbot/rules/match"
)

const (
	maxNames   = 10_000 // that are kept
	nameLength = 32     // shown, in characters
)

// Names is a cache of people's names for suggestions and menus. It learns names from interactions and asks Discord for
// others. When it has maxNames, it is cleared. The zero value never asks. It is safe for concurrent use.
type Names struct {
	users Source        // nil: it does not ask
	limit time.Duration // for asking about one person
	mu    sync.Mutex
	names map[match.PlayerID]person
}

// person is the names of somebody.
type person struct {
	name    string // shown to people
	account string // unique
}

// Source looks up accounts; discord.Client is one.
type Source interface {
	User(ctx context.Context, id string) (discord.User, error)
}

// NewNames returns names for which users is asked, for at most limit each.
func NewNames(users Source, limit time.Duration) *Names { return &Names{users: users, limit: limit} }

// Learn remembers the name of u; nick is the name on the server, "" for none.
func (n *Names) Learn(u discord.User, nick string) {
	name := plainName(nick)
	for _, other := range []string{u.GlobalName, u.Username} {
		if name == "" {
			name = plainName(other)
		}
	}
	if u.ID == "" || name == "" {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.names == nil || len(n.names) >= maxNames {
		n.names = map[match.PlayerID]person{}
	}
	n.names[match.PlayerID(u.ID)] = person{name, plainName(u.Username)}
}

// Apart returns the names of ids as Name does. To equal names it adds the account names.
func (n *Names) Apart(ctx context.Context, t i18n.Printer,
	ids []match.PlayerID) map[match.PlayerID]string {
	names, called := map[match.PlayerID]string{}, map[string]match.PlayerID{}
	twice := map[string]bool{}
	for _, id := range ids {
		if names[id] != "" {
			continue
		}
		name := n.Name(ctx, t, id)
		key := strings.ToLower(name)
		other, known := called[key]
		twice[key] = twice[key] || known && other != id
		names[id], called[key] = name, id
	}
	for id, name := range names {
		if account := n.person(id).account; twice[strings.ToLower(name)] && account != "" {
			names[id] = name + " (" + account + ")"
		}
	}
	return names
}

// Name returns the name of id, unescaped; if it is unknown, "somebody" in the language of t.
func (n *Names) Name(ctx context.Context, t i18n.Printer, id match.PlayerID) string {
	if id.IsFormer() {
		return text.FormerPlayer(t)
	}
	if name := n.known(id); name != "" {
		return name
	}
	if n.users == nil || id == "" || ctx.Err() != nil {
		return text.Somebody(t)
	}
	asking, cancel := context.WithTimeout(ctx, n.limit)
	defer cancel()
	u, err := n.users.User(asking, string(id))
	if err != nil {
		return text.Somebody(t)
	}
	n.Learn(u, "")
	return cmp.Or(n.known(id), text.Somebody(t))
}

// known returns the name of id, "" if it is not in the cache.
func (n *Names) known(id match.PlayerID) string { return n.person(id).name }

func (n *Names) person(id match.PlayerID) person {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.names[id]
}

// plainName returns name without characters that break lines or hide text, cut to a length.
func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, name)
	return discord.Truncate(strings.TrimSpace(name), nameLength)
}
