package main

import (
	"context"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/bot/play/analysis"
	"madbot/bot/play/gate"
	"madbot/bot/play/worker"
)

// TestGate_Ports: what searches positions takes nothing but a gate.Question, which a gate lets pass. Reviews alone take
// a game: play.Reviews.Judged hides what a reader may not know.
func TestGate_Ports(t *testing.T) {
	t.Parallel()
	about := []reflect.Type{reflect.TypeFor[context.Context](), reflect.TypeFor[gate.Question]()}
	other := []string{"Review", "Judge", "Version", "Load"} // of games that are over, or of no game
	for _, port := range []reflect.Type{reflect.TypeFor[play.Analyst](), reflect.TypeFor[play.Reviewer](),
		reflect.TypeFor[worker.Chooser](), reflect.TypeFor[*analysis.Analyst]()} {
		for i := range port.NumMethod() {
			m := port.Method(i)
			if slices.Contains(other, m.Name) {
				continue
			}
			var takes []reflect.Type
			for j := range m.Type.NumIn() {
				if in := m.Type.In(j); in != port {
					takes = append(takes, in)
				}
			}
			assert.Equal(t, about, takes, "%v.%s asks the engine without a gate", port, m.Name)
		}
	}
}

// TestGate_Verdicts: only how a match counts is asked without a gate, where nobody sees the answer.
func TestGate_Verdicts(t *testing.T) {
	t.Parallel()
	may := []string{"bot/play/clock.go", "bot/league/job.go", "bot/play/gate/question.go"}
	judges := regexp.MustCompile(`\bAskVerdict\(|\bReviewer\.Judge\(|\breviewer\.Judge\(`)
	may = append(may, "bot/play/review.go", "bot/play/worker/review.go") // Judge: for readers, and for puzzles that are kept
	for _, s := range sources(t) {
		if s.test || slices.ContainsFunc(may, func(path string) bool { return strings.HasSuffix(s.path, path) }) {
			continue
		}
		for i, line := range s.lines {
			assert.NotRegexp(t, judges, line, "%s:%d: goes round the gate", s.path, i+1)
		}
	}
}
