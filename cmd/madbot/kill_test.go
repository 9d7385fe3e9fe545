package main

import (
	"context"
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/rules/engine"
	"madbot/rules/match"
	"madbot/storage"
)

// programEnv makes the binary of the tests be madbot itself, so that it can be killed.
const programEnv = "MADBOT_TEST_PROGRAM"

// soak has tests do at length what they do once otherwise: kill the bot, load it, play all scenarios in all ways.
var soak = flag.Bool("soak", false, "kill the bot often, load it for long, play all scenarios in all ways")

// kills returns how often a bot is killed.
func kills() int {
	if *soak {
		return 5
	}
	return 1
}

func TestMain(m *testing.M) {
	if os.Getenv(programEnv) != "" {
		smallEndings = func() *engine.Endings { return new(engine.Endings) } // which take half a second to build
		program(movable(os.Getenv(clockEnv)))
	}
	debug.SetGCPercent(400)             // a fifth of the time goes into collecting garbage otherwise
	_ = flag.Set("test.parallel", "16") // unless -parallel says otherwise: they wait for others more than for a core
	m.Run()
}

// TestKill kills the bot again and again while three people play six matches at once, two of each
// pair. Every turn that it said was played is stored; at the end one message shows each match, as
// it is; and no announcement made two messages.
func TestKill(t *testing.T) {
	t.Parallel()
	rounds := kills()
	v := newSubprocess(t)
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
	sent := v.requests.read()
	t.Logf("%d kills, %d turns acknowledged, %d announcements in %d posts", rounds, acknowledged,
		len(sent.keys), sent.posts)
}

// openStore opens the store at an address until the test ends.
func openStore(t testing.TB, address string) storage.Store {
	t.Helper()
	db, err := storage.Open(t.Context(), address, time.Now)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

// round lets people play, kills the bot in the middle, starts it again, and finds out what became
// of the turns that got no answer.
func (v *subprocess) round(pairings []*pairing) {
	v.t.Helper()
	playing, stop := v.playing(pairings)
	v.requests.await(v.ctx, rand.IntN(40)) // to be killed at any stage of a turn
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

// settleLimit is longer than the lease of a killed process, and the longest time until news are tried again.
const settleLimit = 7 * time.Minute

// check waits until one message shows each match, as it is, and each announcement has made one message, which
// stands or was removed.
func (v *subprocess) check(pairings []*pairing) {
	v.t.Helper()
	games := map[match.ID]played{}
	for _, p := range pairings {
		for _, g := range p.games() {
			games[g.id] = g
		}
	}
	if assert.Eventually(v.t, func() bool { return v.settled(games) }, settleLimit, 100*time.Millisecond,
		"not one message for each match and each announcement") {
		return
	}
	d := v.requests.read()
	v.t.Logf("%d announcements, %d messages removed", len(d.keys), len(d.removed))
	for _, m := range v.standing() {
		g := games[shownMatch(m)]
		v.t.Logf("%s has %d turns: %q", g.id, len(g.turns), m.Text())
	}
}

// settled reports whether what check waits for has come.
func (v *subprocess) settled(games map[match.ID]played) bool {
	d, standing := v.requests.read(), v.standing()
	if len(standing) != len(games) || len(d.keys) != len(d.removed)+len(standing) {
		return false
	}
	shown := map[match.ID]bool{}
	for _, m := range standing {
		if g, ok := games[shownMatch(m)]; ok && shows(m, g) {
			shown[g.id] = true
		}
	}
	return len(shown) == len(games)
}

// standing returns the messages that everybody sees.
func (v *subprocess) standing() []sandbox.Message {
	return slices.DeleteFunc(v.server.Actor("carol").Messages(v.place),
		func(m sandbox.Message) bool { return m.Ephemeral })
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

// requests reads the bot's requests, which a sandbox writes to it one by one.
type requests struct {
	mu sync.Mutex
	deliveries
	number  int
	awaited int           // as many
	come    chan struct{} // closed then; nil: nobody waits
}

// await waits for n more requests.
func (r *requests) await(ctx context.Context, n int) {
	r.mu.Lock()
	r.awaited, r.come = r.number+n, make(chan struct{})
	come := r.come
	r.mu.Unlock()
	select {
	case <-come:
	case <-ctx.Done():
	}
}

// Write implements io.Writer.
func (r *requests) Write(line []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.number++; r.come != nil && r.number >= r.awaited {
		close(r.come)
		r.come = nil
	}
	if r.keys == nil {
		r.keys, r.removed = map[string]bool{}, map[string]bool{}
	}
	if found := postedKey.FindSubmatch(line); found != nil {
		r.posts++
		r.keys[string(found[1])] = true
	}
	if found := removedPost.FindSubmatch(line); found != nil {
		r.removed[string(found[1])] = true
	}
	return len(line), nil
}

// read returns what was sent so far.
func (r *requests) read() deliveries {
	r.mu.Lock()
	defer r.mu.Unlock()
	return deliveries{r.posts, maps.Clone(r.keys), maps.Clone(r.removed)}
}
