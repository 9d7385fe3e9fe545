package bot

import (
	"cmp"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

func (p pipes) Accept() (net.Conn, error) {
	if conn, ok := <-p; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error { close(p); return nil }

func (pipes) Addr() net.Addr { return &net.TCPAddr{} }

// TestOneFailure: what people finally see after one failure of each kind in each call that the bot makes, recorded in
// testdata/failures.txt.
func TestOneFailure(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	var mu sync.Mutex
	seen := map[string]map[string][]string{}
	synctest.Test(t, func(t *testing.T) {
		var running sync.WaitGroup
		for _, e := range errands() {
			seen[e.name] = map[string][]string{}
			for _, how := range failures {
				running.Go(func() {
					what := e.run(t, catalog, how)
					mu.Lock()
					defer mu.Unlock()
					seen[e.name][what] = append(seen[e.name][what], how)
				})
			}
		}
		running.Wait()
	})
	var table strings.Builder
	for _, e := range errands() {
		fmt.Fprintf(&table, "%s (%s)\n", e.name, e.call)
		for _, what := range slices.SortedFunc(maps.Keys(seen[e.name]), func(a, b string) int {
			return cmp.Or(len(seen[e.name][b])-len(seen[e.name][a]), strings.Compare(a, b))
		}) {
			hows := seen[e.name][what]
			slices.SortFunc(hows, func(a, b string) int {
				return slices.Index(failures, a) - slices.Index(failures, b)
			})
			fmt.Fprintf(&table, "  %s: %s\n", what, strings.Join(hows, " | "))
		}
	}
	golden(t, "failures.txt", []byte(table.String()))
}
