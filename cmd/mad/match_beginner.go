package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"madbot/rules"
)

// beginner plays as people do in their first games: it expels the dearest ship that it sees it can, unless it sees
// that the answer expels a dearer one, and plays any turn otherwise. It does not search.
type beginner struct {
	sees, foresees int // of hundred expulsions, its own and those of the answer
	rnd            *rand.Rand
}

// appeal is how dear a ship seems: where a corvette is at stake nothing else counts.
var appeal = map[rules.Ship]int{
	rules.Ship111: 100, rules.Ship222: 4,
	rules.Ship122: 2, rules.Ship212: 2, rules.Ship221: 2,
	rules.Ship112: 1, rules.Ship121: 1, rules.Ship211: 1,
}

// readBeginner reads "70/75": the expulsions that it sees, and those of the answer, none if left out.
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

// worth returns what t gains for all that b sees.
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

// beginnersTable returns the first levels against those whom they are for and stronger ones, on each board.
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
