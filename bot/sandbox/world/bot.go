package world

import (
	"crypto/ed25519"
	"encoding/hex"
	"slices"

	"madbot/bot/sandbox/wire"
)

// Bot is the state of the bot.
type Bot struct {
	s         *State
	online    bool
	arrivals  int
	unhandled []string
	kicked    bool               // removed from its first guild
	key       ed25519.PrivateKey // signs requests to the bot's endpoint
}

func newKey() ed25519.PrivateKey {
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		panic(err) // rand.Read never fails
	}
	return key
}

// SigningKey returns the key that signs requests to the bot's endpoint.
func (b *Bot) SigningKey() ed25519.PrivateKey { return b.key }

// PublicKey returns the key that verifies the signatures of SigningKey, as the developer portal shows it.
func (b *Bot) PublicKey() string {
	return hex.EncodeToString(b.key[ed25519.PrivateKeySize-ed25519.PublicKeySize:])
}

// Unhandled records something the bot did that the sandbox does not support. It is logged and shown on the page.
func (b *Bot) Unhandled(what string) {
	b.s.Log().Error("not handled", "what", what)
	b.unhandled = append(b.unhandled, what)
	b.s.tell(func(l Listener) { l.Unhandled(what) })
}

// AllUnhandled returns the records of Unhandled, oldest first.
func (b *Bot) AllUnhandled() []string { return slices.Clone(b.unhandled) }

// SetOnline sets whether a bot is connected.
func (b *Bot) SetOnline(online bool) {
	if b.online != online {
		b.online = online
		b.s.tell(func(l Listener) { l.Online(online) })
	}
}

// Online reports whether a bot is connected.
func (b *Bot) Online() bool { return b.online }

// IsIn reports whether the bot is in a guild.
func (b *Bot) IsIn(guild wire.Snowflake) bool {
	n, ok := wire.GuildNumber(guild)
	return ok && n < max(b.s.Config.Guilds, 1) && !(n == 0 && b.kicked)
}

// Guilds returns the guilds that the bot is in.
func (b *Bot) Guilds() (ids []wire.Snowflake) {
	for n := range max(b.s.Config.Guilds, 1) {
		if id := wire.GuildAt(n); b.IsIn(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Kick removes the bot from its first guild, or adds it again, until the world closes. Meanwhile its direct
// messages reach nobody.
func (b *Bot) Kick(out bool) {
	if b.kicked == out {
		return
	}
	b.kicked = out
	for _, c := range b.s.Channels.list {
		if c.GuildID == wire.GuildID {
			c.Kicked = out
			b.s.Channels.tell(c)
		}
	}
	from, to := DMsNowhere, DMsOpen
	if out {
		from, to = to, from
	}
	for _, person := range b.s.People.IDs() {
		if b.s.People.DMs(person) == from {
			b.s.People.SetDMs(person, to)
		}
	}
}

// Arrive counts a session that a bot has started or resumed.
func (b *Bot) Arrive() { b.arrivals, b.s.told = b.arrivals+1, true }

// Arrivals returns how many sessions bots have started or resumed.
func (b *Bot) Arrivals() int { return b.arrivals }
