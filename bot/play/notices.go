package play

import (
	"context"
	"fmt"
	"time"

	"madbot/bot/play/season"
	"madbot/rules/match"
)

// Notices records which notices a player got about a match, and which must still be sent. The zero value is for a
// player without notices.
type Notices struct {
	Moment  int        `json:"moment,omitempty"`  // the match.Match.Moment that Turn, Timed and Sending are about
	Turn    bool       `json:"turn,omitempty"`    // they were notified that it is their turn
	Timed   time.Time  `json:"timed,omitzero"`    // when they last got a notice of their time in this turn
	Held    time.Time  `json:"held,omitzero"`     // since when news are held for a notice; zero: none are
	From    int        `json:"from,omitempty"`    // the Seq of the last event before the held news
	Seq     int        `json:"seq,omitempty"`     // the Seq of the last of the held news
	Told    int        `json:"told,omitempty"`    // one more than the ply of the turn they were notified of last
	ToldAt  time.Time  `json:"toldAt,omitzero"`   // when they got that notice
	Asked   int        `json:"asked,omitempty"`   // as Told, for the last notice of an offer to answer
	AskedAt int        `json:"askedAt,omitempty"` // the match.Match.Moment of that notice
	Awaited bool       `json:"awaited,omitempty"` // their clock is held: a notice of their turn failed
	Invited bool       `json:"invited,omitempty"` // they were notified of the challenge that this one replaces
	Sending bool       `json:"sending,omitempty"` // a notice is in progress: it may have been sent
	Begun   time.Time  `json:"begun,omitzero"`    // when the notice in progress was started
	Of      NoticeKind `json:"of,omitempty"`      // the kind of the notice in progress
	Serial  int        `json:"serial,omitempty"`  // the number of the last notice that was started
	Post    Post       `json:"post,omitzero"`     // the message of the current notice
	PostAt  int        `json:"postAt,omitempty"`  // the match.Match.Moment at which it was posted

	PostFor NoticeKind `json:"postFor,omitempty"` // its kind
	// Parted is when the bot was last removed from the match's server, if the player was or will be notified of that
	// (PartNotice). Zero means never. The bot may be back.
	Parted  time.Time `json:"parted,omitzero"`
	Parting bool      `json:"parting,omitempty"`
	// Unparted means that they could not be notified of that.
	Unparted bool `json:"unparted,omitempty"`
}

// at returns n for the given moment, without what was sent about another moment's turn.
func (n Notices) at(moment int) Notices {
	if n.Moment != moment {
		n.Moment, n.Turn, n.Timed, n.Sending, n.Awaited = moment, false, time.Time{}, false, false
	}
	return n
}

// recordTimeNotice records that the announcement of m, which is being sent, shows the player's time. A notice of held
// news is postponed, because the announcement covers them if it is sent.
func (n *Notices) recordTimeNotice(m *Match, now time.Time) {
	*n = n.at(m.Moment())
	if n.Timed = Stamp(now); !n.Held.IsZero() {
		n.Held = n.Timed
	}
}

// recordTurnNotice records that the player was notified at now that it is their turn in m.
func (n *Notices) recordTurnNotice(m *Match, now time.Time) {
	*n = n.at(m.Moment())
	n.Turn, n.Told, n.ToldAt = true, m.Game.Ply()+1, Stamp(now)
}

// recordOfferNotice records that p, the player of n, was notified of m while an offer waited for their answer, if one
// did.
func (n *Notices) recordOfferNotice(m *Match, p match.PlayerID) {
	if m.As(p).OfferToAnswer() != match.NoOffer {
		n.Asked, n.AskedAt = max(n.Asked, m.Game.Ply()+1), m.Moment()
	}
}

// NoticeKind is what a notice is about. The numbers are stored and must not change.
type NoticeKind uint8

// The kinds. The zero value is none.
const (
	NoNotice       NoticeKind = 0
	TurnNotice     NoticeKind = 1  // it is their turn
	TimeNotice     NoticeKind = 2  // it still is, and time runs
	InviteNotice   NoticeKind = 3  // they were challenged
	AskedNotice    NoticeKind = 4  // an offer waits for their answer
	LateNotice     NoticeKind = 5  // the side to move, theirs or the other, has used up its time
	OverNotice     NoticeKind = 6  // the match is over
	DeclinedNotice NoticeKind = 7  // their challenge was declined
	TestNotice     NoticeKind = 8  // they asked for a test; there is no match
	NewsNotice     NoticeKind = 9  // the other player answered, or did something else: see News
	PartNotice     NoticeKind = 10 // the bot was removed from the server: the match continues in direct messages
)

// Notice is a message to one player about a match, in addition to the board message.
type Notice struct {
	Match  Match
	To     Player
	Kind   NoticeKind
	News   []match.Event // further events to mention
	Open   []Summary     // the open matches of the player
	Direct bool          // send it as a direct message, else in the match's channel
	League season.Part   // set for notices of the player's own time and of the end
	Parted bool          // the bot is not on the server of the match
	Key    string        // the same for each retry
	Since  time.Time     // as in Announcement

	seat Seat // as it was when the notice was begun
}

// maxNumber bounds the number in a notice's key, and with it the length of the key.
const maxNumber = 1_000_000

// noticeKey returns the key of the notice of s in progress, as Match.Key does for announcements.
func noticeKey(m *match.Match, s Seat) string {
	who := "o"
	if s.Player == m.Challenger {
		who = "c"
	}
	return fmt.Sprintf("%s-%s%d", m.ID, who, s.Notices.Serial%maxNumber)
}

// testSpan is how long repeated tests count as one: Discord sends the message once and replies as if it had sent it
// again.
const testSpan = 10 * time.Second

// TestKey returns the Key of a TestNotice that is sent to a now.
func (s People) TestKey(a Actor) string {
	const numbers = 1000 // bounds the length of the key
	return fmt.Sprintf("t%s.%d", a.ID, s.deps.Now().UnixNano()/int64(testSpan)%numbers)
}

// begin starts a notice. If one of the same kind was in progress, it keeps its number, and begin returns when it was
// started; otherwise begin returns zero.
func (n *Notices) begin(kind NoticeKind, now time.Time) (since time.Time) {
	if n.Sending && n.Of == kind {
		return n.Begun
	}
	n.Sending, n.Begun, n.Of = true, now, kind
	n.Serial++
	return since
}

// RecordNoticeSent records that n was sent as the message p.
func RecordNoticeSent(ctx context.Context, tx Tx, n Notice, p Post) error {
	now := tx.Now()
	seat, err := tx.Seat(ctx, n.Match.ID, n.To.ID)
	if err != nil {
		return err
	}
	old := seat.Notices.Post
	n.settle(&seat, now)
	if !seat.Notices.Turn && n.Match.Moment() == seat.Notices.Moment && n.Match.ToMove() == n.To.ID {
		seat.Notices.recordTurnNotice(&n.Match, now)
	}
	seat.Notices.recordOfferNotice(&n.Match, n.To.ID)
	if n.Kind == OverNotice || n.Kind == DeclinedNotice || n.Kind == PartNotice { // it stays
		p = Post{}
	}
	seat.Notices.Post, seat.Notices.PostAt, seat.Notices.PostFor = p, n.Match.Moment(), n.Kind
	if !n.seat.Notices.Held.IsZero() {
		seat.Notices.Seq = max(seat.Notices.Seq, n.Match.Seq)
	}
	if err := recordReached(ctx, tx, seat); err != nil {
		return err
	}
	if old != (Post{}) && old != p {
		if err := RetirePost(ctx, tx, old, now); err != nil {
			return err
		}
	}
	return nil
}

// RecordNoticeFailed records that n could not be sent: the player will see the news at their next command.
func RecordNoticeFailed(ctx context.Context, tx Tx, n Notice) error {
	seat, err := tx.Seat(ctx, n.Match.ID, n.To.ID)
	if err != nil {
		return err
	}
	turn := seat.Notices.Turn
	n.settle(&seat, tx.Now())
	seat.Notices.Turn = turn
	if n.Kind == PartNotice {
		seat.Notices.Unparted = true
	}
	return recordUnreached(ctx, tx, seat, &n.Match)
}

// settle records in the seat that the content of n needs no other notice.
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
