package playtest

import (
	"context"
	"slices"

	"madbot/bot/play"
	"madbot/rules/match"
)

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
	for _, k := range []play.JobKind{play.JobDaily, play.JobServer} {
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
