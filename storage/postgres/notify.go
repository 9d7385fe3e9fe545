package postgres

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// channel is the channel on which processes announce new jobs; the payload is the process's id.
const channel = "madbot_jobs"

const (
	notifyPause = 20 * time.Millisecond // between two notifications of a process
	notifyLimit = 2 * time.Second       // timeout of a notification
	pollPeriod  = 5 * time.Second       // how often jobs are polled, in case a notification was lost
	checkPeriod = 30 * time.Second      // after which a silent connection is checked
)

// notifier tells other processes that jobs were scheduled. It does so outside the transactions that schedule them,
// because NOTIFY makes all commits wait for each other.
type notifier struct {
	due  chan struct{} // holds one if a notification is to be sent
	stop context.CancelFunc
	done sync.WaitGroup
}

func newNotifier(send func(context.Context) error) *notifier {
	ctx, stop := context.WithCancel(context.Background())
	n := &notifier{due: make(chan struct{}, 1), stop: stop}
	n.done.Go(func() {
		for ctx.Err() == nil {
			n.run(ctx, send)
		}
	})
	return n
}

// request asks for a notification. It never blocks.
func (n *notifier) request() {
	select {
	case n.due <- struct{}{}:
	default: // one is already requested
	}
}

// close sends the last requested notification and stops.
func (n *notifier) close() {
	n.stop()
	n.done.Wait()
}

// run sends requested notifications, with a pause after each, until ctx ends, and then a last one. It retries a failed
// one later.
func (n *notifier) run(ctx context.Context, send func(context.Context) error) {
	defer func() { _ = recover() }() // other processes poll as well
	for {
		select {
		case <-ctx.Done():
			select {
			case <-n.due:
				_ = sendOne(ctx, send)
			default:
			}
			return
		case <-n.due:
		}
		pause := notifyPause
		if err := sendOne(ctx, send); err != nil {
			n.request()
			pause = pollPeriod
		}
		wait(ctx, pause)
	}
}

// sendOne sends one notification, even if ctx has ended.
func sendOne(ctx context.Context, send func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), notifyLimit)
	defer cancel()
	return send(ctx)
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// Poll returns how often to look for due jobs without a notification, because one may be lost.
func (d *DB) Poll() time.Duration { return pollPeriod }

// Watch calls wake whenever another process may have scheduled jobs, until ctx ends. It also does so after each
// connection, because it may have missed notifications, and survives a wake that panics.
func (d *DB) Watch(ctx context.Context, wake func()) {
	pause := backoff.NewExponentialBackOff()
	pause.MaxInterval = pollPeriod
	for ctx.Err() == nil {
		d.listenOnce(ctx, func() { pause.Reset(); wake() })
		wait(ctx, pause.NextBackOff())
	}
}

// listenOnce listens until an error, which it ignores: other users of the database report it.
func (d *DB) listenOnce(ctx context.Context, wake func()) {
	defer func() { _ = recover() }() // jobs are polled as well
	_ = d.listen(ctx, wake)
}

// listen calls wake for each notification from another process, until the connection breaks.
func (d *DB) listen(ctx context.Context, wake func()) error {
	c, err := pgx.ConnectConfig(ctx, d.config.Copy())
	if err != nil {
		return err
	}
	defer c.Close(context.WithoutCancel(ctx))
	if err := d.bePresent(ctx, c); err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "LISTEN "+channel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	wake()
	for {
		from, err := await(ctx, c)
		if err != nil {
			return err
		}
		if from != "" && from != d.id {
			wake()
		}
	}
}

// listener is a connection that listens; *pgx.Conn is one.
type listener interface {
	WaitForNotification(context.Context) (*pgconn.Notification, error)
	Ping(context.Context) error
}

// await waits for a notification and returns the id of its process. After checkPeriod without one it returns "" if the
// connection still works.
func await(ctx context.Context, c listener) (from string, err error) {
	limited, cancel := context.WithTimeout(ctx, checkPeriod)
	defer cancel()
	n, err := c.WaitForNotification(limited)
	switch {
	case err == nil:
		return n.Payload, nil
	case ctx.Err() != nil || limited.Err() == nil:
		return "", err
	}
	limited, cancel = context.WithTimeout(ctx, notifyLimit)
	defer cancel()
	return "", c.Ping(limited)
}
