package sqlite

import (
	"context"
	"database/sql"
	"errors"
)

// writer is the connection that writes, for one unit of work after another.
type writer struct {
	*sql.Conn
	db       *sql.DB
	prepared prepared
	head     head
	turn     chan struct{} // holds one while somebody has their turn
}

// openWriter opens the connection that writes to the file at path.
func openWriter(ctx context.Context, path string) (*writer, error) {
	db, err := connect(dsn(path, writerSettings), 1)
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	w := &writer{Conn: conn, db: db, prepared: prepare(conn), turn: make(chan struct{}, 1)}
	if err := conn.QueryRowContext(ctx, "PRAGMA user_version").Scan(&w.head); err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

// close closes the connection.
func (w *writer) close() error { return errors.Join(w.prepared.close(), w.Conn.Close(), w.db.Close()) }

// change is do, and gives the file another head.
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

// do runs f in an immediate transaction, which writes the head, as checkLog wants it. ctx can stop it while it waits
// for its turn, not later: what f did is then either committed or undone, and the caller knows which.
func (w *writer) do(ctx context.Context, f func(context.Context) error) error {
	select {
	case w.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-w.turn }()
	if err := ctx.Err(); err != nil { // it ended when it came to its turn
		return err
	}
	ctx = context.WithoutCancel(ctx)
	if _, err := w.prepared.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	kept := false
	defer func() {
		if !kept {
			_, _ = w.prepared.ExecContext(ctx, "ROLLBACK") // without effect where SQLite has done so by itself
		}
	}()
	_, err := w.prepared.ExecContext(ctx, w.head.statement())
	if err == nil {
		err = f(ctx)
	}
	if err == nil {
		_, err = w.prepared.ExecContext(ctx, "COMMIT")
		kept = err == nil
	}
	return err
}
