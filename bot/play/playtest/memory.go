package playtest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/bot/play/tries"
	"madbot/rules"
	"madbot/rules/match"
)

// Memory is a play.Store that forgets everything when it is dropped. The zero value is ready.
type Memory struct {
	mu      sync.Mutex
	matches map[match.ID]play.Match
	events  map[match.ID][]match.Event
	players map[match.PlayerID]play.Player
	jobs    map[jobKey]held
	seats   map[seatKey]play.Seat
	servers map[string]play.Server
	reviews map[match.ID]play.Review
	ratings map[match.PlayerID][]rated.Change
	dailies map[dailyKey]play.Daily
	solvers map[solverKey]play.Solver
	tries   map[tryKey]tries.Try
	numbers map[string]tries.Number
	own     map[seatKey]tries.Own // of whom in which match
	leagues map[string]season.League
	entries map[entryKey]season.Entry
	pairs   map[match.ID]season.Pair
	stands  map[rated.Standing]rated.Standing // by those without matches
	orders  map[struct{}]play.Orders          // one at most
	alive   map[struct{}]play.Alive           // one at most
}

// seatKey is whose seat in which match.
type seatKey struct {
	match  match.ID
	player match.PlayerID
}

// dailyKey is the day of which server.
type dailyKey struct {
	server string
	day    play.Day
}

// tryKey is who tried what.
type tryKey struct {
	player match.PlayerID
	puzzle string
}

// solverKey is who solved the puzzle of that.
type solverKey struct {
	dailyKey
	player match.PlayerID
}

// entryKey is who is in which season.
type entryKey struct {
	server string
	season int
	player match.PlayerID
}

// jobKey is what there is at most one job of.
type jobKey struct {
	kind    play.JobKind
	subject string
}

// held is a job, and until when somebody has it, as that was prolonged.
type held struct {
	play.Job
	until time.Time
}

// Do implements play.Store. It takes back what f did unless f returns without an error.
func (s *Memory) Do(ctx context.Context, f func(play.Tx) error) error {
	_, err := read(ctx, s, func(tx *memoryTx) (struct{}, error) {
		return struct{}{}, tx.Part(ctx, func() error { return f(tx) })
	})
	return err
}

// read calls f with one state, unless ctx has ended.
func read[T any](ctx context.Context, s *Memory, f func(*memoryTx) (T, error)) (T, error) {
	if err := ctx.Err(); err != nil {
		var none T
		return none, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.matches == nil {
		s.matches = map[match.ID]play.Match{}
		s.events = map[match.ID][]match.Event{}
		s.players = map[match.PlayerID]play.Player{}
		s.jobs = map[jobKey]held{}
		s.seats = map[seatKey]play.Seat{}
		s.servers = map[string]play.Server{}
		s.ratings = map[match.PlayerID][]rated.Change{}
		s.stands = map[rated.Standing]rated.Standing{}
		s.reviews = map[match.ID]play.Review{}
		s.dailies = map[dailyKey]play.Daily{}
		s.solvers = map[solverKey]play.Solver{}
		s.tries = map[tryKey]tries.Try{}
		s.numbers = map[string]tries.Number{}
		s.own = map[seatKey]tries.Own{}
		s.leagues = map[string]season.League{}
		s.entries = map[entryKey]season.Entry{}
		s.pairs = map[match.ID]season.Pair{}
		s.orders = map[struct{}]play.Orders{}
		s.alive = map[struct{}]play.Alive{}
	}
	return f(&memoryTx{memory: s})
}

// Match implements play.Store.
func (s *Memory) Match(ctx context.Context, id match.ID) (play.Match, error) {
	return read(ctx, s, func(tx *memoryTx) (play.Match, error) { return tx.Match(ctx, id) })
}

// Player implements play.Store.
func (s *Memory) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	return read(ctx, s, func(tx *memoryTx) (play.Player, error) { return tx.Player(ctx, id) })
}

// Seat implements play.Store.
func (s *Memory) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	return read(ctx, s, func(tx *memoryTx) (play.Seat, error) { return tx.Seat(ctx, id, p) })
}

// Orders implements play.Store.
func (s *Memory) Orders(ctx context.Context) (play.Orders, error) {
	return read(ctx, s, func(tx *memoryTx) (play.Orders, error) { return tx.Orders(ctx) })
}

// Server implements play.Store.
func (s *Memory) Server(ctx context.Context, id string) (play.Server, error) {
	return read(ctx, s, func(tx *memoryTx) (play.Server, error) { return tx.Server(ctx, id) })
}

// Open implements play.Store.
func (s *Memory) Open(ctx context.Context, p match.PlayerID) ([]play.Summary, error) {
	return read(ctx, s, func(tx *memoryTx) ([]play.Summary, error) { return tx.Open(ctx, p) })
}

// Recent implements play.Store.
func (s *Memory) Recent(ctx context.Context, p match.PlayerID, limit int) ([]play.Summary, error) {
	all, err := s.list(ctx, p, func(m *play.Match) (time.Time, bool) {
		return m.Ended, m.Status == match.Finished && !m.Practice
	})
	return all[:min(limit, len(all))], err
}

// MatchIDs implements play.Store.
func (s *Memory) MatchIDs(ctx context.Context, p match.PlayerID, limit int) ([]match.ID, error) {
	return read(ctx, s, func(tx *memoryTx) ([]match.ID, error) { return tx.MatchIDs(ctx, p, limit) })
}

// Events implements play.Store.
func (s *Memory) Events(ctx context.Context, id match.ID, after, last int) ([]match.Event, error) {
	return read(ctx, s, func(tx *memoryTx) ([]match.Event, error) { return tx.Events(ctx, id, after, last) })
}

// Histories implements play.Store.
func (s *Memory) Histories(ctx context.Context, p match.PlayerID, limit int) ([][]match.Event, error) {
	return read(ctx, s, func(*memoryTx) (all [][]match.Event, _ error) {
		for _, m := range s.listLocked(p, func(m *play.Match) (time.Time, bool) {
			return m.Changed, !m.Started.IsZero() && m.Robot() == ""
		}) {
			if len(all) < limit {
				all = append(all, slices.Clone(s.events[m.ID]))
			}
		}
		return all, nil
	})
}

// Endings implements play.Store.
func (s *Memory) Endings(ctx context.Context, p, other match.PlayerID) (all []play.Ending, err error) {
	left, annulled := map[match.ID]rules.Color{}, map[match.ID]bool{}
	list, err := s.list(ctx, p, func(m *play.Match) (time.Time, bool) {
		left[m.ID], annulled[m.ID] = m.Past.Left, m.Past.Annulled
		return m.Ended, m.Status == match.Finished && m.Robot() == ""
	})
	for _, m := range list {
		if other != "" && m.Other(p) != other {
			continue
		}
		if annulled[m.ID] {
			m.Outcome = rules.Outcome{Reason: rules.Aborted}
		}
		side := rules.Red
		if m.Blue == p {
			side = rules.Blue
		}
		all = append(all, play.Ending{Match: m.ID, Board: m.Terms.Options.Board, Ended: m.Ended, Outcome: m.Outcome,
			Side: side, Left: left[m.ID] == side})
	}
	return all, err
}

// Live implements play.Store.
func (s *Memory) Live(ctx context.Context) ([]match.ID, error) {
	return read(ctx, s, func(*memoryTx) (ids []match.ID, _ error) {
		for _, m := range s.matches {
			if m.Status.IsOpen() {
				ids = append(ids, m.ID)
			}
		}
		slices.Sort(ids)
		return ids, nil
	})
}

// MatchesOn implements play.Store.
func (s *Memory) MatchesOn(ctx context.Context, server string, playing bool) ([]match.ID, error) {
	return read(ctx, s, func(tx *memoryTx) ([]match.ID, error) { return tx.MatchesOn(ctx, server, playing) })
}

// Outdated implements play.Store.
func (s *Memory) Outdated(ctx context.Context, before time.Time, limit int) (ids []match.ID, err error) {
	all, err := s.list(ctx, "", func(m *play.Match) (time.Time, bool) {
		return m.Ended, m.CameToNothing() && m.Ended.Before(before)
	})
	for _, m := range slices.Backward(all) {
		ids = append(ids, m.ID)
	}
	return ids[:min(limit, len(ids))], err
}

// picker says which matches are wanted, and by which time they are ordered.
type picker func(*play.Match) (time.Time, bool)

// list returns the matches of p that pick wants, the one with the latest time first.
func (s *Memory) list(ctx context.Context, p match.PlayerID, pick picker) ([]play.Summary, error) {
	return read(ctx, s, func(*memoryTx) ([]play.Summary, error) { return s.listLocked(p, pick), nil })
}

// listLocked returns the matches of p, of anybody for "", that pick wants, the one with the latest time first.
func (s *Memory) listLocked(p match.PlayerID, pick picker) (list []play.Summary) {
	times := map[match.ID]time.Time{}
	for _, m := range s.matches {
		if p != "" && m.Challenger != p && m.Opponent != p {
			continue
		}
		if at, wanted := pick(&m); wanted {
			list = append(list, m.Summary())
			times[m.ID] = at
		}
	}
	slices.SortFunc(list, func(a, b play.Summary) int {
		return cmp.Or(times[b.ID].Compare(times[a.ID]), cmp.Compare(a.ID, b.ID))
	})
	return list
}
