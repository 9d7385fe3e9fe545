package world

import (
	"time"

	"madbot/bot/sandbox/wire"
)

// State is the whole state of a World, in parts. It is only accessible in World.Do and in a Listener, so its
// methods need no lock.
type State struct {
	Config
	Bot          Bot
	People       People
	Roles        Roles
	Commands     Commands
	Emojis       Emojis
	Channels     Channels
	Threads      Threads
	Messages     Messages
	Reads        Reads
	Interactions Interactions
	Paces        Paces

	files    files
	listener Listener
	told     bool // something has changed since the last World.Do
	lastID   wire.Snowflake
	journal  *journal // nil: the state is not stored
}

func newState(c Config, l Listener) *State {
	s := &State{Config: c, listener: l}
	s.Bot = Bot{s: s, key: newKey()}
	s.People = People{s: s, dms: map[wire.Snowflake]DMs{}, locales: map[wire.Snowflake]string{},
		left: map[wire.Snowflake]bool{}, nicks: map[place]string{}}
	s.Roles = Roles{s: s, held: map[holding]bool{}, deleted: map[wire.Snowflake]bool{}}
	s.Commands = Commands{s: s, of: map[wire.Snowflake][]*wire.Command{}}
	s.Emojis = Emojis{s: s, list: []wire.Emoji{}, ids: map[wire.Snowflake]bool{}}
	s.Channels = Channels{s: s, byID: map[wire.Snowflake]*wire.Channel{},
		granted: map[wire.Snowflake]wire.Permission{}}
	s.Threads = Threads{s: s}
	s.Messages = Messages{s: s, posts: newPosts()}
	s.Reads = Reads{s: s, marks: map[place]*readMark{}}
	s.Interactions = Interactions{s: s, most: keepInteractions, byToken: map[string]*Interaction{},
		byID: map[wire.Snowflake]*Interaction{}}
	s.Paces = Paces{s: s, windows: map[string]window{}}
	s.files = files{s: s, kept: map[wire.Snowflake][]byte{}}
	for _, c := range append(wire.Channels(), wire.MoreChannels(s.Config.Guilds)...) {
		s.Channels.add(c)
	}
	return s
}

// newID returns the next id. Ids always increase, even if the clock goes back.
func (s *State) newID() wire.Snowflake {
	s.lastID = max(wire.SnowflakeAt(s.Now()), s.lastID+1)
	return s.lastID
}

func (s *State) since(t time.Time) time.Duration { return s.Now().Sub(t) }

// tell reports a change to the listener and wakes those who wait for one.
func (s *State) tell(what func(Listener)) {
	s.told = true
	what(s.listener)
}
