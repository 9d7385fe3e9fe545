package match

import (
	"cmp"
	"slices"
	"time"

	"madbot/rules"
)

// OfferKind is something a side can offer the other, or ask of it.
type OfferKind uint8

// The kinds. NoOffer, the zero value, is none.
const (
	NoOffer    OfferKind = iota
	ToStop               // to stop the game (rules 5.3)
	ToTakeBack           // to take turns back until the asking side is to move again
	ForTime              // to get Pace.Gift more time, once a turn
	ToPause              // to pause the clock until either side resumes it
	ToCallOff            // to end the game without a result (rules 5.3)
)

// String returns a lower-case word for logs, "-" for NoOffer.
func (k OfferKind) String() string {
	names := [...]string{"-", "stop", "takeback", "time", "pause", "calloff"}
	if int(k) >= len(names) {
		return names[NoOffer]
	}
	return names[k]
}

// events returns the kinds of the events recorded when an offer of kind k is made, refused and withdrawn.
func (k OfferKind) events() (made, refused, withdrawn EventKind) {
	switch k {
	case ToStop:
		return StopOffered, StopRefused, StopWithdrawn
	case ToTakeBack:
		return TakebackAsked, TakebackRefused, TakebackWithdrawn
	case ForTime:
		return TimeAsked, TimeRefused, TimeWithdrawn
	case ToCallOff:
		return CallOffOffered, CallOffRefused, CallOffWithdrawn
	}
	return PauseOffered, PauseRefused, PauseWithdrawn
}

// Refusal returns the kind of the event recorded when an offer of kind k is refused.
func (k OfferKind) Refusal() EventKind {
	_, refused, _ := k.events()
	return refused
}

// isMutual reports whether both sides would ask for the same, so that making the offer accepts the other side's.
func (k OfferKind) isMutual() bool { return k == ToStop || k == ToPause || k == ToCallOff }

// EndsMatch reports whether accepting an offer of kind k ends the match, so that a player must confirm it.
func (k OfferKind) EndsMatch() bool { return k == ToStop || k == ToCallOff }

// MaxCallOffs is how many times a side can offer ToCallOff in one match.
const MaxCallOffs = 3

// Offer is a side's offer of one kind; the zero value is none. It lasts until the next turn. A refused or withdrawn
// offer is remembered until then, so that a side does not ask twice.
type Offer struct {
	By rules.Color // NoColor if there is none, or only a withdrawn one
	// Refused means that the other side refused or, if Barred is set, that the offer was withdrawn.
	Refused bool
	// Barred is the side whose earlier offer since the last turn was refused or withdrawn; NoColor if there is none.
	Barred rules.Color
}

// IsOpen reports whether the offer is unanswered.
func (o Offer) IsOpen() bool { return o.By != rules.NoColor && !o.Refused }

// Withdrawn returns the side that withdrew the only offer since the last turn, otherwise NoColor.
func (o Offer) Withdrawn() rules.Color {
	if o.By != rules.NoColor {
		return rules.NoColor
	}
	return o.Barred
}

// IsSpent reports whether both sides have made the offer since the last turn and none is open.
func (o Offer) IsSpent() bool { return o.Refused && o.Barred != rules.NoColor }

// Offers holds the offers of a match by kind.
type Offers [ToCallOff + 1]Offer

func (o Offers) isOpen() bool { return slices.ContainsFunc(o[:], Offer.IsOpen) }

// Ending returns the kind of the open offer that would end the match, or NoOffer. At most one is open.
func (o Offers) Ending() OfferKind {
	for _, k := range []OfferKind{ToStop, ToCallOff} {
		if o[k].IsOpen() {
			return k
		}
	}
	return NoOffer
}

// OfferToAnswer returns the kind of the first open offer that p has to answer, or NoOffer.
func (p Party) OfferToAnswer() OfferKind {
	for k := ToStop; k <= ToCallOff; k++ {
		if o := p.m.Offers[k]; p.side != rules.NoColor && o.IsOpen() && o.By != p.side {
			return k
		}
	}
	return NoOffer
}

// MakeOffer makes an offer of kind k. If the other side has already offered to stop, to pause or to call off, it
// accepts that instead. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrOfferOpen, ErrOfferedAlready or
// ErrNoOffer; for ToTakeBack ErrNoTakebacks or ErrNothingPlayed; for ForTime ErrNoClock or ErrGiftUsed; for ToPause
// ErrNoClock or ErrPaused; for ToStop ErrOtherOffer; for ToCallOff ErrOtherOffer, ErrBinding, ErrCallOffsUsed or,
// against the bot, ErrNoOffer.
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
	case k == ToCallOff:
		used := p.m.Past.CallOffs.At(p.side)
		if *used >= MaxCallOffs {
			return nil, ErrCallOffsUsed
		}
		*used++
	}
	*o = Offer{By: p.side, Barred: cmp.Or(o.By, o.Barred)}
	made, _, _ := k.events()
	return []Event{p.record(made, now)}, nil
}

// CanOffer returns the error MakeOffer would return. It tries on a copy.
func (p Party) CanOffer(k OfferKind) error {
	try := *p.m
	_, err := try.As(p.id).MakeOffer(k, p.m.Changed)
	return err
}

// AnswerOffer accepts or refuses the other side's open offer of kind k. It returns ErrNotPlaying, ErrFinished,
// ErrNotPlayer, ErrNoOffer, ErrOwnOffer, or ErrBinding if the match can no longer be called off.
func (p Party) AnswerOffer(k OfferKind, yes bool, now time.Time) ([]Event, error) {
	err, o := p.Plays(), &p.m.Offers[k]
	switch {
	case err != nil:
		return nil, err
	case !o.IsOpen():
		return nil, ErrNoOffer
	case o.By == p.side:
		return nil, ErrOwnOffer
	case yes && k == ToCallOff && !canAgreeToCallOff(p.m):
		return nil, ErrBinding
	case yes:
		return p.agree(k, now), nil
	}
	o.Refused = true
	return []Event{p.record(k.Refusal(), now)}, nil
}

// WithdrawOffer withdraws p's open offer of kind k. p's side cannot make it again before the next turn. It returns
// ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNoOffer or ErrNotOfferer.
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

// canOffer returns why p cannot make an offer of kind k in a running match, ignoring earlier offers.
func (p Party) canOffer(k OfferKind) error {
	m := p.m
	switch {
	case k == NoOffer:
		return ErrNoOffer
	case k == ToTakeBack && m.Terms.NoTakebacks:
		return ErrNoTakebacks
	case k == ToTakeBack && pliesBefore(m, p.side) < 0:
		return ErrNothingPlayed
	case (k == ForTime || k == ToPause) && !m.Terms.Pace.HasClock():
		return ErrNoClock
	case k == ForTime && m.HasGiven():
		return ErrGiftUsed
	case k == ToPause && m.Clock.Paused:
		return ErrPaused
	case k.EndsMatch() && m.Offers.Ending() != NoOffer && m.Offers.Ending() != k:
		return ErrOtherOffer
	case k == ToCallOff && m.Robot() != "":
		return ErrNoOffer
	case k == ToCallOff && !canAgreeToCallOff(m):
		return ErrBinding
	}
	return nil
}

// canAgreeToCallOff reports whether both sides can end the game without a result (rules 5.3). They cannot in a binding
// match, or in a rated one after both sides' second turns.
func canAgreeToCallOff(m *Match) bool {
	return !m.Past.Binding && (!m.Terms.Rated || m.leavesFree(rules.Red) || m.leavesFree(rules.Blue))
}

// agree carries out the other side's open offer of kind k.
func (p Party) agree(k OfferKind, now time.Time) []Event {
	m, asker := p.m, p.side.Other()
	m.Offers[k] = Offer{}
	dropped := m.Offers.isOpen()
	switch k {
	case ToTakeBack:
		if m.Terms.Pace.HasClock() {
			rewindClock(m, asker, now)
		} else {
			m.Clock = m.Terms.Pace.start(now)
		}
		events := []Event{p.undo(asker, now)}
		if dropped {
			events = append(events, p.record(OffersDropped, now))
		}
		return events
	case ForTime:
		return []Event{p.give(asker, m.Terms.Pace.Gift(), now)}
	case ToPause:
		m.Clock.advance(m.side(), now)
		m.Clock.Paused = true
		return []Event{p.record(Paused, now)}
	case ToCallOff:
		m.Past.CalledOff = true
		m.Game.End(rules.Aborted, rules.NoColor)
		return []Event{p.end(now)}
	}
	m.Game.End(rules.Agreement, rules.NoColor)
	return []Event{p.end(now)}
}

// give adds d to side's time: from now on if it is overdue, otherwise to its bank.
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

// HasGiven reports whether time was given in the current turn.
func (m *Match) HasGiven() bool { return m.Past.GiftTurn == m.Game.Ply()+1 }
