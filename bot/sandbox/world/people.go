package world

import (
	"cmp"

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

// People is what people have set in their clients.
type People struct {
	s       *State
	dms     map[wire.Snowflake]DMs
	locales map[wire.Snowflake]string // of a person or guild
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
