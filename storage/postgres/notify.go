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

// channel is where processes tell each other that jobs were made due, with the process that tells it.
const channel = "madbot_jobs"

const (
	notifyPause = 20 * time.Millisecond // between two notifications of one process
	notifyLimit = 2 * time.Second       // for one
	pollPeriod  = 5 * time.Second       // in which the jobs are looked at without a notification
	checkPeriod = 30 * time.Second      // in which a silent connection is checked
)

// notifier tells other processes that jobs were made due, apart from the transactions that made them so: in them
// the notifications would make all commits wait for each other.
type notifier struct {
	due  chan struct{} // holds one when there is something to tell
	stop context.CancelFunc
	done sync.WaitGroup
}

// newNotifier starts a notifier that tells by send.
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

// tell has the others told soon. It never blocks.
func (n *notifier) tell() {
	select {
	case n.due <- struct{}{}:
	default: // they will be
	}
}

// close tells what is left to be told, and ends.
func (n *notifier) close() {
	n.stop()
	n.done.Wait()
}

// run tells what there is to be told, once in a while, until ctx ends and then once more. What cannot be told is
// told later.
func (n *notifier) run(ctx context.Context, send func(context.Context) error) {
	defer func() { _ = recover() }() // whoever is not told looks by themselves before long
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
			n.tell()
			pause = pollPeriod
		}
		wait(ctx, pause)
	}
}

// sendOne sends one notification, also when ctx has ended.
func sendOne(ctx context.Context, send func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), notifyLimit)
	defer cancel()
	return send(ctx)
}

// wait waits for a time or the end of ctx.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// Poll returns how often to look at the jobs without being woken, in case a notification was lost.
func (d *DB) Poll() time.Duration { return pollPeriod }

// Watch calls wake when another process may have made jobs due, until ctx ends. It does so after each connection too,
// since it was not there to be told before, and goes on after a wake that panicked.
func (d *DB) Watch(ctx context.Context, wake func()) {
	pause := backoff.NewExponentialBackOff()
	pause.MaxInterval = pollPeriod
	for ctx.Err() == nil {
		d.listenOnce(ctx, func() { pause.Reset(); wake() })
		wait(ctx, pause.NextBackOff())
	}
}

// listenOnce listens for as long as that goes well. Why it ended is told by whoever needs the database.
func (d *DB) listenOnce(ctx context.Context, wake func()) {
	defer func() { _ = recover() }() // the jobs are looked at once in a while all the same
	_ = d.listen(ctx, wake)
}

// listen calls wake for each notification of another process until the connection breaks.
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

// listener is a connection that listens; pgx.Conn is one.
type listener interface {
	WaitForNotification(context.Context) (*pgconn.Notification, error)
	Ping(context.Context) error
}

// await waits for a notification and returns whose it is; after a while without one nobody's, when the connection
// still works.
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
