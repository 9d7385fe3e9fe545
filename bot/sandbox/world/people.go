package world

import (
	"cmp"
	"slices"

	"madbot/bot/sandbox/wire"
)

// DMs says whether the bot's direct messages reach a person.
type DMs int

// Why they do not, or that they do.
const (
	DMsOpen    DMs = iota
	DMsClosed      // the person does not accept them
	DMsNowhere     // the person shares no guild with the bot, as far as direct messages are concerned
)

// People are the people and the settings of their clients.
type People struct {
	s       *State
	dms     map[wire.Snowflake]DMs
	locales map[wire.Snowflake]string // by person or guild
	left    map[wire.Snowflake]bool   // people who have left the guild
	nicks   map[place]string          // by person and guild
}

// IDs returns all people, in the order of the page.
func (p *People) IDs() []wire.Snowflake { return wire.People(p.s.Config.People) }

// Has reports whether id is a person.
func (p *People) Has(id wire.Snowflake) bool { return slices.Contains(p.IDs(), id) }

// User returns a person or the bot, or false.
func (p *People) User(id wire.Snowflake) (wire.User, bool) {
	u, known := wire.UserOf(id)
	return u, known && (u.Bot || p.Has(id))
}

// Locale returns the language of a person's client, or of a guild.
func (p *People) Locale(id wire.Snowflake) string { return cmp.Or(p.locales[id], wire.GuildLocale) }

// SetLocale sets the language of a person's client or of a guild; "" is wire.GuildLocale.
func (p *People) SetLocale(id wire.Snowflake, locale string) {
	if p.locales[id] != locale {
		p.locales[id] = locale
		p.s.write(entry{Locale: &localeEntry{id, locale}})
	}
}

// IsIn reports whether a person is in the guild of a channel. It is true outside the bot's first guild.
func (p *People) IsIn(person wire.Snowflake, c *wire.Channel) bool {
	return c.GuildID != wire.GuildID || !p.HasLeft(person)
}

// HasLeft reports whether a person has left the bot's first guild.
func (p *People) HasLeft(person wire.Snowflake) bool { return p.left[person] }

// SetLeft sets whether a person has left the guild.
func (p *People) SetLeft(person wire.Snowflake, left bool) {
	if p.left[person] == left {
		return
	}
	p.left[person] = left
	p.s.write(entry{Left: &leftEntry{person, left}})
}

// SetNick sets a person's nickname in a guild; empty: none. It is lost when the world closes.
func (p *People) SetNick(person, guild wire.Snowflake, nick string) {
	p.nicks[place{person, guild}] = nick
}

// nick returns a person's nickname in a guild; nil: none.
func (p *People) nick(person, guild wire.Snowflake) *string {
	if nick := p.nicks[place{person, guild}]; nick != "" {
		return &nick
	}
	return nil
}

// DMs returns whether the bot's direct messages reach a person.
func (p *People) DMs(person wire.Snowflake) DMs { return p.dms[person] }

// SetDMs sets whether the bot's direct messages reach a person.
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
