package world

import (
	"cmp"
	"crypto/ed25519"
	"encoding/hex"
	"slices"
	"time"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// State is all that a World knows. It is only at hand in World.Do and in a Listener, so its methods
// need no lock.
type State struct {
	Config
	listener Listener
	told     bool // something has changed since the last World.Do

	lastID       wire.Snowflake
	channels     []*wire.Channel // the fixed ones, then threads and the conversations with the bot
	byChannel    map[wire.Snowflake]*wire.Channel
	posts        posts
	reads        map[place]*readMark
	interactions interactions
	commands     map[wire.Snowflake][]*wire.Command // by guild, 0 for global
	emojis       []wire.Emoji
	emojiIDs     map[wire.Snowflake]bool
	granted      map[wire.Snowflake]wire.Permission // by channel, where somebody has changed it
	dms          map[wire.Snowflake]DMs             // by person
	locales      map[wire.Snowflake]string          // by person or guild
	windows      map[string]window                  // of what is limited in pace
	online       bool
	arrivals     int // of bots
	unhandled    []string
	files        map[wire.Snowflake][]byte // without a journal
	key          ed25519.PrivateKey        // that signs what goes to the bot's endpoint
	journal      *journal
}

func newState(c Config, l Listener) *State {
	s := &State{Config: c, listener: l,
		byChannel:    map[wire.Snowflake]*wire.Channel{},
		posts:        newPosts(),
		reads:        map[place]*readMark{},
		interactions: newInteractions(),
		commands:     map[wire.Snowflake][]*wire.Command{},
		emojis:       []wire.Emoji{},
		emojiIDs:     map[wire.Snowflake]bool{},
		granted:      map[wire.Snowflake]wire.Permission{},
		dms:          map[wire.Snowflake]DMs{},
		locales:      map[wire.Snowflake]string{},
		windows:      map[string]window{},
		files:        map[wire.Snowflake][]byte{},
		key:          newKey(),
	}
	for _, c := range wire.Channels() {
		s.addChannel(c)
	}
	return s
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
func (s *State) SigningKey() ed25519.PrivateKey { return s.key }

// PublicKey is the key that verifies it, as the developer portal shows it.
func (s *State) PublicKey() string {
	return hex.EncodeToString(s.key[ed25519.PrivateKeySize-ed25519.PublicKeySize:])
}

// newID makes the next id. It never repeats and never falls, whatever the clock does.
func (s *State) newID() wire.Snowflake {
	s.lastID = max(wire.SnowflakeAt(s.Now()), s.lastID+1)
	return s.lastID
}

// Unhandled notes something that the sandbox does not know, loudly.
func (s *State) Unhandled(what string) {
	s.Log().Error("not handled", "what", what)
	s.unhandled = append(s.unhandled, what)
	s.told = true
	s.listener.Unhandled(what)
}

// AllUnhandled lists what was noted, oldest first.
func (s *State) AllUnhandled() []string { return slices.Clone(s.unhandled) }

// SetOnline notes whether a bot is connected.
func (s *State) SetOnline(online bool) {
	if s.online != online {
		s.online, s.told = online, true
		s.listener.Online(online)
	}
}

// Arrive counts a session of a bot that has begun or been resumed.
func (s *State) Arrive() { s.arrivals, s.told = s.arrivals+1, true }

// Arrivals is how many sessions of bots have begun or been resumed.
func (s *State) Arrivals() int { return s.arrivals }

// Online reports whether a bot is connected.
func (s *State) Online() bool { return s.online }

// Locale is the language of a person's client, or of the guild of an id.
func (s *State) Locale(id wire.Snowflake) string { return cmp.Or(s.locales[id], wire.GuildLocale) }

// SetLocale sets the language of a person's client or of a guild; "" is wire.GuildLocale.
func (s *State) SetLocale(id wire.Snowflake, locale string) {
	if s.locales[id] != locale {
		s.locales[id] = locale
		s.write(entry{Locale: &localeEntry{id, locale}})
	}
}

// DMs says whether the bot's direct messages reach a person.
type DMs int

// Whether they do, and else why not.
const (
	DMsOpen    DMs = iota
	DMsClosed      // the person refuses them
	DMsNowhere     // the person shares no guild with the bot, as far as direct messages go
)

// SetDMs says whether the bot's direct messages reach a person.
func (s *State) SetDMs(person wire.Snowflake, dms DMs) {
	if s.dms[person] == dms {
		return
	}
	s.dms[person], s.told = dms, true
	s.write(entry{DMs: &dmsEntry{person, dms}})
	s.listener.DMs(s, person)
	for _, c := range s.channels {
		if c.Recipient() == person {
			s.tellChannel(c)
		}
	}
}

// DMs says whether the bot's direct messages reach a person.
func (s *State) DMs(person wire.Snowflake) DMs { return s.dms[person] }

// Grant changes what the bot may do in a guild channel, and in its threads, until the world closes.
func (s *State) Grant(channel wire.Snowflake, p wire.Permission) { s.granted[channel] = p }

// BotPermissions are what the bot may do in a channel.
func (s *State) BotPermissions(c *wire.Channel) wire.Permission {
	if p, ok := s.granted[c.Home()]; ok {
		return p
	}
	return wire.BotPermissions(c)
}

// MaySend refuses a draft that the bot may not send to a channel.
func (s *State) MaySend(c *wire.Channel, d *check.Draft) *check.Refusal {
	switch s.dms[c.Recipient()] {
	case DMsClosed:
		return check.ClosedDM
	case DMsNowhere:
		return check.NoMutualGuilds
	}
	if err := d.MaySend(c, s.BotPermissions(c)); err != nil {
		return err
	}
	return s.mayReopen(c)
}

// Typing shows that the bot writes in a channel. It is not kept.
func (s *State) Typing(c *wire.Channel) { s.listener.Typing(c) }

// Commands are the guild's and the global ones.
func (s *State) Commands() []*wire.Command {
	return slices.Concat(s.commands[wire.GuildID], s.commands[0])
}

// SetCommands replaces the commands of the guild, or the global ones for 0, and completes them. A
// command that keeps its name keeps its id.
func (s *State) SetCommands(guild wire.Snowflake, list []*wire.Command) {
	for _, c := range list {
		if old := check.SameCommand(s.commands[guild], c); old != nil {
			c.ID = old.ID
		} else {
			c.ID = s.newID()
		}
		c.ApplicationID, c.GuildID, c.Version = wire.BotID, guild, s.newID()
		switch {
		case guild != 0:
			c.IntegrationTypes = []wire.Install{wire.GuildInstall}
		case c.IntegrationTypes == nil: // all that the application is set up for
			c.IntegrationTypes = []wire.Install{wire.GuildInstall, wire.UserInstall}
		}
	}
	s.commands[guild], s.told = list, true
	s.write(entry{Commands: &commandEntry{guild, list}})
	s.listener.Commands(s)
}

// since is how long ago something was.
func (s *State) since(t time.Time) time.Duration { return s.Now().Sub(t) }
