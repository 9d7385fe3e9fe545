package postgres

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	"madbot/storage/sqlstore"
)

// key returns the number of n's advisory lock. If two names have the same number, they wait for each other, which is
// harmless.
func key(n sqlstore.Name) int64 {
	h := fnv.New64a()
	h.Write([]byte(n))
	return int64(h.Sum64())
}

type mode string

const (
	exclusive mode = "pg_advisory_xact_lock"
	shared    mode = "pg_advisory_xact_lock_shared"
)

// errUpgrade is returned if a shared lock cannot become exclusive because others share it. If both waited for that,
// they would wait forever.
var errUpgrade = errors.New("others have read what is to be written")

func (u *unit) Exclusive(ctx context.Context, names ...sqlstore.Name) error {
	return u.lock(ctx, exclusive, names...)
}

func (u *unit) Shared(ctx context.Context, names ...sqlstore.Name) error {
	return u.lock(ctx, shared, names...)
}

// lock locks names that are not locked yet, and waits for units of work that hold conflicting locks.
func (u *unit) lock(ctx context.Context, m mode, all ...sqlstore.Name) error {
	var keys, upgrades []int64
	for _, n := range all {
		k := key(n)
		u.need(k, m)
		switch held := u.held[k]; {
		case held == exclusive || held == m:
		case held == shared:
			upgrades = append(upgrades, k)
		default:
			keys = append(keys, k)
		}
	}
	err := u.upgrade(ctx, upgrades)
	if err == nil {
		err = u.lockKeys(ctx, m, keys)
	}
	if err != nil {
		return fmt.Errorf("lock %s: %w", all, err)
	}
	return nil
}

// need records that every try of this unit of work locks key.
func (u *unit) need(key int64, m mode) {
	if u.needed[key] != exclusive {
		u.needed[key] = m
	}
}

// shortTimeout is SQL that makes the statement wait for locks only briefly. That resolves circular waits long before
// PostgreSQL's deadlock detection, which starts after a second. A unit of work that waited too long starts again.
const shortTimeout = "set_config('lock_timeout', '20ms', true), "

func (u *unit) lockKeys(ctx context.Context, m mode, keys []int64) error {
	if len(keys) == 0 {
		return nil
	}
	slices.Sort(keys)
	first := ""
	if !u.impatient {
		first, u.impatient = shortTimeout, true
	}
	_, err := u.ExecContext(context.WithoutCancel(ctx),
		"SELECT "+first+string(m)+"(key) FROM unnest(?1::bigint[]) AS key", keys)
	if err != nil {
		return err
	}
	for _, key := range keys {
		u.held[key] = m
	}
	return nil
}

// upgrade makes shared locks on keys exclusive, or returns errUpgrade.
func (u *unit) upgrade(ctx context.Context, keys []int64) error {
	for _, key := range keys {
		got, err := sqlstore.One(context.WithoutCancel(ctx), u, "SELECT pg_try_advisory_xact_lock(?1)",
			sqlstore.ScanOne[bool], key)
		if err == nil && !got {
			err = errUpgrade
		}
		if err != nil {
			u.note(err)
			return err
		}
		u.held[key] = exclusive
	}
	return nil
}

// lockNeeded locks in advance what earlier tries have locked, in a fixed order, so that units that collided do not
// collide again. It waits as long as necessary: a unit that holds one of these locks waits for others only briefly.
func (u *unit) lockNeeded(ctx context.Context) error {
	if len(u.needed) == 0 {
		return nil
	}
	keys := slices.Sorted(maps.Keys(u.needed))
	how := make([]bool, len(keys))
	for i, key := range keys {
		how[i] = u.needed[key] == exclusive
	}
	_, err := u.ExecContext(context.WithoutCancel(ctx), `SELECT
			CASE WHEN exclusive THEN `+string(exclusive)+`(key) ELSE `+string(shared)+`(key) END
		FROM unnest(?1::bigint[], ?2::boolean[]) AS needed (key, exclusive)`, keys, how)
	if err != nil {
		return fmt.Errorf("lock what an earlier try has locked: %w", err)
	}
	maps.Copy(u.held, u.needed)
	return nil
}

// tryLock exclusively locks up to limit of the names, skipping those that others have locked, and returns their
// indexes.
func (u *unit) tryLock(ctx context.Context, all []sqlstore.Name, limit int) (got []int, err error) {
	keys := make([]int64, len(all))
	for i, n := range all {
		keys[i] = key(n)
	}
	got, err = sqlstore.All(context.WithoutCancel(ctx), u, `SELECT i - 1 FROM unnest(?1::bigint[]) WITH ORDINALITY
		AS one (key, i) WHERE pg_try_advisory_xact_lock(key) LIMIT ?2`, sqlstore.ScanOne[int], keys, limit)
	if err != nil {
		return nil, fmt.Errorf("lock jobs: %w", err)
	}
	for _, i := range got {
		u.held[keys[i]] = exclusive
	}
	return got, nil
}

// part runs f. If f fails, it forgets the locks that f took, because PostgreSQL releases them with the part.
func (u *unit) part(f func() error) error {
	before, impatient := maps.Clone(u.held), u.impatient
	err := f()
	if err != nil {
		u.held, u.impatient = before, impatient
	}
	return err
}
