package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Sources provide the values that are collected on each read.
type Sources struct {
	Store    func(context.Context) (Counts, error)
	Searches func() (waiting, running int)
}

// Counts are totals from the store.
type Counts struct {
	Jobs    []Jobs
	Matches map[string]int // open matches by status
}

// Jobs are the due jobs of a kind.
type Jobs struct {
	Kind     string
	Due      int
	Oldest   time.Time // when the oldest became due
	Attempts int       // most failures of one job
}

// Watch sets where to collect the current state.
func (m *Metrics) Watch(s Sources) { m.sources.Store(&s) }

// stateLimit bounds a query of the store.
const stateLimit = 2 * time.Second

// state collects the current state.
type state struct{ *Metrics }

var (
	jobsDue      = newDesc("jobs_due", "Due jobs.", "kind")
	jobsOldest   = newDesc("jobs_oldest_due_age_seconds", "Age of the oldest due job.", "kind")
	jobsAttempts = newDesc("jobs_due_attempts", "Highest number of failures of a due job.", "kind")
	matchesOpen  = newDesc("matches_open", "Matches that are proposed or in progress.", "status")
	waiting      = newDesc("searches_waiting", "Waiting searches.")
	running      = newDesc("searches_running", "Running searches.")
)

func newDesc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(namespace+"_"+name, help, labels, nil)
}

func (s state) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{jobsDue, jobsOldest, jobsAttempts, matchesOpen, waiting, running} {
		to <- d
	}
}

// Collect implements prometheus.Collector. If the store is unreachable, it reports an error in place of the store's
// values.
func (s state) Collect(to chan<- prometheus.Metric) {
	from := s.sources.Load()
	if from == nil {
		return
	}
	send := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	w, r := from.Searches()
	send(waiting, float64(w))
	send(running, float64(r))
	ctx, cancel := context.WithTimeout(context.Background(), stateLimit)
	defer cancel()
	counts, err := from.Store(ctx)
	if err != nil {
		to <- prometheus.NewInvalidMetric(jobsDue, err)
		return
	}
	for _, j := range counts.Jobs {
		age := 0.0
		if !j.Oldest.IsZero() {
			age = max(s.since(j.Oldest), 0)
		}
		send(jobsDue, float64(j.Due), j.Kind)
		send(jobsOldest, age, j.Kind)
		send(jobsAttempts, float64(j.Attempts), j.Kind)
	}
	for status, n := range counts.Matches {
		send(matchesOpen, float64(n), status)
	}
}

// Ready sets the function that reports readiness, which may change. Without one, the bot is not ready.
func (m *Metrics) Ready(check func(context.Context) error) { m.isReady.Store(&check) }

// readiness collects whether the bot is ready, from its first moment and without the store.
type readiness struct{ *Metrics }

var ready = newDesc("ready", "1 while the process can serve interactions or stands by.")

func (r readiness) Describe(to chan<- *prometheus.Desc) { to <- ready }

func (r readiness) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), stateLimit)
	defer cancel()
	value := 0.0
	if check := r.isReady.Load(); check != nil && (*check)(ctx) == nil {
		value = 1
	}
	to <- prometheus.MustNewConstMetric(ready, prometheus.GaugeValue, value)
}
