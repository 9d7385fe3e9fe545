package play

import (
	"context"
	"errors"
	"slices"
	"time"

	"madbot/rules/match"
)

// Pings returns who is notified of news of m: whoever is to act, or to know what another did. The bot
// itself needs no notice.
func Pings(m *Match, news []match.Event) (ids []match.PlayerID) {
	for _, p := range pings(m, news) {
		ids = append(ids, p.id)
	}
	return ids
}

// ping is somebody who is notified of news.
type ping struct {
	id  match.PlayerID
	seq int // of the last event that they are notified of
	// Of what: that it is their turn, that an offer waits for their answer, or another for their turn, that they are
	// challenged, or anything else.
	turn, asked, invited, other bool
}

// pings returns who is notified of news of m, and of what.
func pings(m *Match, news []match.Event) []ping {
	all := concerned(m, news)
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

// newlyOnTurn returns who is notified that it is their turn, and the event since which it is: where it is
// so since the news, and where m is shown in another place from now on, unless more news follow; empty: nobody.
func newlyOnTurn(m *Match, news []match.Event) (p match.PlayerID, seq int) {
	p, seq = m.ToMove(), m.Told
	isNew := len(news) == 0 || m.moves() && !m.isBehind()
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

// concerned returns who is notified of news for another reason than that it is their turn. A question that was
// answered since, or withdrawn, notifies nobody.
func concerned(m *Match, news []match.Event) (all []ping) {
	for i := range news {
		for _, p := range concernedBy(m, news, i) {
			all = with(all, p)
		}
	}
	return all
}

// concernedBy is concerned for what news tell of at i.
func concernedBy(m *Match, news []match.Event, i int) (all []ping) {
	e, people := news[i], m.Summary()
	add := func(id match.PlayerID) {
		if id != "" && id != m.Robot() && !id.IsFormer() {
			all = append(all, ping{id: id, seq: e.Seq, other: true})
		}
	}
	switch e.Kind {
	case match.ChallengeWithdrawn, match.ChallengeExpired, match.StopWithdrawn, match.TakebackWithdrawn,
		match.TimeWithdrawn, match.PauseWithdrawn, match.WentAway, match.CameBack, match.Credited,
		match.Hinted, match.Planned, match.TakenBack, match.OffersDropped, match.Accepted, match.Played,
		match.TimeHeld, match.TimeReleased, match.Stopped, match.ChallengeCountered: // the other challenge notifies
	case match.Challenged:
		if other := people.Other(e.By); other != "" && m.Status == match.Proposed {
			all = append(all, ping{id: other, seq: e.Seq, invited: true})
		}
	case match.StopOffered, match.TakebackAsked, match.TimeAsked, match.PauseOffered:
		if other := people.Other(e.By); other != m.Robot() && m.As(other).OfferToAnswer() != match.NoOffer {
			all = append(all, ping{id: other, seq: e.Seq, asked: true})
		}
	case match.TimeUp, match.AutoAway, match.PauseEnding, match.Resumed, match.Returned:
		for _, id := range timed(m, e) {
			add(id)
		}
	case match.Summoned:
		if m.IsSummoned() {
			all = append(all, ping{id: m.ToMove(), seq: e.Seq, asked: true, other: true})
		}
	case match.Ended, match.Annulled:
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

// timed returns who is notified of e, which is about the clock of m, as it stands now.
func timed(m *Match, e match.Event) []match.PlayerID {
	both, people := m.Players.Both(), m.Summary()
	switch {
	case e.Kind == match.AutoAway, e.Kind == match.TimeUp && m.TimeUpRecorded(),
		e.Kind == match.PauseEnding && m.Clock.Paused:
		return both
	case e.Kind == match.Resumed && e.By != "":
		return []match.PlayerID{people.Other(e.By)}
	case e.Kind == match.Resumed,
		e.Kind == match.Returned && m.ToMove() == e.By && !m.Clock.Paused && !m.TimeUpRecorded():
		return []match.PlayerID{m.ToMove()}
	}
	return nil
}

// with returns all with p, in place of what they say of the same player.
func with(all []ping, p ping) []ping {
	return append(slices.DeleteFunc(all, func(old ping) bool {
		if old.id == p.id {
			p.asked, p.other = p.asked || old.asked, p.other || old.other
		}
		return old.id == p.id
	}), p)
}

// Address returns who is notified by the announcement of news of m at now, and whether it is silent, for nobody is
// told of them in any way. Of their turn a player is notified once, and not when they have seen it or when it comes in
// place of one that was taken back; of all offers that one turn brings them, once. Who has quiet hours, or wants
// direct messages, is told by a notice of their own.
func Address(ctx context.Context, tx Tx, m *Match, news []match.Event) (ids []match.PlayerID, silent bool, err error) {
	now := tx.Now()
	silent = true
	for _, p := range pings(m, news) {
		seat, err := tx.Seat(ctx, m.ID, p.id)
		if err != nil {
			return nil, false, err
		}
		found := seat.Notices
		if seat.needsNo(p, m, now) {
			if err := saveNotices(ctx, tx, seat, found); err != nil {
				return nil, false, err
			}
			continue
		}
		silent = false
		if p.seq > 0 && p.seq <= found.Seq {
			continue
		}
		player, err := playerOf(ctx, tx, p.id)
		if err != nil {
			return nil, false, err
		}
		if !player.isHeld(m, now) {
			ids = append(ids, p.id)
			seat.Notices.announced(m, now)
			if err := tx.SaveSeat(ctx, seat); err != nil {
				return nil, false, err
			}
			continue
		}
		if seat.Notices.Held.IsZero() {
			seat.Notices.From = m.Told
		}
		seat.Notices.Held, seat.Notices.Seq = now, p.seq
		if err := tx.SaveSeat(ctx, seat); err != nil {
			return nil, false, err
		}
	}
	return ids, silent, scheduleNotices(ctx, tx, m)
}

// needsNo reports whether the player of s was told already of all that p says of m. A turn in place of one that was
// taken back they were told of with that one.
func (s *Seat) needsNo(p ping, m *Match, now time.Time) bool {
	knows := s.Notices.at(m.Moment()).Turn || s.HasSeen(&m.Match)
	if p.turn && !knows && s.Notices.Told == m.Game.Ply()+1 && s.isRecent(now) {
		s.Notices = s.Notices.at(m.Moment())
		s.Notices.Turn, s.Notices.PostAt, knows = true, m.Moment(), true
	}
	return !p.other && (!p.invited || s.Notices.Invited) && (!p.turn || knows) && (!p.asked || s.wasAsked(m))
}

// wasAsked reports whether the player of s was notified of an offer in this turn of m already: since it began, or in a
// later one that was taken back without them.
func (s *Seat) wasAsked(m *Match) bool {
	n := s.Notices
	return n.Asked > m.Game.Ply() && (n.AskedAt == m.Moment() || s.Look.Moment <= n.AskedAt)
}

// replaceSpan is for how long after a player was notified of a turn another one can come in its place without a
// notice.
const replaceSpan = time.Hour

// isRecent reports whether the player of s was notified of a turn lately, and has not looked at the match since.
func (s *Seat) isRecent(now time.Time) bool {
	n := s.Notices
	return !n.ToldAt.IsZero() && now.Before(n.ToldAt.Add(replaceSpan)) && !s.Look.At.After(n.ToldAt)
}

// saveNotices keeps the notices of seat unless they are as they were found.
func saveNotices(ctx context.Context, tx Tx, seat Seat, found Notices) error {
	if seat.Notices == found {
		return nil
	}
	return tx.SaveSeat(ctx, seat)
}

// isHeld reports whether p is told of news of m in a notice of their own, not with the announcement.
func (p *Player) isHeld(m *Match, now time.Time) bool {
	return !p.quietUntil(m, now).IsZero() || p.isDirect(m)
}

// isDirect reports whether p is told of m in direct messages and not where it is shown: who wants that, or was gone so
// long that they were summoned.
func (p *Player) isDirect(m *Match) bool {
	gone := m.IsSummoned() && m.ToMove() == p.ID && m.Venue.Guild != "" && !m.Venue.Away
	return gone || p.Settings.Direct && (m.Venue.Guild != "" || m.Venue.Away)
}

// boardGrace is how long a notice waits for the board of which it tells.
const boardGrace = 10 * time.Second

// Addressed keeps that the announcement of m has notified people. Notices that waited for it are due. Of a turn
// they were not told by what was announced before it, and sent again after it.
func Addressed(ctx context.Context, tx Tx, m *Match, ids []match.PlayerID) error {
	for _, id := range ids {
		seat, err := tx.Seat(ctx, m.ID, id)
		if err != nil {
			return err
		}
		seat.Notices.Held = time.Time{}
		if id == m.ToMove() && !m.isBehind() {
			seat.Notices.toldTurn(m, tx.Now())
		}
		seat.Notices.toldOffer(m, id)
		if err := reached(ctx, tx, seat); err != nil {
			return err
		}
	}
	return releaseNotices(ctx, tx, m)
}

// releaseNotices makes the notices of m due that waited for its announcement.
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

// playerOf returns a player as they are in a unit of work, with the defaults when they never acted.
func playerOf(ctx context.Context, tx Tx, id match.PlayerID) (Player, error) {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Player{ID: id}, nil
	}
	return p, err
}

// wasPlanned reports whether the turn that ended a match, in e, was planned: who played it may not know.
func wasPlanned(news []match.Event, e match.Event) bool {
	return slices.ContainsFunc(news, func(p match.Event) bool {
		return p.Kind == match.Planned && p.By == e.By && p.Ply+1 == e.Ply
	})
}

// Refused keeps that people could not be told by an announcement of m: they get a notice of their own, except a
// challenge. Notices that waited for it are due.
func Refused(ctx context.Context, tx Tx, m *Match, ids []match.PlayerID) error {
	for _, id := range ids {
		if err := withhold(ctx, tx, m, id); err != nil {
			return err
		}
	}
	return releaseNotices(ctx, tx, m)
}
