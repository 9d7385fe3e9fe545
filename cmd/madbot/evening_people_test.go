package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/sandbox"
	"madbot/rules"
)

// play plays one match after another. Each turn is tried until it is played.
func (e *evening) play(p *pairing) {
	for e.pause(rand.N(thought)) {
		if p.over() {
			e.over <- p
			select {
			case <-p.resumed:
			case <-e.ended:
				return
			}
		}
		e.turn(p)
	}
}

// turn tries a turn, and finds out whether it was played.
func (e *evening) turn(p *pairing) {
	if p.pending == rules.NoTurn && !p.choose() {
		return
	}
	who := e.server.Actor(p.people[p.game.Ply()%2])
	option := []sandbox.Option{{Name: "turn", Value: p.pending.String()}, {Name: "game", Value: string(p.id)}}
	m, ok := e.ask(p, who, func(ctx context.Context) (sandbox.Answer, error) {
		return who.Command(ctx, p.place, "move", option...)
	})
	if button, asked := m.Labelled("Play it"); asked && ok { // it exposes the corvette
		m, ok = e.ask(p, who, func(ctx context.Context) (sandbox.Answer, error) {
			return who.Click(ctx, m.ID, button.CustomID)
		})
	}
	e.moveHere(p, who, m)
	if ok && (strings.HasPrefix(m.Text(), "Played") || strings.HasPrefix(m.Text(), "You passed")) {
		p.acks++
		p.played()
		return
	}
	if ok {
		line, _, _ := strings.Cut(m.Text(), "\n")
		line, _, _ = strings.Cut(line, " the number ")
		e.mu.Lock()
		e.said[line]++
		e.mu.Unlock()
	}
	e.resolve(p)
}

// resolve asks for the board until it shows whether the pending turn was played.
func (e *evening) resolve(p *pairing) {
	for e.ctx.Err() == nil {
		who := e.server.Actor(p.people[0])
		m, ok := e.ask(p, who, func(ctx context.Context) (sandbox.Answer, error) {
			return who.Command(ctx, p.place, "board", sandbox.Option{Name: "game", Value: string(p.id)})
		})
		e.moveHere(p, who, m)
		n := turnNumber(m.Text())
		over := n == 0 && (strings.Contains(m.Text(), "wins") || strings.Contains(m.Text(), "victory"))
		switch {
		case !ok || n == 0 && !over:
			time.Sleep(rand.N(thought))
			continue
		case p.pending != rules.NoTurn && (over || n == p.game.Ply()+2):
			p.played()
		}
		assert.Equal(e.t, over, p.over(), "match %s", p.id)
		assert.True(e.t, over || n == p.game.Ply()+1, "match %s: turn %d after %d", p.id, n, p.game.Ply())
		return
	}
}

// ask lets somebody act, and returns the final answer, or false if the bot said that it failed.
func (e *evening) ask(p *pairing, who *sandbox.Actor, do func(context.Context) (sandbox.Answer, error)) (
	m sandbox.Message, ok bool) {
	e.asked.Add(1)
	ctx, cancel := e.impatient()
	defer cancel()
	answer, err := do(ctx)
	if err == nil && answer.Message != nil {
		m = *answer.Message
		for m.Thinking && err == nil {
			m, err = who.AwaitMessage(ctx, p.place, func(now sandbox.Message) bool { return now.ID == m.ID && !now.Thinking })
		}
	}
	switch {
	case err == nil && answer.Message != nil:
		e.answered.Add(1)
		if len(controlRows(m)) == 0 {
			_ = who.Dismiss(m.ID) // it may be a public message
		}
		return m, true
	case p.place != e.place && err != nil && len(who.Messages(p.place)) == 0: // the channel no longer exists
		p.place = e.place
		e.asked.Add(-1)
	case context.Cause(ctx) == errUpset || err == nil || errors.Is(err, sandbox.ErrNoAnswer) && e.isWrong():
		e.told.Add(1)
	default:
		e.silent.Add(1)
		e.note("%s got no answer: %v", who.Name(), err)
	}
	return m, false
}

// moveHere moves a match to the current channel if an answer offers that.
func (e *evening) moveHere(p *pairing, who *sandbox.Actor, m sandbox.Message) {
	button, offered := m.Labelled("Show it here")
	if !offered {
		return
	}
	e.ask(p, who, func(ctx context.Context) (sandbox.Answer, error) { return who.Click(ctx, m.ID, button.CustomID) })
}

// errUpset is the reason why somebody stops waiting.
var errUpset = errors.New("something is wrong")

// impatient returns a context for waiting for an answer: minutes, but only a short time if something has failed since.
func (e *evening) impatient() (context.Context, func()) {
	began := time.Now()
	ctx, give := context.WithCancelCause(e.ctx)
	limited, cancel := context.WithTimeout(ctx, patience)
	go func() {
		for {
			select {
			case <-limited.Done():
				return
			case <-time.After(upset):
			}
			if e.wentWrongSince(began) {
				give(errUpset)
			}
		}
	}()
	return limited, func() { cancel(); give(nil) }
}
