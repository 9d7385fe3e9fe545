// Package queue lets a bounded number of things be done at once. Those that wait go in turn between
// the people they are for, so that nobody waits behind all that somebody else asked for.
package queue

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"
)

// ErrFull is returned by Queue.Enter when too much waits already.
var ErrFull = errors.New("queue is full")

// Limits bound a Queue. All are positive but Hold and Slow, which are both 0 for a queue whose
// places are held to the end.
type Limits struct {
	Places  int           // how many things are done at once
	Each    int           // how many of them for one person
	Waiting int           // how many things wait
	Hold    time.Duration // how long a place is held; what takes longer goes on without one
	Slow    int           // how many things go on without a place; any more hold theirs
}

// Queue is a number of places to be held for a while, and those who wait for one. It is safe for
// concurrent use.
type Queue struct {
	limits Limits

	mu      sync.Mutex
	free    int // places
	slow    int // things that are done without a place
	waiting int // in all lines
	lines   map[string]*line
	turns   list.List // of *line: those with something that may be done, the next one in front
}

// line is what one person wants done.
type line struct {
	who     string
	active  int           // things that are done now
	waiting list.List     // of *Place, the next one in front
	turn    *list.Element // among the turns; nil when nothing of the line may be done
}

// Place is the right to do one thing.
type Place struct {
	queue  *Queue
	line   *line
	wait   *list.Element // in the line; nil when it waits no more
	answer chan error    // receives nil when it is its turn, else why it never will be
	slow   bool          // goes on without a place
	left   bool
}

// New returns a Queue in which nobody is.
func New(l Limits) *Queue {
	return &Queue{limits: l, free: l.Places, lines: map[string]*line{}}
}

// Enter waits for a place for one thing that somebody wants done. The error is ErrFull when too much
// waits, and then it meets whoever has most waiting, even if they came before; or that of ctx. Without
// one, the caller has to call Place.Leave.
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

// Leave gives the place back. It may be called twice.
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

// join puts a thing at the end of its person's line, and lets it in at once if there is room.
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

// refuseLocked sends the last of the longest line away: of the newcomer's, if it is as long as any.
func (q *Queue) refuseLocked(longest *line) {
	for _, l := range q.lines {
		if l.waiting.Len() > longest.waiting.Len() {
			longest = l
		}
	}
	longest.waiting.Back().Value.(*Place).refuseLocked(ErrFull)
}

// abandon gives up waiting.
func (p *Place) abandon(why error) {
	p.queue.mu.Lock()
	defer p.queue.mu.Unlock()
	if p.wait != nil {
		p.refuseLocked(why)
	}
}

// refuseLocked takes p out of its line for good.
func (p *Place) refuseLocked(why error) {
	p.outLocked()
	p.left = true
	p.answer <- why
	p.queue.orderLocked(p.line)
}

// outLocked takes p out of its line.
func (p *Place) outLocked() {
	p.line.waiting.Remove(p.wait)
	p.wait = nil
	p.queue.waiting--
}

// orderLocked gives l a turn if it has something that may be done, else takes its turn away, and
// forgets it when there is nothing left of it.
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

// admitLocked fills the places that are free: one thing of each line in turn.
func (q *Queue) admitLocked() {
	for q.free > 0 && q.turns.Len() > 0 {
		l := q.turns.Remove(q.turns.Front()).(*line)
		l.turn = nil
		l.waiting.Front().Value.(*Place).takeLocked()
		q.orderLocked(l)
	}
}

// takeLocked gives p a place.
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

// yield lets p go on without its place, if not too many do.
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
