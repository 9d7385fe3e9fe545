package world

import (
	"cmp"
	"slices"

	"madbot/bot/sandbox/wire"
)

// DMs says whether the bot's direct messages reach a person.
type DMs int

// Whether they do, and else why not.
const (
	DMsOpen    DMs = iota
	DMsClosed      // the person refuses them
	DMsNowhere     // the person shares no guild with the bot, as far as direct messages go
)

// People is who there is, and what they have set in their clients.
type People struct {
	s       *State
	dms     map[wire.Snowflake]DMs
	locales map[wire.Snowflake]string // of a person or guild
	left    map[wire.Snowflake]bool   // who has left the guild
}

// IDs are those of all people, in the order the page shows them.
func (p *People) IDs() []wire.Snowflake { return wire.People(p.s.Config.People) }

// Has reports whether the id is a person's.
func (p *People) Has(id wire.Snowflake) bool { return slices.Contains(p.IDs(), id) }

// User returns a person or the bot; false for any other id.
func (p *People) User(id wire.Snowflake) (wire.User, bool) {
	u, known := wire.UserOf(id)
	return u, known && (u.Bot || p.Has(id))
}

// Locale is the language of a person's client, or of the guild of an id.
func (p *People) Locale(id wire.Snowflake) string { return cmp.Or(p.locales[id], wire.GuildLocale) }

// SetLocale sets the language of a person's client or of a guild; "" is wire.GuildLocale.
func (p *People) SetLocale(id wire.Snowflake, locale string) {
	if p.locales[id] != locale {
		p.locales[id] = locale
		p.s.write(entry{Locale: &localeEntry{id, locale}})
	}
}

// IsIn reports whether a person is in the guild of a channel; outside of guilds, and in other ones, they are.
func (p *People) IsIn(person wire.Snowflake, c *wire.Channel) bool {
	return c.GuildID != wire.GuildID || !p.HasLeft(person)
}

// HasLeft reports whether a person has left the guild with the bot.
func (p *People) HasLeft(person wire.Snowflake) bool { return p.left[person] }

// SetLeft says whether a person has left the guild.
func (p *People) SetLeft(person wire.Snowflake, left bool) {
	if p.left[person] == left {
		return
	}
	p.left[person] = left
	p.s.write(entry{Left: &leftEntry{person, left}})
}

// DMs says whether the bot's direct messages reach a person.
func (p *People) DMs(person wire.Snowflake) DMs { return p.dms[person] }

// SetDMs says whether the bot's direct messages reach a person.
func (p *People) SetDMs(person wire.Snowflake, dms DMs) {
	if p.dms[person] == dms {
		return
	}
	p.dms[person] = dms
	p.s.write(entry{DMs: &dmsEntry{person, dms}})
	p.s.tell(func(l Listener) { l.DMs(p.s, person) })
	if c := p.s.Channels.dm(person); c != nil {
		p.s.Channels.tell(c)
	}
}
