// Package queue limits how many tasks run at the same time. Waiting tasks take turns by person, so that nobody waits
// behind all tasks of somebody else.
package queue

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"
)

// ErrFull is returned by Queue.Enter if too many tasks are waiting.
var ErrFull = errors.New("queue is full")

// Limits configure a Queue. All are positive, except that Hold and Slow are both 0 for a queue in which tasks keep
// their places until they end.
type Limits struct {
	Places  int           // tasks at the same time
	Each    int           // of them for one person
	Waiting int           // waiting tasks
	Hold    time.Duration // how long a task keeps its place; longer tasks continue without one
	Slow    int           // tasks without a place; further ones keep theirs
}

// Queue is a number of places for tasks, and the tasks that wait for one. It is safe for concurrent use.
type Queue struct {
	limits Limits

	mu      sync.Mutex
	free    int // free places
	slow    int // tasks without a place
	waiting int // waiting tasks of all lines
	lines   map[string]*line
	turns   list.List // of *line: those with a task that may start, the next one first
}

// line is the tasks of one person.
type line struct {
	who     string
	active  int           // running tasks
	waiting list.List     // of *Place, the next one first
	turn    *list.Element // its element of turns; nil if no task of the line may start
}

// Place is the right to run one task.
type Place struct {
	queue  *Queue
	line   *line
	wait   *list.Element // its element of the line; nil if it no longer waits
	answer chan error    // receives nil when the task may start, or the error
	slow   bool          // continues without a place
	left   bool
}

// New returns an empty Queue.
func New(l Limits) *Queue {
	return &Queue{limits: l, free: l.Places, lines: map[string]*line{}}
}

// Enter waits for a place for a task of the person who. The error is ErrFull if too many tasks wait, or ctx's error.
// ErrFull goes to the person with the most waiting tasks, even if they came earlier. After a nil error, call
// Place.Leave.
func (q *Queue) Enter(ctx context.Context, who string) (*Place, error) {
	p := q.join(who)
	select {
	case err := <-p.answer:
		if err != nil {
			return nil, err
		}
	case <-ctx.Done():
		p.abandon(ctx.Err())
	}
	if err := ctx.Err(); err != nil {
		p.Leave()
		return nil, err
	}
	return p, nil
}

// Leave frees the place. It may be called twice.
func (p *Place) Leave() {
	q := p.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if p.left {
		return
	}
	p.left = true
	if p.slow {
		q.slow--
	} else {
		q.free++
	}
	p.line.active--
	q.orderLocked(p.line)
	q.admitLocked()
}

// join adds a task to its person's line, and starts it if there is room.
func (q *Queue) join(who string) *Place {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.lines[who]
	if l == nil {
		l = &line{who: who}
		q.lines[who] = l
	}
	p := &Place{queue: q, line: l, answer: make(chan error, 1)}
	p.wait = l.waiting.PushBack(p)
	q.waiting++
	q.orderLocked(l)
	q.admitLocked()
	if q.waiting > q.limits.Waiting {
		q.refuseLocked(l)
	}
	return p
}

// refuseLocked refuses the last task of the longest line; in a tie, of the newcomer's.
func (q *Queue) refuseLocked(longest *line) {
	for _, l := range q.lines {
		if l.waiting.Len() > longest.waiting.Len() {
			longest = l
		}
	}
	longest.waiting.Back().Value.(*Place).refuseLocked(ErrFull)
}

// abandon stops waiting.
func (p *Place) abandon(why error) {
	p.queue.mu.Lock()
	defer p.queue.mu.Unlock()
	if p.wait != nil {
		p.refuseLocked(why)
	}
}

// refuseLocked removes p from its line for good.
func (p *Place) refuseLocked(why error) {
	p.outLocked()
	p.left = true
	p.answer <- why
	p.queue.orderLocked(p.line)
}

// outLocked removes p from its line.
func (p *Place) outLocked() {
	p.line.waiting.Remove(p.wait)
	p.wait = nil
	p.queue.waiting--
}

// orderLocked adds l to the turns if it has a task that may start, removes it otherwise, and forgets it if it is empty.
func (q *Queue) orderLocked(l *line) {
	ready := l.waiting.Len() > 0 && l.active < q.limits.Each
	switch {
	case ready && l.turn == nil:
		l.turn = q.turns.PushBack(l)
	case !ready && l.turn != nil:
		q.turns.Remove(l.turn)
		l.turn = nil
	}
	if l.waiting.Len() == 0 && l.active == 0 {
		delete(q.lines, l.who)
	}
}

// admitLocked fills the free places with one task of each line in turn.
func (q *Queue) admitLocked() {
	for q.free > 0 && q.turns.Len() > 0 {
		l := q.turns.Remove(q.turns.Front()).(*line)
		l.turn = nil
		l.waiting.Front().Value.(*Place).takeLocked()
		q.orderLocked(l)
	}
}

func (p *Place) takeLocked() {
	q := p.queue
	p.outLocked()
	p.line.active++
	q.free--
	if q.limits.Hold > 0 {
		time.AfterFunc(q.limits.Hold, p.yield)
	}
	p.answer <- nil
}

// yield lets p continue without its place, unless too many already do.
func (p *Place) yield() {
	q := p.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if p.left || q.slow == q.limits.Slow {
		return
	}
	p.slow = true
	q.slow++
	q.free++
	q.admitLocked()
}
