package season

import (
	"context"
	"slices"
	"time"

	"madbot/rules/match"
)

// A manager of the server either plays in its league or decides who plays in it, never both: see TakesPart and
// DecisionBy.

// TakesPart reports whether a person takes part in l: they have entered the next season, or are in the running one and
// have not left it by choice, which alone cannot be undone. names is what rated.Names returns.
func TakesPart(ctx context.Context, r Reader, l *League, names []match.PlayerID) (bool, error) {
	for _, name := range names {
		all, err := r.EnteredBy(ctx, name)
		if err != nil {
			return false, err
		}
		for _, e := range all {
			if e.Server == l.Server && e.Season >= l.Season && e.Exit != LeftByChoice {
				return true, nil
			}
		}
	}
	return false, nil
}

// Bar records that a manager of the server has removed a player, who cannot join the league again until a manager lets
// them, or until rated.FormerSpan after they deleted their profile. Then it is kept with its Undo until the end of the
// season that follows.
type Bar struct {
	Player match.PlayerID `json:"player"` // as in EntryChange
	By     match.PlayerID `json:"by"`     // the manager
	Reason string         `json:"reason,omitempty"`
	At     time.Time      `json:"at"`
	// Ranking means that they were left out of the server's ranking instead, which has the same effect and no reason. It
	// is kept here only once it is undone.
	Ranking bool `json:"ranking,omitempty"`
	Undo    Undo `json:"undo,omitzero"` // the zero value: it stands
}

// Undo records that a manager of the server has undone a Bar.
type Undo struct {
	By     match.PlayerID `json:"by"`
	At     time.Time      `json:"at"`
	Season int            `json:"season"` // the one that could be joined then
}

// Stands reports whether b has not been undone.
func (b Bar) Stands() bool { return b.Undo.At.IsZero() }

// Replaces reports whether b is a later decision than o of the same managers about the same player, so that o need not
// be kept.
func (b Bar) Replaces(o Bar) bool {
	return !o.Stands() && b.Player == o.Player && b.By == o.By && b.Undo.By == o.Undo.By && b.Ranking == o.Ranking
}

// isBy reports whether one of names decided or undid b.
func (b Bar) isBy(names []match.PlayerID) bool {
	return slices.Contains(names, b.By) || slices.Contains(names, b.Undo.By)
}

// BarOf returns the Bar of a player that stands, or nil; names is what rated.Names returns.
func (s *State) BarOf(names []match.PlayerID) *Bar {
	at := slices.IndexFunc(s.Bars, func(b Bar) bool { return b.Stands() && slices.Contains(names, b.Player) })
	if at < 0 {
		return nil
	}
	return &s.Bars[at]
}

// Next returns the number of the season that can be joined, if any can.
func (l *League) Next() int {
	if l.Phase == Running {
		return l.Season + 1
	}
	return l.Season
}

// NewUndo returns the Undo of a manager now.
func (l *League) NewUndo(by match.PlayerID, now time.Time) Undo { return Undo{by, now, l.Next()} }

// DecisionBy returns a Bar that keeps a manager from joining l, or nil: one of their decisions that is in force, or
// that they made or undid after entry to the next season opened. Otherwise a manager could keep somebody out until the
// last moment, and then join without them. names is what rated.Names returns.
func (l *League) DecisionBy(names []match.PlayerID) *Bar {
	for i, b := range l.Bars {
		if b.isBy(names) && (b.Stands() || b.Undo.Season >= l.Next()) {
			return &l.Bars[i]
		}
	}
	return nil
}

// Follow moves l on to the season after one that has ended, and drops the undone bars of earlier ones.
func (l *League) Follow() {
	l.Season++
	if l.EarlyBy = ""; !l.Last {
		l.LastBy = ""
	}
	l.Bars = slices.DeleteFunc(l.Bars, func(b Bar) bool { return !b.Stands() && b.Undo.Season < l.Season })
}
