package play

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"madbot/bot/play/season"
	"madbot/rules/match"
)

// Notices is what a player was told of a match, beside its boards, and what they are still to be told. The
// zero value is that of somebody who was told nothing.
type Notices struct {
	Moment  int        `json:"moment,omitempty"`  // the match.Match.Moment that Turn, Timed and Sending are about
	Turn    bool       `json:"turn,omitempty"`    // they were notified that it is their turn
	Timed   time.Time  `json:"timed,omitzero"`    // when they were last told of their time in this turn
	Held    time.Time  `json:"held,omitzero"`     // since when news wait for them; zero: none do
	From    int        `json:"from,omitempty"`    // the Seq of the last event before those
	Seq     int        `json:"seq,omitempty"`     // of the last event among those
	Told    int        `json:"told,omitempty"`    // one more than the ply of the turn they were notified of last
	ToldAt  time.Time  `json:"toldAt,omitzero"`   // when that was
	Asked   int        `json:"asked,omitempty"`   // as Told, of the offers that waited for their answer
	AskedAt int        `json:"askedAt,omitempty"` // the match.Match.Moment of that
	Awaited bool       `json:"awaited,omitempty"` // their time waits, for they could not be told of their turn
	Invited bool       `json:"invited,omitempty"` // they were notified of a challenge in place of which this one came
	Sending bool       `json:"sending,omitempty"` // a notice may have been sent, which is not recorded
	Begun   time.Time  `json:"begun,omitzero"`    // when that was begun
	Of      NoticeKind `json:"of,omitempty"`      // what it is about
	Serial  int        `json:"serial,omitempty"`  // numbers the notices; it is that of the last one begun
	Post    Post       `json:"post,omitzero"`     // the notice that stands
	PostAt  int        `json:"postAt,omitempty"`  // the match.Match.Moment at which it was posted

	PostFor NoticeKind `json:"postFor,omitempty"` // what it is about
	// Parted is when the bot left the server of the match the last time that they were told of, or are to be, which
	// Parting says; zero: never. It may be back.
	Parted  time.Time `json:"parted,omitzero"`
	Parting bool      `json:"parting,omitempty"`
}

// at returns n as it is at a moment: what was told of an earlier turn says nothing of this one.
func (n Notices) at(moment int) Notices {
	if n.Moment != moment {
		n.Moment, n.Turn, n.Timed, n.Sending, n.Awaited = moment, false, time.Time{}, false, false
	}
	return n
}

// announced notes that the announcement of m tells them at now of their time, and of what was held back if it is sent.
func (n *Notices) announced(m *Match, now time.Time) {
	*n = n.at(m.Moment())
	if n.Timed = Stamp(now); !n.Held.IsZero() {
		n.Held = n.Timed
	}
}

// toldTurn notes that they were notified at now that it is their turn in m.
func (n *Notices) toldTurn(m *Match, now time.Time) {
	*n = n.at(m.Moment())
	n.Turn, n.Told, n.ToldAt = true, m.Game.Ply()+1, Stamp(now)
}

// toldOffer notes that p, whose notices n are, was notified of m while an offer waited for them, if one did.
func (n *Notices) toldOffer(m *Match, p match.PlayerID) {
	if m.As(p).OfferToAnswer() != match.NoOffer {
		n.Asked, n.AskedAt = max(n.Asked, m.Game.Ply()+1), m.Moment()
	}
}

// NoticeKind is what a notice is about. Its numbers are stable: they are stored.
type NoticeKind uint8

// The kinds. The zero value is none.
const (
	NoNotice       NoticeKind = 0
	TurnNotice     NoticeKind = 1  // it is their turn
	TimeNotice     NoticeKind = 2  // it still is, and time runs
	InviteNotice   NoticeKind = 3  // somebody challenges them
	AskedNotice    NoticeKind = 4  // an offer waits for their answer
	LateNotice     NoticeKind = 5  // the side to move, theirs or the other, has used up its time
	OverNotice     NoticeKind = 6  // the match is over
	DeclinedNotice NoticeKind = 7  // their challenge was declined
	TestNotice     NoticeKind = 8  // they wanted to see how one comes; there is no match
	NewsNotice     NoticeKind = 9  // the other answered them, or did something else: its News
	PartNotice     NoticeKind = 10 // the bot was removed from the server: the match goes on in direct messages
)

// Notice is what one player is told of a match beside its board.
type Notice struct {
	Match  Match
	To     Player
	Kind   NoticeKind
	News   []match.Event // what they are told beside what it is about
	Open   []Summary     // their challenges and what they play
	Direct bool          // in a direct message, else where the match is shown
	League season.Part   // of whose time is told
	Parted bool          // the bot is not on the server of the match
	Key    string        // as that of an Announcement
	Since  time.Time     // as that of an Announcement

	seat Seat // as it was when the notice was begun
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
func (s People) TestKey(a Actor) string {
	const numbers = 1000 // no key is too long
	return fmt.Sprintf("t%s.%d", a.ID, s.deps.Now().UnixNano()/int64(testSpan)%numbers)
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

// Noticed records that n was sent, as p: what it told is told.
func Noticed(ctx context.Context, tx Tx, n Notice, p Post) error {
	now := tx.Now()
	seat, err := tx.Seat(ctx, n.Match.ID, n.To.ID)
	if err != nil {
		return err
	}
	old := seat.Notices.Post
	n.settle(&seat, now)
	if !seat.Notices.Turn && n.Match.Moment() == seat.Notices.Moment && n.Match.ToMove() == n.To.ID {
		seat.Notices.toldTurn(&n.Match, now)
	}
	seat.Notices.toldOffer(&n.Match, n.To.ID)
	if n.Kind == OverNotice || n.Kind == DeclinedNotice || n.Kind == PartNotice { // it stays
		p = Post{}
	}
	seat.Notices.Post, seat.Notices.PostAt, seat.Notices.PostFor = p, n.Match.Moment(), n.Kind
	if !n.seat.Notices.Held.IsZero() {
		seat.Notices.Seq = max(seat.Notices.Seq, n.Match.Seq)
	}
	if err := reached(ctx, tx, seat); err != nil {
		return err
	}
	if old != (Post{}) && old != p {
		if err := RetirePost(ctx, tx, old, now); err != nil {
			return err
		}
	}
	return nil
}

// Unnoticed records that n cannot be sent: the player is told at their next command.
func Unnoticed(ctx context.Context, tx Tx, n Notice) error {
	seat, err := tx.Seat(ctx, n.Match.ID, n.To.ID)
	if err != nil {
		return err
	}
	told := seat.Notices.Turn
	n.settle(&seat, tx.Now())
	seat.Notices.Turn = told
	if n.Kind == PartNotice {
		return part(ctx, tx, seat, n)
	}
	return unreached(ctx, tx, seat, &n.Match)
}

// part ends the match of n, whose player cannot be told any more how it goes on, for nothing.
func part(ctx context.Context, tx Tx, seat Seat, n Notice) error {
	server, err := tx.Server(ctx, n.Match.Venue.Guild)
	if err == nil {
		err = tx.SaveSeat(ctx, seat)
	}
	if err != nil || server.Settings.Left.IsZero() { // it is back
		return err
	}
	_, _, err = try(ctx, tx, n.Match.ID, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.Arbiter().Stop(match.Unreachable, tx.Now())
	})
	return cmp.Or(err, miss(ctx, tx, seat.Player, seat.Match))
}

// settle notes in the seat that what n says needs no other notice.
func (n *Notice) settle(s *Seat, now time.Time) {
	kept := &s.Notices
	if kept.From = n.Match.Seq; kept.Held.Equal(n.seat.Notices.Held) {
		kept.Held = time.Time{}
	}
	if n.Kind == PartNotice {
		kept.Parting, kept.Sending = false, false
	}
	if kept.Moment != n.Match.Moment() {
		return
	}
	kept.Sending, kept.Timed = false, now
}
