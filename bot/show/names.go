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
	maxPeople = 10_000 // names kept
	nameRunes = 32     // shown of a name
)

// Names are what people are called, in suggestions and menus. They are learned from interactions, and
// Discord is asked for the others. When there are maxPeople, all are forgotten. The zero value knows
// nobody and asks nobody. They are safe for concurrent use.
type Names struct {
	users Source        // nil: nobody is asked
	limit time.Duration // for asking
	mu    sync.Mutex
	names map[match.PlayerID]person
}

// person is how somebody is called.
type person struct {
	name    string // as people see it
	account string // nobody else has it
}

// Source knows accounts; discord.Client is one.
type Source interface {
	User(ctx context.Context, id string) (discord.User, error)
}

// New returns names for each of which users is asked so long at most.
func NewNames(users Source, limit time.Duration) *Names { return &Names{users: users, limit: limit} }

// Learn remembers the name of u.
func (p *Names) Learn(u discord.User, nick string) {
	name := plainName(nick)
	for _, other := range []string{u.GlobalName, u.Username} {
		if name == "" {
			name = plainName(other)
		}
	}
	if u.ID == "" || name == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.names == nil || len(p.names) >= maxPeople {
		p.names = map[match.PlayerID]person{}
	}
	p.names[match.PlayerID(u.ID)] = person{name, plainName(u.Username)}
}

// Apart returns the names of ids, each as Name returns it; people of the same name have their
// accounts' names as well.
func (p *Names) Apart(ctx context.Context, t i18n.Printer,
	ids []match.PlayerID) map[match.PlayerID]string {
	names, called := map[match.PlayerID]string{}, map[string]match.PlayerID{}
	twice := map[string]bool{}
	for _, id := range ids {
		if names[id] != "" {
			continue
		}
		name := p.Name(ctx, t, id)
		key := strings.ToLower(name)
		other, known := called[key]
		twice[key] = twice[key] || known && other != id
		names[id], called[key] = name, id
	}
	for id, name := range names {
		if account := p.person(id).account; twice[strings.ToLower(name)] && account != "" {
			names[id] = name + " (" + account + ")"
		}
	}
	return names
}

// Name returns the name of id, or "somebody" in the language of t. It is not escaped.
func (p *Names) Name(ctx context.Context, t i18n.Printer, id match.PlayerID) string {
	if id.IsFormer() {
		return text.FormerPlayer(t)
	}
	if name := p.known(id); name != "" {
		return name
	}
	if p.users == nil || id == "" || ctx.Err() != nil {
		return text.Somebody(t)
	}
	asking, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	u, err := p.users.User(asking, string(id))
	if err != nil {
		return text.Somebody(t)
	}
	p.Learn(u, "")
	return cmp.Or(p.known(id), text.Somebody(t))
}

// known returns the name of id, "" when it was not learned.
func (p *Names) known(id match.PlayerID) string { return p.person(id).name }

func (p *Names) person(id match.PlayerID) person {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.names[id]
}

// plainName returns name without characters that break lines or hide text, cut to a length.
func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, name)
	return discord.Truncate(strings.TrimSpace(name), nameRunes)
}
