package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"madbot/rules/match"
)

// name is what a unit of work locks before it reads or writes what it stands for, until its end. Units that take
// their locks so are serializable: each sees all that was done by those that had a lock of it before, and nothing
// by those that have it after. A lock is on a name and not on rows, so that what is not there yet can be locked.
type name string

// subjectName stands for a match with its turns, events, seats and delivery, and for the jobs whose subject ends with
// its id, so that whoever claims a job can load its match without waiting. Of other jobs it stands for the last
// part of their subject.
func subjectName(subject string) name {
	return name("subject/" + subject[strings.LastIndexByte(subject, '/')+1:])
}

// matchName stands for what there is of a match.
func matchName(id match.ID) name { return subjectName(string(id)) }

// playerName stands for what is kept of a player.
func playerName(id match.PlayerID) name { return name("player/" + id) }

// listName stands for which matches a player has. Whoever reads the list has it alone; those that change matches
// in it share it.
func listName(id match.PlayerID) name { return name("list/" + id) }

// channelName stands for which matches are shown in a channel, as listName does.
func channelName(id string) name { return name("channel/" + id) }

// serverName stands for what is kept of a server.
func serverName(id string) name { return name("server/" + id) }

// aliveName stands for when the bot was last there.
const aliveName name = "alive"

// key is the number by which PostgreSQL knows a name. Two names of one number only wait for each other.
func (n name) key() int64 {
	h := fnv.New64a()
	h.Write([]byte(n))
	return int64(h.Sum64())
}

// mode is how a name is locked.
type mode string

const (
	alone  mode = "pg_advisory_xact_lock"
	shared mode = "pg_advisory_xact_lock_shared"
)

// lock locks names, as far as they are not yet, and waits for others to end that have them.
func (u *unit) lock(ctx context.Context, m mode, all ...name) error {
	var keys []int64
	for _, n := range all {
		if key := n.key(); u.held[key] != alone && u.held[key] != m {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil
	}
	slices.Sort(keys) // so that fewer units wait for each other
	_, err := u.ExecContext(context.WithoutCancel(ctx), "SELECT "+string(m)+"(key) FROM unnest(?1::bigint[]) AS key", keys)
	if err != nil {
		return fmt.Errorf("lock %s: %w", all, err)
	}
	for _, key := range keys {
		u.held[key] = m
	}
	return nil
}

// tryLock locks up to limit of names alone, of those that nobody else has, the first ones, and returns their
// indexes.
func (u *unit) tryLock(ctx context.Context, all []name, limit int) (got []int, err error) {
	keys := make([]int64, len(all))
	for i, n := range all {
		keys[i] = n.key()
	}
	rows, err := u.QueryContext(context.WithoutCancel(ctx), `SELECT i - 1 FROM unnest(?1::bigint[]) WITH ORDINALITY
		AS one (key, i) WHERE pg_try_advisory_xact_lock(key) LIMIT ?2`, keys, limit)
	if err != nil {
		return nil, fmt.Errorf("lock jobs: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var i int
		if err := rows.Scan(&i); err != nil {
			return nil, fmt.Errorf("lock jobs: %w", err)
		}
		got = append(got, i)
		u.held[keys[i]] = alone
	}
	return got, rows.Err()
}

// lists returns the lists that the match with an id is in: those of its players, and that of its channel; none for
// one that is not there.
func (u *unit) lists(ctx context.Context, id match.ID) (players, channels []name, err error) {
	var challenger, opponent match.PlayerID
	var channel string
	err = u.QueryRowContext(context.WithoutCancel(ctx), `SELECT challenger, opponent, coalesce(channel, '')
		FROM matches LEFT JOIN deliveries ON match = id WHERE id = ?1`, id).Scan(&challenger, &opponent, &channel)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("lists of match %s: %w", id, err)
	}
	return []name{listName(challenger), listName(opponent)}, []name{channelName(channel)}, nil
}

// part does f, and forgets the locks that f took when that is taken back, as PostgreSQL does.
func (u *unit) part(f func() error) error {
	before := maps.Clone(u.held)
	err := f()
	if err != nil {
		u.held = before
	}
	return err
}
