package play

import (
	"cmp"
	"context"
	"errors"
	"time"

	"madbot/rules/match"
)

// The vacation that players have: two days for each thirty, up to a fortnight.
const (
	MaxVacation   = 14 * day // that is saved up
	FirstVacation = 2 * day  // that a newcomer has

	day           = 24 * time.Hour
	vacationShare = 15        // one of so many days is vacation
	brinkVacation = day       // that begins by itself at once
	brinkUnit     = time.Hour // in whole ones of which it does
	brinkPace     = day       // the least time per turn where it does
	sameVacation  = time.Minute
)

// ErrVacation is returned by Service.StartVacation for more vacation than the player has left.
var ErrVacation = errors.New("not enough vacation left")

// Vacation is what a player has of it. The zero value is that of who has never used any. It is stored as
// one JSON value.
type Vacation struct {
	Left  time.Duration `json:"left,omitempty"`  // what was left at At, without what has come since
	At    time.Time     `json:"at,omitzero"`     // zero: they have had none yet
	Until time.Time     `json:"until,omitzero"`  // the end of the one that began last
	Taken time.Duration `json:"taken,omitempty"` // what that one took of what was left
	Stays bool          `json:"stays,omitempty"` // it does not begin by itself when their time is up
}

// IsOn reports whether the vacation that began last goes on at now.
func (v Vacation) IsOn(now time.Time) bool { return v.Until.After(now) }

// VacationLeft returns how much vacation p can still begin at now.
func (p *Player) VacationLeft(now time.Time) time.Duration {
	left, since := p.Vacation.Left, p.Vacation.At
	if since.IsZero() {
		left, since = FirstVacation, p.Met
	}
	if !since.IsZero() {
		left += max(0, now.Sub(since)) / vacationShare
	}
	return min(left, MaxVacation)
}

// takeVacation begins a vacation at now that ends at until, or makes the one that goes on longer. It
// returns ErrVacation, and changes nothing when the one that goes on ends no earlier, or hardly.
func (p *Player) takeVacation(until, now time.Time) error {
	begin, taken := now, time.Duration(0)
	if p.Vacation.IsOn(now) {
		begin, taken = p.Vacation.Until, p.Vacation.Taken
	}
	length, left := until.Sub(begin), p.VacationLeft(now)
	switch {
	case p.Vacation.IsOn(now) && length < sameVacation:
		return nil
	case length <= 0 || length > left:
		return ErrVacation
	}
	p.keepVacation(left-length, until, now)
	p.Vacation.Taken = taken + length
	return nil
}

// endVacation ends the vacation that goes on: what is left of it is saved again, and no more than it took.
func (p *Player) endVacation(now time.Time) {
	rest := min(p.Vacation.Until.Sub(now), p.Vacation.Taken)
	p.keepVacation(min(MaxVacation, p.VacationLeft(now)+rest), now, now)
	p.Vacation.Taken = 0
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
// the one that goes on last as long as that. It returns ErrVacation, with the player.
func (s *Service) StartVacation(ctx context.Context, a Actor, d time.Duration) (Player, error) {
	return s.changeVacation(ctx, a, func(tx Tx, p *Player, now time.Time) error {
		if err := p.takeVacation(now.Add(d), now); err != nil {
			return err
		}
		if err := tx.SavePlayer(ctx, *p); err != nil {
			return err
		}
		return leave(ctx, tx, p, now)
	})
}

// EndVacation ends the vacation of a, in all matches; if there is none, nothing happens.
func (s *Service) EndVacation(ctx context.Context, a Actor) (Player, error) {
	return s.changeVacation(ctx, a, func(tx Tx, p *Player, now time.Time) error {
		return comeBack(ctx, tx, p, now)
	})
}

// changeVacation changes the vacation of a in a unit of work.
func (s *Service) changeVacation(ctx context.Context, a Actor,
	change func(Tx, *Player, time.Time) error) (p Player, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		now := stamp(s.deps.Now())
		if err := meet(ctx, tx, a, now); err != nil {
			return err
		}
		if p, err = tx.Player(ctx, a.ID); err != nil {
			return err
		}
		return change(tx, &p, now)
	})
	if err == nil {
		s.deps.Wake()
	}
	return p, err
}

// VacationLeft returns how much vacation p can still begin now.
func (s *Service) VacationLeft(p Player) time.Duration { return p.VacationLeft(stamp(s.deps.Now())) }

// Vacations returns until when those of ids are on vacation who are now.
func (s *Service) Vacations(ctx context.Context, ids ...match.PlayerID) (map[match.PlayerID]time.Time, error) {
	now, ends := stamp(s.deps.Now()), map[match.PlayerID]time.Time{}
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

// Spare lets the side to move of a match that has just used up its time go on vacation by itself, if it
// has some left and did not choose otherwise. One that goes on already counts for this match too, and is made
// longer when it did not help. Where turns take less than a day, somebody is only away who says so.
func Spare(ctx context.Context, tx Tx, id match.ID, now time.Time) error {
	m, err := tx.Match(ctx, id)
	now = stamp(now)
	switch {
	case err != nil:
		return err
	case !m.Overdue(now), m.RanOut(), m.ToMove() == m.Robot():
		return nil
	}
	p, err := known(ctx, tx, m.ToMove(), now)
	switch {
	case err != nil:
		return err
	case p.Vacation.Until.After(later(now, m.Clock.Of(m.ColorOf(p.ID)).Away)):
		return leave(ctx, tx, &p, now)
	}
	length := min(brinkVacation, p.VacationLeft(now).Truncate(brinkUnit))
	late := now.Sub(m.Deadline()) // then a vacation that began in time would be over
	if p.Vacation.Stays || m.Terms.Pace.PerTurn < brinkPace || length <= late {
		return nil
	}
	if err := p.takeVacation(later(now, p.Vacation.Until).Add(length), now); err != nil {
		return err
	}
	if err := tx.SavePlayer(ctx, p); err != nil {
		return err
	}
	return leave(ctx, tx, &p, now)
}

// leave has p, who is on vacation, be away in all running matches with a clock. Where their time was up
// already, nothing changes.
func leave(ctx context.Context, tx Tx, p *Player, now time.Time) error {
	until := p.Vacation.Until
	return inTimed(ctx, tx, p.ID, now, func(m *Match, now time.Time) ([]match.Event, error) {
		return m.GoAway(p.ID, until, now)
	})
}

// comeBack ends the vacation of p, if one goes on, and has them be back in all matches.
func comeBack(ctx context.Context, tx Tx, p *Player, now time.Time) error {
	if !p.Vacation.IsOn(now) {
		return nil
	}
	p.endVacation(now)
	if err := tx.SavePlayer(ctx, *p); err != nil {
		return err
	}
	return inTimed(ctx, tx, p.ID, now, func(m *Match, now time.Time) ([]match.Event, error) {
		return m.ComeBack(p.ID, now)
	})
}

// inTimed acts in all running matches with a clock of p, as far as they allow it.
func inTimed(ctx context.Context, tx Tx, p match.PlayerID, now time.Time, act Act) error {
	open, err := tx.Open(ctx, p)
	for _, s := range open {
		if s.Status != match.Playing || !s.Terms.Pace.HasClock() {
			continue
		}
		_, tried := try(ctx, tx, s.ID, now, act)
		err = cmp.Or(err, tried)
	}
	return err
}

// try is Change by an act that may be refused, which is no error then.
func try(ctx context.Context, tx Tx, id match.ID, now time.Time, act Act) (Match, error) {
	var refused error
	m, err := Change(ctx, tx, Ref{id, AnyPly}, now, func(m *Match, now time.Time) (events []match.Event, err error) {
		events, refused = act(m, now)
		return events, refused
	})
	if refused != nil {
		return m, nil
	}
	return m, err
}

// followVacations does what follows for vacations from what happened in m, and returns m after that: a
// turn that somebody played themselves ends theirs, and who is on vacation is away in a match that begins,
// and stays so after a turn that they had planned.
func followVacations(ctx context.Context, tx Tx, m Match, events []match.Event, now time.Time) (Match, error) {
	for _, id := range turned(&m, events) {
		p, err := known(ctx, tx, id, now)
		if err == nil {
			err = comeBack(ctx, tx, &p, now)
		}
		if err != nil {
			return m, err
		}
	}
	for _, id := range staying(&m, events) {
		p, err := known(ctx, tx, id, now)
		if err == nil && p.Vacation.IsOn(now) {
			m, err = try(ctx, tx, m.ID, now, func(m *Match, now time.Time) ([]match.Event, error) {
				return m.GoAway(id, p.Vacation.Until, now)
			})
		}
		if err != nil {
			return m, err
		}
	}
	return m, nil
}

// turned returns the people who played a turn of events themselves.
func turned(m *Match, events []match.Event) (ids []match.PlayerID) {
	for i, e := range events {
		if e.Kind == match.Played && !isPlanned(events, i) && e.By != m.Robot() {
			ids = append(ids, e.By)
		}
	}
	return ids
}

// staying returns the people whose absence events say nothing of: those of a match with a clock that
// began, and those for whom a plan was played.
func staying(m *Match, events []match.Event) (ids []match.PlayerID) {
	if m.Status != match.Playing || !m.Terms.Pace.HasClock() {
		return nil
	}
	for i, e := range events {
		switch {
		case e.Kind == match.Accepted:
			ids = append(ids, m.Red, m.Blue)
		case e.Kind == match.Played && isPlanned(events, i):
			ids = append(ids, e.By)
		}
	}
	return without(ids, m.Robot())
}

// isPlanned reports whether the turn that events tell of at i was planned.
func isPlanned(events []match.Event, i int) bool { return i > 0 && events[i-1].Kind == match.Planned }

// without returns ids but for one.
func without(ids []match.PlayerID, out match.PlayerID) (left []match.PlayerID) {
	for _, id := range ids {
		if id != out {
			left = append(left, id)
		}
	}
	return left
}

// known returns a player, who is met at now if they never were.
func known(ctx context.Context, tx Tx, id match.PlayerID, now time.Time) (Player, error) {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Player{ID: id, Met: now}, nil
	}
	return p, err
}
