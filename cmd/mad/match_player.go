package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"time"

	"madbot/rules"
	"madbot/rules/engine"
)

type player interface {
	begin(ctx context.Context) error // called before each game
	turn(ctx context.Context, g *rules.Game) (rules.Turn, error)
	close()
}

// thinking holds the limits of each turn.
type thinking struct {
	limits engine.Limits
	time   time.Duration
}

// spec describes a player: PLAYER in the help.
type spec struct {
	thinking
	options          engine.Options
	weights, endings *string // file names; nil if not given
	command          string
	beginner         *beginner // nil if the player is none
}

// readSpec parses words joined by commas. They must limit how long the player thinks.
func readSpec(text string) (spec, error) {
	var s spec
	for word := range strings.SplitSeq(text, ",") {
		if err := s.read(word); err != nil {
			return s, fmt.Errorf("match: player %q: %w", text, err)
		}
	}
	if err := s.open(); err != nil {
		return s, fmt.Errorf("match: player %q: %w", text, err)
	}
	if s.beginner != nil {
		if strings.Contains(text, ",") {
			return s, usagef("match: player %q: a beginner has no other words", text)
		}
		return s, nil
	}
	limited := s.time > 0 || s.limits.Depth > 0 || s.limits.Nodes > 0
	if !limited && s.command != "" { // a level limits only a search of this program
		return s, usagef("match: player %q: with cmd, depth, nodes or time is needed", text)
	}
	if !limited && s.limits.Level == 0 {
		return s, usagef("match: player %q: level, depth, nodes or time is needed", text)
	}
	return s, nil
}

func (s *spec) read(word string) error {
	name, value, _ := strings.Cut(word, "=")
	var err error
	switch name {
	case "level":
		s.limits.Level, err = count(word, value, engine.MaxLevel)
	case "depth":
		s.limits.Depth, err = count(word, value, math.MaxInt32)
	case "nodes":
		var nodes int
		nodes, err = count(word, value, math.MaxInt)
		s.limits.Nodes = uint64(nodes)
	case "time":
		if s.time, err = time.ParseDuration(value); err != nil || s.time <= 0 {
			return usagef("%q is not a time such as 200ms", word)
		}
	case "hash":
		s.options.Hash, err = count(word, value, engine.MaxHash)
	case "threads":
		s.options.Threads, err = count(word, value, engine.MaxThreads)
	case "weights":
		s.weights = &value
	case "endings":
		s.endings = &value
	case "beginner":
		s.beginner, err = readBeginner(word, value)
	case "cmd":
		s.command = value
	default:
		return usagef("unknown word %q", word)
	}
	return err
}

func (s *spec) open() (err error) {
	if s.command != "" && (s.weights != nil || s.endings != nil) {
		return usagef("weights and endings cannot be given to a program; leave them or cmd out")
	}
	if s.weights != nil {
		text, err := os.ReadFile(*s.weights)
		if err != nil {
			return err
		}
		s.options.Weights = string(text)
	}
	if s.endings != nil {
		s.options.Endings, err = openEndings(*s.endings)
	}
	return err
}

func count(word, value string, most int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > most {
		return 0, usagef("%q is not a number from 0 to %d", word, most)
	}
	return n, nil
}

func newPlayer(text string, endings func() *engine.Endings) (player, error) {
	s, err := readSpec(text)
	if err != nil {
		return nil, err
	}
	if s.beginner != nil {
		return s.beginner, nil
	}
	if s.command != "" {
		return newExternalPlayer(s)
	}
	if s.options.Endings == nil {
		s.options.Endings = endings()
	}
	e, err := engine.New(s.options)
	if err != nil {
		return nil, fmt.Errorf("match: player %q: %w", text, err)
	}
	return &internalPlayer{engine: e, thinking: s.thinking}, nil
}

// internalPlayer is the engine of this program.
type internalPlayer struct {
	thinking
	engine *engine.Engine
}

func (p *internalPlayer) begin(context.Context) error {
	p.engine.Forget()
	return nil
}

func (p *internalPlayer) turn(ctx context.Context, g *rules.Game) (rules.Turn, error) {
	if p.time > 0 {
		timed, cancel := context.WithTimeout(ctx, p.time)
		defer cancel()
		ctx = timed
	}
	r, err := p.engine.Search(ctx, g, p.limits)
	if err != nil {
		return rules.NoTurn, err
	}
	return r.Lines[0].Turn, nil
}

func (p *internalPlayer) close() {}

// beginner plays like people in their first games, without searching: it expels the most valuable ship that it sees it
// can, unless it sees that the reply expels a more valuable one. Otherwise it plays a random turn.
type beginner struct {
	sees, foresees int // of a hundred expulsions, its own and those of the reply
	rnd            *rand.Rand
}

// appeal is the apparent value of a ship. If a corvette is at stake nothing else counts.
var appeal = map[rules.Ship]int{
	rules.Ship111: 100, rules.Ship222: 4,
	rules.Ship122: 2, rules.Ship212: 2, rules.Ship221: 2,
	rules.Ship112: 1, rules.Ship121: 1, rules.Ship211: 1,
}

// readBeginner parses "70/75": how many expulsions the beginner sees, and how many in the reply, 0 if omitted.
func readBeginner(word, value string) (*beginner, error) {
	sees, foresees, both := strings.Cut(value, "/")
	b := &beginner{rnd: rand.New(rand.NewPCG(1, 2))}
	var err error
	if b.sees, err = count(word, sees, 100); err == nil && both {
		b.foresees, err = count(word, foresees, 100)
	}
	return b, err
}

func (b *beginner) begin(context.Context) error { return nil }

func (b *beginner) turn(_ context.Context, g *rules.Game) (rules.Turn, error) {
	p := g.Position()
	var best []rules.Turn
	most := 0
	for _, t := range p.AppendTurns(nil) {
		switch v := b.worth(&p, t); {
		case len(best) == 0, v > most:
			best, most = append(best[:0], t), v
		case v == most:
			best = append(best, t)
		}
	}
	return best[b.rnd.IntN(len(best))], nil
}

// worth returns what t seems to gain, as far as b sees.
func (b *beginner) worth(p *rules.Position, t rules.Turn) int {
	if p.LosesAtOnce(t) {
		return -appeal[rules.Ship111]
	}
	gain := 0
	if t.Expels() && b.rnd.IntN(100) < b.sees {
		gain = appeal[p.At(t.To()).Ship]
	}
	next := p.Play(t)
	loss := 0
	for _, answer := range next.AppendExpulsions(nil) {
		if b.rnd.IntN(100) < b.foresees {
			loss = max(loss, appeal[next.At(answer.To()).Ship])
		}
	}
	return gain - loss
}

func (b *beginner) close() {}

// beginnersTable returns pairings of the first levels with the beginners they are meant for, and with stronger ones, on
// each board.
func beginnersTable() (all []pairing) {
	for level := 1; level <= 4; level++ {
		for _, skill := range []string{"70", "70/75", "70/100"} {
			for _, b := range rules.Boards() {
				all = append(all, pairing{fmt.Sprintf("level %d against beginner %s on %v", level, skill, b), b,
					[2]string{fmt.Sprintf("level=%d", level), "beginner=" + skill}})
			}
		}
	}
	return all
}
