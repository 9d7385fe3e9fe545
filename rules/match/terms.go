package match

import (
	"time"

	"madbot/rules"
)

// SidePick is the side the challenger wants; the zero value leaves it to chance. The numbers are stored and must not
// change.
type SidePick uint8

// The picks.
const (
	RandomSide SidePick = 0
	PlayRed    SidePick = 1
	PlayBlue   SidePick = 2
)

// String returns "random", "red" or "blue".
func (p SidePick) String() string {
	switch p {
	case PlayRed:
		return "red"
	case PlayBlue:
		return "blue"
	}
	return "random"
}

func (p SidePick) isBlue(toss rules.Color) bool {
	return p == PlayBlue || p == RandomSide && toss == rules.Blue
}

// Terms are what both players agree on before the game.
type Terms struct {
	Options rules.Options
	Start   rules.Position // the first position; zero means the board's usual start
	Side    SidePick
	Level   Level // level of the bot as opponent; 0 if the opponent is a person
	Pace    Pace
	// Grace is how long after a side's time is up the match ends on its own, in whole seconds. With a clock, Propose
	// changes 0 to DefaultGrace.
	Grace time.Duration
	Hints HintLimit // per side; zero means unlimited
	// NoTakebacks means that turns cannot be taken back.
	NoTakebacks bool
	// Rated means that the result changes both players' ratings.
	Rated bool
}

// FromOpponent returns t from the opponent's point of view: each person keeps their side.
func (t Terms) FromOpponent() Terms {
	switch t.Side {
	case PlayRed:
		t.Side = PlayBlue
	case PlayBlue:
		t.Side = PlayRed
	}
	return t
}

// check returns ErrTerms if no game can be played on t, and ErrRated if t is rated but cannot be.
func (t Terms) check() error {
	o := t.Options
	if o.Board.Rows() == 0 || o.StallLimit > rules.MaxStallLimit || t.Side > PlayBlue ||
		t.Level > MaxLevel || t.Hints < NoHints || t.Hints > MaxHints {
		return ErrTerms
	}
	if g := t.NewGame(); t.HasCustomStart() && (t.Start.Board() != o.Board || g.Outcome().Over()) {
		return ErrTerms
	}
	if t.Rated && !t.CanBeRated() {
		return ErrRated
	}
	return t.checkTime()
}

// CanBeRated reports whether a match on t may be rated: two people, a clock, the usual start, no help, no takebacks,
// and a stall limit that is not too short.
func (t Terms) CanBeRated() bool {
	return t.Level == 0 && t.Pace.HasClock() && t.Hints == NoHints && t.NoTakebacks &&
		t.Options.StallLimit >= rules.ShortStallLimit && !t.HasCustomStart()
}

// HasCustomStart reports whether the game starts at another position than the usual one.
func (t Terms) HasCustomStart() bool { return t.Start != (rules.Position{}) }

// NewGame returns the game to play, before its first turn.
func (t Terms) NewGame() rules.Game {
	if t.HasCustomStart() {
		return rules.GameFrom(t.Start, t.Options.StallLimit)
	}
	return rules.NewGame(t.Options)
}

// Proposal is the input of Propose.
type Proposal struct {
	ID    ID
	By    PlayerID // the challenger
	To    PlayerID // empty: open to anyone
	Terms Terms
	// Practice makes it a practice game: against the bot, without a clock.
	Practice bool
	// Binding is copied to Past.Binding.
	Binding bool
}
