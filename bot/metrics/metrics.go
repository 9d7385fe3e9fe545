// Package metrics exports metrics of the bot to Prometheus. Label values come from fixed lists such as commands,
// routes and job kinds. They never identify a person, a server or a match.
package metrics

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"madbot/bot/dispatch"
)

// Metrics are the metrics of one bot. It is safe for concurrent use.
type Metrics struct {
	now      func() time.Time
	registry *prometheus.Registry
	sources  atomic.Pointer[Sources] // nil before Watch
	isReady  atomic.Pointer[func(context.Context) error]

	ends          *prometheus.CounterVec   // by outcome
	interactions  *prometheus.CounterVec   // by kind, command, outcome
	durations     *prometheus.HistogramVec // by kind, command
	firstAnswers  *prometheus.HistogramVec // by kind
	calls         *prometheus.CounterVec   // by method, route, status
	callDurations *prometheus.HistogramVec // by method, route
	waits         *prometheus.HistogramVec // by cause
	connected     *prometheus.GaugeVec     // by shard
	connections   *prometheus.CounterVec   // by shard
	jobs          *prometheus.HistogramVec // by kind
	repeats       *prometheus.CounterVec   // by kind
	units         *prometheus.HistogramVec // by outcome
	retries       prometheus.Counter
}

// answerBuckets are the histogram buckets for what a person waits for. Discord gives up after three seconds.
var answerBuckets = []float64{.05, .1, .25, .5, 1, 1.5, 2, 3, 10}

// workBuckets are the histogram buckets for what nobody waits for.
var workBuckets = []float64{.001, .005, .025, .1, .5, 1, 5, 20, 60}

// New returns empty Metrics that measure time with now.
func New(now func() time.Time) *Metrics {
	m := &Metrics{now: now, registry: prometheus.NewRegistry(),
		ends:          counters("interaction_outcomes_total", "Handled interactions by outcome.", "outcome"),
		interactions:  counters("interactions_total", "Handled interactions.", "kind", "command", "outcome"),
		durations:     times("interaction_duration_seconds", "Time from an interaction to its last response.", answerBuckets, "kind", "command"),
		firstAnswers:  times("interaction_first_answer_seconds", "Time from an interaction to its first response.", answerBuckets, "kind"),
		calls:         counters("discord_calls_total", "Calls to Discord's REST API by the status of the response; 0 means no response.", "method", "route", "status"),
		callDurations: times("discord_call_duration_seconds", "Time from a call to its response.", workBuckets, "method", "route"),
		waits:         times("discord_rate_limit_wait_seconds", "Time that calls waited for rate limits.", workBuckets, "cause"),
		connected:     gauges("gateway_connected", "1 while the shard has a session.", "shard"),
		connections:   counters("gateway_connections_total", "Connections of the shard, including the first.", "shard"),
		jobs:          times("job_duration_seconds", "Duration of jobs.", workBuckets, "kind"),
		repeats:       counters("job_repeats_total", "Jobs that were started again after a failure.", "kind"),
		units:         times("store_unit_duration_seconds", "Duration of units of work, including retries.", workBuckets, "outcome"),
		retries: prometheus.NewCounter(prometheus.CounterOpts{Namespace: namespace, Name: "store_retries_total",
			Help: "Retries of units of work after a conflict."}),
	}
	for _, o := range dispatch.Outcomes() {
		m.ends.WithLabelValues(string(o)) // creates the metric, so that the first one is an increase
	}
	m.registry.MustRegister(m.ends, m.interactions, m.durations, m.firstAnswers, m.calls, m.callDurations, m.waits,
		m.connected, m.connections, m.jobs, m.repeats, m.units, m.retries, state{m}, readiness{m},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// namespace prefixes the names of the bot's metrics.
const namespace = "madbot"

func counters(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func gauges(name, help string, labels ...string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func times(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help,
		Buckets: bounds}, labels)
}

// Handler serves all metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError})
}

func (m *Metrics) since(t time.Time) float64 { return m.now().Sub(t).Seconds() }
