package sqlite

import (
	"context"
	"database/sql"
	"errors"
)

// writer is the connection that writes, one unit of work at a time.
type writer struct {
	*sql.Conn
	db       *sql.DB
	prepared prepared
	bare     *sql.DB  // one connection that does not sync its commits
	unsynced prepared // statements of bare
	head     head
	busy     chan struct{} // holds one while somebody has their turn
}

func openWriter(ctx context.Context, path string) (*writer, error) {
	db, err := connect(dsn(path, writerSettings), 1)
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	bare, err := connect(dsn(path, unsyncedSettings), 1) // it is opened when it is first used
	if err != nil {
		return nil, errors.Join(err, conn.Close(), db.Close())
	}
	w := &writer{Conn: conn, db: db, prepared: prepare(conn), bare: bare, unsynced: prepare(bare),
		busy: make(chan struct{}, 1)}
	if err := conn.QueryRowContext(ctx, "PRAGMA user_version").Scan(&w.head); err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

func (w *writer) close() error {
	return errors.Join(w.unsynced.close(), w.bare.Close(), w.prepared.close(), w.Conn.Close(), w.db.Close())
}

// change is do, and writes a new head.
func (w *writer) change(ctx context.Context, to head, f func(context.Context) error) error {
	err := w.do(ctx, func(ctx context.Context) error {
		if err := f(ctx); err != nil {
			return err
		}
		_, err := w.ExecContext(ctx, to.statement())
		return err
	})
	if err == nil {
		w.head = to
	}
	return err
}

// do runs f in an immediate transaction, which also writes the head, for checkLog. ctx can only stop it while it waits
// for its turn; later, f is either committed or rolled back, and the caller knows which.
func (w *writer) do(ctx context.Context, f func(context.Context) error) error {
	return w.run(ctx, w.prepared, f)
}

// doUnsynced is do without waiting for the disk.
func (w *writer) doUnsynced(ctx context.Context, f func(context.Context) error) error {
	return w.run(ctx, w.unsynced, f)
}

// run is do on the connection of p.
func (w *writer) run(ctx context.Context, p prepared, f func(context.Context) error) error {
	select {
	case w.busy <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-w.busy }()
	if err := ctx.Err(); err != nil { // it ended while waiting
		return err
	}
	ctx = context.WithoutCancel(ctx)
	if _, err := p.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	kept := false
	defer func() {
		if !kept {
			_, _ = p.ExecContext(ctx, "ROLLBACK") // no effect if SQLite has already rolled back
		}
	}()
	_, err := p.ExecContext(ctx, w.head.statement())
	if err == nil {
		err = f(ctx)
	}
	if err == nil {
		_, err = p.ExecContext(ctx, "COMMIT")
		kept = err == nil
	}
	return err
}
