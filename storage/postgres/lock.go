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

// key returns the number by which PostgreSQL knows a name. Two names of one number only wait for each other.
func key(n sqlstore.Name) int64 {
	h := fnv.New64a()
	h.Write([]byte(n))
	return int64(h.Sum64())
}

// mode is how a name is locked.
type mode string

const (
	exclusive mode = "pg_advisory_xact_lock"
	shared    mode = "pg_advisory_xact_lock_shared"
)

// errUpgrade is returned when a name that is locked together with others cannot be locked alone, since they still have
// it. All would wait for each other.
var errUpgrade = errors.New("others have read what is to be written")

// Alone implements sqlstore.Locks.
func (u *unit) Alone(ctx context.Context, names ...sqlstore.Name) error {
	return u.lock(ctx, exclusive, names...)
}

// Beside implements sqlstore.Locks.
func (u *unit) Beside(ctx context.Context, names ...sqlstore.Name) error {
	return u.lock(ctx, shared, names...)
}

// lock locks names, as far as they are not yet, and waits for others to end that have them.
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

// need remembers that a name is locked in each try of the unit of work.
func (u *unit) need(key int64, m mode) {
	if u.needed[key] != exclusive {
		u.needed[key] = m
	}
}

// shortTimeout has a statement set that locks are waited for a short time only. Units of work that wait for each other
// are told apart by it long before PostgreSQL looks for them, after a second. One that has waited for too long begins
// again.
const shortTimeout = "set_config('lock_timeout', '20ms', true), "

// lockKeys locks keys that are not locked yet.
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

// upgrade locks keys alone that are locked together with others, or returns errUpgrade.
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

// lockNeeded locks in advance what an earlier try has locked, in an order that is the same in each unit of work, so
// that those which collided do not again. It waits for as long as it takes: whoever has any of it waits only for a
// short time.
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

// tryLock locks up to limit of names alone, of those that nobody else has, the first ones, and returns their
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

// part does f, and forgets the locks that f took, and its short timeout, when that is taken back, as PostgreSQL does.
func (u *unit) part(f func() error) error {
	before, impatient := maps.Clone(u.held), u.impatient
	err := f()
	if err != nil {
		u.held, u.impatient = before, impatient
	}
	return err
}
