package play

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"madbot/bot/play/season"
	"madbot/rules/match"
)

// NextNotice starts the notice of m that is due now and returns it. If none is due, it returns when the next one is, or
// zero. It skips notices that no longer matter and schedules the deletion of outdated ones.
func NextNotice(ctx context.Context, tx Tx, m *Match) (n *Notice, next time.Time, err error) {
	if n, next, err = findNotice(ctx, tx, m, true); err == nil && n != nil {
		if n.Parted, err = hasParted(ctx, tx, m, &n.seat); err != nil {
			return nil, next, err
		}
		n.Open, err = tx.Open(ctx, n.To.ID)
		ownTime := (n.Kind == TimeNotice || n.Kind == LateNotice) && m.ToMove() == n.To.ID
		if err == nil && (ownTime || n.Kind == OverNotice) {
			n.League, err = season.PartOf(ctx, tx, &m.Match, n.To.ID, tx.Now())
		}
	}
	return n, next, err
}

// scheduleNotices schedules JobRemind for m at the time of its next notice.
func scheduleNotices(ctx context.Context, tx Tx, m *Match) error {
	_, next, err := findNotice(ctx, tx, m, false)
	if err != nil || next.IsZero() {
		return err
	}
	return tx.Schedule(ctx, JobRemind, Subject(JobRemind, m.ID), next)
}

// blockedDelay is how long notices of matches on a server that the operator has blocked wait.
const blockedDelay = time.Hour

// findNotice is NextNotice without the extra contents of the notice. It only starts a notice if mayBegin is set.
func findNotice(ctx context.Context, tx Tx, m *Match, mayBegin bool) (n *Notice, next time.Time, err error) {
	now := tx.Now()
	orders, err := tx.Orders(ctx)
	if err != nil || orders.Blocks("", m.Venue.Guild) {
		return nil, now.Add(blockedDelay), err
	}
	for _, id := range []match.PlayerID{m.Challenger, m.Opponent} {
		if id == "" || id == m.Robot() || id.IsFormer() || orders.Blocks(id, "") {
			continue
		}
		p, seat, err := playerAndSeat(ctx, tx, m, id)
		if err != nil {
			return nil, next, err
		}
		found := seat.Notices
		seat.Notices = found.at(m.Moment())
		if err := dropPost(ctx, tx, m, &seat); err != nil {
			return nil, next, err
		}
		if seat.Notices.Post != (Post{}) && !seat.isNoticeTrue(m) {
			next = earlier(next, seat.Notices.ToldAt.Add(replaceSpan))
		}
		news, err := heldNews(ctx, tx, m, &seat)
		if err != nil {
			return nil, next, err
		}
		kind, at := p.nextNotice(m, &seat, news, now)
		switch {
		case at.IsZero():
		case at.After(now) || n != nil || !mayBegin:
			next = earlier(next, at)
		default:
			since := seat.Notices.begin(kind, now)
			n = newNotice(m, p, &seat)
			n.News, n.Since = news, since
		}
		if err := saveNotices(ctx, tx, seat, found); err != nil {
			return nil, next, err
		}
	}
	return n, next, nil
}

// playerAndSeat returns a player and their seat in m.
func playerAndSeat(ctx context.Context, tx Tx, m *Match, id match.PlayerID) (p Player, s Seat, err error) {
	if s, err = tx.Seat(ctx, m.ID, id); err != nil {
		return p, s, err
	}
	p, err = playerOf(ctx, tx, id)
	return p, s, err
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func earlier(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// newNotice returns the notice started in p's seat s. It is a direct message if p wants that or if the channel refuses
// news.
func newNotice(m *Match, p Player, s *Seat) *Notice {
	return &Notice{Match: *m, To: p, Kind: s.Notices.Of, Direct: p.wantsDirect(m) || m.Closed,
		Key: noticeKey(&m.Match, *s), seat: *s}
}

// hasParted reports whether the player of s was notified that m continues in direct messages because the bot was
// removed from the server, and the bot is still not back. Without data about the server, the bot counts as gone.
func hasParted(ctx context.Context, r interface {
	Server(ctx context.Context, id string) (Server, error)
}, m *Match, s *Seat) (bool, error) {
	switch {
	case !m.Closed || s.Notices.Parted.IsZero():
		return false, nil
	case m.Venue.Guild == "":
		return true, nil
	}
	server, err := r.Server(ctx, m.Venue.Guild)
	return s.Notices.Parted.Equal(server.Settings.Left), err
}

// heldNews returns the held events that concern the player of s and happened after their last look.
func heldNews(ctx context.Context, tx Tx, m *Match, s *Seat) (news []match.Event, err error) {
	if s.Notices.Held.IsZero() {
		return nil, nil
	}
	all, err := tx.Events(ctx, m.ID, s.Notices.From, m.Seq)
	for i, e := range all {
		concerns := e.Kind == match.TakenBack && e.By != s.Player && m.ToMove() == s.Player ||
			slices.ContainsFunc(affectedBy(m, all, i), func(p ping) bool { return p.id == s.Player })
		if concerns && !e.At.Before(s.Look.At) {
			news = append(news, e)
		}
	}
	return news, err
}

// nextNotice returns the next notice that p gets about m, and when, now or later. A zero time means none. It clears
// held news and unfinished notices in s that no longer matter.
func (p *Player) nextNotice(m *Match, s *Seat, news []match.Event, now time.Time) (kind NoticeKind, at time.Time) {
	w := p.wishes()
	quiet := p.quietUntil(m, now)
	if s.Notices.Parting = s.Notices.Parting && m.Status == match.Playing; s.Notices.Parting {
		return PartNotice, later(now, w.QuietUntil(now))
	}
	if kind := heldKind(m, *s, news); !s.Notices.Held.IsZero() && kind != NoNotice {
		at := s.Notices.Held.Add(boardGrace)
		if m.Delivery.Sending == 0 && (m.Closed || !m.needsMove()) || at.Before(now) {
			at = now
		}
		return kind, later(at, quiet)
	}
	s.Notices.Held = time.Time{}
	if m.ToMove() != p.ID {
		s.Notices.Sending = false
		return NoNotice, at
	}
	if at = w.Next(&m.Match, s.lastTimed(m), now); at.IsZero() || at.After(now) {
		s.Notices.Sending = false
	}
	return TimeNotice, at
}

// heldKind returns the kind of notice to send for news held for the player of s, or NoNotice if they no longer matter.
func heldKind(m *Match, s Seat, news []match.Event) NoticeKind {
	p := s.Player
	has := func(k match.EventKind) bool {
		return slices.ContainsFunc(news, func(e match.Event) bool { return e.Kind == k })
	}
	seen := s.HasSeen(&m.Match) && !s.Look.At.Before(s.Notices.Held)
	switch {
	case m.Status == match.Proposed && p == m.Opponent:
		return InviteNotice
	case has(match.Ended):
		return OverNotice
	case m.Status == match.Declined && p == m.Challenger:
		return DeclinedNotice
	case m.Status != match.Playing, seen:
		return NoNotice
	case m.As(p).OfferToAnswer() != match.NoOffer:
		return AskedNotice
	case has(match.TimeUp):
		return LateNotice
	case m.ToMove() == p && !s.Notices.at(m.Moment()).Turn:
		return TurnNotice
	case len(news) > 0:
		return NewsNotice
	}
	return NoNotice
}

// dropPost schedules the deletion of the player's current notice if it is outdated. The notice of a turn that was taken
// back is kept for a while, because another turn may make it true again.
func dropPost(ctx context.Context, tx Tx, m *Match, s *Seat) error {
	n := &s.Notices
	if n.Post == (Post{}) || s.isNoticeTrue(m) || s.awaitsTurn(m, tx.Now()) {
		return nil
	}
	old := n.Post
	n.Post = Post{}
	return RetirePost(ctx, tx, old, tx.Now())
}

// awaitsTurn reports whether the current notice is about a turn that was taken back, and may become true again.
func (s Seat) awaitsTurn(m *Match, now time.Time) bool {
	of := s.Notices.PostFor
	return (of == TurnNotice || of == TimeNotice) && m.Status == match.Playing &&
		m.Game.Ply() < s.Notices.Told && s.isRecent(now)
}

// isNoticeTrue reports whether the current notice is still true of m.
func (s Seat) isNoticeTrue(m *Match) bool {
	switch s.Notices.PostFor {
	case InviteNotice:
		return m.Status == match.Proposed
	case AskedNotice:
		return m.As(s.Player).OfferToAnswer() != match.NoOffer
	case LateNotice:
		return m.TimeUpRecorded()
	}
	return m.Status == match.Playing && m.Moment() == s.Notices.PostAt
}

// NextDigest returns the digest of p that is due now, or when the next one is due; zero means none. After a vacation it
// contains what the vacation held back, unless that concerns only one match, which gets an ordinary notice.
func NextDigest(ctx context.Context, tx Tx, p *Player) (d *Digest, next time.Time, err error) {
	now := tx.Now()
	back, quiet := p.backAt(), p.QuietUntil(now)
	orders, err := tx.Orders(ctx)
	switch {
	case err != nil:
		return nil, next, err
	case back.After(now):
		return nil, back, nil
	case orders.Blocks(p.ID, "") && !back.IsZero():
		err := p.clearHeldBack(ctx, tx)
		return nil, p.DigestDue(now), err
	case orders.Blocks(p.ID, ""):
		return nil, p.DigestDue(now), nil
	case !quiet.IsZero(): // it is late already
		return nil, quiet, nil
	case !back.IsZero():
		return nextReturnDigest(ctx, tx, p)
	case !p.Settings.Digest:
		return nil, next, nil
	}
	return &Digest{To: *p, Key: p.digestKey(now.Unix() / int64(day/time.Second))}, next, nil
}

// nextReturnDigest is NextDigest for a vacation that is over.
func nextReturnDigest(ctx context.Context, tx Tx, p *Player) (d *Digest, next time.Time, err error) {
	news, ready, err := heldBack(ctx, tx, p)
	switch {
	case err != nil:
		return nil, next, err
	case !ready:
		return nil, tx.Now().Add(boardGrace), nil
	case len(news) < 2:
		err := p.clearHeldBack(ctx, tx)
		return nil, p.DigestDue(tx.Now()), err
	}
	return &Digest{To: *p, Back: news, Key: p.digestKey(p.Vacation.Quiet.Unix())}, next, nil
}

// digestKey returns the Key of digest number n of p.
func (p *Player) digestKey(n int64) string {
	const numbers = 1000 // bounds the length of the key
	return fmt.Sprintf("%s-%d", p.ID, n%numbers)
}

// heldBack returns a notice for each match with news that p's vacation held back. ready is false if one of the matches
// has not yet recorded and announced p's return.
func heldBack(ctx context.Context, tx Tx, p *Player) (news []Notice, ready bool, err error) {
	open, err := tx.Open(ctx, p.ID)
	if err != nil {
		return nil, false, err
	}
	for _, s := range open {
		m, err := tx.Match(ctx, s.ID)
		if err != nil || m.awaitsReturn(p.ID, tx.Now()) {
			return nil, false, err
		}
		seat, err := tx.Seat(ctx, m.ID, p.ID)
		if err != nil {
			return nil, false, err
		}
		if seat.Notices.Held.IsZero() || !m.canWait(p.ID, tx.Now()) {
			continue
		}
		held, err := heldNews(ctx, tx, &m, &seat)
		if err != nil {
			return nil, false, err
		}
		if kind := heldKind(&m, seat, held); kind != NoNotice {
			news = append(news, Notice{Match: m, To: *p, Kind: kind, News: held, seat: seat})
		}
	}
	return news, true, nil
}

// awaitsReturn reports whether m is about to record or announce that p is back.
func (m *Match) awaitsReturn(p match.PlayerID, now time.Time) bool {
	away := m.Clock.Reserves.Of(m.ColorOf(p)).AwayUntil
	if m.Told < m.Seq && now.Before(m.Changed.Add(boardGrace)) {
		return true
	}
	return !away.IsZero() && !away.After(now) && !m.Clock.Suspension.IsOn()
}

// clearHeldBack records that p was notified of what a vacation held back. Anything else is sent as notices.
func (p *Player) clearHeldBack(ctx context.Context, tx Tx) error {
	p.Vacation.Quiet = time.Time{}
	return cmp.Or(tx.SavePlayer(ctx, *p), remindInAll(ctx, tx, p.ID))
}
