package metrics

import (
	"context"
	"strconv"
	"sync"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/play/worker"
)

// Interaction implements dispatch.Observer.
func (m *Metrics) Interaction(kind, command string) dispatch.Observation {
	return &interaction{m: m, kind: kind, command: command, began: m.now()}
}

type interaction struct {
	m             *Metrics
	kind, command string
	began         time.Time
	first         sync.Once
}

func (i *interaction) Answered() {
	i.first.Do(func() { i.m.firstAnswers.WithLabelValues(i.kind).Observe(i.m.since(i.began)) })
}

func (i *interaction) Ended(o dispatch.Outcome) {
	i.m.ends.WithLabelValues(string(o)).Inc()
	i.m.interactions.WithLabelValues(i.kind, i.command, string(o)).Inc()
	i.m.durations.WithLabelValues(i.kind, i.command).Observe(i.m.since(i.began))
}

// CallStarted implements discord.Observer.
func (m *Metrics) CallStarted(method, route string) func(status int) {
	began := m.now()
	return func(status int) {
		m.calls.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
		m.callDurations.WithLabelValues(method, route).Observe(m.since(began))
	}
}

// WaitStarted implements discord.Observer.
func (m *Metrics) WaitStarted(cause string) func() {
	began := m.now()
	return func() { m.waits.WithLabelValues(cause).Observe(m.since(began)) }
}

// Connection records that a shard gained or lost its session.
func (m *Metrics) Connection(shard int, up bool) {
	id, state := strconv.Itoa(shard), 0.0
	if up {
		state = 1
		m.connections.WithLabelValues(id).Inc()
	}
	m.connected.WithLabelValues(id).Set(state)
}

// Store returns s with its units of work measured.
func (m *Metrics) Store(s play.Store) play.Store { return store{s, m} }

type store struct {
	play.Store
	m *Metrics
}

func (s store) Do(ctx context.Context, f func(play.Tx) error) error {
	began, runs := s.m.now(), 0
	err := s.Store.Do(ctx, func(tx play.Tx) error {
		if runs++; runs > 1 {
			s.m.retries.Inc()
		}
		return f(tx)
	})
	outcome := "kept"
	if err != nil {
		outcome = "undone"
	}
	s.m.units.WithLabelValues(outcome).Observe(s.m.since(began))
	return err
}

// Kinds returns kinds with their jobs measured.
func (m *Metrics) Kinds(kinds []worker.Kind) []worker.Kind {
	all := make([]worker.Kind, len(kinds))
	for i, k := range kinds {
		begin := k.Begin
		m.repeats.WithLabelValues(string(k.Name)) // creates the metric, so that the first repetition is an increase
		k.Begin = func(ctx context.Context, tx play.Tx, j play.Job) (worker.Task, error) {
			if j.Attempts > 0 {
				m.repeats.WithLabelValues(string(j.Kind)).Inc()
			}
			task, err := begin(ctx, tx, j)
			if task == nil {
				return nil, err
			}
			return func(ctx context.Context) worker.Record {
				began := m.now()
				defer func() { m.jobs.WithLabelValues(string(j.Kind)).Observe(m.since(began)) }()
				return task(ctx)
			}, err
		}
		all[i] = k
	}
	return all
}
