package match

import (
	"cmp"
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
	ForTime              // DefaultGift more for the side that asks
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

// OfferOf returns the offer of kind k, zero for NoOffer.
func (m *Match) OfferOf(k OfferKind) Offer {
	if o := m.offer(k); o != nil {
		return *o
	}
	return Offer{}
}

// offer returns where the offer of kind k is kept, nil for one that does not exist.
func (m *Match) offer(k OfferKind) *Offer {
	switch k {
	case ToStop:
		return &m.Offer
	case ToTakeBack:
		return &m.Takeback
	case ForTime:
		return &m.MoreTime
	case ToPause:
		return &m.Pause
	}
	return nil
}

// dropOffers forgets all offers.
func (m *Match) dropOffers() {
	m.Offer, m.Takeback, m.MoreTime, m.Pause = Offer{}, Offer{}, Offer{}, Offer{}
}

// OfferAwaits reports whether p is to answer an open offer to stop.
func (m *Match) OfferAwaits(p PlayerID) bool { return m.awaits(p, ToStop) }

// Asked returns the kind of an open offer that p is to answer, the first of the kinds when there are
// several, NoOffer when there is none.
func (m *Match) Asked(p PlayerID) OfferKind {
	for k := ToStop; k <= ToPause; k++ {
		if m.awaits(p, k) {
			return k
		}
	}
	return NoOffer
}

// awaits reports whether p is to answer an open offer of kind k.
func (m *Match) awaits(p PlayerID, k OfferKind) bool {
	c, o := m.ColorOf(p), m.OfferOf(k)
	return c != rules.NoColor && o.IsOpen() && o.By != c
}

// MakeOffer makes an offer of kind k, or accepts the other side's open one when both want the same by
// it: to stop or to pause. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrOfferOpen,
// ErrOfferedAlready or ErrNoOffer; ErrNoTakebacks or ErrNothingPlayed for ToTakeBack, ErrNoClock for
// ForTime and ToPause, ErrPaused for ToPause.
func (m *Match) MakeOffer(by PlayerID, k OfferKind, now time.Time) ([]Event, error) {
	c, err := m.playing(by)
	if err != nil {
		return nil, err
	}
	if err := m.canOffer(c, k); err != nil {
		return nil, err
	}
	o := m.offer(k)
	switch {
	case o.IsOpen() && (o.By == c || !k.isMutual()):
		return nil, ErrOfferOpen
	case o.IsOpen():
		return []Event{m.agree(k, by, now)}, nil
	case o.By == c || o.Barred == c:
		return nil, ErrOfferedAlready
	}
	*o = Offer{By: c, Barred: cmp.Or(o.By, o.Barred)}
	made, _, _ := k.events()
	return []Event{m.record(made, by, now)}, nil
}

// AnswerOffer accepts or refuses the other side's open offer of kind k. It returns ErrNotPlaying,
// ErrFinished, ErrNotPlayer, ErrNoOffer or ErrOwnOffer.
func (m *Match) AnswerOffer(by PlayerID, k OfferKind, yes bool, now time.Time) ([]Event, error) {
	c, err := m.playing(by)
	switch {
	case err != nil:
		return nil, err
	case !m.OfferOf(k).IsOpen():
		return nil, ErrNoOffer
	case m.OfferOf(k).By == c:
		return nil, ErrOwnOffer
	case yes:
		return []Event{m.agree(k, by, now)}, nil
	}
	m.offer(k).Refused = true
	_, refused, _ := k.events()
	return []Event{m.record(refused, by, now)}, nil
}

// WithdrawOffer takes back an open offer of kind k of the same side; the side cannot make it again
// before the next turn. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNoOffer or
// ErrNotOfferer.
func (m *Match) WithdrawOffer(by PlayerID, k OfferKind, now time.Time) ([]Event, error) {
	c, err := m.playing(by)
	switch {
	case err != nil:
		return nil, err
	case !m.OfferOf(k).IsOpen():
		return nil, ErrNoOffer
	case m.OfferOf(k).By != c:
		return nil, ErrNotOfferer
	}
	o := m.offer(k)
	if o.Barred == rules.NoColor {
		*o = Offer{Barred: c}
	} else {
		o.Refused = true
	}
	_, _, withdrawn := k.events()
	return []Event{m.record(withdrawn, by, now)}, nil
}

// canOffer returns why side cannot make an offer of kind k in a running match, whoever has offered
// what.
func (m *Match) canOffer(side rules.Color, k OfferKind) error {
	switch {
	case m.offer(k) == nil:
		return ErrNoOffer
	case k == ToTakeBack && m.Terms.NoTakebacks:
		return ErrNoTakebacks
	case k == ToTakeBack && m.retreat(side) < 0:
		return ErrNothingPlayed
	case (k == ForTime || k == ToPause) && !m.Terms.Pace.HasClock():
		return ErrNoClock
	case k == ToPause && m.Clock.Paused:
		return ErrPaused
	}
	return nil
}

// agree does what the open offer of kind k is about; by is who accepts it.
func (m *Match) agree(k OfferKind, by PlayerID, now time.Time) Event {
	asker := m.offer(k).By
	*m.offer(k) = Offer{}
	switch k {
	case ToTakeBack:
		return m.undo(asker, m.Terms.Pace.PerTurn, by, now)
	case ForTime:
		return m.grant(asker, by, now)
	case ToPause:
		m.Clock.advance(m.side(), now)
		m.Clock.Paused = true
		return m.record(Paused, by, now)
	}
	m.Game.End(rules.Agreement, rules.NoColor)
	return m.finish(Finished, m.record(Ended, by, now))
}

// grant gives DefaultGift to side: from now on when it is overdue, else to its bank.
func (m *Match) grant(side rules.Color, by PlayerID, now time.Time) Event {
	if side == m.side() && m.Overdue(now) {
		m.Clock.give(side, DefaultGift, now)
	} else {
		m.Clock.of(side).Bank += DefaultGift
	}
	return m.recordLength(TimeGiven, by, DefaultGift, now)
}
