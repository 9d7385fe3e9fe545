package play

import (
	"cmp"
	"context"
	"errors"
	"time"

	"madbot/bot/play/gate"
	"madbot/rules/match"
)

// idAttempts is how many ids are tried for a new match, because short random ids may collide.
const idAttempts = 3

// Challenge is a match to be proposed.
type Challenge struct {
	To    match.PlayerID // empty: open to anyone
	Terms match.Terms    // with a level, To is the robot, and the match starts immediately
	Venue Venue
	First bool // it is the challenger's first game; only one at a time is played
	// Learner makes it their first game if they have never finished one, and none is in progress.
	Learner bool
	// Practice makes it a practice game. Lists do not contain practice games. If a person has more than MaxPractice unkept
	// ones, the least recently played one ends.
	Practice bool
	// Anyway proposes the match even if To has challenged the challenger on other terms.
	Anyway bool
	// Refused is the error to return unless the challenge accepts a crossing one. Nil means that it may be proposed.
	Refused error
}

// Challenge proposes a match. If the other player has already challenged by on the same terms, it accepts that
// challenge instead. It returns match.ErrSelf, match.ErrNotPlayer, match.ErrTerms, match.ErrRated, ErrSame,
// ErrCrossed, a *gate.StandingError, ErrNobodyManages, c.Refused or a *LimitError. With ErrSame it returns the existing
// match: a waiting challenge, or a first game or practice game in progress.
func (s Challenges) Challenge(ctx context.Context, by Actor, c Challenge) (Match, error) {
	p := match.Proposal{By: by.ID, To: c.To, Terms: c.Terms, Practice: c.Practice}
	err := s.MayRate(ctx, by.ID, c)
	if err == nil && c.Learner {
		c.First, err = s.playsFirst(ctx, by.ID)
	}
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

func (s Challenges) propose(ctx context.Context, by Actor, p match.Proposal, c Challenge) (Match, error) {
	var made, waits Match
	err := s.deps.Store.Do(ctx, func(tx Tx) error {
		m, events, err := s.newProposal(tx, p, c.Venue)
		if err != nil {
			return err
		}
		if made, err = s.acceptCrossing(ctx, tx, by, &m, c.Anyway); err != nil || made.ID != "" {
			waits = made
			return cmp.Or(err, Meet(ctx, tx, by))
		}
		if c.Refused != nil {
			return c.Refused
		}
		if waits, err = c.checkTerms(ctx, tx, &m); err != nil {
			return err
		}
		if waits, err = admitAndCreate(ctx, tx, by, &m, events); err != nil {
			return err
		}
		if made, err = updateVacations(ctx, tx, m, events); err != nil || !c.First {
			return err
		}
		return recordFirstGame(ctx, tx, by, m.ID)
	})
	if err != nil {
		return waits, err
	}
	s.deps.Wake()
	return made, nil
}

// acceptCrossing accepts the challenge of m's opponent to m's challenger, if there is one on the same terms; m itself
// is not created then. If there is one on other terms, it returns that and ErrCrossed, unless anyway is set. It returns
// the zero Match if there is none.
func (s Challenges) acceptCrossing(ctx context.Context, tx Tx, by Actor, m *Match, anyway bool) (Match, error) {
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

// isOffered reports whether s is an unanswered challenge by one person to another.
func (s *Summary) isOffered(by, to match.PlayerID) bool {
	return s.Status == match.Proposed && s.Challenger == by && s.Opponent == to
}

// accepting returns an Act that accepts a challenge for by. It withdraws by's own challenges to the challenger, so that
// crossing challenges become one match.
func (s Challenges) accepting(ctx context.Context, by Actor) Act {
	return func(tx Tx, m *Match) ([]match.Event, error) {
		err := checkTakers(ctx, tx, m, by.ID)
		if err != nil {
			return nil, err
		}
		events, err := m.As(by.ID).Accept(s.deps.Toss(), tx.Now())
		if err != nil {
			return nil, err
		}
		if err := endOthers(ctx, tx, m, by.ID, withdrawing(by)); err != nil {
			return nil, err
		}
		server, err := serverOf(ctx, tx, m.Venue)
		if err == nil {
			err = checkPairAgain(ctx, tx, m, by.ID)
		}
		if err != nil {
			return nil, err
		}
		return events, openLimits{server, m, by.ID}.check(ctx, tx)
	}
}

func withdrawing(by Actor) Act {
	return func(tx Tx, m *Match) ([]match.Event, error) { return m.As(by.ID).Withdraw(tx.Now()) }
}

func declining(by Actor) Act {
	return func(tx Tx, m *Match) ([]match.Event, error) { return m.As(by.ID).Decline(tx.Now()) }
}

// checkTerms checks that the challenge c can be made as m, and sets the language of m to the server's. Errors are those
// of Challenge; a first game in progress is returned with ErrSame.
func (c Challenge) checkTerms(ctx context.Context, tx Tx, m *Match) (waits Match, err error) {
	if c.First {
		if waits, err = firstGame(ctx, tx, m.Challenger); err != nil {
			return waits, err
		}
	}
	if err := gate.CheckRobot(ctx, tx, &m.Match, m.Game.Position()); err != nil {
		return Match{}, err
	}
	server, err := serverOf(ctx, tx, c.Venue)
	m.Venue = server.Settings.applyLanguage(c.Venue)
	return Match{}, err
}

// admitAndCreate creates m unless a limit is reached, and schedules its jobs. Errors are as for admit and
// openLimits.check. With ErrSame it returns the waiting challenge.
func admitAndCreate(ctx context.Context, tx Tx, by Actor, m *Match, events []match.Event) (Match, error) {
	if waits, err := admit(ctx, tx, m); err != nil {
		return waits, err
	}
	server, err := serverOf(ctx, tx, m.Venue)
	if err != nil {
		return Match{}, err
	}
	if m.Practice {
		err = countPractice(ctx, tx, m.Challenger)
	} else {
		err = openLimits{server, m, m.Challenger}.check(ctx, tx)
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
	if err := MarkServerPresent(ctx, tx, m.Venue, &server); err != nil {
		return Match{}, err
	}
	return Match{}, Meet(ctx, tx, by)
}

// create saves the new match m. A challenge to a person takes over the card of their previous challenge if that was
// refused.
func create(ctx context.Context, tx Tx, m *Match, events []match.Event) error {
	if m.Opponent == "" {
		return tx.CreateMatch(ctx, *m, events)
	}
	row, err := checkWelcome(ctx, tx, m)
	if err != nil {
		return err
	}
	notified := false
	if len(row) > 0 && row[0].Challenger == m.Challenger { // not a profile they deleted, whose card names nobody
		if notified, err = takeOverPost(ctx, tx, m, row[0].ID); err != nil {
			return err
		}
	}
	if err := tx.CreateMatch(ctx, *m, events); err != nil || !notified {
		return err
	}
	return tx.SaveSeat(ctx, Seat{Match: m.ID, Player: m.Opponent, Notices: Notices{Invited: true}})
}

// newProposal returns the match that p proposes. A match against the robot is already accepted.
func (s Challenges) newProposal(tx Tx, p match.Proposal, v Venue) (Match, []match.Event, error) {
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

// Accept accepts a challenge. Errors are as for match.Party.Accept, ErrTakenBefore and *LimitError.
func (s Challenges) Accept(ctx context.Context, by Actor, id match.ID) (Match, error) {
	m, err := s.deps.Store.Match(ctx, id)
	if err == nil && m.Status == match.Proposed && m.visibleTo(by) {
		err = s.MayRate(ctx, by.ID, m.counterChallenge(m.Terms))
	}
	if err != nil {
		return m, err
	}
	return s.change(ctx, by, Ref{id, AnyPly}, s.accepting(ctx, by))
}

// counterChallenge returns the counter-challenge on terms to the challenger of m.
func (m *Match) counterChallenge(terms match.Terms) Challenge {
	return Challenge{To: m.Challenger, Venue: m.Venue, Terms: terms}
}

// Decline declines a challenge. It returns the errors of match.Party.Decline.
func (s Challenges) Decline(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.change(ctx, by, Ref{id, AnyPly}, declining(by))
}

// Withdraw withdraws a challenge. It returns the errors of match.Party.Withdraw.
func (s Challenges) Withdraw(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.change(ctx, by, Ref{id, AnyPly}, withdrawing(by))
}

// MoveHere moves a match of any status to v after its channel refused the last news. It returns ErrShown if the channel
// did not refuse them, match.ErrNotPlayer for people who do not play in the match, and ErrForeign if
// m.StaysElsewhere(v).
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
		m.Venue, m.Thread, m.Closed = server.Settings.applyLanguage(v), "", false
		return nil, err
	})
}

// Counter declines a challenge to by and challenges the challenger on other terms in return. It returns the new
// challenge; when repeated, the same one. Errors are as for match.Party.Counter, with the match, and those of
// Challenge.
func (s Challenges) Counter(ctx context.Context, by Actor, id match.ID, terms match.Terms) (Match, error) {
	was, err := s.mayRateCounter(ctx, by, id, terms)
	if err != nil {
		return was, err
	}
	for range idAttempts {
		var m Match
		if m, err = s.counter(ctx, by, counter{id, s.deps.NewID(), terms}); !errors.Is(err, ErrExists) {
			return m, err
		}
	}
	return Match{}, err
}

// mayRateCounter is MayRate for a counter-challenge on terms. With an error it returns the challenge.
func (s Challenges) mayRateCounter(ctx context.Context, by Actor, id match.ID, terms match.Terms) (Match, error) {
	if !terms.Rated {
		return Match{}, nil
	}
	m, err := s.deps.Store.Match(ctx, id)
	if err == nil && m.Status == match.Proposed && m.visibleTo(by) {
		err = s.MayRate(ctx, by.ID, m.counterChallenge(terms))
	}
	return m, err
}

// counterGrace is how long news of a counter-challenge wait, so that people first read that their challenge was
// declined.
const counterGrace = time.Second

type counter struct {
	to, id match.ID // the challenge that it answers, and the new one
	terms  match.Terms
}

func (s Challenges) counter(ctx context.Context, by Actor, c counter) (Match, error) {
	var m, existing Match // the new match, or the match to return with an error
	err := s.deps.Store.Do(ctx, func(tx Tx) (err error) {
		if m, err = counteredBefore(ctx, tx, by, c.to); err != nil || m.ID != "" {
			return err
		}
		m, existing, err = s.counterIn(ctx, tx, by, c)
		return err
	})
	if err != nil {
		return existing, err
	}
	s.deps.Wake()
	return m, nil
}

// counteredBefore returns the actor's earlier counter-challenge to a challenge, or the zero Match.
func counteredBefore(ctx context.Context, tx Tx, by Actor, id match.ID) (Match, error) {
	seat, err := tx.Seat(ctx, id, by.ID)
	if err != nil || seat.Counter == "" {
		return Match{}, err
	}
	return tx.Match(ctx, seat.Counter)
}

// counterIn is counter within a unit of work. With an error it returns the match to show instead.
func (s Challenges) counterIn(ctx context.Context, tx Tx, by Actor, c counter) (made, existing Match, err error) {
	old, err := Change(ctx, tx, Ref{c.to, AnyPly}, ifVisible(by,
		func(tx Tx, m *Match) ([]match.Event, error) { return m.As(by.ID).Counter(tx.Now()) }))
	switch {
	case errors.Is(err, ErrNotFound):
		return Match{}, Match{}, err
	case err != nil:
		return Match{}, old, err
	}
	p := match.Proposal{ID: c.id, By: by.ID, To: old.Challenger, Terms: c.terms}
	made, events, err := s.newProposal(tx, p, old.Venue)
	if err != nil {
		return Match{}, Match{}, err
	}
	theirs, err := s.acceptCrossing(ctx, tx, by, &made, true)
	switch {
	case err != nil:
		return Match{}, Match{}, err
	case theirs.ID != "":
		made = theirs
	default:
		if existing, err = admitAndCreate(ctx, tx, by, &made, events); err != nil {
			return Match{}, existing, err
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

// Countered reports whether m was declined with a counter-challenge.
func (s Challenges) Countered(ctx context.Context, m *Match) (bool, error) {
	if m.Status != match.Declined {
		return false, nil
	}
	seat, err := s.deps.Store.Seat(ctx, m.ID, m.Opponent)
	return seat.Counter != "", err
}
