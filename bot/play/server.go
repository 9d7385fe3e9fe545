package play

import (
	"cmp"
	"context"
	"slices"
	"time"

	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// Server is a Discord server as the bot knows it. The zero value, apart from the id, is the defaults.
type Server struct {
	ID       string
	Settings ServerSettings
}

// ServerSettings are the choices of the managers of a server; the zero value is the defaults. They are stored as one
// JSON value.
type ServerSettings struct {
	Channels []string `json:"channels,omitempty"` // channels for matches; empty: all
	Forums   []string `json:"forums,omitempty"`   // forums that were chosen, perhaps only formerly
	Threads  bool     `json:"threads,omitempty"`  // each match has a thread of its own
	Language string   `json:"language,omitempty"` // the locale of public texts; empty: the server's own
	Preset   string   `json:"preset,omitempty"`   // the default terms of challenges; empty: the bot's default
	MaxOpen  int      `json:"maxOpen,omitempty"`  // limit of open matches of one person; 0: none
	MaxPair  int      `json:"maxPair,omitempty"`  // limit of open matches of two people; 0: none
	Managers string   `json:"managers,omitempty"` // the role of the games managers; empty: none
	// Unranked are the players whom the managers have excluded from the server's rankings. Those who deleted their profile
	// are in it for rated.FormerSpan, under the name that replaced their id. Stores query it.
	Unranked map[match.PlayerID]Exclusion `json:"unranked,omitempty"`
	// Unthreaded is why the last attempt to create a thread or a post in a forum failed; empty: it succeeded.
	Unthreaded ThreadFault `json:"unthreaded,omitempty"`

	Zone  string        `json:"zone,omitempty"` // an IANA time zone; empty: unknown
	Daily DailySettings `json:"daily,omitzero"`

	// Watched means that JobServer checks whether the bot is there. Left is since when Discord says that it is not;
	// Blocked is since when matches are suspended because the operator has blocked the server. Zero means neither.
	Watched bool      `json:"watched,omitempty"`
	Left    time.Time `json:"left,omitzero"`
	Blocked time.Time `json:"blocked,omitzero"`
}

// DailySettings are the channel and time of a server's puzzle of the day. The zero value means that it has none.
type DailySettings struct {
	Channel string `json:"channel,omitempty"` // empty: there is no puzzle of the day
	Hour    int    `json:"hour,omitempty"`    // 0 to 23, in the server's time zone
	Locale  string `json:"locale,omitempty"`  // the guild's locale when the channel was chosen

	Fault DailyFault `json:"fault,omitempty"` // why none is posted; empty: it works
	Since Day        `json:"since,omitempty"` // the first day of Fault
	Idle  int        `json:"idle,omitempty"`  // consecutive days without a solver
}

// DailyFault is why a server gets no puzzle of the day although it has a channel for it. The words are stored and must
// not change.
type DailyFault string

// The faults.
const (
	DailyGone   DailyFault = "gone"   // the channel was deleted
	DailyRights DailyFault = "rights" // the bot may not write there
	DailyIdle   DailyFault = "idle"   // nobody solves it
)

// Day is a calendar day in any time zone, counted from January 1, 1970.
type Day int

// DayOf returns the day of now in a time zone.
func DayOf(now time.Time, zone *time.Location) Day {
	year, month, day := now.In(zone).Date()
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / int64((24 * time.Hour).Seconds()))
}

// KeptDailies is how many days a puzzle of the day and its solvers are kept. It limits the gaps allowed in a streak.
const KeptDailies = 100

// ForgetOldDailies deletes the puzzles of the day of s that are older than KeptDailies, and their solvers.
func ForgetOldDailies(ctx context.Context, tx Tx, s *Server) error {
	return tx.ForgetDailies(ctx, s.ID, DayOf(tx.Now(), s.Location())-KeptDailies)
}

// Daily is one server's puzzle of one day.
type Daily struct {
	Server  string
	Day     Day
	Puzzle  string    // the puzzle's ID
	Post    Post      // its Message is empty until it is posted
	Begun   time.Time // when posting it was first tried; zero: not yet
	Recount time.Time // when its open post is to show how many have solved it; zero: nobody else has
	Closed  bool      // it is over, and its result was posted if possible
}

// IsPosted reports whether the puzzle was posted.
func (d *Daily) IsPosted() bool { return d.Post.Message != "" }

// Solver is a player who tried a puzzle of the day while it was open.
type Solver struct {
	Server string
	Day    Day
	Player match.PlayerID
	Tries  int
	At     time.Time // when they solved it; zero: not yet
	Streak int       // when they solved it: consecutive days solved, including this one
	Free   int       // when they solved it: days of the month that they had missed without losing the streak
	Shared bool      // they told everybody how they solved it
}

// HasSolved reports whether the player solved the puzzle.
func (s *Solver) HasSolved() bool { return !s.At.IsZero() }

// DailyReader reads puzzles of the day.
type DailyReader interface {
	// Dailies returns all puzzles of a server, latest day last.
	Dailies(ctx context.Context, server string) ([]Daily, error)
	// Solvers returns the players who tried the puzzle of a day, sorted by id.
	Solvers(ctx context.Context, server string, day Day) ([]Solver, error)
	// SolvedBy returns a player's tries on all servers, latest day first.
	SolvedBy(context.Context, match.PlayerID) ([]Solver, error)
}

// DailyNews is the content of the post of a puzzle of the day: the puzzle or, if it is Closed, its result.
type DailyNews struct {
	Daily
	Locale string    // the language of the post
	Since  time.Time // as in Announcement

	Solvers, AtOnce int              // how many solved it, and how many of them at the first try
	Named           []match.PlayerID // solvers who agreed to be named
	Paused          bool             // no puzzle follows
}

// DailyPoster posts puzzles of the day.
type DailyPoster interface {
	// ShowDaily posts n or edits its post, and returns the post. If n is Closed and has no post, it only looks for a post
	// that was not recorded. Errors are as for Announcer.Announce.
	ShowDaily(ctx context.Context, n DailyNews) (Post, error)
}

// Location returns the server's time zone, or UTC if it is unknown.
func (s *Server) Location() *time.Location { return (&Player{Zone: s.Settings.Zone}).Location() }

// Exclusion records who excluded a player from a server's rankings, and when.
type Exclusion struct {
	By match.PlayerID `json:"by"` // a manager of the server
	At time.Time      `json:"at"`
}

// ExcludedOn is an Exclusion as reported to a player it concerns.
type ExcludedOn struct {
	Server string
	Self   bool // the player was excluded; false: the player excluded somebody else
	Exclusion
}

// ExclusionFrom returns the exclusion of p, or of a profile that p deleted lately, from the rankings of a server; or
// false.
func ExclusionFrom(ctx context.Context, r Lookup, server *Server, p match.PlayerID,
	now time.Time) (Exclusion, bool, error) {
	if len(server.Settings.Unranked) == 0 {
		return Exclusion{}, false, nil
	}
	names, err := rated.Names(ctx, r, p, now)
	for _, name := range names {
		if e, out := server.Settings.Unranked[name]; out {
			return e, true, err
		}
	}
	return Exclusion{}, false, err
}

// ExclusionOf returns the exclusion of p from the rankings of a guild, or false.
func (s Guilds) ExclusionOf(ctx context.Context, guild string, p match.PlayerID) (Exclusion, bool, error) {
	server, err := s.Server(ctx, guild)
	if err != nil {
		return Exclusion{}, false, err
	}
	return ExclusionFrom(ctx, s.deps.Store, &server, p, s.deps.Now())
}

// CheckExclude returns the league of a's guild, and the error with which Exclude would refuse to decide about p.
func (s Guilds) CheckExclude(ctx context.Context, a Actor, p match.PlayerID) (l season.League, err error) {
	if p == a.ID {
		return l, ErrRival
	}
	if l, err = s.deps.Store.League(ctx, a.Guild); err == nil {
		err = CheckDecide(ctx, s.deps.Store, &l, a.ID, s.deps.Now())
	}
	return l, err
}

// Exclude excludes p from the rankings of a's guild and thereby from its league, or includes p again if out is false.
// Excluding p again keeps the first By and At. It returns ErrRival if p is a, and ErrTakesPart if a is in the league.
func (s Guilds) Exclude(ctx context.Context, a Actor, p match.PlayerID, out bool) error {
	if p == a.ID {
		return ErrRival
	}
	err := s.deps.Store.Do(ctx, func(tx Tx) error {
		l, err := tx.League(ctx, a.Guild) // locked before the server, as by the use cases of leagues
		if err == nil {
			err = CheckDecide(ctx, tx, &l, a.ID, tx.Now())
		}
		if err != nil {
			return err
		}
		server, err := tx.Server(ctx, a.Guild)
		if err != nil {
			return err
		}
		if out {
			err = server.exclude(ctx, tx, a, p)
		} else {
			err = server.include(ctx, tx, &l, [2]match.PlayerID{a.ID, p})
		}
		return cmp.Or(err, Meet(ctx, tx, a), tx.SaveServer(ctx, server),
			MarkServerPresent(ctx, tx, Venue{Guild: a.Guild}, &server))
	})
	if err == nil {
		s.deps.Wake()
	}
	return err
}

// exclude excludes p for a, unless p is already excluded.
func (s *Server) exclude(ctx context.Context, tx Tx, a Actor, p match.PlayerID) error {
	if _, is, err := ExclusionFrom(ctx, tx, s, p, tx.Now()); err != nil || is {
		return err
	}
	if s.Settings.Unranked == nil {
		s.Settings.Unranked = map[match.PlayerID]Exclusion{}
	}
	s.Settings.Unranked[p] = Exclusion{a.ID, tx.Now()}
	return nil
}

// include ends the exclusion of two[1] for the manager two[0], and records in the league of s, if there is one, who did
// that.
func (s *Server) include(ctx context.Context, tx Tx, l *season.League, two [2]match.PlayerID) error {
	names, err := rated.Names(ctx, tx, two[1], tx.Now())
	if err != nil {
		return err
	}
	changed := false
	for _, name := range names {
		e, is := s.Settings.Unranked[name]
		if !is || l.Phase == season.None {
			continue
		}
		b := season.Bar{Player: name, By: e.By, At: e.At, Ranking: true, Undo: l.NewUndo(two[0], tx.Now())}
		l.Bars = append(slices.DeleteFunc(l.Bars, b.Replaces), b)
		changed = true
	}
	for _, name := range names {
		delete(s.Settings.Unranked, name)
	}
	if changed {
		err = tx.SaveLeague(ctx, *l)
	}
	return err
}

// CheckDecide returns ErrTakesPart if a manager takes part in l, so that another one must decide who else does.
func CheckDecide(ctx context.Context, r Lookup, l *season.League, manager match.PlayerID, now time.Time) error {
	names, err := rated.Names(ctx, r, manager, now)
	if err != nil {
		return err
	}
	takesPart, err := season.TakesPart(ctx, r, l, names)
	if takesPart {
		return ErrTakesPart
	}
	return err
}

// DecisionBy returns the decision that keeps a manager from joining l, the league of s, or nil: one from
// season.League.DecisionBy, or their last exclusion as a Bar.
func (s *Server) DecisionBy(l *season.League, names []match.PlayerID) (last *season.Bar) {
	if b := l.DecisionBy(names); b != nil {
		return b
	}
	for p, e := range s.Settings.Unranked {
		b := season.Bar{Player: p, By: e.By, At: e.At, Ranking: true}
		if slices.Contains(names, e.By) && (last == nil || cmp.Or(b.At.Compare(last.At), cmp.Compare(p, last.Player)) > 0) {
			last = &b
		}
	}
	return last
}

// ExclusionsOf returns the exclusions of p on the server, and those made by p.
func (s *Server) ExclusionsOf(p match.PlayerID) (all []ExcludedOn) {
	for of, e := range s.Settings.Unranked {
		if self := of == p; self || e.By == p {
			all = append(all, ExcludedOn{s.ID, self, e})
		}
	}
	return all
}

// maxForums is how many forums of a server are remembered.
const maxForums = 25

// ChooseChannels sets the channels for matches. The forums among them are also in forums.
func (s *ServerSettings) ChooseChannels(channels, forums []string) {
	s.Channels = channels
	for _, id := range forums {
		if !slices.Contains(s.Forums, id) {
			s.Forums = append(s.Forums, id)
		}
	}
	s.Forums = s.Forums[max(len(s.Forums)-maxForums, 0):]
}

// Server returns the data of a guild. An unknown guild, or no guild (""), has the defaults.
func (s Guilds) Server(ctx context.Context, guild string) (Server, error) {
	if guild == "" {
		return Server{}, nil
	}
	return s.deps.Store.Server(ctx, guild)
}

// ManagerRole returns the role of a guild whose members may manage its games; empty: none.
func (s Guilds) ManagerRole(ctx context.Context, guild string) (string, error) {
	server, err := s.Server(ctx, guild)
	return server.Settings.Managers, err
}

// ForgetManagerRole forgets a role of a guild that was deleted, unless the guild has chosen another one.
func ForgetManagerRole(ctx context.Context, s Store, guild, role string) error {
	return s.Do(ctx, func(tx Tx) error {
		server, err := tx.Server(ctx, guild)
		if err != nil || server.Settings.Managers != role {
			return err
		}
		server.Settings.Managers = ""
		return tx.SaveServer(ctx, server)
	})
}

// ChangeServer calls f to change the settings of a guild, on behalf of a, who must be one of its managers. It returns
// the changed server.
func (s Guilds) ChangeServer(ctx context.Context, a Actor, guild string, f func(*ServerSettings)) (Server, error) {
	return s.changeServer(ctx, a, guild, func(_ Tx, server *Server) error {
		f(&server.Settings)
		return nil
	})
}

// changeServer is ChangeServer with a change that reads the store.
func (s Guilds) changeServer(ctx context.Context, a Actor, guild string, f func(Tx, *Server) error) (server Server,
	err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if err := Meet(ctx, tx, a); err != nil {
			return err
		}
		if server, err = tx.Server(ctx, guild); err != nil {
			return err
		}
		was := server.Settings.Daily
		if err := f(tx, &server); err != nil {
			return err
		}
		if server.Settings.Daily != was {
			err = tx.Schedule(ctx, JobDaily, Subject(JobDaily, guild), tx.Now())
		}
		return cmp.Or(err, tx.SaveServer(ctx, server), MarkServerPresent(ctx, tx, Venue{Guild: guild}, &server))
	})
	if err == nil {
		s.deps.Wake()
	}
	return server, err
}

// serverOf returns the server of v, or the defaults if the bot does not post there.
func serverOf(ctx context.Context, tx Tx, v Venue) (Server, error) {
	if v.Guild == "" || v.Away {
		return Server{}, nil
	}
	return tx.Server(ctx, v.Guild)
}

// applyLanguage returns v with the language that the server chose, if it did.
func (s *ServerSettings) applyLanguage(v Venue) Venue {
	if s.Language != "" {
		v.Locale = s.Language
	}
	return v
}
