package show

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/mtibben/confusables"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/text"
	"madbot/rules/match"
)

const (
	maxNames   = 10_000 // in the cache
	nameLength = 32     // shown, in characters
)

// Names is a cache of people's names for suggestions and menus. It learns names from interactions and asks Discord for
// others. A nickname is only used on its server; elsewhere a person has the display name of their account. At maxNames,
// the cache is cleared. The zero value never asks. It is safe for concurrent use.
type Names struct {
	users Source        // nil: never ask
	limit time.Duration // for looking up one person
	mu    sync.Mutex
	names map[match.PlayerID]person
	nicks map[member]string
}

type person struct {
	name    string // shown to people
	account string // unique
}

type member struct {
	server string
	id     match.PlayerID
}

// Source looks up accounts; discord.Client implements it.
type Source interface {
	User(ctx context.Context, id string) (discord.User, error)
}

// NewNames returns Names that ask users, for at most limit per person.
func NewNames(users Source, limit time.Duration) *Names { return &Names{users: users, limit: limit} }

// Learn records the name of u and, if server is not empty, their nickname there ("" if none).
func (n *Names) Learn(u discord.User, server, nick string) {
	name := cmp.Or(plainName(u.GlobalName), plainName(u.Username))
	if u.ID == "" || name == "" {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.names == nil || len(n.names) >= maxNames || len(n.nicks) >= maxNames {
		n.names, n.nicks = map[match.PlayerID]person{}, map[member]string{}
	}
	id := match.PlayerID(u.ID)
	n.names[id] = person{name, plainName(u.Username)}
	if nick = plainName(nick); nick != "" && server != "" {
		n.nicks[member{server, id}] = nick
	} else {
		delete(n.nicks, member{server, id})
	}
}

// Apart returns the names of ids as Name does. To names that look alike it adds the account names.
func (n *Names) Apart(ctx context.Context, t i18n.Printer, server string,
	ids []match.PlayerID) map[match.PlayerID]string {
	names, called := map[match.PlayerID]string{}, map[string]match.PlayerID{}
	twice := map[string]bool{}
	for _, id := range ids {
		if names[id] != "" {
			continue
		}
		name := n.Name(ctx, t, server, id)
		look := skeleton(name)
		other, known := called[look]
		twice[look] = twice[look] || known && other != id
		names[id], called[look] = name, id
	}
	for id, name := range names {
		if account := n.person(id).account; twice[skeleton(name)] && account != "" {
			names[id] = name + " (" + account + ")"
		}
	}
	return names
}

// skeleton returns the same text for names that look alike, for example because one contains a Greek letter.
func skeleton(name string) string {
	fold := cases.Fold()
	return fold.String(confusables.Skeleton(fold.String(norm.NFKC.String(name))))
}

// Name returns the name of id on a server, unescaped; if it is unknown, "somebody" in the language of t. An empty
// server stands for all places outside servers.
func (n *Names) Name(ctx context.Context, t i18n.Printer, server string, id match.PlayerID) string {
	if id.IsFormer() {
		return text.FormerPlayer(t)
	}
	if name := n.known(server, id); name != "" {
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
	n.Learn(u, "", "")
	return cmp.Or(n.known(server, id), text.Somebody(t))
}

// known returns the cached name of id on a server, or "".
func (n *Names) known(server string, id match.PlayerID) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return cmp.Or(n.nicks[member{server, id}], n.names[id].name)
}

func (n *Names) person(id match.PlayerID) person {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.names[id]
}

// brailleBlank is U+2800, which Unicode calls a symbol.
const brailleBlank = '\u2800'

// plainName returns name without characters that break lines, hide text or cannot be seen, cut to a length.
func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == brailleBlank ||
			unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			return -1
		}
		return r
	}, name)
	return discord.Truncate(strings.TrimSpace(name), nameLength)
}
