package main

import (
	"context"
	"sync"
)

// queue runs tasks one after another, in a goroutine that ends when none is left. Only the reader of commands adds to
// it and waits for it.
type queue struct {
	lock  sync.Mutex
	tasks []*task // the first is running
	left  sync.WaitGroup
}

// task is an accepted go command that has not ended.
type task struct {
	do      func()           // called even if the task was cancelled before
	fail    func(defect any) // called after a panic
	cancel  context.CancelFunc
	endless bool // whether it ends only when cancelled
	counts  bool // whether it is a go perft
}

func (q *queue) add(t *task) {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.left.Add(1)
	q.tasks = append(q.tasks, t)
	if len(q.tasks) == 1 {
		go q.work(t)
	}
}

func (t *task) run() {
	defer func() {
		if defect := recover(); defect != nil {
			t.fail(defect)
		}
	}()
	t.do()
}

// work runs t, the first task, and all later tasks until none is left.
func (q *queue) work(t *task) {
	for t != nil {
		t.run()
		t.cancel()
		t = q.next()
		q.left.Done()
	}
}

// next drops the first task and returns the one after it, or nil if there is none.
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

// cancel cancels the tasks for which meant returns true, whether they run or wait.
func (q *queue) cancel(meant func(*task) bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	for _, t := range q.tasks {
		if meant(t) {
			t.cancel()
		}
	}
}

func (q *queue) wait() { q.left.Wait() }

func (q *queue) idle() bool {
	q.lock.Lock()
	defer q.lock.Unlock()
	return len(q.tasks) == 0
}

func (q *queue) last() *task {
	q.lock.Lock()
	defer q.lock.Unlock()
	if len(q.tasks) == 0 {
		return nil
	}
	return q.tasks[len(q.tasks)-1]
}

// endless reports whether the queue ends only if a task is cancelled. Such a task is always the last one.
func (q *queue) endless() bool {
	last := q.last()
	return last != nil && last.endless
}
