package world

import (
	"crypto/ed25519"
	"encoding/hex"
	"slices"

	"madbot/bot/sandbox/wire"
)

// Bot is what the world knows of the bot.
type Bot struct {
	s         *State
	online    bool
	arrivals  int
	unhandled []string
	kicked    bool               // it is not in its first guild
	key       ed25519.PrivateKey // that signs what goes to the bot's endpoint
}

// newKey makes a key to sign with.
func newKey() ed25519.PrivateKey {
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		panic(err) // it never fails
	}
	return key
}

// SigningKey is the key that signs what goes to the bot's endpoint.
func (b *Bot) SigningKey() ed25519.PrivateKey { return b.key }

// PublicKey is the key that verifies it, as the developer portal shows it.
func (b *Bot) PublicKey() string {
	return hex.EncodeToString(b.key[ed25519.PrivateKeySize-ed25519.PublicKeySize:])
}

// Unhandled logs, keeps and shows on the page something that the bot did and the sandbox does not know.
func (b *Bot) Unhandled(what string) {
	b.s.Log().Error("not handled", "what", what)
	b.unhandled = append(b.unhandled, what)
	b.s.tell(func(l Listener) { l.Unhandled(what) })
}

// AllUnhandled lists what was noted, oldest first.
func (b *Bot) AllUnhandled() []string { return slices.Clone(b.unhandled) }

// SetOnline notes whether a bot is connected.
func (b *Bot) SetOnline(online bool) {
	if b.online != online {
		b.online = online
		b.s.tell(func(l Listener) { l.Online(online) })
	}
}

// Online reports whether a bot is connected.
func (b *Bot) Online() bool { return b.online }

// IsIn reports whether the bot is in the guild of an id.
func (b *Bot) IsIn(guild wire.Snowflake) bool {
	n, ok := wire.GuildNumber(guild)
	return ok && n < max(b.s.Config.Guilds, 1) && !(n == 0 && b.kicked)
}

// Guilds are the guilds that the bot is in.
func (b *Bot) Guilds() (ids []wire.Snowflake) {
	for n := range max(b.s.Config.Guilds, 1) {
		if id := wire.GuildAt(n); b.IsIn(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Kick removes the bot from its first guild, or has it come back, until the world closes. Its direct messages then
// reach nobody, or those again whom they do not for that reason.
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

// Arrive counts a session of a bot that has begun or been resumed.
func (b *Bot) Arrive() { b.arrivals, b.s.told = b.arrivals+1, true }

// Arrivals is how many sessions of bots have begun or been resumed.
func (b *Bot) Arrivals() int { return b.arrivals }
