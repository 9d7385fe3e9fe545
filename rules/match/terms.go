package match

import (
	"time"

	"madbot/rules"
)

// SidePick is the side the challenger wants. Its numbers are stable: they are stored. The zero
// value leaves it to chance.
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

// isBlue reports whether the challenger is Blue under p; toss decides when the pick is random.
func (p SidePick) isBlue(toss rules.Color) bool {
	return p == PlayBlue || p == RandomSide && toss == rules.Blue
}

// Terms are what the two agree on before the game.
type Terms struct {
	Options rules.Options
	Start   rules.Position // in which the game starts; zero: the start of the board
	Side    SidePick
	Level   Level // of the opponent, which is the bot; 0: a person
	Pace    Pace
	// Grace is how long after a side has used up its time the other's claim happens by itself, in
	// whole seconds. Zero: DefaultGrace, which Propose fills in when there is a clock.
	Grace time.Duration
	Hints HintLimit // of each side; zero: as many as it likes
	// NoTakebacks says that what was played stands.
	NoTakebacks bool
	// Rated says that the ratings of the two change by the result.
	Rated bool
}

// Turned returns t as the opponent would propose it: the sides stay as they are.
func (t Terms) FromOpponent() Terms {
	switch t.Side {
	case PlayRed:
		t.Side = PlayBlue
	case PlayBlue:
		t.Side = PlayRed
	}
	return t
}

// check returns ErrTerms when no game can be played on t, and ErrRated when it cannot be rated as t says.
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

// CanBeRated reports whether a match on t tells who of two people plays better: with a clock and from the start,
// without help and takebacks, and not stopped early.
func (t Terms) CanBeRated() bool {
	return t.Level == 0 && t.Pace.HasClock() && t.Hints == NoHints && t.NoTakebacks &&
		t.Options.StallLimit >= rules.ShortStallLimit && !t.HasCustomStart()
}

// StartsLater reports whether the game starts in another position than that of the board.
func (t Terms) HasCustomStart() bool { return t.Start != (rules.Position{}) }

// NewGame returns the game that is to be played, without a turn.
func (t Terms) NewGame() rules.Game {
	if t.HasCustomStart() {
		return rules.GameFrom(t.Start, t.Options.StallLimit)
	}
	return rules.NewGame(t.Options)
}

// Proposal is what a challenge begins with.
type Proposal struct {
	ID    ID
	By    PlayerID // the challenger
	To    PlayerID // empty: open to anyone
	Terms Terms
	// Practice says that it is for practice alone, against the robot and without a clock.
	Practice bool
	// Binding is that of Past.
	Binding bool
}
