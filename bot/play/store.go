package play

import (
	"context"
	"maps"
	"time"

	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/bot/play/tries"
	"madbot/rules/match"
)

// Store keeps matches, players and jobs. What a method has returned without an error survives a
// crash at any later moment. It is safe for concurrent use.
type Store interface {
	// Do runs f as one unit of work: either everything that f did through the Tx is kept, or
	// nothing, which is so when f returns an error, which Do returns, or panics. Units of work
	// are serializable. f may be called again when it collided with another unit, must not call the
	// Store, and must not keep the Tx. An end of ctx keeps f from beginning.
	Do(ctx context.Context, f func(Tx) error) error
	Reader
}

// Lookup is what can be read in a unit of work, in which nobody else changes it before the unit ends, and beside one.
type Lookup interface {
	// Match returns a match, or ErrNotFound.
	Match(context.Context, match.ID) (Match, error)
	// Player returns a player, or ErrNotFound.
	Player(context.Context, match.PlayerID) (Player, error)
	// Open returns the proposed and playing matches of a player, those proposed to them included,
	// except practice, the newest change first.
	Open(context.Context, match.PlayerID) ([]Summary, error)
	// MatchIDs returns the ids of up to limit matches of a player, of any status, in any order.
	MatchIDs(ctx context.Context, p match.PlayerID, limit int) ([]match.ID, error)
	// MatchesOn returns the matches that are shown on a server, by their ids; those being played alone, or all.
	MatchesOn(ctx context.Context, server string, playing bool) ([]match.ID, error)
	// Rated returns the rated matches of p that began or ended at since or later, in any order, without those that were
	// annulled.
	Rated(ctx context.Context, p match.PlayerID, since time.Time) ([]Summary, error)
	// Endings returns how the finished matches between p and people ended, in any order; with other, only
	// those against them. One that was annulled is as if it had been called off.
	Endings(ctx context.Context, p, other match.PlayerID) ([]Ending, error)
	// Events returns the events of a match after the Seq after, up to the Seq last, in order.
	Events(ctx context.Context, id match.ID, after, last int) ([]match.Event, error)
	// Seat returns what a player keeps of a match, the zero Seat of theirs when that is nothing.
	Seat(context.Context, match.ID, match.PlayerID) (Seat, error)
	// Server returns a server, with the defaults when nothing is kept of it.
	Server(ctx context.Context, id string) (Server, error)
	// Excluding returns the servers on which p is in no ranking, or has somebody be in none, in any order.
	Excluding(context.Context, match.PlayerID) ([]Server, error)
	// Review returns the review of a match, the zero Review of it when there is none.
	Review(context.Context, match.ID) (Review, error)
	// Orders returns what the operator has ordered, the zero Orders when that is nothing.
	Orders(context.Context) (Orders, error)
	DailyReader
	season.Reader
	rated.Reader
}

// Reader is the part of a Store that reads, each call in one state.
type Reader interface {
	Lookup
	// Recent returns up to limit finished matches of a player, except practice, the newest end first.
	Recent(ctx context.Context, p match.PlayerID, limit int) ([]Summary, error)
	// Histories returns the events of up to limit matches between p and people that are or were played,
	// each in order, of the match that changed last first.
	Histories(ctx context.Context, p match.PlayerID, limit int) ([][]match.Event, error)
	// Trials returns the matches of p against robots from the start, except practice, that ended with a result, the
	// newest end first, up to a limit.
	Trials(ctx context.Context, p match.PlayerID, limit int) ([]Trial, error)
	// Outdated returns up to limit matches that ended before a time and are no games that count: challenges of which
	// nothing came, and games for practice that nobody kept. The earliest end is first.
	Outdated(ctx context.Context, before time.Time, limit int) ([]match.ID, error)
	// Live returns the matches that are open: proposed or being played, by their ids.
	Live(context.Context) ([]match.ID, error)
	tries.Reader
	// RatedIn returns what a match did to the ratings of its two, in any order; nothing when it is not rated.
	RatedIn(context.Context, match.ID) ([]rated.Change, error)
	// Standings returns what players have on a server from a season, "" being all: those with rated.Ranked matches
	// or more there who were not forgotten, and have not asked to be hidden; in any order. By rating, they are those
	// whose rating all may see, with it.
	Standings(ctx context.Context, server, season string, byRating bool) ([]rated.Row, error)
	// NextJob returns when to claim jobs of the kinds, and of which of them some can be claimed now; the time is not after
	// now if and only if there are such. A later one may be too early, never too late: ask again then. Zero: none
	// can be claimed before something else happens, as when there is none of the kinds.
	NextJob(ctx context.Context, kinds []JobKind, now time.Time) (next time.Time, ready []JobKind, err error)
}

// Tx is what a unit of work reads and changes.
type Tx interface {
	Lookup
	Matches
	Players
	Servers
	rated.Store
	rated.Standings
	tries.Store
	season.Store
	Jobs
	// SaveOrders keeps what the operator has ordered, in place of what was kept.
	SaveOrders(context.Context, Orders) error
	// Alive returns what SaveAlive kept, the zero value when that is nothing.
	Alive(context.Context) (Alive, error)
	// SaveAlive keeps until when the bot was there.
	SaveAlive(context.Context, Alive) error
	// Now returns the time of the unit of work, the same each time: in UTC and whole milliseconds.
	Now() time.Time
	// Part runs f as a part of the unit of work: when f returns an error, which Part returns, or panics,
	// nothing that f did is kept, and the unit goes on as it was before.
	Part(ctx context.Context, f func() error) error
}

// Matches is what a unit of work does to matches, and what it alone asks about them.
type Matches interface {
	// CreateMatch keeps a new match and its events; ErrExists when the id is taken.
	CreateMatch(context.Context, Match, []match.Event) error
	// SaveMatch keeps the law's part of a match that was read in this unit, and what happened. Turns
	// are taken back by a match.TakenBack among what happened, and by nothing else.
	SaveMatch(context.Context, match.Match, []match.Event) error
	// RemoveMatch removes one that Reader.Outdated names, all that is kept of it, and the jobs about it, claimed or not.
	// Any other is left as it is.
	RemoveMatch(context.Context, match.ID) error
	// Made returns the matches that p proposed and that are open, or were created at since or
	// later, the newest first.
	Made(ctx context.Context, p match.PlayerID, since time.Time) ([]Summary, error)
	// MadeIn returns when the matches that are shown in a channel were created, of those at since
	// or later, the newest first; practice and matches of a league do not count.
	MadeIn(ctx context.Context, channel string, since time.Time) ([]time.Time, error)
	// Rename has former stand for p in a match, in what happened in it and in its review, and removes the seat of p, and
	// the puzzle from it.
	Rename(ctx context.Context, id match.ID, p, former match.PlayerID) error
	// Delivery returns how a match is shown, or ErrNotFound.
	Delivery(context.Context, match.ID) (Delivery, error)
	// SaveDelivery keeps how a match is shown.
	SaveDelivery(context.Context, match.ID, Delivery) error
	// SaveSeat keeps it, in place of what was kept; that of somebody whose match it is not, or no longer, it does not.
	SaveSeat(context.Context, Seat) error
	// SaveReview keeps it, in place of what was kept.
	SaveReview(context.Context, Review) error
	// ReviewLoad counts the reviews that are under way, and those that p had made since a time.
	ReviewLoad(ctx context.Context, p match.PlayerID, since time.Time) (ReviewLoad, error)
}

// Players is what a unit of work does to players.
type Players interface {
	// SavePlayer keeps a player, new or not.
	SavePlayer(context.Context, Player) error
	// RemovePlayer removes a player, what they solved, the puzzles of their own, and the jobs about them, claimed or not.
	RemovePlayer(context.Context, match.PlayerID) error
	// RenameRatings has all changes of a player, and what they annulled, be those of the other name in which they are
	// forgotten.
	RenameRatings(ctx context.Context, p, former match.PlayerID) error
}

// Servers is what a unit of work does to servers and their puzzles of the day.
type Servers interface {
	// SaveServer keeps a server, new or not.
	SaveServer(context.Context, Server) error
	// RemoveServer removes a server, its puzzles of the day with their solvers, its league, and the jobs about it, claimed
	// or not. Puzzles from games there are from games elsewhere then.
	RemoveServer(ctx context.Context, id string) error
	// SaveDaily keeps one, new or not.
	SaveDaily(context.Context, Daily) error
	// SaveSolver keeps one of a puzzle that is kept, new or not.
	SaveSolver(context.Context, Solver) error
	// ForgetDailies forgets those of a server before a day, and their solvers.
	ForgetDailies(ctx context.Context, server string, before Day) error
}

// Jobs is the jobs of a unit of work.
type Jobs interface {
	// Schedule makes a job due at a time, in place of the one it was due at before, without failed attempts: what
	// failed was something else. Whoever has claimed it keeps it; it is due again afterwards.
	Schedule(ctx context.Context, k JobKind, subject string, due time.Time) error
	// Claim leases up to c.Limit jobs that are due at c.Now, the earliest first.
	Claim(ctx context.Context, c Claim) ([]Job, error)
	// Renew prolongs the lease of a job that was claimed until a time. ErrLeaseLost when somebody else
	// has it.
	Renew(ctx context.Context, j Job, until time.Time) error
	// Done removes a job that was claimed, or, when it was scheduled meanwhile, gives it back.
	// ErrLeaseLost when somebody else has it.
	Done(context.Context, Job) error
	// Return gives a job back that was claimed, with its attempts and due at its time, unless it was
	// scheduled meanwhile. ErrLeaseLost when somebody else has it.
	Return(context.Context, Job) error
}

// Orders is what the operator of the bot has ordered. The zero value is nothing. They are stored as one JSON value.
type Orders struct {
	People  map[match.PlayerID]string `json:"people,omitempty"`  // who is blocked, and why
	Servers map[string]string         `json:"servers,omitempty"` // which are blocked, and why
	Notice  string                    `json:"notice,omitempty"`  // is shown to all
	Until   time.Time                 `json:"until,omitzero"`    // and until when; zero: until another one
}

// Clone returns a copy that shares nothing.
func (o Orders) Clone() Orders {
	o.People, o.Servers = maps.Clone(o.People), maps.Clone(o.Servers)
	return o
}

// Blocks reports whether the bot does nothing for a person in a server; "" is none.
func (o Orders) Blocks(p match.PlayerID, server string) bool {
	_, person := o.People[p]
	_, here := o.Servers[server]
	return person || here
}

// Notices returns what is shown to all; "": nothing.
func (o Orders) Notices(now time.Time) string {
	if !o.Until.IsZero() && !now.Before(o.Until) {
		return ""
	}
	return o.Notice
}

// Claim says which jobs are wanted. A job can be claimed when it is due, and neither it nor
// another one of its subject is leased, and no other one of its subject is due before it.
type Claim struct {
	Kind  JobKind
	Now   time.Time
	Until time.Time // the end of the lease
	Limit int
}
