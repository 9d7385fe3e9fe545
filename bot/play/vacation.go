package play

import (
	"context"
	"errors"
	"slices"
	"time"

	"madbot/rules/match"
)

// The vacation that players have: two days for each thirty, up to a fortnight.
const (
	MaxVacation   = 14 * day // that is saved up
	FirstVacation = 2 * day  // that a newcomer has
	MaxStarts     = 2        // of vacations by one person within a day: all their opponents see each

	day           = 24 * time.Hour
	vacationShare = 15        // one of so many days is vacation
	brinkVacation = day       // that begins by itself at once
	brinkUnit     = time.Hour // in whole ones of which it does
	sameVacation  = time.Minute
)

// ErrVacation is returned by People.StartVacation for more vacation than the player has left.
var ErrVacation = errors.New("not enough vacation left")

// ErrStarts is returned by People.StartVacation when the player has started as many vacations within a day as they can.
var ErrStarts = errors.New("too many vacations begun within a day")

// Vacation is what a player has of it. The zero value is that of somebody who has never used any. It is stored as
// one JSON value.
type Vacation struct {
	Left  time.Duration `json:"left,omitempty"`  // what was left at At, without what has come since
	At    time.Time     `json:"at,omitzero"`     // zero: they have had none yet
	Until time.Time     `json:"until,omitzero"`  // the end of the one that began last
	From  time.Time     `json:"from,omitzero"`   // and its beginning
	Taken time.Duration `json:"taken,omitempty"` // what that one took of what was left
	Still time.Time     `json:"still,omitzero"`  // since when it has not been used up, as keepStill says; zero: it is
	// Spared says that it began, or goes on, by itself because their time was up.
	Spared bool `json:"spared,omitempty"`
	Stays  bool `json:"stays,omitempty"` // it does not begin by itself when their time is up
	// Quiet is the end of the last one that they started, while what it holds back is to be told; zero: nothing is.
	Quiet time.Time `json:"quiet,omitzero"`

	Starts [MaxStarts]time.Time `json:"starts,omitzero"` // when they last started one themselves, the earliest first
}

// IsOn reports whether the vacation that began last goes on at now.
func (v Vacation) IsOn(now time.Time) bool { return v.Until.After(now) }

// NextStart returns from when on the next vacation can be started; zero: at any time.
func (v Vacation) NextStart() time.Time {
	if v.Starts[0].IsZero() {
		return time.Time{}
	}
	return v.Starts[0].Add(day)
}

// unused returns how much of the vacation that began last was not used up until now, and is not noted in Left.
func (v Vacation) unused(now time.Time) time.Duration {
	if v.Still.IsZero() {
		return 0
	}
	return min(v.Taken, max(0, earlier(now, v.Until).Sub(v.Still)))
}

// VacationLeft returns how much vacation p can still begin at now.
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

// takeVacation begins a vacation at now that ends at until, or makes the one that goes on longer. It
// returns ErrVacation, and changes nothing when the one that goes on ends no earlier, or hardly.
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
	p.keepVacation(left-length, until, now)
	p.Vacation.From, p.Vacation.Taken, p.Vacation.Spared, p.Vacation.Quiet = from, taken+length, false, until
	return nil
}

// spare is takeVacation by itself, which holds nothing back.
func (p *Player) spare(until, now time.Time) error {
	quiet := p.Vacation.Quiet
	err := p.takeVacation(until, now)
	p.Vacation.Spared, p.Vacation.Quiet = true, quiet
	return err
}

// endVacation ends the vacation that goes on: what is left of it is saved again, and no more than it took.
func (p *Player) endVacation(now time.Time) {
	p.saveUnused(now)
	rest := min(p.Vacation.Until.Sub(now), p.Vacation.Taken)
	p.keepVacation(min(MaxVacation, p.VacationLeft(now)+rest), now, now)
	p.Vacation.Taken = 0
	if p.Vacation.Quiet.After(now) {
		p.Vacation.Quiet = now
	}
}

// saveUnused notes what was not used up until now as left.
func (p *Player) saveUnused(now time.Time) {
	if p.Vacation.Still.IsZero() {
		return
	}
	unused := p.Vacation.unused(now)
	p.keepVacation(p.VacationLeft(now), p.Vacation.Until, now)
	p.Vacation.Taken, p.Vacation.Still = p.Vacation.Taken-unused, time.Time{}
}

// keepVacation notes what is left at now. A now that is before the last one brings nothing, so that no
// time counts twice.
func (p *Player) keepVacation(left time.Duration, until, now time.Time) {
	if p.Vacation.At.After(now) {
		now = p.Vacation.At
	}
	p.Vacation.Left, p.Vacation.At, p.Vacation.Until = left, now, until
}

// StartVacation begins a vacation of so much from now on, in all running matches with a clock, or makes
// the one that goes on last as long as that. It returns ErrVacation or ErrStarts, with the player.
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
		return leave(ctx, tx, p)
	})
}

// EndVacation ends the vacation of a, in all matches; if there is none, nothing happens.
func (s People) EndVacation(ctx context.Context, a Actor) (Player, error) {
	return s.changeVacation(ctx, a, func(tx Tx, p *Player, now time.Time) error {
		return comeBack(ctx, tx, p)
	})
}

// changeVacation changes the vacation of a in a unit of work.
func (s People) changeVacation(ctx context.Context, a Actor,
	change func(Tx, *Player, time.Time) error) (p Player, err error) {
	if err := s.awake(ctx); err != nil {
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

// VacationState is how the vacation of a player stands.
type VacationState struct {
	Vacation
	On   bool             // it goes on
	Left time.Duration    // how much can still be begun
	Late []match.PlayerID // against whom their time was up before: there it helps nothing
}

// VacationState returns how the vacation of p stands now.
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

// VacationLeft returns how much vacation p can still begin now.
func (s People) VacationLeft(p Player) time.Duration { return p.VacationLeft(s.deps.Now()) }

// LocalTime returns now in the zone of p.
func (s People) LocalTime(p Player) time.Time { return s.deps.Now().In(p.Location()) }

// Spared returns what the players of m who are away there, because their time was up, can still take of vacation.
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

// Vacations returns until when those of ids are on vacation who are now.
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

// known returns a player, who is met at now if they never were.
func known(ctx context.Context, tx Tx, id match.PlayerID) (Player, error) {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Player{ID: id, Met: tx.Now()}, nil
	}
	return p, err
}
