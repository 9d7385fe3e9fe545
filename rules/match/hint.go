package match

import (
	"slices"
	"time"
)

// HintLimit is how many hints a side may have in a game. Zero: as many as it likes. It is stored.
type HintLimit int8

// The bounds of a HintLimit, and how many hints there are between people who wish for nothing else.
const (
	NoHints      HintLimit = -1 // not one
	DefaultHints HintLimit = 3
	MaxHints     HintLimit = 100
)

// Max returns how many hints there may be; false: as many as one likes.
func (l HintLimit) Max() (int, bool) { return int(max(l, 0)), l != 0 }

// UseHint counts a hint for p, whose turn it is: one for each position, so that reading it again counts nothing
// and is no event, whatever was played and taken back between. It returns an error of OnTurn, ErrNoHints or
// ErrHintsUsed.
func (p Party) UseHint(now time.Time) ([]Event, error) {
	if err := p.CanHint(); err != nil {
		return nil, err
	}
	m := p.m
	if m.IsHinted() {
		return nil, nil
	}
	*m.HintsUsed.At(p.side)++
	m.Past.Hinted = append(m.Past.Hinted, m.Game.Position().String())
	return []Event{p.record(Hinted, now)}, nil
}

// CanHint returns why UseHint would refuse a hint, nil when it would not.
func (p Party) CanHint() error {
	if err := p.OnTurn(); err != nil {
		return err
	}
	limit, limited := p.m.Terms.Hints.Max()
	switch {
	case !limited, p.m.IsHinted():
		return nil
	case limit == 0:
		return ErrNoHints
	case p.m.HintsUsed.Of(p.side) >= limit:
		return ErrHintsUsed
	}
	return nil
}

// IsHinted reports whether a hint for the position counts already.
func (m *Match) IsHinted() bool { return slices.Contains(m.Past.Hinted, m.Game.Position().String()) }
