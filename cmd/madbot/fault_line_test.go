package main

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// refusals are the error codes that Discord can be made to answer, with their HTTP status.
var refusals = map[int]int{429: 429, 500: 500, 10003: 404, 10008: 404, 30046: 429, 50001: 403, 50007: 403,
	50013: 403, 50083: 400, 50278: 400, 160005: 400, 160006: 400}

// callsOf are the calls that can be refused, by name.
var callsOf = map[string]*regexp.Regexp{
	"message":      regexp.MustCompile(`^POST .*/channels/\d+/messages$`),
	"removal":      regexp.MustCompile(`^DELETE .*/channels/\d+/messages/\d+$`),
	"edit":         regexp.MustCompile(`^PATCH .*/channels/\d+/messages/\d+$`),
	"thread":       regexp.MustCompile(`^POST .*/threads$`),
	"conversation": regexp.MustCompile(`^POST .*/users/@me/channels$`),
	"answer":       regexp.MustCompile(`^POST .*/interactions/.*/callback`),
}

// refusal is an error that Discord answers once.
type refusal struct {
	call *regexp.Regexp
	code int
	late bool // the call was carried out
}

// refuseNext makes Discord refuse a call, such as "50001 to the next message". "500 late to the next message" carries
// it out.
func (s *stage) refuseNext(words string) {
	s.t.Helper()
	code, call, _ := strings.Cut(words, " to the next ")
	code, late := strings.CutSuffix(code, " late")
	n, err := strconv.Atoi(code)
	require.NoError(s.t, err, words)
	require.Contains(s.t, refusals, n, words)
	require.Contains(s.t, callsOf, call, words)
	s.refuses.Store(&refusal{callsOf[call], n, late})
}

// refusedNow returns the refusal for r, once.
func (s *stage) refusedNow(r *http.Request) *sandbox.Fault {
	next := s.refuses.Load()
	if next == nil || !next.call.MatchString(r.Method+" "+r.URL.Path) || !s.refuses.CompareAndSwap(next, nil) {
		return nil
	}
	f := &sandbox.Fault{Status: refusals[next.code], Code: next.code, After: next.late, Message: "refused by the scenario"}
	if f.Status == http.StatusTooManyRequests {
		f.RetryAfter = 100 * time.Millisecond
	}
	if next.code < 1000 { // an HTTP status
		f.Code = 0
	}
	return f
}
