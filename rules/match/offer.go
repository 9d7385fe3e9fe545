package match

import (
	"cmp"
	"slices"
	"time"

	"madbot/rules"
)

// OfferKind is what a side can offer to the other, or ask of it.
type OfferKind uint8

// The kinds; the zero value NoOffer is none.
const (
	NoOffer    OfferKind = iota
	ToStop               // the game (rules 5.3)
	ToTakeBack           // turns, so that the side that asks is to move again
	ForTime              // Pace.Gift more for the side that asks, once a turn
	ToPause              // the clock, until either side wants it to go on
)

// String returns a lower-case word for logs, "-" for NoOffer.
func (k OfferKind) String() string {
	names := [...]string{"-", "stop", "takeback", "time", "pause"}
	if int(k) >= len(names) {
		return names[NoOffer]
	}
	return names[k]
}

// events returns what is recorded when an offer of kind k is made, refused and withdrawn.
func (k OfferKind) events() (made, refused, withdrawn EventKind) {
	switch k {
	case ToStop:
		return StopOffered, StopRefused, StopWithdrawn
	case ToTakeBack:
		return TakebackAsked, TakebackRefused, TakebackWithdrawn
	case ForTime:
		return TimeAsked, TimeRefused, TimeWithdrawn
	}
	return PauseOffered, PauseRefused, PauseWithdrawn
}

// Refusal returns what is recorded when an offer of kind k is refused.
func (k OfferKind) Refusal() EventKind {
	_, refused, _ := k.events()
	return refused
}

// isMutual reports whether both sides want the same by an offer of kind k, so that offering it
// accepts the other side's.
func (k OfferKind) isMutual() bool { return k == ToStop || k == ToPause }

// Offer is a side's offer of one kind. The zero value is none. It lasts until the next turn; that it
// was refused or withdrawn is kept as long, so that a side does not ask twice.
type Offer struct {
	By rules.Color // NoColor: none, or only one that was withdrawn
	// Refused says that the other side said no, or, when Barred is set, that it was withdrawn.
	Refused bool
	// Barred is the side whose offer before this one was refused or withdrawn since the last turn;
	// NoColor for none.
	Barred rules.Color
}

// IsOpen reports whether the offer waits for its answer.
func (o Offer) IsOpen() bool { return o.By != rules.NoColor && !o.Refused }

// Withdrawn returns the side that withdrew the only offer since the last turn, else NoColor.
func (o Offer) Withdrawn() rules.Color {
	if o.By != rules.NoColor {
		return rules.NoColor
	}
	return o.Barred
}

// IsSpent reports whether both sides have offered since the last turn and no offer is open.
func (o Offer) IsSpent() bool { return o.Refused && o.Barred != rules.NoColor }

// Offers are those of a match, by their kinds; that of NoOffer is none.
type Offers [ToPause + 1]Offer

// isOpen reports whether one of them is open.
func (o Offers) isOpen() bool { return slices.ContainsFunc(o[:], Offer.IsOpen) }

// Asked returns the kind of an open offer that p is to answer, the first of the kinds when there are
// several, NoOffer when there is none.
func (p Party) OfferToAnswer() OfferKind {
	for k := ToStop; k <= ToPause; k++ {
		if o := p.m.Offers[k]; p.side != rules.NoColor && o.IsOpen() && o.By != p.side {
			return k
		}
	}
	return NoOffer
}

// MakeOffer makes an offer of kind k, or accepts the other side's open one when both want the same by
// it: to stop or to pause. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrOfferOpen,
// ErrOfferedAlready or ErrNoOffer; ErrNoTakebacks or ErrNothingPlayed for ToTakeBack, ErrNoClock for
// ForTime and ToPause, ErrGiven for ForTime, ErrPaused for ToPause.
func (p Party) MakeOffer(k OfferKind, now time.Time) ([]Event, error) {
	if err := p.Plays(); err != nil {
		return nil, err
	}
	if err := p.canOffer(k); err != nil {
		return nil, err
	}
	o := &p.m.Offers[k]
	switch {
	case o.IsOpen() && (o.By == p.side || !k.isMutual()):
		return nil, ErrOfferOpen
	case o.IsOpen():
		return p.agree(k, now), nil
	case o.By == p.side || o.Barred == p.side:
		return nil, ErrOfferedAlready
	}
	*o = Offer{By: p.side, Barred: cmp.Or(o.By, o.Barred)}
	made, _, _ := k.events()
	return []Event{p.record(made, now)}, nil
}

// CanOffer returns why MakeOffer would refuse, nil when it would not: it tries on a copy.
func (p Party) CanOffer(k OfferKind) error {
	try := *p.m
	_, err := try.As(p.id).MakeOffer(k, p.m.Changed)
	return err
}

// AnswerOffer accepts or refuses the other side's open offer of kind k. It returns ErrNotPlaying,
// ErrFinished, ErrNotPlayer, ErrNoOffer or ErrOwnOffer.
func (p Party) AnswerOffer(k OfferKind, yes bool, now time.Time) ([]Event, error) {
	err, o := p.Plays(), &p.m.Offers[k]
	switch {
	case err != nil:
		return nil, err
	case !o.IsOpen():
		return nil, ErrNoOffer
	case o.By == p.side:
		return nil, ErrOwnOffer
	case yes:
		return p.agree(k, now), nil
	}
	o.Refused = true
	return []Event{p.record(k.Refusal(), now)}, nil
}

// WithdrawOffer takes back an open offer of kind k of the same side; the side cannot make it again
// before the next turn. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNoOffer or
// ErrNotOfferer.
func (p Party) WithdrawOffer(k OfferKind, now time.Time) ([]Event, error) {
	err, o := p.Plays(), &p.m.Offers[k]
	switch {
	case err != nil:
		return nil, err
	case !o.IsOpen():
		return nil, ErrNoOffer
	case o.By != p.side:
		return nil, ErrNotOfferer
	}
	if o.Barred == rules.NoColor {
		*o = Offer{Barred: p.side}
	} else {
		o.Refused = true
	}
	_, _, withdrawn := k.events()
	return []Event{p.record(withdrawn, now)}, nil
}

// offerable returns why p cannot make an offer of kind k in a running match, whoever has offered what.
func (p Party) canOffer(k OfferKind) error {
	m := p.m
	switch {
	case k == NoOffer:
		return ErrNoOffer
	case k == ToTakeBack && m.Terms.NoTakebacks:
		return ErrNoTakebacks
	case k == ToTakeBack && m.pliesBefore(p.side) < 0:
		return ErrNothingPlayed
	case (k == ForTime || k == ToPause) && !m.Terms.Pace.HasClock():
		return ErrNoClock
	case k == ForTime && m.HasGiven():
		return ErrGiftUsed
	case k == ToPause && m.Clock.Paused:
		return ErrPaused
	}
	return nil
}

// agree does what the other side's open offer of kind k is about.
func (p Party) agree(k OfferKind, now time.Time) []Event {
	m, asker := p.m, p.side.Other()
	m.Offers[k] = Offer{}
	switch k {
	case ToTakeBack:
		return p.agreeBack(asker, now)
	case ForTime:
		return []Event{p.give(asker, m.Terms.Pace.Gift(), now)}
	case ToPause:
		m.Clock.advance(m.side(), now)
		m.Clock.Paused = true
		return []Event{p.record(Paused, now)}
	}
	m.Game.End(rules.Agreement, rules.NoColor)
	return []Event{p.end(now)}
}

// give gives side d more: from now on when it is overdue, else to its bank.
func (p Party) give(side rules.Color, d time.Duration, now time.Time) Event {
	m := p.m
	if side == m.side() && m.Overdue(now) {
		m.Clock.give(side, d, now)
	} else {
		m.Clock.Reserves.At(side).Bank += d
	}
	m.Offers[ForTime], m.Past.GiftTurn = Offer{}, m.Game.Ply()+1
	return p.recordLength(TimeGiven, d, now)
}

// HasGiven reports whether a side was given time in the running turn.
func (m *Match) HasGiven() bool { return m.Past.GiftTurn == m.Game.Ply()+1 }
