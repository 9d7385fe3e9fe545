package match

import (
	"slices"
	"time"
)

// HintLimit is how many hints a side may use in a game; zero means unlimited. It is stored.
type HintLimit int8

// The bounds of a HintLimit, and the default in a match between people.
const (
	NoHints      HintLimit = -1 // none
	DefaultHints HintLimit = 3
	MaxHints     HintLimit = 100
)

// Max returns the maximum, and false if there is none.
func (l HintLimit) Max() (int, bool) { return int(max(l, 0)), l != 0 }

// UseHint counts a hint for p, who is on turn. A position counts once, even if turns were taken back; reading its hint
// again yields no event. It returns an error of OnTurn, ErrNoHints or ErrHintsUsed.
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

// CanHint returns the error UseHint would return.
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

// IsHinted reports whether a hint for the current position was already counted.
func (m *Match) IsHinted() bool { return slices.Contains(m.Past.Hinted, m.Game.Position().String()) }
