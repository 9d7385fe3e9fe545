package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"madbot/bot/play"
)

// Tx implements play.Tx on a transaction, which it neither begins nor ends. What it began it does whether or
// not its caller still waits.
type Tx struct{ Reader }

var _ play.Tx = Tx{}

// NewTx returns a unit of work in the transaction of conn.
func NewTx(conn Conn, d Dialect) Tx { return Tx{NewReader(steady{conn}, d)} }

// Part implements play.Tx.
func (t Tx) Part(ctx context.Context, f func() error) (err error) {
	if _, err := t.conn.ExecContext(ctx, "SAVEPOINT part"); err != nil {
		return fmt.Errorf("begin a part of a unit of work: %w", err)
	}
	kept := false
	defer func() {
		if fault := t.endPart(ctx, kept); fault != nil {
			err = errors.Join(err, fmt.Errorf("end a part of a unit of work: %w", fault))
		}
	}()
	err = f()
	kept = err == nil
	return err
}

// endPart ends the innermost part, and takes back what it did unless that is kept.
func (t Tx) endPart(ctx context.Context, kept bool) error {
	if !kept {
		if _, err := t.conn.ExecContext(ctx, "ROLLBACK TO part"); err != nil {
			return err
		}
	}
	_, err := t.conn.ExecContext(ctx, "RELEASE part")
	return err
}
