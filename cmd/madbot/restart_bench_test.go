package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkRestart restarts a bot that is told to end, while somebody uses it all the time. It tells how long nobody
// was answered who asked.
func BenchmarkRestart(b *testing.B) {
	v := newSubprocess(b)
	v.start()
	alice, gap := v.server.Actor("alice"), time.Duration(0)
	ask := func() error {
		_, err := alice.Command(v.ctx, v.place, "help")
		return err
	}
	for b.Loop() {
		require.NoError(b, ask())
		last := time.Now()
		v.stop()
		started := make(chan struct{})
		go func() { v.start(); close(started) }()
		require.NoError(b, v.server.AwaitArrivals(v.ctx, v.server.Arrivals()+1))
		require.NoError(b, ask())
		gap += time.Since(last)
		<-started
	}
	v.stop()
	b.ReportMetric(gap.Seconds()/float64(b.N), "s-gap/restart")
}
