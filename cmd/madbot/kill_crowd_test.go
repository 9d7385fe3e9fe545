package main

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/bot/sandbox"
	"madbot/rules"
	"madbot/rules/match"
)

const (
	leaguePlayers = 5 // of a season, who play ten matches
	leagueEnded   = 6 // of these matches, after which the killing may stop
	leagueTurns   = 6 // of a match, at least, before a side resigns
	leastKills    = 15
	leagueKills   = 50 // the most processes that are killed meanwhile
	crowdSize     = 8  // the others only enter the next season
)

// TestKill_Crowd kills one of several processes again and again while people enter and play a season of a league, ask
// for reviews and try puzzles. Nothing that the bot acknowledged is lost, each match is shown once, and the league's
// table agrees with the matches.
func TestKill_Crowd(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("what a kill does is seen in TestKill: -soak")
	}
	c := &crowd{cluster: newCluster(t, 3, overBalance, killed), entered: map[match.PlayerID]bool{},
		joined: map[match.PlayerID]bool{}, resigned: map[match.ID]bool{}, reviews: map[match.ID]bool{},
		tries: map[match.PlayerID]map[string]bool{}}
	c.hall = c.server.Channel("general")
	require.NoError(t, c.server.AwaitCommands(c.ctx, 1))
	c.openLeague()
	kills := 0
	pairings := c.season(func() {
		for kills < leagueKills && (kills < leastKills || !c.hasPlayed()) {
			c.requests.await(c.ctx, 60+rand.IntN(60))
			c.killOne()
			kills++
		}
	})
	turns := c.acknowledged(pairings)
	c.checkLeague()
	c.checkReviews()
	c.checkTries()
	c.checkBoards(pairings)
	checkStore(t, c.database)
	t.Logf("%d kills; acknowledged: %d turns, %d ends, %d reviews, %d puzzles, %d entries; %d without a reply", kills,
		turns, len(c.resigned), len(c.reviews), c.triedPuzzles(), len(c.joined)+len(c.entered), c.missed+int(c.failed.Load()))
}

// crowd is people who do much at the same time.
type crowd struct {
	*cluster
	hall sandbox.Snowflake // the channel of their league

	mu       sync.Mutex // guards what the bot has acknowledged
	joined   map[match.PlayerID]bool
	entered  map[match.PlayerID]bool // in the second season, or left it again
	resigned map[match.ID]bool
	reviews  map[match.ID]bool
	tries    map[match.PlayerID]map[string]bool // puzzles
	missed   int                                // replies that did not come
}

// idOf returns the id of a person as a player.
func idOf(who *sandbox.Actor) match.PlayerID { return match.PlayerID(who.ID().String()) }

// ask lets somebody act, and returns the reply once it is complete. It returns false if no reply came in time.
func (c *crowd) ask(who *sandbox.Actor, act func(context.Context) (sandbox.Answer, error)) (
	m sandbox.Message, ok bool) {
	ctx, cancel := context.WithTimeout(c.ctx, c.patient)
	defer cancel()
	answer, err := act(ctx)
	if err == nil && answer.Message != nil {
		m = *answer.Message
		for m.Thinking && err == nil {
			m, err = who.AwaitMessage(ctx, m.ChannelID, func(now sandbox.Message) bool {
				return now.ID == m.ID && !now.Thinking
			})
		}
	}
	if err != nil || answer.Message == nil {
		c.mu.Lock()
		c.missed++
		c.mu.Unlock()
		return m, false
	}
	return m, true
}

func (c *crowd) command(who *sandbox.Actor, name string) (sandbox.Message, bool) {
	return c.ask(who, func(ctx context.Context) (sandbox.Answer, error) { return who.Command(ctx, c.hall, name) })
}

// press presses the button with a label, if m has one.
func (c *crowd) press(who *sandbox.Actor, m sandbox.Message, label string) (sandbox.Message, bool) {
	button, has := m.Labelled(label)
	if !has || button.Disabled {
		return m, false
	}
	return c.ask(who, func(ctx context.Context) (sandbox.Answer, error) { return who.Click(ctx, m.ID, button.CustomID) })
}

// openLeague opens a league, before anything is killed.
func (c *crowd) openLeague() {
	c.t.Helper()
	alice := c.server.Actor("alice")
	m, _ := c.command(alice, "league")
	m, ok := c.press(alice, m, "Start a league here")
	require.True(c.t, ok && strings.Contains(m.Text(), "Players so far"), m.Text())
}

// season lets people enter the league and play its season, and everybody do everything else, until do returns. It
// returns the pairings of those who played.
func (c *crowd) season(do func()) (pairings []*pairing) {
	c.t.Helper()
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	everybody := c.server.Everybody()
	var busy, entering sync.WaitGroup
	for _, who := range everybody[:leaguePlayers] {
		entering.Go(func() { c.join(ctx, who) })
	}
	for i, who := range everybody {
		busy.Go(func() { c.live(ctx, who, i >= leaguePlayers) })
	}
	begun := make(chan []*pairing, 1)
	busy.Go(func() {
		entering.Wait()
		c.startSeason()
		all := c.leaguePairings()
		for i, p := range all {
			busy.Go(func() { c.playLeague(ctx, p, i > 0) }) // one match stays open, or the season would end
		}
		begun <- all
	})
	do()
	c.starting.Wait() // later starts would miss the test's context
	stop()
	busy.Wait()
	return <-begun
}

// join lets somebody enter the first season.
func (c *crowd) join(ctx context.Context, who *sandbox.Actor) {
	for ctx.Err() == nil {
		m, _ := c.command(who, "league")
		if m, _ = c.press(who, m, "Join"); strings.Contains(m.Text(), "You're in.") {
			c.mu.Lock()
			c.joined[idOf(who)] = true
			c.mu.Unlock()
			return
		}
	}
}

// startSeason makes the season due.
func (c *crowd) startSeason() {
	guild := sandbox.GuildID.String()
	assert.NoError(c.t, c.store.Do(c.ctx, func(tx play.Tx) error {
		l, err := tx.League(c.ctx, guild)
		if err != nil {
			return err
		}
		l.Until = tx.Now()
		if err := tx.SaveLeague(c.ctx, l); err != nil {
			return err
		}
		return tx.Schedule(c.ctx, play.JobLeague, play.Subject(play.JobLeague, guild), tx.Now())
	}))
}

// pairs returns the pairs of the first season, once it has begun.
func (c *crowd) pairs() []season.Pair {
	pairs, err := c.store.Pairs(c.ctx, sandbox.GuildID.String(), 1)
	assert.NoError(c.t, err)
	return pairs
}

// leaguePairings waits until the season has begun, and returns the pairings of its matches.
func (c *crowd) leaguePairings() (all []*pairing) {
	assert.Eventually(c.t, func() bool { return len(c.pairs()) > 0 }, settleLimit, 50*time.Millisecond)
	names := map[match.PlayerID]string{}
	for _, who := range c.server.Everybody() {
		names[idOf(who)] = who.Name()
	}
	for i, pair := range c.pairs() {
		m, err := c.store.Match(c.ctx, pair.Match)
		assert.NoError(c.t, err)
		all = append(all, &pairing{subprocess: c.subprocess, chance: rand.New(rand.NewPCG(uint64(i), 2)), id: pair.Match,
			people: [2]string{names[m.Players.Of(rules.Red)], names[m.Players.Of(rules.Blue)]}, game: m.Game.Clone(),
			pending: rules.NoTurn})
	}
	return all
}

// hasPlayed reports whether enough was done while processes were killed.
func (c *crowd) hasPlayed() bool {
	ended := 0
	for _, p := range c.pairs() {
		if p.Ended != 0 {
			ended++
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return ended >= leagueEnded && len(c.reviews) > 1 && len(c.tries) > leaguePlayers
}

// live lets somebody try puzzles, ask for reviews and, if free, enter and leave the next season until ctx ends.
func (c *crowd) live(ctx context.Context, who *sandbox.Actor, free bool) {
	for n := 0; ctx.Err() == nil; n++ {
		c.tryPuzzle(who)
		c.askReview(who)
		if free && n%4 == 0 {
			c.changeMind(who)
		}
		select {
		case <-ctx.Done():
		case <-time.After(rand.N(time.Second)):
		}
	}
}
