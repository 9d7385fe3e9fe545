package play

import (
	"cmp"
	"context"
	"errors"
	"time"

	"madbot/rules/match"
)

// idAttempts is how many ids are tried for a new match: short ones may collide.
const idAttempts = 3

// Challenge is a match to be.
type Challenge struct {
	To    match.PlayerID // empty: open to anyone
	Terms match.Terms    // with a level, To is the robot, and the match starts at once
	Venue Venue
	First bool // it is the first game of the challenger, of which there is one at a time
	// Practice says that it is for practice: no list names it, and of those of one person that nobody keeps the one
	// that rested longest ends when there are more than MaxPractice.
	Practice bool
	// Anyway makes it although To has challenged the challenger on other terms.
	Anyway bool
	// Refused is why it cannot be made where it is: only a challenge that it crosses can be accepted. Nil: it can.
	Refused error
}

// Challenge proposes a match, or accepts the challenge of whom it is to that waits on the same terms: that is played
// then. It returns match.ErrSelf, match.ErrNotPlayer, match.ErrTerms, match.ErrRated, ErrSame, ErrCrossed, ErrStanding,
// c.Refused or a *LimitError. ErrSame comes with the match, which waits or, if it is a first game or for practice, is
// played.
func (s Challenges) Challenge(ctx context.Context, by Actor, c Challenge) (Match, error) {
	p := match.Proposal{By: by.ID, To: c.To, Terms: c.Terms, Practice: c.Practice}
	err := s.mayRate(ctx, c.Terms, by.ID, c.To)
	if err != nil {
		return Match{}, err
	}
	for range idAttempts {
		p.ID = s.deps.NewID()
		var m Match
		if m, err = s.propose(ctx, by, p, c); !errors.Is(err, ErrExists) {
			return m, err
		}
	}
	return Match{}, err
}

// propose makes one attempt at Challenge.
func (s Challenges) propose(ctx context.Context, by Actor, p match.Proposal, c Challenge) (Match, error) {
	var made, waits Match
	err := s.deps.Store.Do(ctx, func(tx Tx) error {
		m, events, err := s.proposed(tx, p, c.Venue)
		if err != nil {
			return err
		}
		if made, err = s.crossing(ctx, tx, by, &m, c.Anyway); err != nil || made.ID != "" {
			waits = made
			return cmp.Or(err, Meet(ctx, tx, by))
		}
		if c.Refused != nil {
			return c.Refused
		}
		if waits, err = c.fits(ctx, tx, &m); err != nil {
			return err
		}
		if waits, err = enter(ctx, tx, by, &m, events); err != nil {
			return err
		}
		if made, err = followVacations(ctx, tx, m, events); err != nil || !c.First {
			return err
		}
		return beginFirst(ctx, tx, by, m.ID)
	})
	if err != nil {
		return waits, err
	}
	s.deps.Wake()
	return made, nil
}

// crossing accepts the challenge that waits for the challenger of m by whoever m is to, if it is on the same terms:
// nothing is made then. One on other terms it returns with ErrCrossed, unless m is to be made anyway. The zero Match:
// there is none.
func (s Challenges) crossing(ctx context.Context, tx Tx, by Actor, m *Match, anyway bool) (Match, error) {
	if m.Opponent == "" || m.Robot() != "" {
		return Match{}, nil
	}
	open, err := tx.Open(ctx, m.Challenger)
	if err != nil {
		return Match{}, err
	}
	var other match.ID
	for i := range open {
		switch o := &open[i]; {
		case !o.isOffered(m.Opponent, m.Challenger):
		case o.Terms == m.Terms.FromOpponent():
			return Change(ctx, tx, Ref{o.ID, AnyPly}, s.accepting(ctx, by))
		default:
			other = cmp.Or(other, o.ID)
		}
	}
	if other == "" || anyway {
		return Match{}, nil
	}
	theirs, err := tx.Match(ctx, other)
	return theirs, cmp.Or(err, ErrCrossed)
}

// isOffered reports whether s is a challenge by one person to another that waits.
func (s *Summary) isOffered(by, to match.PlayerID) bool {
	return s.Status == match.Proposed && s.Challenger == by && s.Opponent == to
}

// accepting takes a challenge up for by. Those by which they have challenged the same person are withdrawn: of
// challenges that cross, one becomes a match.
func (s Challenges) accepting(ctx context.Context, by Actor) Act {
	return func(tx Tx, m *Match) ([]match.Event, error) {
		events, err := m.As(by.ID).Accept(s.deps.Toss(), tx.Now())
		if err != nil {
			return nil, err
		}
		if err := endOthers(ctx, tx, m, by.ID, withdrawing(by)); err != nil {
			return nil, err
		}
		server, err := serverOf(ctx, tx, m.Venue)
		if err == nil {
			err = mayPair(ctx, tx, m, by.ID)
		}
		if err != nil {
			return nil, err
		}
		return events, crowd{server, m, by.ID}.check(ctx, tx)
	}
}

// withdrawing takes a challenge back for by.
func withdrawing(by Actor) Act {
	return func(tx Tx, m *Match) ([]match.Event, error) { return m.As(by.ID).Withdraw(tx.Now()) }
}

// declining turns a challenge down for by.
func declining(by Actor) Act {
	return func(tx Tx, m *Match) ([]match.Event, error) { return m.As(by.ID).Decline(tx.Now()) }
}

// fits checks that m can be made by the challenge c, and puts it into the language of its server; errors as
// Challenge, with the first game that is played.
func (c Challenge) fits(ctx context.Context, tx Tx, m *Match) (waits Match, err error) {
	if c.First {
		if waits, err = firstGame(ctx, tx, m.Challenger); err != nil {
			return waits, err
		}
	}
	if err := fair(ctx, tx, m, m.Game.Position()); err != nil {
		return Match{}, err
	}
	server, err := serverOf(ctx, tx, c.Venue)
	m.Venue = server.Settings.speaks(c.Venue)
	return Match{}, err
}

// enter keeps m, which by has just made and in which events happened, unless it is one challenge too many:
// errors as admit and crowd.check, with the challenge that waits.
func enter(ctx context.Context, tx Tx, by Actor, m *Match, events []match.Event) (Match, error) {
	if waits, err := admit(ctx, tx, m); err != nil {
		return waits, err
	}
	server, err := serverOf(ctx, tx, m.Venue)
	if err != nil {
		return Match{}, err
	}
	if !m.Practice {
		err = crowd{server, m, m.Challenger}.check(ctx, tx)
	}
	if err != nil {
		return Match{}, err
	}
	if err := create(ctx, tx, m, events); err != nil {
		return Match{}, err
	}
	if err := schedule(ctx, tx, &m.Match, !m.Practice); err != nil {
		return Match{}, err
	}
	if err := served(ctx, tx, m.Venue, &server); err != nil {
		return Match{}, err
	}
	return Match{}, Meet(ctx, tx, by)
}

// create keeps m, in which events happened. A challenge to a person takes the place of the one before it if that was
// refused.
func create(ctx context.Context, tx Tx, m *Match, events []match.Event) error {
	if m.Opponent == "" {
		return tx.CreateMatch(ctx, *m, events)
	}
	row, err := welcome(ctx, tx, m)
	if err != nil {
		return err
	}
	told := false
	if len(row) > 0 {
		if told, err = takeCard(ctx, tx, m, row[0].ID); err != nil {
			return err
		}
	}
	if err := tx.CreateMatch(ctx, *m, events); err != nil || !told {
		return err
	}
	return tx.SaveSeat(ctx, Seat{Match: m.ID, Player: m.Opponent, Notices: Notices{Invited: true}})
}

// proposed returns the match that p makes, which the robot has accepted.
func (s Challenges) proposed(tx Tx, p match.Proposal, v Venue) (Match, []match.Event, error) {
	proposed, events, err := match.Propose(p, tx.Now())
	if err != nil {
		return Match{}, nil, err
	}
	m := Match{Match: proposed, Delivery: Delivery{Venue: v}}
	if robot := m.Robot(); robot != "" {
		accepted, err := m.As(robot).Accept(s.deps.Toss(), tx.Now())
		if err != nil {
			return Match{}, nil, err
		}
		events = append(events, accepted...)
	}
	return m, events, nil
}

// firstGame returns ErrSame with the first game of a player, if it is being played.
func firstGame(ctx context.Context, tx Tx, id match.PlayerID) (Match, error) {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) || err == nil && p.Progress.Game == "" {
		return Match{}, nil
	}
	if err != nil {
		return Match{}, err
	}
	m, err := tx.Match(ctx, p.Progress.Game)
	switch {
	case errors.Is(err, ErrNotFound), err == nil && m.Status != match.Playing:
		return Match{}, nil
	case err != nil:
		return Match{}, err
	}
	return m, ErrSame
}

// beginFirst makes a match the first game of a.
func beginFirst(ctx context.Context, tx Tx, a Actor, id match.ID) error {
	p, err := tx.Player(ctx, a.ID)
	if err != nil {
		return err
	}
	p.Progress.Game = id
	return tx.SavePlayer(ctx, p)
}

// Accept takes a challenge up; errors as match.Match.Accept, and *LimitError.
func (s Challenges) Accept(ctx context.Context, by Actor, id match.ID) (Match, error) {
	m, err := s.deps.Store.Match(ctx, id)
	if err == nil && m.Status == match.Proposed && m.visibleTo(by) {
		err = s.mayRate(ctx, m.Terms, by.ID, m.Challenger)
	}
	if err != nil {
		return m, err
	}
	return s.change(ctx, by, Ref{id, AnyPly}, s.accepting(ctx, by))
}

// Decline turns a challenge down; errors as match.Match.Decline.
func (s Challenges) Decline(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.change(ctx, by, Ref{id, AnyPly}, declining(by))
}

// Withdraw takes a challenge back; errors as match.Match.Withdraw.
func (s Challenges) Withdraw(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.change(ctx, by, Ref{id, AnyPly}, withdrawing(by))
}

// MoveHere shows a match at v from now on, whatever its status, if its channel refused its last news,
// else it returns ErrShown; both players can, others get match.ErrNotPlayer. It returns ErrForeign
// where m.StaysElsewhere(v).
func (s Challenges) MoveHere(ctx context.Context, by Actor, id match.ID, v Venue) (Match, error) {
	return s.change(ctx, by, Ref{id, AnyPly}, func(tx Tx, m *Match) ([]match.Event, error) {
		switch {
		case m.StaysElsewhere(v):
			return nil, ErrForeign
		case !m.isOf(by.ID):
			return nil, match.ErrNotPlayer
		case !m.Closed:
			return nil, ErrShown
		}
		server, err := serverOf(ctx, tx, v)
		m.Venue, m.Thread, m.Closed = server.Settings.speaks(v), "", false
		return nil, err
	})
}

// Counter declines a challenge to by, and challenges the challenger on other terms in return. It returns
// the new challenge. Errors are those of match.Match.Counter, with the match as it is, and of Challenge.
// Once it was done, it returns what was made then.
func (s Challenges) Counter(ctx context.Context, by Actor, id match.ID, terms match.Terms) (Match, error) {
	var err error
	for range idAttempts {
		var m Match
		if m, err = s.counter(ctx, by, counter{id, s.deps.NewID(), terms}); !errors.Is(err, ErrExists) {
			return m, err
		}
	}
	return Match{}, err
}

// counterGrace is how long news of a counter-challenge wait, so that people first read what became of the
// challenge that it answers.
const counterGrace = time.Second

// counter is the answer to a challenge on other terms.
type counter struct {
	to, id match.ID // the challenge that it answers, and its own
	terms  match.Terms
}

// counter makes one attempt at Counter.
func (s Challenges) counter(ctx context.Context, by Actor, c counter) (Match, error) {
	var m, stands Match // what was made, or is there instead
	err := s.deps.Store.Do(ctx, func(tx Tx) (err error) {
		if m, err = counteredBefore(ctx, tx, by, c.to); err != nil || m.ID != "" {
			return err
		}
		m, stands, err = s.counterIn(ctx, tx, by, c)
		return err
	})
	if err != nil {
		return stands, err
	}
	s.deps.Wake()
	return m, nil
}

// counteredBefore returns the challenge with which by has answered another one; the zero Match: none.
func counteredBefore(ctx context.Context, tx Tx, by Actor, id match.ID) (Match, error) {
	seat, err := tx.Seat(ctx, id, by.ID)
	if err != nil || seat.Counter == "" {
		return Match{}, err
	}
	return tx.Match(ctx, seat.Counter)
}

// counterIn is counter within a unit of work. Beside an error it returns what stands.
func (s Challenges) counterIn(ctx context.Context, tx Tx, by Actor, c counter) (made, stands Match, err error) {
	old, err := Change(ctx, tx, Ref{c.to, AnyPly}, ifVisible(by,
		func(tx Tx, m *Match) ([]match.Event, error) { return m.As(by.ID).Counter(tx.Now()) }))
	switch {
	case errors.Is(err, ErrNotFound):
		return Match{}, Match{}, err
	case err != nil:
		return Match{}, old, err
	}
	p := match.Proposal{ID: c.id, By: by.ID, To: old.Challenger, Terms: c.terms}
	made, events, err := s.proposed(tx, p, old.Venue)
	if err != nil {
		return Match{}, Match{}, err
	}
	theirs, err := s.crossing(ctx, tx, by, &made, true)
	switch {
	case err != nil:
		return Match{}, Match{}, err
	case theirs.ID != "":
		made = theirs
	default:
		if stands, err = enter(ctx, tx, by, &made, events); err != nil {
			return Match{}, stands, err
		}
	}
	if err := tx.Schedule(ctx, JobTell, Subject(JobTell, made.ID), tx.Now().Add(counterGrace)); err != nil {
		return Match{}, Match{}, err
	}
	seat, err := tx.Seat(ctx, c.to, by.ID)
	if err != nil {
		return Match{}, Match{}, err
	}
	seat.Counter = made.ID
	return made, Match{}, tx.SaveSeat(ctx, seat)
}

// Countered reports whether m was declined by a challenge on other terms.
func (s Challenges) Countered(ctx context.Context, m *Match) (bool, error) {
	if m.Status != match.Declined {
		return false, nil
	}
	seat, err := s.deps.Store.Seat(ctx, m.ID, m.Opponent)
	return seat.Counter != "", err
}
