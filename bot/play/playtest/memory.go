package playtest

import (
	"context"
	"sync"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/bot/play/tries"
	"madbot/rules/match"
)

// Memory is a play.Store that forgets everything when it is dropped.
type Memory struct {
	// Clock tells the time of units of work; nil: the zero time.
	Clock func() time.Time

	play.Store // what reads, one call after another
	mu         sync.Mutex
	kept       *kept
}

// NewMemory returns an empty Memory.
func NewMemory() *Memory {
	m := &Memory{kept: &kept{
		matches: map[match.ID]play.Match{},
		events:  map[match.ID][]match.Event{},
		players: map[match.PlayerID]play.Player{},
		formers: map[match.PlayerID]formerOf{},
		jobs:    map[jobKey]held{},
		seats:   map[seatKey]play.Seat{},
		servers: map[string]play.Server{},
		ratings: map[match.PlayerID][]rated.Change{},
		stands:  map[rated.Standing]rated.Standing{},
		reviews: map[match.ID]play.Review{},
		dailies: map[dailyKey]play.Daily{},
		solvers: map[solverKey]play.Solver{},
		tries:   map[tryKey]tries.Try{},
		numbers: map[string]tries.Number{},
		own:     map[seatKey]tries.Own{},
		leagues: map[string]season.League{},
		entries: map[entryKey]season.Entry{},
		pairs:   map[match.ID]season.Pair{},
	}}
	m.Store = Hook(newMemoryTx(m.kept), func(_ Call, do func() error) error {
		m.mu.Lock()
		defer m.mu.Unlock()
		return do()
	})
	return m
}

// Do implements play.Store. It takes back what f did unless f returns without an error.
func (m *Memory) Do(ctx context.Context, f func(play.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	tx := newMemoryTx(m.kept)
	if m.Clock != nil {
		tx.now = play.Stamp(m.Clock())
	}
	return tx.Do(ctx, f)
}

// kept is what a Memory keeps.
type kept struct {
	matches map[match.ID]play.Match
	events  map[match.ID][]match.Event
	players map[match.PlayerID]play.Player
	formers map[match.PlayerID]formerOf
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
	orders  play.Orders
	alive   play.Alive
}

// formerOf is a profile that somebody deleted.
type formerOf struct {
	rated.Former
	player match.PlayerID
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
