package playtest

import (
	"context"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
)

// memoryTx is a unit of work in a Memory, which is locked meanwhile.
type memoryTx struct {
	memory *Memory
	steps  []func() // each takes one change back
}

// put sets a value of one of the maps of the Memory.
func put[K comparable, V any](tx *memoryTx, all map[K]V, key K, value V) {
	drop(tx, all, key)
	all[key] = value
}

// drop deletes a value from one of the maps of the Memory.
func drop[K comparable, V any](tx *memoryTx, all map[K]V, key K) {
	old, had := all[key]
	delete(all, key)
	tx.steps = append(tx.steps, func() {
		delete(all, key)
		if had {
			all[key] = old
		}
	})
}

// undo takes all changes back but the first ones.
func (tx *memoryTx) undo(but int) {
	for _, step := range slices.Backward(tx.steps[but:]) {
		step()
	}
	tx.steps = tx.steps[:but]
}

// Part implements play.Tx.
func (tx *memoryTx) Part(_ context.Context, f func() error) error {
	before, kept := len(tx.steps), false
	defer func() {
		if !kept {
			tx.undo(before)
		}
	}()
	err := f()
	kept = err == nil
	return err
}

// Match implements play.Matches.
func (tx *memoryTx) Match(_ context.Context, id match.ID) (play.Match, error) {
	m, ok := tx.memory.matches[id]
	if !ok {
		return play.Match{}, play.ErrNotFound
	}
	return m.Clone(), nil
}

// CreateMatch implements play.Matches.
func (tx *memoryTx) CreateMatch(_ context.Context, m play.Match, events []match.Event) error {
	if _, taken := tx.memory.matches[m.ID]; taken {
		return play.ErrExists
	}
	put(tx, tx.memory.matches, m.ID, m.Clone())
	put(tx, tx.memory.events, m.ID, slices.Clone(events))
	return nil
}

// SaveMatch implements play.Matches.
func (tx *memoryTx) SaveMatch(_ context.Context, m match.Match, events []match.Event) error {
	stored, ok := tx.memory.matches[m.ID]
	if !ok {
		return play.ErrNotFound
	}
	stored.Match = m.Clone()
	put(tx, tx.memory.matches, m.ID, stored)
	put(tx, tx.memory.events, m.ID, slices.Concat(tx.memory.events[m.ID], events))
	return nil
}

// Open implements play.Matches.
func (tx *memoryTx) Open(_ context.Context, p match.PlayerID) ([]play.Summary, error) {
	return tx.memory.listLocked(p, func(m *play.Match) (time.Time, bool) {
		return m.Changed, m.Status.IsOpen() && !m.Practice
	}), nil
}

// MatchIDs implements play.Matches.
func (tx *memoryTx) MatchIDs(_ context.Context, p match.PlayerID, limit int) (ids []match.ID, _ error) {
	for _, m := range tx.memory.listLocked(p, func(m *play.Match) (time.Time, bool) { return m.Created, true }) {
		ids = append(ids, m.ID)
	}
	return ids[:min(limit, len(ids))], nil
}

// MatchesOn implements play.Matches.
func (tx *memoryTx) MatchesOn(_ context.Context, server string, playing bool) (ids []match.ID, _ error) {
	for _, m := range tx.memory.matches {
		if m.Venue.Guild == server && (!playing || m.Status == match.Playing) {
			ids = append(ids, m.ID)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// Made implements play.Matches.
func (tx *memoryTx) Made(_ context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	return tx.memory.listLocked(p, func(m *play.Match) (time.Time, bool) {
		return m.Created, m.Challenger == p && (m.Status.IsOpen() || !m.Created.Before(since))
	}), nil
}

// MadeIn implements play.Matches.
func (tx *memoryTx) MadeIn(_ context.Context, channel string, since time.Time) (made []time.Time, err error) {
	for _, m := range tx.memory.listLocked("", func(m *play.Match) (time.Time, bool) {
		return m.Created, m.Venue.Channel == channel && !m.Practice && !m.Created.Before(since)
	}) {
		made = append(made, m.Created)
	}
	return made, nil
}

// Events implements play.Matches.
func (tx *memoryTx) Events(_ context.Context, id match.ID, after, last int) ([]match.Event, error) {
	var events []match.Event
	for _, e := range tx.memory.events[id] {
		if e.Seq > after && e.Seq <= last {
			events = append(events, e)
		}
	}
	return events, nil
}

// Delivery implements play.Matches.
func (tx *memoryTx) Delivery(_ context.Context, id match.ID) (play.Delivery, error) {
	m, ok := tx.memory.matches[id]
	if !ok {
		return play.Delivery{}, play.ErrNotFound
	}
	return m.Delivery, nil
}

// SaveDelivery implements play.Matches.
func (tx *memoryTx) SaveDelivery(_ context.Context, id match.ID, d play.Delivery) error {
	m, ok := tx.memory.matches[id]
	if !ok {
		return play.ErrNotFound
	}
	m.Delivery = d
	put(tx, tx.memory.matches, id, m)
	return nil
}

// Player implements play.Players.
func (tx *memoryTx) Player(_ context.Context, id match.PlayerID) (play.Player, error) {
	p, ok := tx.memory.players[id]
	if !ok {
		return play.Player{}, play.ErrNotFound
	}
	return p, nil
}

// SavePlayer implements play.Players.
func (tx *memoryTx) SavePlayer(_ context.Context, p play.Player) error {
	put(tx, tx.memory.players, p.ID, p)
	return nil
}

// Rename implements play.Matches.
func (tx *memoryTx) Rename(_ context.Context, id match.ID, p, former match.PlayerID) error {
	m, ok := tx.memory.matches[id]
	if !ok {
		return nil
	}
	rename := func(ids ...*match.PlayerID) {
		for _, one := range ids {
			if *one == p {
				*one = former
			}
		}
	}
	rename(&m.Challenger, &m.Opponent, &m.Red, &m.Blue, &m.EndedBy)
	put(tx, tx.memory.matches, id, m)
	events := slices.Clone(tx.memory.events[id])
	for i := range events {
		rename(&events[i].By)
	}
	put(tx, tx.memory.events, id, events)
	if r, ok := tx.memory.reviews[id]; ok {
		rename(&r.Asker)
		put(tx, tx.memory.reviews, id, r)
	}
	drop(tx, tx.memory.seats, seatKey{id, p})
	drop(tx, tx.memory.own, seatKey{id, p})
	return nil
}

// RemoveServer implements play.Servers.
func (tx *memoryTx) RemoveServer(_ context.Context, id string) error {
	drop(tx, tx.memory.servers, id)
	for key := range tx.memory.solvers {
		if key.server == id {
			drop(tx, tx.memory.solvers, key)
		}
	}
	for key := range tx.memory.dailies {
		if key.server == id {
			drop(tx, tx.memory.dailies, key)
		}
	}
	for key, o := range tx.memory.own {
		if o.Guild == id {
			o.Guild = ""
			put(tx, tx.memory.own, key, o)
		}
	}
	drop(tx, tx.memory.leagues, id)
	for key := range tx.memory.entries {
		if key.server == id {
			drop(tx, tx.memory.entries, key)
		}
	}
	for key, p := range tx.memory.pairs {
		if p.Server == id {
			drop(tx, tx.memory.pairs, key)
		}
	}
	for _, k := range []play.JobKind{play.JobDaily, play.JobServer, play.JobLeague} {
		drop(tx, tx.memory.jobs, jobKey{k, play.Subject(k, id)})
	}
	return nil
}

// RemoveMatch implements play.Matches.
func (tx *memoryTx) RemoveMatch(_ context.Context, id match.ID) error {
	m, ok := tx.memory.matches[id]
	if !ok || !m.CameToNothing() {
		return nil
	}
	drop(tx, tx.memory.matches, id)
	drop(tx, tx.memory.events, id)
	drop(tx, tx.memory.reviews, id)
	for key := range tx.memory.seats {
		if key.match == id {
			drop(tx, tx.memory.seats, key)
		}
	}
	for key := range tx.memory.own {
		if key.match == id {
			drop(tx, tx.memory.own, key)
		}
	}
	for _, k := range play.JobKinds() {
		drop(tx, tx.memory.jobs, jobKey{k, play.Subject(k, id)})
		drop(tx, tx.memory.jobs, jobKey{k, string(id)})
	}
	return nil
}

// RemovePlayer implements play.Players.
func (tx *memoryTx) RemovePlayer(_ context.Context, p match.PlayerID) error {
	drop(tx, tx.memory.players, p)
	for key := range tx.memory.solvers {
		if key.player == p {
			drop(tx, tx.memory.solvers, key)
		}
	}
	for key := range tx.memory.tries {
		if key.player == p {
			drop(tx, tx.memory.tries, key)
		}
	}
	for key := range tx.memory.own {
		if key.player == p {
			drop(tx, tx.memory.own, key)
		}
	}
	for _, k := range []play.JobKind{play.JobDigest, play.JobForget} {
		drop(tx, tx.memory.jobs, jobKey{k, play.Subject(k, p)})
	}
	return nil
}
