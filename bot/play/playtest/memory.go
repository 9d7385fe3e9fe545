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

// Memory is a play.Store in memory.
type Memory struct {
	// Clock returns the time for units of work. If it is nil, that is the zero time.
	Clock func() time.Time

	play.Store // reads, one call at a time
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

// Do undoes what f did unless f returns without an error.
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

// kept is the content of a Memory.
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
	own     map[seatKey]tries.Own // by match and player
	leagues map[string]season.League
	entries map[entryKey]season.Entry
	pairs   map[match.ID]season.Pair
	stands  map[rated.Standing]rated.Standing // by the standing without its counts
	orders  play.Orders
	alive   play.Alive
}

// formerOf is a Former and its player.
type formerOf struct {
	rated.Former
	player match.PlayerID
}

type seatKey struct {
	match  match.ID
	player match.PlayerID
}

type dailyKey struct {
	server string
	day    play.Day
}

type tryKey struct {
	player match.PlayerID
	puzzle string
}

type solverKey struct {
	dailyKey
	player match.PlayerID
}

type entryKey struct {
	server string
	season int
	player match.PlayerID
}

type jobKey struct {
	kind    play.JobKind
	subject string
}

// held is a job with its lease, which may have been renewed.
type held struct {
	play.Job
	until time.Time
}
