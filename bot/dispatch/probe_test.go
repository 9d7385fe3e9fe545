package dispatch

import (
	"bytes"
	"sync"

	"madbot/rules/match"
)

// The people and the place of the tests.
const (
	alice match.PlayerID = "101"
	bob   match.PlayerID = "102"
	carol match.PlayerID = "103"

	guildID   = "7001"
	channelID = "5001"
)

// safeBuffer is a bytes.Buffer for several goroutines.
type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
