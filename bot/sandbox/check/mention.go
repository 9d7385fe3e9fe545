package check

import (
	"slices"
	"strconv"
	"strings"

	"madbot/bot/sandbox/wire"
)

// Mentions is a request's "allowed_mentions": whom the message may ping. Roles and everyone are checked but have no
// effect, because there are no roles and the bot may not mention everyone.
type Mentions struct {
	Replied bool // the author of the message replied to

	users bool
	these []wire.Snowflake
}

// ChannelMentions are the default for messages in a channel: everything.
func ChannelMentions() *Mentions { return &Mentions{users: true, Replied: true} }

// InteractionMentions are the default for responses to interactions: only users.
func InteractionMentions() *Mentions { return &Mentions{users: true} }

// mentions checks "allowed_mentions". It returns nil if the field is absent.
func mentions(f Form) *Mentions {
	m, ok := f.form("allowed_mentions")
	if !ok {
		return nil
	}
	out := &Mentions{Replied: m.truth("replied_user")}
	roles := false
	seen := map[any]bool{}
	for i, kind := range m.list("parse", 100) {
		one := m.below("parse", strconv.Itoa(i))
		switch kind {
		case "users":
			out.users = true
		case "roles":
			roles = true
		case "everyone":
		default:
			one.complain("", "BASE_TYPE_CHOICES",
				"Value must be one of ('users', 'everyone', 'roles').")
			continue
		}
		if seen[kind] {
			one.repeated()
		}
		seen[kind] = true
	}
	out.these = m.ids("users", 100)
	theseRoles := m.ids("roles", 100)
	if out.users && len(out.these) > 0 || roles && len(theseRoles) > 0 {
		m.complain("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
			"parse:[\"users\"] and users: [ids...] are mutually exclusive.")
	}
	return out
}

// Mentioned returns the users that text mentions and may ping, each once. user looks a user up.
func (m *Mentions) Mentioned(text string, user func(wire.Snowflake) (wire.User, bool)) []wire.User {
	out := []wire.User{}
	for rest := text; ; {
		_, after, found := strings.Cut(rest, "<@")
		if !found {
			return out
		}
		rest = after
		digits, _, closed := strings.Cut(strings.TrimPrefix(after, "!"), ">")
		id, err := wire.ParseSnowflake(digits)
		u, known := user(id)
		if !closed || err != nil || !known || !m.users && !slices.Contains(m.these, id) {
			continue
		}
		if !slices.ContainsFunc(out, func(o wire.User) bool { return o.ID == id }) {
			out = append(out, u)
		}
	}
}
