package play

import (
	"context"
	"errors"
	"slices"
	"time"

	"madbot/rules/match"
)

// The vacation that players earn: two days in thirty, up to two weeks.
const (
	MaxVacation   = 14 * day // the maximum saved up
	FirstVacation = 2 * day  // for a new player
	MaxStarts     = 2        // vacations that a player can start in a day, because opponents are notified of each

	day           = 24 * time.Hour
	vacationShare = 15        // one day of vacation is earned in this number of days
	autoVacation  = day       // the longest automatic vacation
	autoUnit      = time.Hour // automatic vacations last a multiple of this
	sameVacation  = time.Minute
)

// ErrVacation is returned by People.StartVacation if the player has too little vacation left.
var ErrVacation = errors.New("not enough vacation left")

// ErrStarts is returned by People.StartVacation if the player has already started MaxStarts vacations within a day.
var ErrStarts = errors.New("too many vacations begun within a day")

// Vacation records how much vacation a player has left and has used. The zero value is for a player who has never used
// any. It is stored as one JSON value.
type Vacation struct {
	Left  time.Duration `json:"left,omitempty"`  // what was left at At, without what was earned since
	At    time.Time     `json:"at,omitzero"`     // zero: they have used none yet
	Until time.Time     `json:"until,omitzero"`  // the end of the last vacation
	From  time.Time     `json:"from,omitzero"`   // the start of the last vacation
	Taken time.Duration `json:"taken,omitempty"` // what the last vacation took from Left
	Still time.Time     `json:"still,omitzero"`  // since when it is not being used up (trackUnusedVacation); zero: it is
	// Spared means that it was started or extended automatically because their time was up.
	Spared bool `json:"spared,omitempty"`
	Stays  bool `json:"stays,omitempty"` // they do not want automatic vacations
	// Quiet is the end of the last vacation that they started themselves, until its digest was sent; zero if none is due.
	Quiet time.Time `json:"quiet,omitzero"`

	Starts [MaxStarts]time.Time `json:"starts,omitzero"` // the last times they started one themselves, earliest first
	// Before are the vacations before the last one that ended less than KeptDailies days ago, earliest first, at most
	// maxBefore of them.
	Before []Span `json:"before,omitempty"`
}

// Span is the time from From until Until.
type Span struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
}

// maxBefore is how many earlier vacations are remembered.
const maxBefore = 40

// Spans returns the vacations that are remembered, earliest first.
func (v Vacation) Spans() []Span { return append(slices.Clone(v.Before), Span{v.From, v.Until}) }

// remembered returns the value of Before for a vacation that begins at now.
func (v Vacation) remembered(now time.Time) (spans []Span) {
	for _, s := range v.Spans() {
		if s.Until.After(s.From) && now.Sub(s.Until) <= KeptDailies*day {
			spans = append(spans, s)
		}
	}
	return spans[max(0, len(spans)-maxBefore):]
}

// IsOn reports whether a vacation is in progress at now.
func (v Vacation) IsOn(now time.Time) bool { return v.Until.After(now) }

// NextStart returns when the player can start the next vacation; zero means now.
func (v Vacation) NextStart() time.Time {
	if v.Starts[0].IsZero() {
		return time.Time{}
	}
	return v.Starts[0].Add(day)
}

// unused returns how much of the last vacation was not used by now, beyond what is recorded in Left.
func (v Vacation) unused(now time.Time) time.Duration {
	if v.Still.IsZero() {
		return 0
	}
	return min(v.Taken, max(0, earlier(now, v.Until).Sub(v.Still)))
}

// VacationLeft returns how much vacation p can still take at now.
func (p *Player) VacationLeft(now time.Time) time.Duration {
	left, since := p.Vacation.Left, p.Vacation.At
	if since.IsZero() {
		left, since = FirstVacation, p.Met
	}
	if !since.IsZero() {
		left += max(0, now.Sub(since)) / vacationShare
	}
	return min(left+p.Vacation.unused(now), MaxVacation)
}

// takeVacation starts a vacation from now until until, or extends the current one to until. It returns ErrVacation if
// too little is left. It changes nothing if the current vacation lasts at least about as long.
func (p *Player) takeVacation(until, now time.Time) error {
	p.saveUnused(now)
	begin, taken, from := now, time.Duration(0), now
	if p.Vacation.IsOn(now) {
		begin, taken, from = p.Vacation.Until, p.Vacation.Taken, p.Vacation.From
	}
	length, left := until.Sub(begin), p.VacationLeft(now)
	switch {
	case p.Vacation.IsOn(now) && length < sameVacation:
		return nil
	case length <= 0 || length > left:
		return ErrVacation
	}
	if !p.Vacation.IsOn(now) {
		p.Vacation.Before = p.Vacation.remembered(now)
	}
	p.setVacation(left-length, until, now)
	p.Vacation.From, p.Vacation.Taken, p.Vacation.Spared, p.Vacation.Quiet = from, taken+length, false, until
	return nil
}

// takeAutoVacation is takeVacation for an automatic vacation, which does not hold back notices.
func (p *Player) takeAutoVacation(until, now time.Time) error {
	quiet := p.Vacation.Quiet
	err := p.takeVacation(until, now)
	p.Vacation.Spared, p.Vacation.Quiet = true, quiet
	return err
}

// endVacation ends the current vacation and saves the rest, but no more than was taken for it.
func (p *Player) endVacation(now time.Time) {
	p.saveUnused(now)
	rest := min(p.Vacation.Until.Sub(now), p.Vacation.Taken)
	p.setVacation(min(MaxVacation, p.VacationLeft(now)+rest), now, now)
	p.Vacation.Taken = 0
	if p.Vacation.Quiet.After(now) {
		p.Vacation.Quiet = now
	}
}

// saveUnused adds to Left what was not used by now.
func (p *Player) saveUnused(now time.Time) {
	if p.Vacation.Still.IsZero() {
		return
	}
	unused := p.Vacation.unused(now)
	p.setVacation(p.VacationLeft(now), p.Vacation.Until, now)
	p.Vacation.Taken, p.Vacation.Still = p.Vacation.Taken-unused, time.Time{}
}

// setVacation records what is left at now. If now is before the last record, that record's time is kept, so that no
// time is counted twice.
func (p *Player) setVacation(left time.Duration, until, now time.Time) {
	if p.Vacation.At.After(now) {
		now = p.Vacation.At
	}
	p.Vacation.Left, p.Vacation.At, p.Vacation.Until = left, now, until
}

// StartVacation starts a vacation of length d in all running matches with a clock, or extends the current one to end d
// from now. With ErrVacation or ErrStarts it also returns the player.
func (s People) StartVacation(ctx context.Context, a Actor, d time.Duration) (Player, error) {
	return s.changeVacation(ctx, a, func(tx Tx, p *Player, now time.Time) error {
		fresh := !p.Vacation.IsOn(now)
		if fresh && now.Before(p.Vacation.NextStart()) {
			return ErrStarts
		}
		if err := p.takeVacation(now.Add(d), now); err != nil {
			return err
		}
		if fresh {
			p.Vacation.Starts = [MaxStarts]time.Time{p.Vacation.Starts[1], now}
		}
		if err := tx.SavePlayer(ctx, *p); err != nil {
			return err
		}
		return applyVacation(ctx, tx, p, "")
	})
}

// EndVacation ends the vacation of a in all matches, if there is one.
func (s People) EndVacation(ctx context.Context, a Actor) (Player, error) {
	return s.changeVacation(ctx, a, func(tx Tx, p *Player, now time.Time) error {
		return endVacationNow(ctx, tx, p)
	})
}

func (s People) changeVacation(ctx context.Context, a Actor,
	change func(Tx, *Player, time.Time) error) (p Player, err error) {
	if err := s.creditOutage(ctx); err != nil {
		return p, err
	}
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if err := Meet(ctx, tx, a); err != nil {
			return err
		}
		if p, err = tx.Player(ctx, a.ID); err != nil {
			return err
		}
		return change(tx, &p, tx.Now())
	})
	if err == nil {
		s.deps.Wake()
	}
	return p, err
}

// VacationState is the state of a player's vacation.
type VacationState struct {
	Vacation
	On   bool             // it is in progress
	Left time.Duration    // how much more can be taken
	Late []match.PlayerID // opponents in matches it cannot help: time was already up
}

// VacationState returns the state of p's vacation now.
func (s People) VacationState(ctx context.Context, p Player) (VacationState, error) {
	now := s.deps.Now()
	v := VacationState{Vacation: p.Vacation, On: p.Vacation.IsOn(now), Left: p.VacationLeft(now)}
	open, err := s.deps.Store.Open(ctx, p.ID)
	for _, m := range open {
		if other := m.Other(p.ID); m.isLate(p.ID, now) && !slices.Contains(v.Late, other) {
			v.Late = append(v.Late, other)
		}
	}
	slices.Sort(v.Late)
	return v, err
}

// VacationLeft returns how much vacation p can still take now.
func (s People) VacationLeft(p Player) time.Duration { return p.VacationLeft(s.deps.Now()) }

// LocalTime returns the current time in p's time zone.
func (s People) LocalTime(p Player) time.Time { return s.deps.Now().In(p.Location()) }

// Spared returns the players of m who are on an automatic vacation there, with the vacation that they have left.
func (s People) Spared(ctx context.Context, m *Match) (map[match.PlayerID]time.Duration, error) {
	left := map[match.PlayerID]time.Duration{}
	for _, id := range m.Players.Both() {
		if away := m.Clock.Reserves.Of(m.ColorOf(id)).AwayUntil; away.IsZero() {
			continue
		}
		p, err := s.Player(ctx, id)
		if err != nil {
			return nil, err
		}
		if now := s.deps.Now(); p.Vacation.Spared && p.Vacation.IsOn(now) {
			left[id] = p.VacationLeft(now)
		}
	}
	return left, nil
}

// Vacations returns the players of ids who are on vacation now, with the end of each vacation.
func (s People) Vacations(ctx context.Context, ids ...match.PlayerID) (map[match.PlayerID]time.Time, error) {
	now, ends := s.deps.Now(), map[match.PlayerID]time.Time{}
	for _, id := range ids {
		p, err := s.Player(ctx, id)
		if err != nil {
			return nil, err
		}
		if p.Vacation.IsOn(now) {
			ends[id] = p.Vacation.Until
		}
	}
	return ends, nil
}

// playerOrNew returns a player, or a new Player for a person who never acted.
func playerOrNew(ctx context.Context, tx Tx, id match.PlayerID) (Player, error) {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Player{ID: id, Met: tx.Now()}, nil
	}
	return p, err
}
