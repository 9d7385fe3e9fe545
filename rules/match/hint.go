package match

import (
	"slices"
	"time"

	"madbot/rules"
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

// HintsOf returns how many hints that count side has had, 0 for NoColor.
func (m *Match) HintsOf(side rules.Color) int {
	if h := m.hintsOf(side); h != nil {
		return *h
	}
	return 0
}

func (m *Match) hintsOf(side rules.Color) *int {
	switch side {
	case rules.Red:
		return &m.RedHints
	case rules.Blue:
		return &m.BlueHints
	}
	return nil
}

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
	*m.hintsOf(p.side)++
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
	case p.m.HintsOf(p.side) >= limit:
		return ErrHintsUsed
	}
	return nil
}

// IsHinted reports whether a hint for the position counts already.
func (m *Match) IsHinted() bool { return slices.Contains(m.Past.Hinted, m.Game.Position().String()) }
