package play

import (
	"context"
	"errors"
	"slices"
	"time"

	"madbot/rules/match"
)

// Pings returns the players to notify of news of m: those who have to act, or to know what the other player did. The
// bot itself is never notified.
func Pings(m *Match, news []match.Event) (ids []match.PlayerID) {
	for _, p := range pings(m, news) {
		ids = append(ids, p.id)
	}
	return ids
}

// ping is a player to notify of news.
type ping struct {
	id  match.PlayerID
	seq int // the Seq of the last event that they are notified of
	// The reasons: it is their turn, an offer waits for their answer (or they were summoned), they are challenged, or
	// anything else.
	turn, asked, invited, other bool
}

// pings returns the players to notify of news of m, and why.
func pings(m *Match, news []match.Event) []ping {
	all := affected(m, news)
	p, seq := newlyOnTurn(m, news)
	switch i := slices.IndexFunc(all, func(one ping) bool { return one.id == p }); {
	case p == "":
	case i < 0:
		all = append(all, ping{id: p, seq: seq, turn: true})
	default:
		all[i].seq, all[i].turn = max(all[i].seq, seq), true
	}
	return all
}

// newlyOnTurn returns the player to notify that it is their turn, and the Seq of the event that made it so: one of
// news, or, if m moves to another channel, an earlier one. It returns "" for nobody.
func newlyOnTurn(m *Match, news []match.Event) (p match.PlayerID, seq int) {
	p, seq = m.ToMove(), m.Told
	isNew := len(news) == 0 || m.needsMove() && !m.isBehind()
	for _, e := range news {
		switch {
		case (e.Kind == match.Accepted || e.Kind == match.Played) && e.Ply == m.Game.Ply(), // else it was answered
			e.Kind == match.TakenBack && e.By != p:
			isNew, seq = true, e.Seq
		}
	}
	if !isNew || p == m.Robot() {
		return "", 0
	}
	return p, seq
}

// affected returns the players to notify of news other than "it's your turn". An offer that was answered or withdrawn
// meanwhile notifies nobody.
func affected(m *Match, news []match.Event) (all []ping) {
	for i := range news {
		for _, p := range affectedBy(m, news, i) {
			all = mergePing(all, p)
		}
	}
	return all
}

// affectedBy is affected for the single event news[i].
func affectedBy(m *Match, news []match.Event, i int) (all []ping) {
	e, people := news[i], m.Summary()
	add := func(id match.PlayerID) {
		if id != "" && id != m.Robot() && !id.IsFormer() {
			all = append(all, ping{id: id, seq: e.Seq, other: true})
		}
	}
	switch e.Kind {
	case match.ChallengeWithdrawn, match.ChallengeExpired, match.StopWithdrawn, match.TakebackWithdrawn,
		match.TimeWithdrawn, match.PauseWithdrawn, match.CallOffWithdrawn, match.WentAway, match.CameBack, match.Credited,
		match.Hinted, match.Planned, match.TakenBack, match.OffersDropped, match.Accepted, match.Played,
		match.TimeHeld, match.TimeReleased, match.Stopped, match.Suspended,
		match.ChallengeCountered: // the counter-challenge notifies
	case match.Challenged:
		if other := people.Other(e.By); other != "" && m.Status == match.Proposed {
			all = append(all, ping{id: other, seq: e.Seq, invited: true})
		}
	case match.StopOffered, match.TakebackAsked, match.TimeAsked, match.PauseOffered, match.CallOffOffered:
		if other := people.Other(e.By); other != m.Robot() && m.As(other).OfferToAnswer() != match.NoOffer {
			all = append(all, ping{id: other, seq: e.Seq, asked: true})
		}
	case match.TimeUp, match.AutoAway, match.PauseEnding, match.Resumed, match.Returned, match.SuspensionEnded:
		for _, id := range affectedByClock(m, e) {
			add(id)
		}
	case match.Summoned:
		if m.IsSummoned() {
			all = append(all, ping{id: m.ToMove(), seq: e.Seq, asked: true, other: true})
		}
	case match.Ended, match.Annulled, match.Reinstated:
		for _, p := range m.Players.Both() {
			if p != e.By || wasPlanned(news, e) {
				add(p)
			}
		}
	default:
		add(people.Other(e.By))
	}
	return all
}

// longSuspension is the minimum length of a suspension after which the side to move is notified of its end.
const longSuspension = time.Hour

// affectedByClock returns the players to notify of e, a clock event, in the current state of m.
func affectedByClock(m *Match, e match.Event) []match.PlayerID {
	both, people := m.Players.Both(), m.Summary()
	switch {
	case e.Kind == match.TimeUp && m.TimeUpRecorded(), e.Kind == match.PauseEnding && m.Clock.Paused:
		return both
	case e.Kind == match.AutoAway: // the other side need not do anything
		return []match.PlayerID{e.By}
	case e.Kind == match.Resumed && e.By != "":
		return []match.PlayerID{people.Other(e.By)}
	case e.Kind == match.SuspensionEnded:
		if e.Length >= longSuspension && m.Terms.Pace.HasClock() {
			return []match.PlayerID{m.ToMove()}
		}
	case e.Kind == match.Resumed,
		e.Kind == match.Returned && m.ToMove() == e.By && !m.Clock.Paused && !m.TimeUpRecorded():
		return []match.PlayerID{m.ToMove()}
	}
	return nil
}

// mergePing adds p to all, or merges it with a ping of the same player.
func mergePing(all []ping, p ping) []ping {
	return append(slices.DeleteFunc(all, func(old ping) bool {
		if old.id == p.id {
			p.asked, p.other = p.asked || old.asked, p.other || old.other
		}
		return old.id == p.id
	}), p)
}

// Address returns the players to mention in the announcement of news of m, and records that they are mentioned. silent
// means that nobody needs a notice of any kind. A player is notified of a turn once, and not if they have seen it or if
// it replaces one that was taken back; of all offers in one turn, they are notified once. Players in quiet hours, or
// who want direct messages, get a notice later instead.
func Address(ctx context.Context, tx Tx, m *Match, news []match.Event) (ids []match.PlayerID, silent bool, err error) {
	orders, err := tx.Orders(ctx)
	if err != nil {
		return nil, false, err
	}
	silent = true
	for _, p := range pings(m, news) {
		if orders.Blocks(p.id, "") {
			continue
		}
		mention, informed, err := mentionOrHold(ctx, tx, m, p)
		if err != nil {
			return nil, false, err
		}
		silent = silent && informed
		if mention {
			ids = append(ids, p.id)
		}
	}
	return ids, silent, scheduleNotices(ctx, tx, m)
}

// mentionOrHold is Address for one ping. It returns whether to mention the player, and whether they need no notice at
// all.
func mentionOrHold(ctx context.Context, tx Tx, m *Match, p ping) (mention, informed bool, err error) {
	now := tx.Now()
	seat, err := tx.Seat(ctx, m.ID, p.id)
	if err != nil {
		return false, false, err
	}
	found := seat.Notices
	if seat.alreadyTold(p, m, now) {
		return false, true, saveNotices(ctx, tx, seat, found)
	}
	if p.seq > 0 && p.seq <= found.Seq {
		return false, false, nil
	}
	player, err := playerOf(ctx, tx, p.id)
	if err != nil {
		return false, false, err
	}
	if mention = !player.needsNotice(m, now); mention {
		seat.Notices.recordTimeNotice(m, now)
		return mention, false, tx.SaveSeat(ctx, seat)
	}
	if seat.Notices.Held.IsZero() {
		seat.Notices.From = m.Told
	}
	seat.Notices.Held, seat.Notices.Seq = now, p.seq
	return mention, false, tx.SaveSeat(ctx, seat)
}

// alreadyTold reports whether the player of s has been notified of everything in p. A notice of a turn that was taken
// back also covers the turn that replaces it; this is recorded in s.
func (s *Seat) alreadyTold(p ping, m *Match, now time.Time) bool {
	knows := s.Notices.at(m.Moment()).Turn || s.HasSeen(&m.Match)
	if p.turn && !knows && s.Notices.Told == m.Game.Ply()+1 && s.isRecent(now) {
		s.Notices = s.Notices.at(m.Moment())
		s.Notices.Turn, s.Notices.PostAt, knows = true, m.Moment(), true
	}
	return !p.other && (!p.invited || s.Notices.Invited) && (!p.turn || knows) && (!p.asked || s.wasAsked(m))
}

// wasAsked reports whether the player of s was already notified of an offer in this turn of m: since the turn began, or
// in a later turn that was taken back without them noticing.
func (s *Seat) wasAsked(m *Match) bool {
	n := s.Notices
	return n.Asked > m.Game.Ply() && (n.AskedAt == m.Moment() || s.Look.Moment <= n.AskedAt)
}

// replaceSpan is how long after a notice of a turn another turn can replace it without a new notice.
const replaceSpan = time.Hour

// isRecent reports whether the player of s was notified of a turn less than replaceSpan ago, and has not looked at
// the match since.
func (s *Seat) isRecent(now time.Time) bool {
	n := s.Notices
	return !n.ToldAt.IsZero() && now.Before(n.ToldAt.Add(replaceSpan)) && !s.Look.At.After(n.ToldAt)
}

func saveNotices(ctx context.Context, tx Tx, seat Seat, found Notices) error {
	if seat.Notices == found {
		return nil
	}
	return tx.SaveSeat(ctx, seat)
}

// needsNotice reports whether p gets news of m as a notice instead of a mention in the announcement.
func (p *Player) needsNotice(m *Match, now time.Time) bool {
	return !p.quietUntil(m, now).IsZero() || p.wantsDirect(m)
}

// wantsDirect reports whether p is notified of m in direct messages instead of its channel, by choice or because p was
// away so long that they were summoned.
func (p *Player) wantsDirect(m *Match) bool {
	gone := m.IsSummoned() && m.ToMove() == p.ID && m.Venue.Guild != "" && !m.Venue.Away
	return gone || p.Settings.Direct && (m.Venue.Guild != "" || m.Venue.Away)
}

// boardGrace is how long a notice waits for the announcement that it refers to.
const boardGrace = 10 * time.Second

// RecordMentioned records that the announcement of m has mentioned the players ids, and schedules the notices that
// waited for it. A later turn still gets its notice.
func RecordMentioned(ctx context.Context, tx Tx, m *Match, ids []match.PlayerID) error {
	for _, id := range ids {
		seat, err := tx.Seat(ctx, m.ID, id)
		if err != nil {
			return err
		}
		seat.Notices.Held = time.Time{}
		if id == m.ToMove() && !m.isBehind() {
			seat.Notices.recordTurnNotice(m, tx.Now())
		}
		seat.Notices.recordOfferNotice(m, id)
		if err := recordReached(ctx, tx, seat); err != nil {
			return err
		}
	}
	return releaseNotices(ctx, tx, m)
}

// releaseNotices schedules the notices of m that waited for its announcement.
func releaseNotices(ctx context.Context, tx Tx, m *Match) error {
	for _, id := range []match.PlayerID{m.Challenger, m.Opponent} {
		seat, err := tx.Seat(ctx, m.ID, id)
		if err != nil {
			return err
		}
		if !seat.Notices.Held.IsZero() {
			return tx.Schedule(ctx, JobRemind, Subject(JobRemind, m.ID), tx.Now())
		}
	}
	return nil
}

// playerOf returns a player within a unit of work. A player who never acted has the defaults.
func playerOf(ctx context.Context, tx Tx, id match.PlayerID) (Player, error) {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Player{ID: id}, nil
	}
	return p, err
}

// wasPlanned reports whether the turn that ended the match with the event e was planned, so that its player may not
// know of it.
func wasPlanned(news []match.Event, e match.Event) bool {
	return slices.ContainsFunc(news, func(p match.Event) bool {
		return p.Kind == match.Planned && p.By == e.By && p.Ply+1 == e.Ply
	})
}

// RecordNotMentioned records that an announcement of m could not notify the players ids: they get a notice instead,
// except of a challenge. It schedules the notices that waited for the announcement.
func RecordNotMentioned(ctx context.Context, tx Tx, m *Match, ids []match.PlayerID) error {
	for _, id := range ids {
		if err := holdNotice(ctx, tx, m, id); err != nil {
			return err
		}
	}
	return releaseNotices(ctx, tx, m)
}
