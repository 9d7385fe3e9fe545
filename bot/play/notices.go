package play

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"madbot/bot/play/notice"
	"madbot/rules/match"
)

// Notices is what a player was told of a match, beside its boards, and what they are still to be told. The
// zero value is that of who was told nothing.
type Notices struct {
	Moment  int        `json:"moment,omitempty"`  // the match.Match.Moment that Turn, Sent and Sending are about
	Turn    bool       `json:"turn,omitempty"`    // they were notified that it is their turn
	Sent    string     `json:"sent,omitempty"`    // the reminders that were due in this turn, a space between two
	Held    time.Time  `json:"held,omitzero"`     // since when news wait for them; zero: none do
	Seq     int        `json:"seq,omitempty"`     // of the last event among those
	Sending bool       `json:"sending,omitempty"` // a notice may have been sent, which is not recorded
	Begun   time.Time  `json:"begun,omitzero"`    // when that was begun
	Of      NoticeKind `json:"of,omitempty"`      // what it is about
	Serial  int        `json:"serial,omitempty"`  // numbers the notices; it is that of the last one begun
	Post    Post       `json:"post,omitzero"`     // the notice that stands
	PostAt  int        `json:"postAt,omitempty"`  // the match.Match.Moment at which it was posted

	PostFor NoticeKind `json:"postFor,omitempty"` // what it is about
}

// at returns n as it is at a moment: what was told of an earlier turn says nothing of this one.
func (n Notices) at(moment int) Notices {
	if n.Moment != moment {
		n.Moment, n.Turn, n.Sent, n.Sending = moment, false, "", false
	}
	return n
}

// sent returns the reminders that were due.
func (n Notices) sent() (list []notice.Reminder) {
	for _, word := range strings.Fields(n.Sent) {
		list = append(list, notice.Reminder(word))
	}
	return list
}

// send notes that reminders were due.
func (n *Notices) send(due []notice.Reminder) {
	for _, r := range due {
		n.Sent = strings.TrimSpace(n.Sent + " " + string(r))
	}
}

// NoticeKind is what a notice is about. Its numbers are stable: they are stored.
type NoticeKind uint8

// The kinds. The zero value is none.
const (
	NoNotice       NoticeKind = 0
	TurnNotice     NoticeKind = 1 // it is their turn
	TimeNotice     NoticeKind = 2 // it still is, and time runs
	InviteNotice   NoticeKind = 3 // somebody challenges them
	AskedNotice    NoticeKind = 4 // an offer waits for their answer
	LateNotice     NoticeKind = 5 // the other side has used up its time
	OverNotice     NoticeKind = 6 // the match is over
	DeclinedNotice NoticeKind = 7 // their challenge was declined
	TestNotice     NoticeKind = 8 // they wanted to see how one comes; there is no match
)

// Notice is what one player is told of a match beside its board.
type Notice struct {
	Match  Match
	To     Player
	Kind   NoticeKind
	Direct bool      // in a direct message, else where the match is shown
	Key    string    // as that of an Announcement
	Since  time.Time // as that of an Announcement

	seat Seat              // as it was when the notice was begun
	due  []notice.Reminder // for which it stands
}

// maxNumber bounds the number in the key of a notice, so that no key is too long.
const maxNumber = 1_000_000

// noticeKey names the notice of s that is under way, as Match.Key does an announcement.
func noticeKey(m *match.Match, s Seat) string {
	who := "o"
	if s.Player == m.Challenger {
		who = "c"
	}
	return fmt.Sprintf("%s-%s%d", m.ID, who, s.Notices.Serial%maxNumber)
}

// testSpan is for how long a test that a player asks for again is the same one: Discord sends that once, and
// answers as if it had sent it.
const testSpan = 10 * time.Second

// TestKey returns the Key of a TestNotice for a that is sent now.
func (s *Service) TestKey(a Actor) string {
	const numbers = 1000 // no key is too long
	return fmt.Sprintf("t%s.%d", a.ID, s.deps.Now().UnixNano()/int64(testSpan)%numbers)
}

// heldKind returns what the notice of news that were held for the player of s says; NoNotice: it is moot.
func heldKind(m *Match, s Seat) NoticeKind {
	p := s.Player
	seen := s.HasSeen(&m.Match) && !s.Look.At.Before(s.Notices.Held)
	switch {
	case m.Status == match.Proposed && p == m.Opponent:
		return InviteNotice
	case m.Status == match.Finished && m.EndedBy != p:
		return OverNotice
	case m.Status == match.Declined && p == m.Challenger:
		return DeclinedNotice
	case m.Status != match.Playing, seen:
		return NoNotice
	case m.Asked(p) != match.NoOffer:
		return AskedNotice
	case m.ToMove() == p && s.Notices.at(m.Moment()).Turn:
		return NoNotice
	case m.ToMove() == p:
		return TurnNotice
	case m.RanOut():
		return LateNotice
	}
	return NoNotice
}

// NextNotice begins the notice of m that is due at now, or returns when the next one is; zero: none is. What
// is moot by then is never sent. It makes the removal due of notices that are out of date.
func NextNotice(ctx context.Context, tx Tx, m *Match, now time.Time) (n *Notice, next time.Time, err error) {
	return notices(ctx, tx, m, now, true)
}

// scheduleNotices makes it due to look at the notices of m when the next one is.
func scheduleNotices(ctx context.Context, tx Tx, m *Match, now time.Time) error {
	_, next, err := notices(ctx, tx, m, now, false)
	if err != nil || next.IsZero() {
		return err
	}
	return tx.Schedule(ctx, JobRemind, RemindSubject(m.ID), next)
}

// notices is NextNotice, which begins nothing unless it may.
func notices(ctx context.Context, tx Tx, m *Match, now time.Time, may bool) (n *Notice, next time.Time, err error) {
	for _, id := range []match.PlayerID{m.Challenger, m.Opponent} {
		if id == "" || id == m.Robot() {
			continue
		}
		seat, err := tx.Seat(ctx, m.ID, id)
		if err != nil {
			return nil, next, err
		}
		p, err := playerOf(ctx, tx, id)
		if err != nil {
			return nil, next, err
		}
		found := seat.Notices
		seat.Notices = found.at(m.Moment())
		if err := dropPost(ctx, tx, m, &seat, now); err != nil {
			return nil, next, err
		}
		kind, at := p.nextNotice(m, &seat, now)
		switch {
		case at.IsZero():
		case at.After(now) || n != nil || !may:
			next = earlier(next, at)
		default:
			since := seat.Notices.begin(kind, now)
			n = begun(m, p, &seat, now)
			n.Since = since
		}
		if seat.Notices == found {
			continue
		}
		if err := tx.SaveSeat(ctx, seat); err != nil {
			return nil, next, err
		}
	}
	return n, next, nil
}

// later returns the later one of two times; zero is none.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// earlier returns the earlier one of two times; zero is none.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// begin notes that a notice is about to be sent, and returns since when it may have been sent; zero: it was not. One
// of the same kind that may have been sent keeps its number.
func (n *Notices) begin(kind NoticeKind, now time.Time) (since time.Time) {
	if n.Sending && n.Of == kind {
		return n.Begun
	}
	n.Sending, n.Begun, n.Of = true, now, kind
	n.Serial++
	return since
}

// begun returns the notice of m for p that was begun in their seat.
func begun(m *Match, p Player, s *Seat, now time.Time) *Notice {
	n := &Notice{Match: *m, To: p, Kind: s.Notices.Of, Direct: p.isDirect(m), Key: noticeKey(&m.Match, *s), seat: *s}
	if m.ToMove() == p.ID {
		n.due, _ = p.wishes().Due(&m.Match, s.Notices.sent(), now)
	}
	return n
}

// nextNotice returns what p is told next of m and when, at now or later; zero: nothing. It notes in their
// seat what became moot.
func (p *Player) nextNotice(m *Match, s *Seat, now time.Time) (kind NoticeKind, at time.Time) {
	w := p.wishes()
	quiet := w.QuietUntil(now)
	if kind := heldKind(m, *s); !s.Notices.Held.IsZero() && kind != NoNotice {
		at := s.Notices.Held.Add(boardGrace)
		if m.Delivery.Sending == 0 || at.Before(now) {
			at = now
		}
		return kind, later(at, quiet)
	}
	s.Notices.Held = time.Time{}
	if m.ToMove() != p.ID {
		s.Notices.Sending = false
		return NoNotice, at
	}
	due, since := w.Due(&m.Match, s.Notices.sent(), now)
	if len(due) > 0 && quiet.IsZero() {
		if !notice.Glance(s.Look).Needless(&m.Match, since, now) {
			return TimeNotice, now
		}
		s.Notices.send(due)
	}
	s.Notices.Sending = false
	return TimeNotice, w.Next(&m.Match, s.Notices.sent(), now)
}

// dropPost makes the removal due of the notice that stands, if it is out of date.
func dropPost(ctx context.Context, tx Tx, m *Match, s *Seat, now time.Time) error {
	n := &s.Notices
	if n.Post == (Post{}) || s.stands(m) {
		return nil
	}
	old := n.Post
	n.Post = Post{}
	return tx.Schedule(ctx, JobRetire, old.String(), now)
}

// stands reports whether the notice that stands is true of m.
func (s Seat) stands(m *Match) bool {
	switch s.Notices.PostFor {
	case InviteNotice:
		return m.Status == match.Proposed
	case AskedNotice:
		return m.Asked(s.Player) != match.NoOffer
	case LateNotice:
		return m.RanOut()
	}
	return m.Status == match.Playing && m.Moment() == s.Notices.PostAt
}

// Noticed records that n was sent, as p: what it told is told.
func Noticed(ctx context.Context, tx Tx, n Notice, p Post, now time.Time) error {
	seat, err := tx.Seat(ctx, n.Match.ID, n.To.ID)
	if err != nil {
		return err
	}
	old := seat.Notices.Post
	n.settle(&seat)
	seat.Notices.Turn = seat.Notices.Turn || n.Match.Moment() == seat.Notices.Moment && n.Match.ToMove() == n.To.ID
	if n.Kind == OverNotice || n.Kind == DeclinedNotice { // it stays
		p = Post{}
	}
	seat.Notices.Post, seat.Notices.PostAt, seat.Notices.PostFor = p, n.Match.Moment(), n.Kind
	if err := tx.SaveSeat(ctx, seat); err != nil {
		return err
	}
	if old != (Post{}) && old != p {
		if err := tx.Schedule(ctx, JobRetire, old.String(), now); err != nil {
			return err
		}
	}
	return caughtUp(ctx, tx, n.To.ID, n.Match.ID)
}

// Unnoticed records that n cannot be sent: the player is told at their next command.
func Unnoticed(ctx context.Context, tx Tx, n Notice) error {
	seat, err := tx.Seat(ctx, n.Match.ID, n.To.ID)
	if err != nil {
		return err
	}
	told := seat.Notices.Turn
	n.settle(&seat)
	seat.Notices.Turn = told
	if err := tx.SaveSeat(ctx, seat); err != nil {
		return err
	}
	return miss(ctx, tx, n.To.ID, n.Match.ID)
}

// settle notes in the seat that what n says needs no other notice.
func (n *Notice) settle(s *Seat) {
	kept := &s.Notices
	if kept.Held.Equal(n.seat.Notices.Held) {
		kept.Held = time.Time{}
	}
	if kept.Moment != n.Match.Moment() {
		return
	}
	kept.Sending = false
	kept.send(slices.DeleteFunc(slices.Clone(n.due), func(r notice.Reminder) bool {
		return slices.Contains(kept.sent(), r)
	}))
}
