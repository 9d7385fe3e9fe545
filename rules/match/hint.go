package match

import (
	"time"

	"madbot/rules"
)

// HintLimit is how many hints a side may have in a game. Zero: as many as it likes. It is stored.
type HintLimit int8

// The bounds of a HintLimit.
const (
	NoHints  HintLimit = -1 // not one
	MaxHints HintLimit = 100
)

// Max returns how many hints there may be; false: as many as one likes.
func (l HintLimit) Max() (int, bool) { return int(max(l, 0)), l != 0 }

// Hints is what a side has had of hints. The zero value is none.
type Hints struct {
	Used int // hints that count
	Last int // 1 + the Moment of the last one; 0: none
}

// HintsOf returns the hints that side has had, zero for NoColor.
func (m *Match) HintsOf(side rules.Color) Hints {
	if h := m.hintsOf(side); h != nil {
		return *h
	}
	return Hints{}
}

func (m *Match) hintsOf(side rules.Color) *Hints {
	switch side {
	case rules.Red:
		return &m.RedHints
	case rules.Blue:
		return &m.BlueHints
	}
	return nil
}

// UseHint counts a hint for p, whose turn it is: one for each position, so that looking at it again
// counts nothing, and there is no event then. It returns an error of OnTurn, ErrNoHints or ErrHintsUsed.
func (p Party) UseHint(now time.Time) ([]Event, error) {
	if err := p.CanHint(); err != nil {
		return nil, err
	}
	h, moment := p.m.hintsOf(p.side), p.m.Moment()
	if h.Last == moment+1 {
		return nil, nil
	}
	h.Used++
	h.Last = moment + 1
	return []Event{p.record(Hinted, now)}, nil
}

// CanHint returns why UseHint would refuse a hint, nil when it would not.
func (p Party) CanHint() error {
	if err := p.OnTurn(); err != nil {
		return err
	}
	h := p.m.HintsOf(p.side)
	limit, limited := p.m.Terms.Hints.Max()
	switch {
	case !limited, h.Last == p.m.Moment()+1:
		return nil
	case limit == 0:
		return ErrNoHints
	case h.Used >= limit:
		return ErrHintsUsed
	}
	return nil
}
