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

// programEnv makes the test binary run as madbot, so that it can be killed.
const programEnv = "MADBOT_TEST_PROGRAM"

// soak makes tests repeat at length what they do once by default.
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
		restrictFamilies(os.Getenv(familiesEnv))
		smallEndings = func() *engine.Endings { return new(engine.Endings) } // building them takes half a second
		program(movable(os.Getenv(clockEnv)))
	}
	debug.SetGCPercent(400)             // otherwise a fifth of the time is spent on garbage collection
	_ = flag.Set("test.parallel", "16") // unless -parallel is given: tests wait for others more than for a core
	m.Run()
}

// TestKill kills the bot again and again while three people play six matches at once, two for each pair. Every
// acknowledged turn is stored, in the end one up-to-date message shows each match, and no announcement was posted
// twice.
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

func openStore(t testing.TB, address string) storage.Store {
	t.Helper()
	db, err := storage.Open(t.Context(), address, time.Now)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

// round lets people play, kills the bot, starts it again, and finds out which of the turns without a reply were played.
func (v *subprocess) round(pairings []*pairing) {
	v.t.Helper()
	playing, stop := v.playing(pairings)
	v.requests.await(v.ctx, rand.IntN(40)) // to kill it at any stage of a turn
	v.kill()
	stop() // no more answers come
	playing.Wait()
	v.start()
	for _, p := range pairings {
		p.resolve()
		if p.over() {
			p.begin()
		}
	}
}

// settleLimit is longer than the lease of a killed process, and than the longest pause before a post is retried.
const settleLimit = 7 * time.Minute

// check waits until one up-to-date message shows each match, and each announcement has made one message, which is still
// there or was removed.
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

// settled reports whether the state that check waits for is reached.
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

// deliveries is what the bot has posted and removed, according to its requests.
type deliveries struct {
	posts   int
	keys    map[string]bool // of the announcements
	removed map[string]bool // paths
	answers map[string]int  // first responses to each interaction, by path
}

var (
	postedKey   = regexp.MustCompile(`\\?"nonce\\?":\\?"([a-z0-9]+-[0-9]+)\\?"`)
	answerPath  = regexp.MustCompile(`"path":"([^"]*/interactions/[^"]*/callback)`)
	removedPost = regexp.MustCompile(`"method":"DELETE","path":"([^"]*/channels/[0-9]+/messages/[0-9]+)"`)
)

// requests reads the bot's requests, which a sandbox writes one by one.
type requests struct {
	mu sync.Mutex
	deliveries
	number  int
	awaited int           // number of requests awaited
	come    chan struct{} // closed when they have come; nil: nobody waits
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

func (r *requests) Write(line []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.number++; r.come != nil && r.number >= r.awaited {
		close(r.come)
		r.come = nil
	}
	if r.keys == nil {
		r.keys, r.removed, r.answers = map[string]bool{}, map[string]bool{}, map[string]int{}
	}
	if found := postedKey.FindSubmatch(line); found != nil {
		r.posts++
		r.keys[string(found[1])] = true
	}
	if found := answerPath.FindSubmatch(line); found != nil {
		r.answers[string(found[1])]++
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
	return deliveries{r.posts, maps.Clone(r.keys), maps.Clone(r.removed), maps.Clone(r.answers)}
}
