package main

import (
	"log/slog"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTrace: in the log of an evening, an interaction, the jobs that follow and their calls have the same id, and no
// line contains a token or anything that people typed.
func TestTrace(t *testing.T) {
	t.Parallel()
	logs, requests := &logBook{}, &logBook{}
	s := newStage(t, requests, func(p *parts) {
		all := &slog.HandlerOptions{Level: slog.LevelDebug}
		p.Log = slog.New(tracer{slog.NewTextHandler(logs, all)})
	})
	for _, name := range []string{"note/shared_after_end", "plan/planning_ahead", "turn/typed_on_panel"} {
		perform(s, scenario(t, name))
	}
	logs.lacks(t, s.typed)
	require.Greater(t, len(s.typed), 10)

	text := logs.text.String()
	tokens := regexp.MustCompile(`/(?:interactions|webhooks)/\d+/(\w+)`).FindAllStringSubmatch(requests.text.String(), -1)
	require.NotEmpty(t, tokens)
	for _, token := range tokens {
		assert.NotContains(t, text, token[1])
	}
	last := regexp.MustCompile(`msg=handled interaction=(\d+) kind=command what=move .*`).FindAllStringSubmatch(text, -1)
	require.NotEmpty(t, last)
	for _, route := range []string{"/interactions/{id}/[token]/callback status=204", "/channels/{id}/messages status=200"} {
		assert.Contains(t, text, "msg=call method=POST route="+route+" cause="+last[len(last)-1][1]+"\n")
	}
}
