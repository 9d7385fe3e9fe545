package check

import (
	"slices"
	"strconv"
	"strings"

	"madbot/bot/sandbox/wire"
)

// Mentions is a request's "allowed_mentions": who may be pinged. Roles and everyone are checked but
// mean nobody: there are no roles, and the bot may not mention everyone.
type Mentions struct {
	Replied bool // the author of the message replied to

	users bool
	these []wire.Snowflake
}

// ChannelMentions are what counts when a channel message says nothing: everything.
func ChannelMentions() *Mentions { return &Mentions{users: true, Replied: true} }

// InteractionMentions are what counts when an interaction's answer says nothing: users only.
func InteractionMentions() *Mentions { return &Mentions{users: true} }

// mentions checks "allowed_mentions". nil means the field is absent.
func mentions(f Form) *Mentions {
	m, ok := f.form("allowed_mentions")
	if !ok {
		return nil
	}
	out := &Mentions{Replied: m.truth("replied_user")}
	kinds := m.texts("parse", 100)
	for i, kind := range kinds {
		if slices.Contains(kinds[:i], kind) {
			m.below("parse", strconv.Itoa(i)).repeated()
		}
		switch kind {
		case "users":
			out.users = true
		case "roles", "everyone":
		default:
			m.below("parse", strconv.Itoa(i)).complain("", "BASE_TYPE_CHOICES",
				"Value must be one of ('users', 'everyone', 'roles').")
		}
	}
	out.these = m.ids("users", 100)
	roles := m.ids("roles", 100)
	if out.users && len(out.these) > 0 || slices.Contains(kinds, "roles") && len(roles) > 0 {
		m.complain("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
			"parse:[\"users\"] and users: [ids...] are mutually exclusive.")
	}
	return out
}

// Mentioned returns the people whom a text names and may ping, each once.
func (m *Mentions) Mentioned(text string) []wire.User {
	out := []wire.User{}
	for rest := text; ; {
		_, after, found := strings.Cut(rest, "<@")
		if !found {
			return out
		}
		rest = after
		digits, _, closed := strings.Cut(strings.TrimPrefix(after, "!"), ">")
		id, err := wire.ParseSnowflake(digits)
		u, known := wire.UserOf(id)
		if !closed || err != nil || !known || !m.users && !slices.Contains(m.these, id) {
			continue
		}
		if !slices.ContainsFunc(out, func(o wire.User) bool { return o.ID == id }) {
			out = append(out, u)
		}
	}
}
