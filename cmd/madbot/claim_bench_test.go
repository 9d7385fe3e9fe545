package main

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/storage/postgres/postgrestest"
)

// unclaimed is a dispatch.Claims that lets every process handle everything.
type unclaimed struct{}

func (unclaimed) ClaimInteraction(context.Context, string) (bool, error) { return true, nil }

// BenchmarkClaim taps on the panels of two bots over HTTP in turn. One claims interactions, the other does not. It
// reports the median time of a whole tap with each, and their ratio.
func BenchmarkClaim(b *testing.B) {
	for name, address := range map[string]func(testing.TB) string{
		"SQLite": func(testing.TB) string { return "" }, "PostgreSQL": postgrestest.New} {
		b.Run(name, func(b *testing.B) {
			taps := map[bool]*tapper{}
			for _, claims := range []bool{true, false} {
				s := newTapStageWith(b, nil, func(s *tapStage, cfg *Config, p *parts) {
					require.NoError(b, overHTTP(cfg, s.server))
					if at := address(b); at != "" {
						cfg.Storage.Path = at
					}
					if !claims {
						p.Claims = unclaimed{}
					}
				})
				alice := s.server.Actor("alice")
				id := match.PlayerID(alice.ID().String())
				s.choose(id, play.Settings{})
				s.match("m1", id, 4)
				taps[claims] = s.opens(alice, "m1")
			}
			took := map[bool][]time.Duration{}
			for b.Loop() {
				for claims, p := range taps {
					_, d, err := p.taps(control.isTap)
					require.NoError(b, err)
					took[claims] = append(took[claims], d)
				}
			}
			median := func(claims bool) float64 {
				slices.Sort(took[claims])
				return float64(took[claims][len(took[claims])/2].Microseconds())
			}
			b.ReportMetric(median(true), "µs/claimed")
			b.ReportMetric(median(false), "µs/unclaimed")
			b.ReportMetric(median(true)/median(false), "ratio")
		})
	}
}
