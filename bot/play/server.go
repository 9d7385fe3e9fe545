package play

import (
	"cmp"
	"context"
	"slices"
	"time"

	"madbot/rules/match"
)

// Server is a Discord server as the bot knows it. The zero value beside the id is the defaults.
type Server struct {
	ID       string
	Settings ServerSettings
}

// ServerSettings are what those who manage a server chose; the zero value is the defaults. They are stored
// as one JSON value.
type ServerSettings struct {
	Channels []string `json:"channels,omitempty"` // where matches are shown; none: everywhere
	Threads  bool     `json:"threads,omitempty"`  // each match has a thread of its own
	Language string   `json:"language,omitempty"` // of public texts, a locale; empty: that of the server
	Preset   string   `json:"preset,omitempty"`   // the terms of a challenge without wishes; empty: the usual ones
	MaxOpen  int      `json:"maxOpen,omitempty"`  // matches of one person that are open there; 0: the usual limits
	MaxPair  int      `json:"maxPair,omitempty"`  // of those, with the same person
	// Unranked are those who are in no ranking there, as their managers decided: by what stands for each. Stores look for
	// it.
	Unranked map[match.PlayerID]Exclusion `json:"unranked,omitempty"`
	// Unthreaded is why the thread that was to be made last could not be; empty: it was.
	Unthreaded ThreadFault `json:"unthreaded,omitempty"`

	Zone  string        `json:"zone,omitempty"` // as that of a Player
	Daily DailySettings `json:"daily,omitzero"`

	// Watched says that JobServer looks whether the bot is there, and Left since when Discord says that it is not; zero:
	// it is.
	Watched bool      `json:"watched,omitempty"`
	Left    time.Time `json:"left,omitzero"`
}

// DailySettings are where and when a server has its puzzle of the day. The zero value is nowhere.
type DailySettings struct {
	Channel string `json:"channel,omitempty"` // empty: it has none
	Hour    int    `json:"hour,omitempty"`    // 0 to 23, in the zone of the server
	Locale  string `json:"locale,omitempty"`  // of the guild when that was chosen

	Fault DailyFault `json:"fault,omitempty"` // why none comes; empty: it does
	Since Day        `json:"since,omitempty"` // the first day on which that was so
	Idle  int        `json:"idle,omitempty"`  // days of late on which nobody solved it
}

// DailyFault is why a server has no puzzle of the day although it should. Its words are stable: they are stored.
type DailyFault string

// The faults.
const (
	DailyGone   DailyFault = "gone"   // its channel
	DailyRights DailyFault = "rights" // the bot may not write there
	DailyIdle   DailyFault = "idle"   // nobody solves it
)

// Day is a day of the calendar, wherever that is: so many after the first of 1970.
type Day int

// DayOf returns the day of now in a time zone.
func DayOf(now time.Time, zone *time.Location) Day {
	year, month, day := now.In(zone).Date()
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / int64((24 * time.Hour).Seconds()))
}

// KeptDailies is how many days a puzzle of the day and its solvers are kept, which bounds the gaps in a streak.
const KeptDailies = 100

// ForgetOldDailies removes the puzzles of the day of s, and their solvers, that are older than KeptDailies.
func ForgetOldDailies(ctx context.Context, tx Tx, s *Server) error {
	return tx.ForgetDailies(ctx, s.ID, DayOf(tx.Now(), s.Location())-KeptDailies)
}

// Daily is a puzzle of the day.
type Daily struct {
	Server string
	Day    Day
	Puzzle string    // its ID
	Post   Post      // its Message is empty until it is posted
	Begun  time.Time // from when on it may have been posted; zero: it was not
	Closed bool      // it is over, and how it went was told if it could be
}

// IsPosted reports whether people see d.
func (d *Daily) IsPosted() bool { return d.Post.Message != "" }

// Solver is somebody who tried to solve a puzzle of the day while that was open.
type Solver struct {
	Server string
	Day    Day
	Player match.PlayerID
	Tries  int
	At     time.Time // when they solved it; zero: not yet
	Streak int       // then, the days in a row on which they did, with this one
	Free   int       // the days of that month that they missed in it, until then
}

// HasSolved reports whether the last try was right.
func (s *Solver) HasSolved() bool { return !s.At.IsZero() }

// DailyReader reads puzzles of the day.
type DailyReader interface {
	// Dailies returns all of a server, the last one last.
	Dailies(ctx context.Context, server string) ([]Daily, error)
	// Solvers returns who tried that of a day, in the order of their ids.
	Solvers(ctx context.Context, server string, day Day) ([]Solver, error)
	// SolvedBy returns what a player tried on all servers, the last one first.
	SolvedBy(context.Context, match.PlayerID) ([]Solver, error)
}

// DailyNews is what the post of a puzzle of the day tells: that there is one, or, where it is Closed, how it went.
type DailyNews struct {
	Daily
	Locale string    // of what everybody there reads
	Since  time.Time // as that of an Announcement

	Solvers, AtOnce int              // how many solved it, and of those at once
	Named           []match.PlayerID // of those, who agreed to be
	Paused          bool             // none follows
}

// Herald shows puzzles of the day to people.
type Herald interface {
	// ShowDaily posts n, or changes its post if it has one, and returns that. One that is Closed and has none it looks
	// for, and posts none. Errors as Announcer.Announce.
	ShowDaily(ctx context.Context, n DailyNews) (Post, error)
}

// Location returns the time zone of s, UTC where none is chosen.
func (s *Server) Location() *time.Location { return (&Player{Zone: s.Settings.Zone}).Location() }

// Exclusion is that somebody is in no ranking of a server.
type Exclusion struct {
	By match.PlayerID `json:"by"` // who managed the server
	At time.Time      `json:"at"`
}

// ExcludedOn is an Exclusion on a server, as somebody is told it.
type ExcludedOn struct {
	Server string
	Self   bool // it is of them; else of somebody else, by them
	Exclusion
}

// Excludes returns since when and by whom somebody is in no ranking there; false: they are in it.
func (s *ServerSettings) Excludes(p match.PlayerID) (Exclusion, bool) {
	e, out := s.Unranked[Veil(p)]
	return e, out
}

// Exclude says for a, who manages a guild, whether somebody is in no ranking there. Somebody already excluded keeps
// the first By and At.
func (s Guilds) Exclude(ctx context.Context, a Actor, p match.PlayerID, out bool) error {
	at := s.deps.Now()
	_, err := s.ChangeServer(ctx, a, a.Guild, func(s *ServerSettings) {
		_, is := s.Excludes(p)
		switch {
		case !out:
			delete(s.Unranked, Veil(p))
			return
		case is:
			return
		case s.Unranked == nil:
			s.Unranked = map[match.PlayerID]Exclusion{}
		}
		s.Unranked[Veil(p)] = Exclusion{a.ID, at}
	})
	return err
}

// ExclusionsOf returns that of p there, and those by p.
func (s *Server) ExclusionsOf(p match.PlayerID) (all []ExcludedOn) {
	for of, e := range s.Settings.Unranked {
		if self := of == Veil(p); self || e.By == p {
			all = append(all, ExcludedOn{s.ID, self, e})
		}
	}
	return all
}

// readExclusions reads which exclusions p is in.
func (k *Kept) readExclusions(ctx context.Context, r Reader, p match.PlayerID) error {
	servers, err := r.Excluding(ctx, p)
	for _, s := range servers {
		k.Excluded = append(k.Excluded, s.ExclusionsOf(p)...)
	}
	slices.SortFunc(k.Excluded, func(a, b ExcludedOn) int { return b.At.Compare(a.At) })
	return err
}

// excludeAs has former be who excluded others, in place of p, who is being forgotten.
func (p *Player) excludeAs(ctx context.Context, tx Tx) error {
	servers, err := tx.Excluding(ctx, p.ID)
	for _, s := range servers {
		if err == nil {
			err = p.excludeOnAs(ctx, tx, s.ID)
		}
	}
	return err
}

// excludeOnAs is excludeAs on a server, which others may have changed since it was found: nobody had its lock.
func (p *Player) excludeOnAs(ctx context.Context, tx Tx, id string) error {
	s, err := tx.Server(ctx, id)
	changed := false
	for of, e := range s.Settings.Unranked {
		if e.By == p.ID {
			s.Settings.Unranked[of], changed = Exclusion{p.Progress.Former, e.At}, true
		}
	}
	if err != nil || !changed {
		return err
	}
	return tx.SaveServer(ctx, s)
}

// ThreadFault is why a match has no thread although it should. Its words are stable: they are stored.
type ThreadFault string

// The faults.
const (
	ThreadRights ThreadFault = "rights" // the bot may not begin threads, or not write in them
	ThreadsFull  ThreadFault = "full"   // there are as many threads as a server can have
)

// Server returns what is kept of a guild. One of which nothing is kept has the defaults, and so has a place
// outside a guild, whose id is empty.
func (s Guilds) Server(ctx context.Context, guild string) (Server, error) {
	if guild == "" {
		return Server{}, nil
	}
	return s.deps.Store.Server(ctx, guild)
}

// ChangeServer changes what is kept of a guild for a, who must be one of those who manage it, and returns it
// as it is then.
func (s Guilds) ChangeServer(ctx context.Context, a Actor, guild string, f func(*ServerSettings)) (server Server,
	err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if err := Meet(ctx, tx, a); err != nil {
			return err
		}
		if server, err = tx.Server(ctx, guild); err != nil {
			return err
		}
		was := server.Settings.Daily
		if f(&server.Settings); server.Settings.Daily != was {
			err = tx.Schedule(ctx, JobDaily, Subject(JobDaily, guild), tx.Now())
		}
		return cmp.Or(err, tx.SaveServer(ctx, server), served(ctx, tx, Venue{Guild: guild}, &server))
	})
	if err == nil {
		s.deps.Wake()
	}
	return server, err
}

// ServerPeriod is between two looks whether the bot is still on a server.
const ServerPeriod = 24 * time.Hour

// awaitServer makes it due to look whether the bot is on a server.
func awaitServer(ctx context.Context, tx Tx, guild string, due time.Time) error {
	return tx.Schedule(ctx, JobServer, Subject(JobServer, guild), due)
}

// served notes that the bot is on the server of v at now.
func served(ctx context.Context, tx Tx, v Venue, s *Server) error {
	if v.Guild == "" || v.Away || s.Settings.Watched && s.Settings.Left.IsZero() {
		return nil
	}
	s.Settings.Watched, s.Settings.Left = true, time.Time{}
	return cmp.Or(tx.SaveServer(ctx, *s), awaitServer(ctx, tx, v.Guild, tx.Now().Add(ServerPeriod)))
}

// ServerRefused makes it due to look whether the bot is on the server of v, which has refused something.
func ServerRefused(ctx context.Context, tx Tx, v Venue) error {
	s, err := serverOf(ctx, tx, v)
	if err != nil || s.ID == "" || !s.Settings.Left.IsZero() {
		return err
	}
	return awaitServer(ctx, tx, v.Guild, tx.Now())
}

// WantsThread reports whether a thread is to be made for m before news of it are told: its challenge was
// accepted, by a person, on a server where matches have threads.
func WantsThread(ctx context.Context, tx Tx, m *Match, news []match.Event) (bool, error) {
	begun := slices.ContainsFunc(news, func(e match.Event) bool { return e.Kind == match.Accepted })
	if !begun || m.Status != match.Playing || m.Robot() != "" || m.Thread != "" {
		return false, nil
	}
	server, err := serverOf(ctx, tx, m.Venue)
	return server.Settings.Threads, err
}

// NoteThread keeps why the last match on a guild has no thread of its own; empty: it has.
func NoteThread(ctx context.Context, tx Tx, guild string, why ThreadFault) error {
	server, err := tx.Server(ctx, guild)
	if err != nil || server.Settings.Unthreaded == why {
		return err
	}
	server.Settings.Unthreaded = why
	return tx.SaveServer(ctx, server)
}

// serverOf returns the server of v, with the defaults where the bot only answers.
func serverOf(ctx context.Context, tx Tx, v Venue) (Server, error) {
	if v.Guild == "" || v.Away {
		return Server{}, nil
	}
	return tx.Server(ctx, v.Guild)
}

// speaks returns v with the language that the server chose, if it did.
func (s *ServerSettings) speaks(v Venue) Venue {
	if s.Language != "" {
		v.Locale = s.Language
	}
	return v
}
