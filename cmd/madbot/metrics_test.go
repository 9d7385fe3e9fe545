package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/metrics"
)

// readMetrics returns the metrics as Prometheus reads them.
func readMetrics(m *metrics.Metrics) string {
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", metricsPath, nil))
	return answer.Body.String()
}

// bounded are the labels that metrics may have, with patterns of their values: fixed words of the program.
var bounded = map[string]string{"kind": `[a-z]+`, "command": `[a-zA-Z_ ]+`, "outcome": `[a-z]+`, "method": `[A-Z]+`,
	"route": `(/([a-z@]+|\{id\}))+`, "status": `[a-z]+|\d{1,3}`, "cause": `route|share|refused`, "shard": `\d+`,
	"le": `[0-9.e+-]+|\+Inf`}

var (
	metricLine = regexp.MustCompile(`(?m)^(madbot_\w+)(?:\{(.*)\})? \S+$`)
	oneLabel   = regexp.MustCompile(`(\w+)="([^"]*)"`)
)

// TestMetrics: an evening is measured, and no label says who played, where or what.
func TestMetrics(t *testing.T) {
	t.Parallel()
	var m *metrics.Metrics
	s := newStage(t, nil, func(p *parts) { m = metrics.New(time.Now); p.metrics = m })
	perform(s, scenario(t, "turn/match"))
	said := readMetrics(m)
	for _, want := range []string{
		`madbot_interactions_total{command="challenge",kind="command",outcome="answered"} `,
		`madbot_interaction_first_answer_seconds_count{kind="command"} `,
		`madbot_discord_calls_total{method="POST",route="/interactions/{id}/{id}/callback",status="204"} `,
		`madbot_discord_calls_total{method="POST",route="/channels/{id}/messages",status="200"} `,
		`madbot_discord_rate_limit_wait_seconds_count{cause="route"} `,
		`madbot_gateway_connected{shard="0"} 1`, `madbot_gateway_connections_total{shard="0"} `,
		`madbot_job_duration_seconds_count{kind="tell"} `, `madbot_jobs_due{kind="flag"} 0`,
		`madbot_jobs_oldest_due_age_seconds{kind="tell"} 0`, `madbot_matches_open{status="playing"} `,
		`madbot_store_unit_duration_seconds_count{outcome="kept"} `, "madbot_store_retries_total 0",
		"madbot_searches_waiting 0", "madbot_searches_running 0",
	} {
		assert.Contains(t, said, "\n"+want)
	}
	for _, line := range metricLine.FindAllStringSubmatch(said, -1) {
		for _, l := range oneLabel.FindAllStringSubmatch(line[2], -1) {
			assert.Regexp(t, "^("+bounded[l[1]]+")$", l[2], line[0])
			assert.NotEmpty(t, bounded[l[1]], "%s: a label of its own", line[0])
		}
	}
}

// asked finds the labels in Prometheus queries: a list, or one with its value.
var asked = regexp.MustCompile(`\bby \(([\w, ]+)\)|(\w+)=~?\\?"([^"\\]*)`)

// outcomes are the failures of an interaction. A refusal is not a failure.
var outcomes = []dispatch.Outcome{dispatch.OutcomeFailed, dispatch.OutcomeLate, dispatch.OutcomeUnsent,
	dispatch.OutcomeDropped}

// TestMonitoring: the dashboard and the alerts use existing metrics, labels and outcomes, and OPERATING.md explains
// each alert.
func TestMonitoring(t *testing.T) {
	t.Parallel()
	operating, err := os.ReadFile("OPERATING.md")
	require.NoError(t, err)
	there := describedMetrics(t)
	for _, name := range []string{"alerts.yml", "dashboard.json"} {
		raw, err := os.ReadFile(filepath.Join("monitoring", name))
		require.NoError(t, err)
		used := regexp.MustCompile(`\bmadbot_\w+`).FindAllString(string(raw), -1)
		require.NotEmpty(t, used)
		for _, metric := range used {
			base := regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(metric, "")
			assert.True(t, there[metric] || there[base], "%s: there is no %s", name, metric)
		}
		for _, by := range asked.FindAllStringSubmatch(string(raw), -1) {
			for _, label := range strings.Split(by[1]+by[2], ", ") {
				assert.True(t, bounded[label] != "" || label == "job", "%s: there is no label %s", name, label)
			}
			for _, value := range strings.Split(by[3], "|") {
				assert.True(t, by[2] != "outcome" || slices.Contains(outcomes, dispatch.Outcome(value)), "%s: %s", name, value)
			}
		}
		for _, alert := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(string(raw), -1) {
			assert.Contains(t, string(operating), "| `"+alert[1]+"` |", "what to do about it")
		}
	}
}

// describedMetrics returns the names of all metrics in the source of package metrics.
func describedMetrics(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	named := regexp.MustCompile(`(?:counters|gauges|times|newDesc)\("(\w+)"|Name: "(\w+)"`)
	for _, s := range sources(t) {
		if s.pkg != "bot/metrics" {
			continue
		}
		for _, found := range named.FindAllStringSubmatch(strings.Join(s.lines, "\n"), -1) {
			all["madbot_"+found[1]+found[2]] = true
		}
	}
	return all
}

// TestMetrics_Path: metrics are served with the health checks if configured.
func TestMetrics_Path(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*probe{"404": newProbe(), "200": newProbe()} {
		if name == "200" {
			p.metrics = metrics.New(time.Now).Handler()
		}
		answer := httptest.NewRecorder()
		p.handler().ServeHTTP(answer, httptest.NewRequest("GET", metricsPath, nil))
		assert.Contains(t, answer.Result().Status, name)
	}
}
