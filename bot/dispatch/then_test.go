package dispatch

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/ui"
)

// TestReply_Each: a change is made to a message, and to all that take its place.
func TestReply_Each(t *testing.T) {
	t.Parallel()
	then := func(text string, next func(context.Context) (Reply, bool)) func(context.Context) (Reply, bool) {
		return func(context.Context) (Reply, bool) {
			return Reply{Message: ui.Message{Text: text}, Then: next}, text != ""
		}
	}
	r := Reply{Message: ui.Message{Text: "a"}, Then: then("b", then("c", then("", nil)))}
	var said []string
	for r, there := r.Map(func(m ui.Message) ui.Message { m.Text += "!"; return m }), true; there; {
		said = append(said, r.Message.Text)
		if r.Then == nil {
			break
		}
		r, there = r.Then(t.Context())
	}
	assert.Equal(t, []string{"a!", "b!", "c!"}, said)
}

// TestReply_Then: what takes the place of an answer is shown, and what takes the place of that, while there is more.
func TestReply_Then(t *testing.T) {
	t.Parallel()
	in := fixture(t, aCommand)
	synctest.Test(t, func(t *testing.T) {
		step := func(text string, next func(context.Context) (Reply, bool)) func(context.Context) (Reply, bool) {
			return func(ctx context.Context) (Reply, bool) {
				select {
				case <-time.After(50 * time.Second):
				case <-ctx.Done():
				}
				return Reply{Message: ui.Message{Text: text}, Then: next}, ctx.Err() == nil
			}
		}
		var again func(context.Context) (Reply, bool)
		again = func(ctx context.Context) (Reply, bool) { return step("again", again)(ctx) }
		p := newProbe(t, func(context.Context, *Call) (Reply, error) {
			r := InPrivate("at first")
			r.Then = step("then", step("and then", again))
			return r, nil
		}, false)
		p.Start(t.Context(), in)
		time.Sleep(time.Hour)
		synctest.Wait()
		var said []string
		for _, call := range p.out.said() {
			said = append(said, call.what+" "+call.message.Content)
		}
		require.Greater(t, len(said), 3)
		assert.Equal(t, "edit then", said[1])
		assert.Equal(t, "edit and then", said[2])
		assert.Equal(t, "edit again", said[3])
		assert.Len(t, said, 1+16, "as long as Discord takes it")
		require.True(t, p.Drain(time.Minute))
	})
}
