package metrics

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/play/worker"
)

type clock struct{ time.Time }

func (c *clock) now() time.Time { return c.Time }

func exported(m *Metrics) string {
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	return "\n" + answer.Body.String()
}

// TestInteraction: only the first answer counts, and the end counts with its outcome.
func TestInteraction(t *testing.T) {
	t.Parallel()
	c := &clock{time.Unix(9, 0)}
	m := New(c.now)
	i := m.Interaction("command", "move")
	c.Time = c.Add(2 * time.Second)
	i.Answered()
	i.Answered()
	c.Time = c.Add(5 * time.Second)
	i.Ended(dispatch.OutcomeLate)
	for _, want := range []string{
		`madbot_interaction_first_answer_seconds_count{kind="command"} 1`,
		`madbot_interaction_first_answer_seconds_sum{kind="command"} 2`,
		`madbot_interaction_duration_seconds_sum{command="move",kind="command"} 7`,
		`madbot_interactions_total{command="move",kind="command",outcome="late"} 1`,
	} {
		assert.Contains(t, exported(m), "\n"+want+"\n")
	}
}

// retryingStore is a Store whose units of work run twice and return its error.
type retryingStore struct {
	play.Store
	err error
}

func (c retryingStore) Do(_ context.Context, f func(play.Tx) error) error {
	return errors.Join(f(nil), f(nil), c.err)
}

// TestStore: a unit of work that was repeated counts as one unit and one retry.
func TestStore(t *testing.T) {
	t.Parallel()
	m := New(time.Now)
	nothing := func(play.Tx) error { return nil }
	require.NoError(t, m.Store(retryingStore{}).Do(t.Context(), nothing))
	require.Error(t, m.Store(retryingStore{err: play.ErrLeaseLost}).Do(t.Context(), nothing))
	for _, want := range []string{"madbot_store_retries_total 2", `madbot_store_unit_duration_seconds_count{outcome="kept"} 1`,
		`madbot_store_unit_duration_seconds_count{outcome="undone"} 1`} {
		assert.Contains(t, exported(m), "\n"+want+"\n")
	}
}

// TestKinds: jobs are measured, repeated ones counted; a job with nothing to do is not measured.
func TestKinds(t *testing.T) {
	t.Parallel()
	c := &clock{time.Unix(9, 0)}
	m := New(c.now)
	task := func(context.Context) worker.Record { c.Time = c.Add(3 * time.Second); return nil }
	kinds := m.Kinds([]worker.Kind{
		{Name: "tell", Begin: func(context.Context, play.Tx, play.Job) (worker.Task, error) { return task, nil }},
		{Name: "flag", Begin: func(context.Context, play.Tx, play.Job) (worker.Task, error) { return nil, nil }}})
	assert.Contains(t, exported(m), "\nmadbot_job_repeats_total{kind=\"flag\"} 0\n", "else the first one is no increase")
	for _, attempts := range []int{0, 1} {
		for _, k := range kinds {
			begun, err := k.Begin(t.Context(), nil, play.Job{Kind: k.Name, Attempts: attempts})
			require.NoError(t, err)
			assert.Equal(t, k.Name == "flag", begun == nil)
			if begun != nil {
				begun(t.Context())
			}
		}
	}
	for _, want := range []string{`madbot_job_duration_seconds_sum{kind="tell"} 6`, `madbot_job_repeats_total{kind="tell"} 1`,
		`madbot_job_repeats_total{kind="flag"} 1`} {
		assert.Contains(t, exported(m), "\n"+want+"\n")
	}
	assert.NotContains(t, exported(m), `madbot_job_duration_seconds_sum{kind="flag"}`)
}

// TestState: the store is asked on each read; while it is unreachable, the other metrics are available.
func TestState(t *testing.T) {
	t.Parallel()
	c := &clock{time.Unix(100, 0)}
	m := New(c.now)
	var away error
	m.Watch(Sources{Searches: func() (int, int) { return 4, 2 }, Store: func(context.Context) (Counts, error) {
		return Counts{Matches: map[string]int{"playing": 7},
			Jobs: []Jobs{{Kind: "tell", Due: 3, Oldest: time.Unix(40, 0), Attempts: 5}, {Kind: "flag"}}}, away
	}})
	for _, want := range []string{`madbot_jobs_due{kind="tell"} 3`, `madbot_jobs_oldest_due_age_seconds{kind="tell"} 60`,
		`madbot_jobs_oldest_due_age_seconds{kind="flag"} 0`, `madbot_jobs_due_attempts{kind="tell"} 5`,
		`madbot_matches_open{status="playing"} 7`, "madbot_searches_waiting 4", "madbot_searches_running 2"} {
		assert.Contains(t, exported(m), "\n"+want+"\n")
	}
	away = errors.New("away")
	assert.Contains(t, exported(m), "\nmadbot_searches_waiting 4\n")
	assert.NotContains(t, exported(m), "\nmadbot_matches_open")
}

// TestReady: readiness and the outcomes are exported from the start.
func TestReady(t *testing.T) {
	t.Parallel()
	m := New(time.Now)
	assert.Contains(t, exported(m), "\nmadbot_ready 0\n")
	assert.Contains(t, exported(m), "\nmadbot_interaction_outcomes_total{outcome=\"failed\"} 0\n")
	var why error
	m.Ready(func(context.Context) error { return why })
	assert.Contains(t, exported(m), "\nmadbot_ready 1\n")
	why = errors.New("away")
	assert.Contains(t, exported(m), "\nmadbot_ready 0\n")
}

// TestConnection: a reconnect counts as another connection.
func TestConnection(t *testing.T) {
	t.Parallel()
	m := New(time.Now)
	for _, up := range []bool{false, true, false, true} {
		m.Connection(3, up)
	}
	assert.Contains(t, exported(m), "\nmadbot_gateway_connections_total{shard=\"3\"} 2\n")
	assert.Contains(t, exported(m), "\nmadbot_gateway_connected{shard=\"3\"} 1\n")
	m.Connection(3, false)
	assert.Contains(t, exported(m), "\nmadbot_gateway_connected{shard=\"3\"} 0\n")
}
