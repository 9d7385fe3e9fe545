package sandbox_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
)

// TestPageTour: an empty channel with the bot says what to try, and its buttons run commands; the clock in the bar sets
// the sandbox's time ahead.
func TestPageTour(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			jumped := make(chan time.Duration, 1)
			server := &sandbox.Server{
				Tour: &sandbox.Tour{Text: []string{"Press a face."}, Tries: []sandbox.Try{{Label: "Try it", Line: "/card"}}},
				Jump: func(_ context.Context, by time.Duration) error { jumped <- by; return nil },
			}
			p := openPage(t, server, size, script{
				"/card": func(b *scriptBot, e event) { b.answerWithPicture(e, "board.png", card()) },
			})
			p.See(id("tour"), "Press a face.")
			p.Click(id("clock"), "")
			p.See(id("menu"), "1 week ahead")
			p.Shot("clock")
			p.Type(pagetest.Escape)
			p.Click(id("try"), "")
			p.See(id("container"), "Match 1")
			p.Shot("tried")
			p.Click(id("clock"), "")
			p.Click(pagetest.ID("menu-item", "name", "Jump 1 day ahead"), "")
			assert.Equal(t, 24*time.Hour, <-jumped)
		})
	}
}

// TestPageWithoutTour: a server without a clock to set and without a tour shows neither.
func TestPageWithoutTour(t *testing.T) {
	pagetest.Parallel(t)
	p := openPage(t, &sandbox.Server{}, pagetest.Desk, script{})
	p.See(id("messages"), "")
	p.Gone(id("tour"), "")
	p.Gone(id("clock")+":not([hidden])", "")
}
