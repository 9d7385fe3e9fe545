package world

import (
	"slices"

	"madbot/bot/sandbox/wire"
)

// Roles are the roles of the guilds and the people who have them.
type Roles struct {
	s       *State
	held    map[holding]bool
	deleted map[wire.Snowflake]bool
}

// holding is that a person has a role.
type holding struct{ person, role wire.Snowflake }

// Of returns the roles of a guild, @everyone first.
func (r *Roles) Of(guild wire.Snowflake) []wire.Role {
	return slices.DeleteFunc(wire.RolesOf(guild), func(role wire.Role) bool { return r.deleted[role.ID] })
}

// Get returns a role of a guild, or false.
func (r *Roles) Get(guild, id wire.Snowflake) (wire.Role, bool) {
	for _, role := range r.Of(guild) {
		if role.ID == id {
			return role, true
		}
	}
	return wire.Role{}, false
}

// Held returns the roles that a person has in a guild, without @everyone, as Discord does.
func (r *Roles) Held(person, guild wire.Snowflake) []wire.Snowflake {
	held := []wire.Snowflake{}
	for _, role := range r.Of(guild) {
		if r.held[holding{person, role.ID}] {
			held = append(held, role.ID)
		}
	}
	return held
}

// Give sets whether a person has a role.
func (r *Roles) Give(person, role wire.Snowflake, has bool) {
	r.held[holding{person, role}] = has
	r.s.write(entry{Role: &roleEntry{Person: person, Role: role, Has: has}})
}

// Delete deletes a role.
func (r *Roles) Delete(role wire.Snowflake) {
	r.deleted[role] = true
	r.s.write(entry{Role: &roleEntry{Role: role}})
}

// replay does what an entry says.
func (r *Roles) replay(e roleEntry) {
	if e.Person == 0 {
		r.deleted[e.Role] = true
		return
	}
	r.held[holding{e.Person, e.Role}] = e.Has
}

// entries writes the roles to the journal.
func (r *Roles) entries(write func(entry)) {
	for h, has := range r.held {
		write(entry{Role: &roleEntry{Person: h.person, Role: h.role, Has: has}})
	}
	for role := range r.deleted {
		write(entry{Role: &roleEntry{Role: role}})
	}
}

// Member returns a member of a channel's guild, without the user itself.
func (r *Roles) Member(person wire.Snowflake, c *wire.Channel) wire.Member {
	m := wire.MemberOf(person, c)
	m.Roles, m.Nick = r.Held(person, c.GuildID), r.s.People.nick(person, c.GuildID)
	return m
}
