package sandbox_test

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// stuck is a page that stopped reading.
type stuck struct {
	http.ResponseWriter
	begun   sync.Once
	blocked chan struct{} // closed when the first event is being written
	release chan struct{}
}

func (s *stuck) Flush() {}
func (s *stuck) Write(p []byte) (int, error) {
	s.begun.Do(func() { close(s.blocked) })
	<-s.release
	return len(p), nil
}

func TestPageThatCannotKeepUpIsCutOff(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	page := &stuck{ResponseWriter: httptest.NewRecorder(), blocked: make(chan struct{}),
		release: make(chan struct{})}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r := httptest.NewRequest("GET", "/sandbox/events", nil)
		b.ServeHTTP(page, r.WithContext(t.Context()))
	}()
	<-page.blocked
	for range 200 { // two events each
		_, err := b.Actor("bob").Say(sandbox.MadID, "hello")
		require.NoError(t, err)
	}
	close(page.release)
	select {
	case <-ended:
	case <-within(t).Done():
		t.Fatal("the stream goes on with a gap in it")
	}
}
