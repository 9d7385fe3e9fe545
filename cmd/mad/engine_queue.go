package main

import (
	"context"
	"sync"
)

// queue does tasks one after another, in a goroutine that ends when none is left. Only the reader of commands adds
// to it and waits for it.
type queue struct {
	lock  sync.Mutex
	tasks []*task // the first is under way
	left  sync.WaitGroup
}

// task is a go command that was accepted and has not ended.
type task struct {
	do      func()           // also when it was cancelled before
	fail    func(defect any) // after a panic
	cancel  context.CancelFunc
	endless bool // it ends only when it is cancelled
	counts  bool // it is a go perft
}

// add does t after all others.
func (q *queue) add(t *task) {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.left.Add(1)
	q.tasks = append(q.tasks, t)
	if len(q.tasks) == 1 {
		go q.work(t)
	}
}

// run does t, and ends it with a panic too.
func (t *task) run() {
	defer func() {
		if defect := recover(); defect != nil {
			t.fail(defect)
		}
	}()
	t.do()
}

// work does t, the first task, and all that are added until none is left.
func (q *queue) work(t *task) {
	for t != nil {
		t.run()
		t.cancel()
		t = q.next()
		q.left.Done()
	}
}

// next drops the first task and returns the one after it, nil if there is none.
func (q *queue) next() *task {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.tasks[0] = nil
	q.tasks = q.tasks[1:]
	if len(q.tasks) == 0 {
		return nil
	}
	return q.tasks[0]
}

// cancel ends the tasks that are meant, now or as soon as it is their turn.
func (q *queue) cancel(meant func(*task) bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	for _, t := range q.tasks {
		if meant(t) {
			t.cancel()
		}
	}
}

// wait returns when no task is left.
func (q *queue) wait() { q.left.Wait() }

// idle reports whether no task is left.
func (q *queue) idle() bool {
	q.lock.Lock()
	defer q.lock.Unlock()
	return len(q.tasks) == 0
}

// last returns the task that was added last, nil if none is left.
func (q *queue) last() *task {
	q.lock.Lock()
	defer q.lock.Unlock()
	if len(q.tasks) == 0 {
		return nil
	}
	return q.tasks[len(q.tasks)-1]
}

// endless reports whether the queue ends only when a task is cancelled. Such a task is the last.
func (q *queue) endless() bool {
	last := q.last()
	return last != nil && last.endless
}
