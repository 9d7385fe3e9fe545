package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"sync"
	"sync/atomic"
	"time"
)

// The leader is the process in Alone. It holds an advisory lock on a connection on which it continually confirms the
// lock. A process that hangs keeps its connections, so another process ends a leader's connection that has been silent
// for the length of a lease.
const (
	tryLeader = "SELECT pg_try_advisory_lock(7168356, 2)"
	endLeader = `SELECT count(pg_terminate_backend(l.pid)) FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
		WHERE l.locktype = 'advisory' AND l.classid = 7168356 AND l.objid = 2 AND l.objsubid = 2 AND l.granted
		AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND l.pid <> pg_backend_pid() AND a.state_change < clock_timestamp() - $1 * interval '1 millisecond'`
)

const (
	leaderPeriod = 500 * time.Millisecond // between two attempts to get the lock
	leaderLimit  = 5 * time.Second        // timeout of an attempt
	leaderLease  = 15 * time.Second       // after which a silent leader is replaced
)

// lease tells a leader that has hung that it may have been replaced. The zero value is an expired lease.
type lease struct {
	limit time.Duration
	clock func() time.Time          // nil: the process never hangs
	last  atomic.Pointer[time.Time] // the last attempt to confirm the lock
}

func (l *lease) now() (t time.Time) {
	if l.clock != nil {
		t = l.clock()
	}
	return t
}

// holds reports whether the leader has not hung since its last attempt.
func (l *lease) holds() bool {
	last := l.last.Load()
	return last != nil && l.now().Sub(*last) < l.limit
}

// attempted records an attempt. An expired lease needs an answer from the database; others survive its outage, because
// no other process can take over meanwhile.
func (l *lease) attempted(answered bool) {
	if answered || l.holds() {
		now := l.now()
		l.last.Store(&now)
	}
}

// Leads reports whether this process is in the function of Alone, and has not hung for so long that another process may
// have taken over.
func (d *DB) Leads() bool { return d.lease.holds() }

// Alone waits until no other process is in Alone, and calls f. If it loses its connection, or hangs for 15 s,
// another process may take over: then f's context is cancelled, and Alone waits again. It returns the error of f, or of
// ctx if that ends.
func (d *DB) Alone(ctx context.Context, f func(context.Context) error) error {
	l := &leaderLock{db: d.urgent, lease: d.lease, silence: d.silence}
	defer l.release()
	for {
		if mine, err := l.take(ctx); mine && err == nil {
			if err := l.run(ctx, f); err != nil {
				return err
			}
		}
		wait(ctx, leaderPeriod)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

type leaderLock struct {
	db      *sql.DB
	conn    *sql.Conn // nil: none now
	lease   *lease
	silence time.Duration // after which a leader is replaced
}

// take takes the lock, or confirms it, and reports whether this process has it.
func (l *leaderLock) take(ctx context.Context) (mine bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, leaderLimit)
	defer cancel()
	if l.conn == nil {
		if l.conn, err = l.db.Conn(ctx); err != nil {
			l.conn = nil
			return false, err
		}
	}
	err = l.conn.QueryRowContext(ctx, tryLeader).Scan(&mine)
	if err == nil && !mine {
		_, err = l.conn.ExecContext(ctx, endLeader, l.silence.Milliseconds())
	}
	if err != nil {
		l.release()
	}
	return mine, err
}

// release closes the connection and so releases the lock.
func (l *leaderLock) release() {
	if l.conn != nil {
		_ = l.conn.Raw(func(any) error { return driver.ErrBadConn })
		l.conn = nil
	}
}

// run calls f and cancels it when another process has the lock.
func (l *leaderLock) run(ctx context.Context, f func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	l.lease.attempted(true)
	defer l.lease.last.Store(nil)
	var watching sync.WaitGroup
	defer watching.Wait()
	defer stop()
	watching.Go(func() {
		defer func() { _ = recover() }() // as if the check had failed: f continues
		for wait(ctx, leaderPeriod); ctx.Err() == nil; wait(ctx, leaderPeriod) {
			mine, err := l.take(ctx)
			if err == nil && !mine {
				stop()
				return
			}
			l.lease.attempted(err == nil)
		}
	})
	return f(ctx)
}
