package playtest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"madbot/bot/play"
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
	alive   map[struct{}]time.Time // one at most
}

// seatKey is whose seat in which match.
type seatKey struct {
	match  match.ID
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
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.openLocked()
	tx := &memoryTx{memory: s}
	return tx.Part(ctx, func() error { return f(tx) })
}

// openLocked makes the zero value ready.
func (s *Memory) openLocked() {
	if s.matches == nil {
		s.matches = map[match.ID]play.Match{}
		s.events = map[match.ID][]match.Event{}
		s.players = map[match.PlayerID]play.Player{}
		s.jobs = map[jobKey]held{}
		s.seats = map[seatKey]play.Seat{}
		s.servers = map[string]play.Server{}
		s.alive = map[struct{}]time.Time{}
	}
}

// Match implements play.Store.
func (s *Memory) Match(ctx context.Context, id match.ID) (play.Match, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return (&memoryTx{memory: s}).Match(ctx, id)
}

// Player implements play.Store.
func (s *Memory) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	if err := ctx.Err(); err != nil {
		return play.Player{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return (&memoryTx{memory: s}).Player(ctx, id)
}

// Open implements play.Store.
func (s *Memory) Open(ctx context.Context, p match.PlayerID) ([]play.Summary, error) {
	return s.list(ctx, p, pickOpen)
}

// Recent implements play.Store.
func (s *Memory) Recent(ctx context.Context, p match.PlayerID, limit int) ([]play.Summary, error) {
	all, err := s.list(ctx, p, func(m *play.Match) (time.Time, bool) {
		return m.Ended, m.Status == match.Finished
	})
	return all[:min(limit, len(all))], err
}

// Histories implements play.Store.
func (s *Memory) Histories(ctx context.Context, p match.PlayerID, limit int) ([][]match.Event, error) {
	list, err := s.list(ctx, p, func(m *play.Match) (time.Time, bool) {
		return m.Changed, !m.Started.IsZero() && m.Robot() == ""
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	var all [][]match.Event
	for _, m := range list[:min(limit, len(list))] {
		all = append(all, slices.Clone(s.events[m.ID]))
	}
	return all, err
}

// Endings implements play.Store.
func (s *Memory) Endings(ctx context.Context, p, other match.PlayerID) ([]play.Ending, error) {
	list, err := s.list(ctx, p, func(m *play.Match) (time.Time, bool) {
		return m.Ended, m.Status == match.Finished && m.Robot() == ""
	})
	var all []play.Ending
	for _, m := range list {
		if other != "" && m.Other(p) != other {
			continue
		}
		side := rules.Red
		if m.Blue == p {
			side = rules.Blue
		}
		all = append(all, play.Ending{Outcome: m.Outcome, Side: side})
	}
	return all, err
}

// Timed implements play.Store.
func (s *Memory) Timed(ctx context.Context) (ids []match.ID, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.matches {
		if m.Status == match.Playing && m.Terms.Pace.HasClock() {
			ids = append(ids, m.ID)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// list returns the matches of p that pick wants, the one with the latest time first.
func (s *Memory) list(ctx context.Context, p match.PlayerID,
	pick func(*play.Match) (time.Time, bool)) ([]play.Summary, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.listLocked(of(p, pick)), nil
}

// of leaves the matches of p that pick wants.
func of(p match.PlayerID, pick func(*play.Match) (time.Time, bool)) func(*play.Match) (time.Time, bool) {
	return func(m *play.Match) (time.Time, bool) {
		at, wanted := pick(m)
		return at, wanted && (m.Challenger == p || m.Opponent == p)
	}
}

// pickOpen wants the open matches, by their last change.
func pickOpen(m *play.Match) (time.Time, bool) { return m.Changed, m.Status.IsOpen() }

// listLocked returns the matches that pick wants, the one with the latest time first.
func (s *Memory) listLocked(pick func(*play.Match) (time.Time, bool)) (list []play.Summary) {
	times := map[match.ID]time.Time{}
	for _, m := range s.matches {
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

// NextJob implements play.Store.
func (s *Memory) NextJob(ctx context.Context, kinds []play.JobKind, now time.Time) (time.Time, bool,
	error) {
	if err := ctx.Err(); err != nil {
		return time.Time{}, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var next time.Time
	found := false
	for _, f := range s.frontsLocked(now) {
		if slices.Contains(kinds, f.Kind) && (!found || f.free.Before(next)) {
			next, found = f.free, true
		}
	}
	return next, found, nil
}
