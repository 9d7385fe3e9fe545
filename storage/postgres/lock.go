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
	"madbot/storage/sqlstore"
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

// listName stands for which matches a player has, with which status and where they are shown. Whoever reads the list
// has it alone; those that change that of a match share it. What else is in a list may be newer than the rest that a
// unit of work sees: nothing but the match itself tells it for certain.
func listName(id match.PlayerID) name { return name("list/" + id) }

// channelName stands for which matches are shown in a channel, as listName does.
func channelName(id string) name { return name("channel/" + id) }

// serverName stands for what is kept of a server.
func serverName(id string) name { return name("server/" + id) }

// ratingName stands for how a player is rated.
func ratingName(id match.PlayerID) name { return name("rating/" + id) }

// standingName stands for what a player has from matches.
func standingName(id match.PlayerID) name { return name("standing/" + id) }

// dailyName stands for the puzzles of the day of a server, which many read, and, as listName does, for their
// solvers.
func dailyName(server string) name { return name("daily/" + server) }

// solvedName stands for what a player solved and tried, and for the puzzles of their own.
func solvedName(id match.PlayerID) name { return name("solved/" + id) }

// puzzleName stands for how hard a puzzle is.
func puzzleName(id string) name { return name("puzzle/" + id) }

// leagueName stands for the league of a server, who is in it and how their matches count there.
func leagueName(server string) name { return name("league/" + server) }

// enteredName stands for in which leagues a player is, as listName does.
func enteredName(id match.PlayerID) name { return name("entered/" + id) }

// reviewsName stands for which reviews are under way, as listName does.
const reviewsName name = "reviews"

// ordersName stands for what the operator has ordered.
const ordersName name = "orders"

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
	exclusive mode = "pg_advisory_xact_lock"
	shared    mode = "pg_advisory_xact_lock_shared"
)

// errUpgrade is returned when a name that is locked together with others cannot be locked alone, since they still have
// it. All would wait for each other.
var errUpgrade = errors.New("others have read what is to be written")

// lock locks names, as far as they are not yet, and waits for others to end that have them.
func (u *unit) lock(ctx context.Context, m mode, all ...name) error {
	var keys, upgrades []int64
	for _, n := range all {
		key := n.key()
		u.need(key, m)
		switch held := u.held[key]; {
		case held == exclusive || held == m:
		case held == shared:
			upgrades = append(upgrades, key)
		default:
			keys = append(keys, key)
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
		var got bool
		err := u.QueryRowContext(context.WithoutCancel(ctx), "SELECT pg_try_advisory_xact_lock(?1)", key).Scan(&got)
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
func (u *unit) tryLock(ctx context.Context, all []name, limit int) (got []int, err error) {
	keys := make([]int64, len(all))
	for i, n := range all {
		keys[i] = n.key()
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

// place is where a match is found in lists.
type place struct {
	status               match.Status
	practice             bool
	challenger, opponent match.PlayerID
	guild, channel       string
}

// place returns the place of a match; the zero place when there is none.
func (u *unit) place(ctx context.Context, id match.ID) (p place, err error) {
	err = u.QueryRowContext(context.WithoutCancel(ctx), `SELECT status, practice, challenger, opponent, coalesce(guild, ''),
		coalesce(channel, '') FROM matches LEFT JOIN deliveries ON match = id WHERE id = ?1`, id).
		Scan(&p.status, &p.practice, &p.challenger, &p.opponent, &p.guild, &p.channel)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return place{}, fmt.Errorf("lists of match %s: %w", id, err)
	}
	return p, nil
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
