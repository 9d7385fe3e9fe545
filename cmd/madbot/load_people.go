package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"madbot/bot/safely"
	"madbot/bot/sandbox"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage"
	"madbot/storage/sqlstore"
)

// measure starts the bot, lets people use it, and stops it.
func (p loadPlan) measure(ctx context.Context, server *sandbox.Server, bots loadBots, std stdio) (r loadReport,
	err error) {
	defer func() {
		worked, failed := bots.end()
		if r.worked = worked; err == nil {
			err = failed
		}
	}()
	if err := bots.start(ctx, std); err != nil {
		return r, err
	}
	ready, cancel := context.WithTimeout(ctx, botPatience)
	defer cancel()
	if err := errors.Join(server.AwaitBot(ready), server.AwaitCommands(ready, 1)); err != nil {
		return r, fmt.Errorf("the bot did not come online: %w", err)
	}
	if r, err = p.use(ctx, server); err != nil {
		return r, err
	}
	r.memory = bots.memory()
	r.size, err = p.size(ctx)
	return r, err
}

// use lets people use the bot for as long as p says.
func (p loadPlan) use(ctx context.Context, server *sandbox.Server) (r loadReport, err error) {
	limit := rate.NewLimiter(rate.Inf, 1)
	if p.rate > 0 {
		limit = rate.NewLimiter(rate.Limit(p.rate), 1)
	}
	began := time.Now()
	last, cancel := context.WithDeadline(ctx, began.Add(p.last))
	defer cancel()
	var mu sync.Mutex
	var people errgroup.Group
	everybody := server.Everybody()
	for i := 0; i+1 < p.people; i += 2 {
		pair := &loadPair{people: [2]*sandbox.Actor(everybody[i : i+2]), place: server.Place(i / 2 % p.servers), limit: limit,
			chance: rand.New(rand.NewPCG(uint64(i), 1))}
		people.Go(func() error {
			err := safely.Do(func() error { return pair.play(last) })
			mu.Lock()
			defer mu.Unlock()
			r.answers, r.turns, r.failed = append(r.answers, pair.answers...), r.turns+pair.turns, r.failed+pair.failed
			return err
		})
	}
	err = people.Wait()
	r.took = time.Since(began)
	slices.Sort(r.answers)
	return r, err
}

func (p loadPlan) size(ctx context.Context) (n int, err error) {
	if info, err := os.Stat(p.store); err == nil {
		log, err := os.Stat(p.store + "-wal")
		if err != nil {
			return int(info.Size()), nil
		}
		return int(info.Size() + log.Size()), nil
	}
	db, err := storage.Open(ctx, p.store, time.Now)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	return n, db.Snapshot(ctx, func(c sqlstore.Conn) error {
		return c.QueryRowContext(ctx, "SELECT pg_database_size(current_database())").Scan(&n)
	})
}

// loadPair is two people who play one game after another, and use other commands between turns.
type loadPair struct {
	people [2]*sandbox.Actor // Red, Blue
	place  sandbox.Snowflake
	limit  *rate.Limiter
	chance *rand.Rand

	id   match.ID // empty: they are not playing
	game rules.Game

	answers       []time.Duration
	turns, failed int
}

// play lets the pair act until ctx ends. It returns an error if the sandbox refuses an action, because a real client
// could not have sent it.
func (p *loadPair) play(ctx context.Context) error {
	for ctx.Err() == nil {
		var err error
		switch n := p.chance.IntN(10); {
		case p.id == "":
			err = p.begin(ctx)
		case n < 6:
			err = p.turn(ctx)
		case n < 8:
			_, err = p.command(ctx, p.people[n%2], "games")
		default:
			_, err = p.command(ctx, p.people[n%2], "board", sandbox.Option{Name: "game", Value: string(p.id)})
		}
		switch {
		case errors.Is(err, sandbox.ErrNoAnswer):
			p.failed++
			p.id = "" // its outcome is unknown
		case errors.Is(err, context.Canceled):
			return nil
		case err != nil && ctx.Err() == nil:
			return err
		}
	}
	return nil
}

// timed waits for the pair's next slot, acts, and records how long the answer took.
func (p *loadPair) timed(ctx context.Context, do func() (sandbox.Answer, error)) (sandbox.Answer, error) {
	if p.limit.Wait(ctx) != nil {
		return sandbox.Answer{}, context.Canceled // the test ends before the slot
	}
	began := time.Now()
	answer, err := do()
	if err == nil {
		p.answers = append(p.answers, time.Since(began))
	}
	return answer, err
}

func (p *loadPair) command(ctx context.Context, who *sandbox.Actor, name string,
	options ...sandbox.Option) (answer sandbox.Answer, err error) {
	return p.timed(ctx, func() (sandbox.Answer, error) { return who.Command(ctx, p.place, name, options...) })
}

// click presses a button of a message by its label.
func (p *loadPair) click(ctx context.Context, who *sandbox.Actor, m sandbox.Message, label string) (ui.ID, error) {
	button, ok := m.Labelled(label)
	if !ok {
		return ui.ID{}, fmt.Errorf("there is no button %q", label)
	}
	id, err := ui.ParseID(button.CustomID)
	if err != nil {
		return ui.ID{}, err
	}
	_, err = p.timed(ctx, func() (sandbox.Answer, error) { return who.Click(ctx, m.ID, button.CustomID) })
	return id, err
}

// begin starts a game: Red challenges and Blue accepts.
func (p *loadPair) begin(ctx context.Context) error {
	red, blue := p.people[0], p.people[1]
	_, err := p.command(ctx, red, "challenge", sandbox.Option{Name: "opponent", Value: blue.ID().String()},
		sandbox.Option{Name: "side", Value: "red"})
	if err != nil {
		return err
	}
	card, err := blue.AwaitMessage(ctx, p.place, func(m sandbox.Message) bool {
		_, open := m.Labelled("Accept")
		return open && strings.Contains(m.Text(), red.ID().String()) && strings.Contains(m.Text(), blue.ID().String())
	})
	if err != nil {
		return err
	}
	id, err := p.click(ctx, blue, card, "Accept")
	p.id, p.game = id.Match, rules.NewGame(rules.DefaultOptions())
	return err
}

func (p *loadPair) turn(ctx context.Context) error {
	position := p.game.Position()
	turns := position.AppendTurns(nil)
	turn, who := turns[p.chance.IntN(len(turns))], p.people[p.game.Ply()%2]
	answer, err := p.command(ctx, who, "move", sandbox.Option{Name: "turn", Value: turn.String()},
		sandbox.Option{Name: "game", Value: string(p.id)})
	if err != nil || answer.Message == nil {
		return err
	}
	if _, asks := answer.Message.Labelled("Play it"); asks { // it exposes the corvette
		if _, err := p.click(ctx, who, *answer.Message, "Play it"); err != nil {
			return err
		}
	}
	p.turns++
	if err := p.game.Play(turn); err != nil {
		return err
	}
	if p.game.Outcome().Over() {
		p.id = ""
	}
	return nil
}
