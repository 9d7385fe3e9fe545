package playtest

import (
	"context"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
)

// memoryTx is a unit of work, during which the Memory is locked. It also implements play.Reader.
type memoryTx struct {
	*unit
	memoryJobs
	memoryLists
	memoryReviews
	memoryServers
	memoryLeagues
}

func newMemoryTx(k *kept) memoryTx {
	u := &unit{kept: k}
	return memoryTx{u, memoryJobs{u}, memoryLists{u}, memoryReviews{u}, memoryServers{u}, memoryLeagues{u}}
}

// unit is the content of a Memory, with the steps that undo changes to it.
type unit struct {
	*kept
	now   time.Time
	steps []func() // each undoes one change
}

func (u *unit) Now() time.Time { return u.now }

// back adds a step that undoes a change.
func (u *unit) back(step func()) { u.steps = append(u.steps, step) }

// undoer is a unit of work, or some of its methods.
type undoer interface{ back(step func()) }

// where returns the sorted values of a map that are wanted.
func where[K comparable, V any](all map[K]V, order func(a, b V) int, wanted func(V) bool) (list []V) {
	for _, v := range all {
		if wanted(v) {
			list = append(list, v)
		}
	}
	slices.SortFunc(list, order)
	return list
}

// set sets a value that is in none of the maps.
func set[T any](tx undoer, at *T, value T) {
	old := *at
	*at = value
	tx.back(func() { *at = old })
}

func put[K comparable, V any](tx undoer, all map[K]V, key K, value V) {
	drop(tx, all, key)
	all[key] = value
}

func drop[K comparable, V any](tx undoer, all map[K]V, key K) {
	old, had := all[key]
	delete(all, key)
	tx.back(func() {
		delete(all, key)
		if had {
			all[key] = old
		}
	})
}

// dropAll deletes the values whose keys satisfy goes.
func dropAll[K comparable, V any](tx undoer, all map[K]V, goes func(K) bool) {
	for key := range all {
		if goes(key) {
			drop(tx, all, key)
		}
	}
}

// undo undoes all but the first changes.
func (u *unit) undo(but int) {
	for _, step := range slices.Backward(u.steps[but:]) {
		step()
	}
	u.steps = u.steps[:but]
}

func (tx memoryTx) Do(ctx context.Context, f func(play.Tx) error) error {
	return tx.Part(ctx, func() error { return f(tx) })
}

func (u *unit) Part(_ context.Context, f func() error) error {
	before, kept := len(u.steps), false
	defer func() {
		if !kept {
			u.undo(before)
		}
	}()
	err := f()
	kept = err == nil
	return err
}

func (tx memoryTx) Match(_ context.Context, id match.ID) (play.Match, error) {
	m, ok := tx.matches[id]
	if !ok {
		return play.Match{}, play.ErrNotFound
	}
	return m.Clone(), nil
}

func (tx memoryTx) CreateMatch(_ context.Context, m play.Match, events []match.Event) error {
	if _, taken := tx.matches[m.ID]; taken {
		return play.ErrExists
	}
	put(tx, tx.matches, m.ID, m.Clone())
	put(tx, tx.events, m.ID, slices.Clone(events))
	return nil
}

func (tx memoryTx) SaveMatch(_ context.Context, m match.Match, events []match.Event) error {
	stored, ok := tx.matches[m.ID]
	if !ok {
		return play.ErrNotFound
	}
	stored.Match = m.Clone()
	put(tx, tx.matches, m.ID, stored)
	put(tx, tx.events, m.ID, slices.Concat(tx.events[m.ID], events))
	return nil
}

func (tx memoryTx) Events(_ context.Context, id match.ID, after, last int) ([]match.Event, error) {
	var events []match.Event
	for _, e := range tx.events[id] {
		if e.Seq > after && e.Seq <= last {
			events = append(events, e)
		}
	}
	return events, nil
}

func (tx memoryTx) Delivery(_ context.Context, id match.ID) (play.Delivery, error) {
	m, ok := tx.matches[id]
	if !ok {
		return play.Delivery{}, play.ErrNotFound
	}
	return m.Delivery, nil
}

func (tx memoryTx) SaveDelivery(_ context.Context, id match.ID, d play.Delivery) error {
	m, ok := tx.matches[id]
	if !ok {
		return play.ErrNotFound
	}
	m.Delivery = d
	put(tx, tx.matches, id, m)
	return nil
}

func (tx memoryTx) Player(_ context.Context, id match.PlayerID) (play.Player, error) {
	p, ok := tx.players[id]
	if !ok {
		return play.Player{}, play.ErrNotFound
	}
	return p, nil
}

func (tx memoryTx) SavePlayer(_ context.Context, p play.Player) error {
	put(tx, tx.players, p.ID, p)
	return nil
}

func (tx memoryTx) Rename(_ context.Context, id match.ID, p, former match.PlayerID) error {
	m, ok := tx.matches[id]
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
	rename(&m.Challenger, &m.Opponent, &m.Players.Red, &m.Players.Blue, &m.EndedBy)
	put(tx, tx.matches, id, m)
	events := slices.Clone(tx.events[id])
	for i := range events {
		rename(&events[i].By)
	}
	put(tx, tx.events, id, events)
	if r, ok := tx.reviews[id]; ok {
		rename(&r.Asker)
		put(tx, tx.reviews, id, r)
	}
	drop(tx, tx.seats, seatKey{id, p})
	drop(tx, tx.own, seatKey{id, p})
	return nil
}

func (tx memoryTx) RemoveServer(_ context.Context, id string) error {
	drop(tx, tx.servers, id)
	dropAll(tx, tx.solvers, func(key solverKey) bool { return key.server == id })
	dropAll(tx, tx.dailies, func(key dailyKey) bool { return key.server == id })
	for key, o := range tx.own {
		if o.Guild == id {
			o.Guild = ""
			put(tx, tx.own, key, o)
		}
	}
	drop(tx, tx.leagues, id)
	dropAll(tx, tx.entries, func(key entryKey) bool { return key.server == id })
	dropAll(tx, tx.pairs, func(key match.ID) bool { return tx.pairs[key].Server == id })
	dropJobs(tx, play.SubjectsAbout(play.AboutServer, id))
	return nil
}

func (tx memoryTx) RemoveMatch(_ context.Context, id match.ID) error {
	m, ok := tx.matches[id]
	if !ok || !m.CameToNothing() {
		return nil
	}
	drop(tx, tx.matches, id)
	drop(tx, tx.events, id)
	drop(tx, tx.reviews, id)
	dropAll(tx, tx.seats, func(key seatKey) bool { return key.match == id })
	dropAll(tx, tx.own, func(key seatKey) bool { return key.match == id })
	dropJobs(tx, play.SubjectsAbout(play.AboutMatch, id))
	return nil
}

func (tx memoryTx) RemovePlayer(_ context.Context, p match.PlayerID) error {
	drop(tx, tx.players, p)
	dropAll(tx, tx.solvers, func(key solverKey) bool { return key.player == p })
	dropAll(tx, tx.tries, func(key tryKey) bool { return key.player == p })
	dropAll(tx, tx.own, func(key seatKey) bool { return key.player == p })
	dropJobs(tx, play.SubjectsAbout(play.AboutPlayer, p))
	return nil
}

func dropJobs(tx memoryTx, subjects []string) {
	dropAll(tx, tx.jobs, func(key jobKey) bool { return slices.Contains(subjects, key.subject) })
}
