package analysis

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// A lone search uses all cores, until another is asked for, whether that starts at once or waits.
func TestPool_TheLoneSearchGetsAllCores(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 2} {
		synctest.Test(t, func(t *testing.T) {
			p := newPool(size, 4, time.Now)
			began, gave := time.Now(), time.Duration(0)
			lone := func(ctx context.Context, g grant) {
				assert.Equal(t, 4, g.threads)
				<-g.crowded
				gave = time.Since(began)
				<-ctx.Done()
			}
			go func() { _ = p.run(t.Context(), urgent, lone) }()
			time.Sleep(100 * time.Millisecond)
			second := func(_ context.Context, g grant) { assert.Equal(t, grant{g.share, 1, nil}, g) }
			if size == 1 { // it starts when the first has ended, and is alone then
				second = func(_ context.Context, g grant) { assert.Equal(t, 4, g.threads) }
			}
			assert.NoError(t, p.run(t.Context(), urgent, second))
			synctest.Wait()
			assert.Equal(t, 100*time.Millisecond, gave)
		})
	}
}

// The cores are taken back once, however many ask for a search after that.
func TestPool_CrowdedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPool(1, 2, time.Now)
		release := occupy(t, p)
		defer release()
		gone, goAway := context.WithCancel(t.Context())
		goAway()
		for range 3 {
			assert.NotPanics(t, func() {
				err := p.run(gone, urgent, func(context.Context, grant) { t.Error("searched") })
				assert.ErrorIs(t, err, context.Canceled)
			})
		}
	})
}

// On one core a lone search is like any other.
func TestPool_OneCore(t *testing.T) {
	t.Parallel()
	p := newPool(1, 1, time.Now)
	assert.NoError(t, p.run(t.Context(), urgent, func(_ context.Context, g grant) {
		assert.Equal(t, grant{g.share, 1, nil}, g)
	}))
}
