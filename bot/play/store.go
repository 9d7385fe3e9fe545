package play

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"madbot/bot/play/gate"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/bot/play/tries"
	"madbot/rules/match"
)

// Store keeps matches, players and jobs. Once a method has returned without an error, its effect survives a crash. A
// Store is safe for concurrent use.
type Store interface {
	// Do runs f as one unit of work. Either everything that f does through the Tx is kept, or nothing, if f panics or
	// returns an error, which Do returns. Units of work are serializable. Do may call f again after a conflict. f must not
	// call the Store or keep the Tx. If ctx has ended, Do does not call f.
	Do(ctx context.Context, f func(Tx) error) error
	Reader
}

// Lookup are the reads that are possible inside and outside a unit of work. Inside, the result cannot change until the
// unit ends.
type Lookup interface {
	gate.Matches
	// Match returns a match, or ErrNotFound.
	Match(context.Context, match.ID) (Match, error)
	// Player returns a player, or ErrNotFound.
	Player(context.Context, match.PlayerID) (Player, error)
	// Open returns the waiting challenges by and to a player and their running matches, without practice games, the
	// most recently changed first.
	Open(context.Context, match.PlayerID) ([]Summary, error)
	// MatchIDs returns the ids of up to limit matches of a player, of any status, in any order.
	MatchIDs(ctx context.Context, p match.PlayerID, limit int) ([]match.ID, error)
	// MatchesOn returns the ids of the matches shown on a server, sorted; only running ones if playing is set.
	MatchesOn(ctx context.Context, server string, playing bool) ([]match.ID, error)
	// Rated returns the rated matches of p that began or ended at or after since, in any order, without annulled ones.
	Rated(ctx context.Context, p match.PlayerID, since time.Time) ([]Summary, error)
	// Endings returns how p's finished matches against people ended, in any order. If other is not empty, it returns
	// only matches against other. Annulled results count as called off.
	Endings(ctx context.Context, p, other match.PlayerID) ([]Ending, error)
	// Events returns the events of a match with after < Seq <= last, in order.
	Events(ctx context.Context, id match.ID, after, last int) ([]match.Event, error)
	// Seat returns a player's seat in a match; if nothing is stored, a Seat with only the ids set.
	Seat(context.Context, match.ID, match.PlayerID) (Seat, error)
	// Server returns a server; if nothing is stored, one with the defaults.
	Server(ctx context.Context, id string) (Server, error)
	// Excluding returns the servers on which p is excluded from rankings, or has excluded somebody, in any order.
	Excluding(context.Context, match.PlayerID) ([]Server, error)
	// Review returns the review of a match; if there is none, a Review with only the id set.
	Review(context.Context, match.ID) (Review, error)
	// Orders returns the operator's orders, or the zero Orders.
	Orders(context.Context) (Orders, error)
	DailyReader
	season.Reader
	rated.Reader
}

// Reader is the part of a Store that reads. Each call sees one consistent state.
type Reader interface {
	Lookup
	// Recent returns up to limit finished matches of a player, without practice games, the last to end first.
	Recent(ctx context.Context, p match.PlayerID, limit int) ([]Summary, error)
	// Histories returns the events of up to limit started matches of p against people, each in order, the most recently
	// changed match first.
	Histories(ctx context.Context, p match.PlayerID, limit int) ([][]match.Event, error)
	// Trials returns up to limit matches of p against the bot that began at the normal start and ended with a result,
	// without practice games, the last to end first.
	Trials(ctx context.Context, p match.PlayerID, limit int) ([]Trial, error)
	// Outdated returns up to limit matches that ended before a time without a game that counts: challenges that nobody
	// accepted, and practice games that nobody kept. The first to end comes first.
	Outdated(ctx context.Context, before time.Time, limit int) ([]match.ID, error)
	// Live returns the ids of all proposed and running matches, sorted.
	Live(context.Context) ([]match.ID, error)
	tries.Reader
	// RatedIn returns the rating changes made by a match, in any order; none if it is not rated.
	RatedIn(context.Context, match.ID) ([]rated.Change, error)
	// Standings returns the scores of players on a server in a season, or in all seasons if it is empty, in any order. It
	// includes players with at least rated.Ranked matches there who were not forgotten and do not hide. If byRating is
	// set, it includes only players with a public rating, and returns it.
	Standings(ctx context.Context, server, season string, byRating bool) ([]rated.Row, error)
	// NextJob returns when the next job of the kinds can be claimed, and the kinds with jobs that can be claimed now. next
	// is at or before now exactly if ready is not empty. A later time may be too early, but never too late: call NextJob
	// again then. A zero time means that nothing can be claimed until something else happens.
	NextJob(ctx context.Context, kinds []JobKind, now time.Time) (next time.Time, ready []JobKind, err error)
}

// Tx is a unit of work: it reads and changes the store.
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
	// SaveOrders replaces the operator's orders.
	SaveOrders(context.Context, Orders) error
	// Alive returns the last argument of SaveAlive, or the zero value.
	Alive(context.Context) (Alive, error)
	// SaveAlive records when the bot was last running.
	SaveAlive(context.Context, Alive) error
	// Now returns the time of the unit of work, in UTC and whole milliseconds. It does not change during the unit.
	Now() time.Time
	// Part runs f as a nested part of the unit of work. If f panics or returns an error, which Part returns, the
	// changes by f are undone and the unit can continue.
	Part(ctx context.Context, f func() error) error
}

// Matches are the methods of a unit of work on matches.
type Matches interface {
	// CreateMatch saves a new match and its events. It returns ErrExists if the id is taken.
	CreateMatch(context.Context, Match, []match.Event) error
	// SaveMatch saves the match.Match part of a match that was read in this unit, and its new events. Turns are only
	// removed if a match.TakenBack is among the events.
	SaveMatch(context.Context, match.Match, []match.Event) error
	// RemoveMatch removes a match that Reader.Outdated would return, everything stored about it, and its jobs, claimed
	// or not. It does nothing for other matches.
	RemoveMatch(context.Context, match.ID) error
	// Made returns the matches proposed by p that are open or were created at or after since, newest first.
	Made(ctx context.Context, p match.PlayerID, since time.Time) ([]Summary, error)
	// MadeIn returns the creation times, at or after since, of the matches shown in a channel, newest first, without
	// practice games and league matches.
	MadeIn(ctx context.Context, channel string, since time.Time) ([]time.Time, error)
	// Rename replaces p by former in a match, its events and its review. It removes the seat of p and the puzzle made
	// from the match.
	Rename(ctx context.Context, id match.ID, p, former match.PlayerID) error
	// Delivery returns the delivery of a match, or ErrNotFound.
	Delivery(context.Context, match.ID) (Delivery, error)
	// SaveDelivery saves the delivery of a match.
	SaveDelivery(context.Context, match.ID, Delivery) error
	// SaveSeat saves a seat. It ignores the seat of somebody who is not, or is no longer, one of the match's players.
	SaveSeat(context.Context, Seat) error
	// CountHelp adds one to Seat.Helped of p in each of running. It ignores matches that p is not in.
	CountHelp(ctx context.Context, p match.PlayerID, running []match.ID) error
	// SaveReview saves a review.
	SaveReview(context.Context, Review) error
	// ReviewLoad counts the reviews in progress, and those that p asked for since a time.
	ReviewLoad(ctx context.Context, p match.PlayerID, since time.Time) (ReviewLoad, error)
}

// Players are the methods of a unit of work on players.
type Players interface {
	// SavePlayer saves a new or changed player.
	SavePlayer(context.Context, Player) error
	// RemovePlayer removes a player with their solved puzzles, their own puzzles and their jobs, claimed or not.
	RemovePlayer(context.Context, match.PlayerID) error
	// RenameRatings replaces p by former in all rating changes and annulments.
	RenameRatings(ctx context.Context, p, former match.PlayerID) error
	// SaveFormer saves a profile that p deleted. It does not store p's id, but a hash that only the store can compute.
	SaveFormer(ctx context.Context, p match.PlayerID, f rated.Former) error
	// RemoveFormers removes the saved profiles that were deleted at a time or before, and returns their names, sorted.
	RemoveFormers(ctx context.Context, until time.Time) ([]match.PlayerID, error)
}

// Servers are the methods of a unit of work on servers and their puzzles of the day.
type Servers interface {
	// SaveServer saves a new or changed server.
	SaveServer(context.Context, Server) error
	// RemoveServer removes a server with its puzzles of the day, their solvers, its league and its jobs, claimed or not.
	// Puzzles from games on the server then count as from elsewhere.
	RemoveServer(ctx context.Context, id string) error
	// SaveDaily saves a new or changed puzzle of the day.
	SaveDaily(context.Context, Daily) error
	// SaveSolver saves a new or changed solver of a stored puzzle.
	SaveSolver(context.Context, Solver) error
	// ForgetDailies removes a server's puzzles before a day, and their solvers.
	ForgetDailies(ctx context.Context, server string, before Day) error
}

// Jobs are the methods of a unit of work on jobs.
type Jobs interface {
	// Schedule makes a job due at a time, replacing an earlier due time, and resets its attempts, because they concern an
	// earlier task. If the job is claimed, the claim stays, and the job is due again afterwards.
	Schedule(ctx context.Context, k JobKind, subject string, due time.Time) error
	// Claim leases up to c.Limit jobs that are due at c.Now, earliest first.
	Claim(ctx context.Context, c Claim) ([]Job, error)
	// Renew extends the lease of a claimed job. It returns ErrLeaseLost if somebody else has claimed it.
	Renew(ctx context.Context, j Job, until time.Time) error
	// Done removes a claimed job, or only ends the claim if the job was scheduled again meanwhile. It returns
	// ErrLeaseLost if somebody else has claimed it.
	Done(context.Context, Job) error
	// Return ends the claim of a job and saves its Attempts and Due, unless it was scheduled again meanwhile. It
	// returns ErrLeaseLost if somebody else has claimed it.
	Return(context.Context, Job) error
}

// MaxLease is the maximum length of a lease. A lease that ends later is from a process whose clock was wrong, and does
// not count.
const MaxLease = 10 * time.Minute

// Claim selects jobs to claim. A job can be claimed if it is due, no job of its subject is leased, and no other job
// of its subject is due before it.
type Claim struct {
	Kind  JobKind
	Now   time.Time
	Until time.Time // the end of the lease
	Limit int
}

// Orders are the orders of the bot's operator. They are stored as one JSON value.
type Orders struct {
	People  map[match.PlayerID]string `json:"people,omitempty"`  // blocked people, and why
	Servers map[string]string         `json:"servers,omitempty"` // blocked servers, and why
	Notice  string                    `json:"notice,omitempty"`  // a banner shown to all
	// Until is the end of Notice, or of the last notice if it is empty. Zero means until it is replaced.
	Until time.Time `json:"until,omitzero"`
}

// Clone returns a deep copy.
func (o Orders) Clone() Orders {
	o.People, o.Servers = maps.Clone(o.People), maps.Clone(o.Servers)
	return o
}

// Blocks reports whether the person or the server is blocked; either may be empty.
func (o Orders) Blocks(p match.PlayerID, server string) bool {
	_, person := o.People[p]
	_, here := o.Servers[server]
	return person || here
}

// Banner returns the banner that is shown to everybody at now, or "".
func (o Orders) Banner(now time.Time) string {
	if !o.Until.IsZero() && !now.Before(o.Until) {
		return ""
	}
	return o.Notice
}

const (
	// bannerDelay is how long after the end of a banner the boards that show it are edited. By then, each process has read
	// that it ended.
	bannerDelay = 20 * time.Second
	// endlessBanner is the minimum time for which a banner without an end is shown.
	endlessBanner = 10 * 365 * 24 * time.Hour
)

// bannerDue returns when to edit a board posted at now because its banner is over. It returns zero if the board has no
// banner.
func (o Orders) bannerDue(now time.Time) time.Time {
	due := o.Until.Add(bannerDelay)
	switch {
	case o.Until.IsZero() && o.Notice != "":
		return now.Add(endlessBanner)
	case o.Until.IsZero() || !due.After(now):
		return time.Time{}
	}
	return due
}

// ScheduleBanner schedules the edit of the board of a match that was just posted with a banner.
func ScheduleBanner(ctx context.Context, tx Tx, id match.ID) error {
	o, err := tx.Orders(ctx)
	due := o.bannerDue(tx.Now())
	if err != nil || due.IsZero() {
		return err
	}
	return tx.Schedule(ctx, JobBanner, Subject(JobBanner, id), due)
}

// endBanner schedules the removal of the banner from the boards that show it.
func endBanner(ctx context.Context, tx Tx) error {
	until := tx.Now().Add(2 * endlessBanner)
	jobs, err := claimAll(ctx, tx, Claim{Kind: JobBanner, Now: until, Until: until.Add(time.Second), Limit: creditBatch})
	for _, job := range jobs {
		job.Due = earlier(job.Due, tx.Now().Add(bannerDelay))
		err = cmp.Or(err, tx.Return(ctx, job))
	}
	return err
}

// SaveOrders saves the operator's orders and schedules what follows: matches on a blocked server are suspended, the
// matches of a blocked person end, and boards lose a banner that is over.
func SaveOrders(ctx context.Context, tx Tx, o Orders) error {
	was, err := tx.Orders(ctx)
	if err != nil {
		return err
	}
	for _, server := range changedKeys(was.Servers, o.Servers) {
		err = cmp.Or(err, scheduleServerCheck(ctx, tx, server, tx.Now()))
	}
	for _, p := range changedKeys(was.People, o.People) {
		err = cmp.Or(err, tx.Schedule(ctx, JobBlock, Subject(JobBlock, p), tx.Now()))
	}
	if was.Notice != "" && was.Notice != o.Notice {
		err = cmp.Or(err, endBanner(ctx, tx))
	}
	return cmp.Or(err, tx.SaveOrders(ctx, o))
}

// changedKeys returns the keys that only one of two maps has, sorted.
func changedKeys[K cmp.Ordered](a, b map[K]string) (keys []K) {
	for k := range a {
		if _, both := b[k]; !both {
			keys = append(keys, k)
		}
	}
	for k := range b {
		if _, both := a[k]; !both {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}

// StopMatchesOf ends the matches and challenges of p, each in a unit of work of its own, if the operator has blocked p.
func StopMatchesOf(ctx context.Context, s Store, p match.PlayerID) error {
	open, err := s.Open(ctx, p)
	for _, m := range open {
		if err == nil {
			err = s.Do(ctx, func(tx Tx) error { return stopMatchOf(ctx, tx, m.ID, p) })
		}
	}
	return err
}

// stopMatchOf ends one match or challenge of p, if the operator has blocked them.
func stopMatchOf(ctx context.Context, tx Tx, id match.ID, p match.PlayerID) error {
	if orders, err := tx.Orders(ctx); err != nil || !orders.Blocks(p, "") {
		return err
	}
	_, _, err := tryChange(ctx, tx, id, func(tx Tx, m *Match) ([]match.Event, error) {
		switch {
		case m.Status == match.Playing:
			if m.IsUntaken(p) {
				if err := scheduleReopening(ctx, tx, id); err != nil {
					return nil, err
				}
			}
			return m.Arbiter().Stop(match.Blocked, tx.Now())
		case m.Challenger == p:
			return m.As(p).Withdraw(tx.Now())
		}
		return m.As(p).Decline(tx.Now())
	})
	return err
}
