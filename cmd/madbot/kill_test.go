package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/storage"
)

// programEnv makes the binary of the tests be madbot itself, so that it can be killed.
const programEnv = "MADBOT_TEST_PROGRAM"

// kills is how often TestKill kills the bot; -short takes fewer.
var kills = flag.Int("kills", 8, "how often TestKill kills the bot")

func TestMain(m *testing.M) {
	if os.Getenv(programEnv) != "" {
		main()
	}
	os.Exit(m.Run())
}

// TestKill kills the bot again and again while three people play six matches at once, two of each
// pair. Every turn that it said was played is stored; at the end one message shows each match, as
// it is; and no announcement made two messages.
func TestKill(t *testing.T) {
	t.Parallel()
	rounds := *kills
	if testing.Short() {
		rounds = min(rounds, 3) // with the race detector each start takes long
	}
	v := newSubprocess(t, rounds)
	v.start()
	pairings := v.pairings()
	for range rounds {
		v.round(pairings)
	}
	v.check(pairings)
	v.stop()
	checkStore(t, v.database)
	acknowledged := 0
	db := openStore(t, v.database)
	for _, p := range pairings {
		for _, g := range p.games() {
			m, err := db.Match(t.Context(), g.id)
			require.NoError(t, err)
			assert.Equal(t, g.turns, m.Game.Turns(), "match %s", g.id)
			acknowledged += g.acknowledged
		}
	}
	sent := v.sent()
	t.Logf("%d kills, %d turns acknowledged, %d announcements in %d posts", rounds, acknowledged,
		len(sent.keys), sent.posts)
}

// openStore opens the store at an address until the test ends.
func openStore(t testing.TB, address string) storage.Store {
	t.Helper()
	db, err := storage.Open(t.Context(), address)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

// round lets people play, kills the bot in the middle, starts it again, and finds out what became
// of the turns that got no answer.
func (v *subprocess) round(pairings []*pairing) {
	v.t.Helper()
	playing, stop := v.playing(pairings)
	time.Sleep(v.pause()) // to be killed at any stage of a turn
	v.kill()
	stop() // no answer comes any more
	playing.Wait()
	v.start()
	for _, p := range pairings {
		p.resolve()
		if p.over() {
			p.begin()
		}
	}
}

// check waits until one message shows each match, as it is.
func (v *subprocess) check(pairings []*pairing) {
	v.t.Helper()
	var games []played
	for _, p := range pairings {
		games = append(games, p.games()...)
	}
	ctx, cancel := context.WithTimeout(v.ctx, 2*patience) // longer than the lease of who was killed
	defer cancel()
	all, err := v.server.Actor("carol").AwaitMessages(ctx, v.place,
		func(all []sandbox.Message) bool {
			return len(public(all)) == len(games) && !slices.ContainsFunc(games,
				func(g played) bool { return !shows(all, g) })
		})
	standing := public(all)
	if !assert.NoError(v.t, err, "not one message for each match") {
		for _, g := range games {
			v.t.Logf("%s has %d turns", g.id, len(g.turns))
		}
		for _, m := range standing {
			v.t.Logf("%s: %q", shownMatch(m), m.Text())
		}
		return
	}
	assert.Eventually(v.t, func() bool { // a removal is seen before it is recorded
		sent := v.sent()
		return len(sent.keys) == len(sent.removed)+len(standing)
	}, patience/6, 100*time.Millisecond, "not as many announcements as messages, removed or standing")
}

// public returns the messages that everybody sees.
func public(all []sandbox.Message) []sandbox.Message {
	return slices.DeleteFunc(slices.Clone(all), func(m sandbox.Message) bool { return m.Ephemeral })
}

// deliveries is what the bot posted and removed, by its requests.
type deliveries struct {
	posts   int
	keys    map[string]bool // of the announcements
	removed map[string]bool // paths
}

var (
	postedKey   = regexp.MustCompile(`\\?"nonce\\?":\\?"([a-z0-9]+-[0-9]+)\\?"`)
	removedPost = regexp.MustCompile(`"method":"DELETE","path":"([^"]*/channels/[0-9]+/messages/[0-9]+)"`)
)

// sent reads the record of the bot's requests.
func (v *subprocess) sent() deliveries {
	d := deliveries{keys: map[string]bool{}, removed: map[string]bool{}}
	for line := range bytes.Lines(v.requests.bytes()) {
		if found := postedKey.FindSubmatch(line); found != nil {
			d.posts++
			d.keys[string(found[1])] = true
		}
		if found := removedPost.FindSubmatch(line); found != nil {
			d.removed[string(found[1])] = true
		}
	}
	return d
}

// log is a Writer that can be read meanwhile.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) bytes() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.text.Bytes())
}
