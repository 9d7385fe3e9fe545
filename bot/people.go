package bot

import (
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
	maxPeople = 10_000                 // names kept
	nameLimit = 700 * time.Millisecond // for asking after one
	nameRunes = 32                     // shown of a name
)

// people knows the names of those it has seen, for the places where Discord shows no mentions:
// suggestions and menus. It learns from every interaction and asks for the others. It is safe for
// concurrent use.
type people struct {
	users userSource // nil: nobody is asked
	mu    sync.Mutex
	names map[match.PlayerID]string
}

// userSource knows accounts; discord.Client is one.
type userSource interface {
	User(ctx context.Context, id string) (discord.User, error)
}

// learn remembers the name of u.
func (p *people) learn(u discord.User, nick string) {
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
		p.names = map[match.PlayerID]string{}
	}
	p.names[match.PlayerID(u.ID)] = name
}

// name returns the name of id, or "somebody" in the language of t. The text is for plain places:
// it is not escaped.
func (p *people) name(ctx context.Context, t i18n.Printer, id match.PlayerID) string {
	if name := p.known(id); name != "" {
		return name
	}
	if p.users == nil || id == "" || ctx.Err() != nil {
		return text.Somebody(t)
	}
	asking, cancel := context.WithTimeout(ctx, nameLimit)
	defer cancel()
	u, err := p.users.User(asking, string(id))
	if err != nil {
		return text.Somebody(t)
	}
	p.learn(u, "")
	return p.known(id)
}

// known returns the name of id if it was learned, else "".
func (p *people) known(id match.PlayerID) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.names[id]
}

// plainName returns name without what would break a line or hide text.
func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, name)
	return discord.Cut(strings.TrimSpace(name), nameRunes)
}
