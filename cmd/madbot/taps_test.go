package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/sandbox"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// tapStage is a sandbox, an App with its database on disk, and people with open panels.
type tapStage struct {
	t      testing.TB
	ctx    context.Context
	server *sandbox.Server
	app    *App
	random *rand.Rand
}

// tapLimit bounds a test on a tapStage.
const tapLimit = 10 * time.Minute

// newTapStage opens a tapStage. It records the bot's requests to requests unless that is nil.
func newTapStage(t testing.TB, requests io.Writer) *tapStage {
	t.Helper()
	return newTapStageWith(t, requests, func(*tapStage, *Config, *parts) {})
}

// newTapStageWith is newTapStage with a function that changes what the App is made of.
func newTapStageWith(t testing.TB, requests io.Writer, change func(*tapStage, *Config, *parts)) *tapStage {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), tapLimit)
	logs := &logBook{}
	s := &tapStage{t: t, ctx: ctx, random: rand.New(rand.NewPCG(1, 2)),
		server: &sandbox.Server{Record: requests, Deadline: patience}}
	web := httptest.NewServer(s.server)
	cfg := defaultConfig()
	cfg.Discord.BaseURL, cfg.Health.Addr = web.URL, ""
	cfg.Storage.Path = filepath.Join(t.TempDir(), "madbot.db")
	p := newParts(sandbox.DefaultToken, slog.New(slog.NewTextHandler(logs, nil)))
	p.alive = time.Hour
	change(s, &cfg, &p)
	var err error
	s.app, err = newApp(ctx, cfg, p)
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- s.app.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		assert.NoError(t, <-ended)
		assert.NoError(t, s.app.Close())
		assert.NoError(t, s.server.Close())
		web.Close()
		assert.Empty(t, s.server.Unhandled())
		assert.NotContains(t, logs.text.String(), "level=ERROR")
	})
	require.NoError(t, s.server.AwaitBot(ctx))
	require.NoError(t, s.server.AwaitCommands(ctx, 1))
	return s
}

// match saves a match against Bob after that many random turns, with p to move.
func (s *tapStage) match(id match.ID, p match.PlayerID, plies int) {
	s.t.Helper()
	o := rules.Options{Board: rules.Boards()[plies%2], Positioning: plies%4 < 2}
	g := rules.NewGame(o)
	for g.Ply() < plies {
		position := g.Position()
		turns := position.AppendTurns(nil)
		turn := turns[s.random.IntN(len(turns))]
		if next := position.Play(turn); !next.Outcome(0).Over() {
			require.NoError(s.t, g.Play(turn))
		}
	}
	side := match.PlayRed
	if position := g.Position(); position.Side() == rules.Blue {
		side = match.PlayBlue
	}
	bob, now := match.PlayerID(sandbox.BobID.String()), time.Now().UTC().Truncate(time.Millisecond)
	m, proposed, err := match.Propose(match.Proposal{ID: id, By: p, To: bob,
		Terms: match.Terms{Options: o, Side: side}}, now)
	require.NoError(s.t, err)
	accepted, err := m.As(bob).Accept(rules.NoColor, now)
	require.NoError(s.t, err)
	m.Game = g
	kept := play.Match{Match: m, Delivery: play.Delivery{
		Venue: play.Venue{Guild: sandbox.GuildID.String(), Channel: sandbox.MadID.String()}}}
	require.NoError(s.t, s.app.db.Do(s.ctx, func(tx play.Tx) error {
		return tx.CreateMatch(s.ctx, kept, append(proposed, accepted...))
	}))
}

// choose saves a player's settings.
func (s *tapStage) choose(p match.PlayerID, settings play.Settings) {
	s.t.Helper()
	require.NoError(s.t, s.app.db.Do(s.ctx, func(tx play.Tx) error {
		return tx.SavePlayer(s.ctx, play.Player{ID: p, Met: time.Now(), Settings: settings})
	}))
}

// control is something to press, or to pick in a menu.
type control struct {
	custom string
	values []string
	id     ui.ID // with the picked value as its argument
}

// isTap reports whether c only shows another panel.
func (c control) isTap() bool {
	choice := ui.ReadTap(c.id.Arg)
	return c.id.Verb == ui.Tap && choice.Turn == ""
}

// controlsOf returns everything that can be pressed or picked.
func controlsOf(list []sandbox.Component) (all []control) {
	for _, c := range list {
		all = append(all, controlsOf(c.Components)...)
		id, err := ui.ParseID(c.CustomID)
		switch {
		case err != nil || c.Disabled:
		case len(c.Options) == 0:
			all = append(all, control{c.CustomID, nil, id})
		}
		for _, o := range c.Options {
			id.Arg = o.Value
			all = append(all, control{c.CustomID, []string{o.Value}, id})
		}
	}
	return all
}

// tapper is somebody with an open panel.
type tapper struct {
	*tapStage
	actor  *sandbox.Actor
	random *rand.Rand
	shown  sandbox.Message
}

// opens lets somebody open the panel of a match.
func (s *tapStage) opens(actor *sandbox.Actor, id match.ID) *tapper {
	s.t.Helper()
	answer, err := actor.Command(s.ctx, sandbox.MadID, "play", sandbox.Option{Name: "game", Value: string(id)})
	require.NoError(s.t, err)
	require.NotNil(s.t, answer.Message)
	require.False(s.t, answer.Message.Thinking)
	p := &tapper{s, actor, rand.New(rand.NewPCG(s.random.Uint64(), 1)), *answer.Message}
	require.NoError(s.t, p.awaitPanel())
	return p
}

// awaitPanel waits for what replaces "One moment…".
func (p *tapper) awaitPanel() (err error) {
	id := p.shown.ID
	p.shown, err = p.actor.AwaitMessage(p.ctx, sandbox.MadID, func(m sandbox.Message) bool {
		return m.ID == id && !strings.Contains(m.Text(), "One moment…")
	})
	return err
}

// taps uses a random control that wanted accepts. It returns the control, and the time until the panel had changed. It
// may be called from any goroutine.
func (p *tapper) taps(wanted func(control) bool) (control, time.Duration, error) {
	var list []control
	for _, c := range controlsOf(p.shown.Components) {
		if wanted(c) {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return control{}, 0, fmt.Errorf("nothing to tap on %q", p.shown.Text())
	}
	c := list[p.random.IntN(len(list))]
	began := time.Now()
	answer, err := p.actor.Select(p.ctx, p.shown.ID, c.custom, c.values...)
	if err != nil {
		return c, time.Since(began), fmt.Errorf("%s: %w", c.custom, err)
	}
	if answer.Message == nil || answer.Message.ID != p.shown.ID || answer.Message.Thinking {
		return c, time.Since(began), fmt.Errorf("%s: not a panel in place of the other: %+v", c.custom, answer)
	}
	err = p.awaitPanel()
	took := time.Since(began)
	if err == nil && strings.Contains(p.shown.Text(), "moved on") {
		err = fmt.Errorf("%s is stale: %s", c.custom, p.shown.Text())
	}
	return c, took, err
}
