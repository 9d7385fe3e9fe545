package sandbox

import (
	"regexp"
	"slices"
)

// allowedMentions is a request's "allowed_mentions": who may be pinged.
type allowedMentions struct {
	users, roles, everyone bool
	these                  []Snowflake
	replied                bool
}

// mentionsOfChannel is what counts when a channel message says nothing: everything.
func mentionsOfChannel() allowedMentions {
	return allowedMentions{users: true, roles: true, everyone: true, replied: true}
}

// mentionsOfInteraction is what counts when an interaction's answer says nothing: users only.
func mentionsOfInteraction() allowedMentions { return allowedMentions{users: true} }

// readMentions checks "allowed_mentions". nil means the field is absent.
func readMentions(f form) *allowedMentions {
	m, ok := f.form("allowed_mentions")
	if !ok {
		return nil
	}
	out := &allowedMentions{replied: m.truth("replied_user")}
	kinds := m.texts("parse", 100)
	for i, kind := range kinds {
		if slices.Contains(kinds[:i], kind) {
			m.below("parse", index(i)).repeated()
		}
		switch kind {
		case "users":
			out.users = true
		case "roles":
			out.roles = true
		case "everyone":
			out.everyone = true
		default:
			m.below("parse", index(i)).complain("", "BASE_TYPE_CHOICES",
				"Value must be one of ('users', 'everyone', 'roles').")
		}
	}
	out.these = m.ids("users", 100)
	roles := m.ids("roles", 100)
	if out.users && len(out.these) > 0 || out.roles && len(roles) > 0 {
		m.complain("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
			"parse:[\"users\"] and users: [ids...] are mutually exclusive.")
	}
	return out
}

// mentioned finds the people a text names and whom it may ping. mu must be held.
func (s *Server) mentioned(text string, allowed allowedMentions) []User {
	out := []User{}
	for _, m := range regexp.MustCompile(`<@!?(\d+)>`).FindAllStringSubmatch(text, -1) {
		id, _ := ParseSnowflake(m[1])
		u := s.users[id]
		if u == nil || !allowed.users && !slices.Contains(allowed.these, id) {
			continue
		}
		if !slices.ContainsFunc(out, func(o User) bool { return o.ID == id }) {
			out = append(out, *u)
		}
	}
	return out
}
