package worker_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/rules"
	"madbot/rules/match"
)

// randomly chooses any turn.
func (y *year) randomly() chooser {
	return func(_ context.Context, m *match.Match) (play.Candidate, error) {
		p := m.Game.Position()
		turns := p.AppendTurns(nil)
		y.mu.Lock()
		defer y.mu.Unlock()
		return play.Candidate{Turn: turns[y.fate.IntN(len(turns))]}, nil
	}
}

// ping is one notice to one person.
type ping struct {
	seat
	at     time.Time
	moment int
	ply    int
	kind   play.NoticeKind // NoNotice: on a board, and not of their turn
}

// Announce implements play.Announcer: what was sent once is not sent again.
func (y *year) Announce(_ context.Context, a play.Announcement) (play.Post, error) {
	y.mu.Lock()
	defer y.mu.Unlock()
	m := a.Match
	if has(y.closed[m.Venue.Channel], time.Now()) {
		return play.Post{}, play.ErrClosed
	}
	return y.send(m.Key(), m.Venue.Channel, func() {
		for _, p := range a.Ping {
			kind := play.NoNotice
			if p == m.ToMove() && isTurn(a.News) {
				kind = play.TurnNotice
			}
			y.ping(&m, p, kind)
		}
	})
}

// isTurn reports whether news are posted because it is somebody's turn, judging by the last event.
func isTurn(news []match.Event) bool {
	if len(news) == 0 {
		return true
	}
	switch news[len(news)-1].Kind {
	case match.Played, match.Accepted, match.TakenBack:
		return true
	}
	return false
}

func (y *year) Notify(_ context.Context, n play.Notice) (play.Post, error) {
	y.mu.Lock()
	defer y.mu.Unlock()
	switch p := y.person(n.To.ID); {
	case n.Direct && p.shut:
		return play.Post{}, play.ErrClosed
	case !n.Direct && has(y.closed[n.Match.Venue.Channel], time.Now()):
		m := &n.Match
		y.refused = append(y.refused, ping{seat{m.ID, n.To.ID}, time.Now(), m.Moment(), m.Game.Ply(), n.Kind})
		return play.Post{}, play.ErrClosed
	}
	return y.send(n.Key, n.Match.Venue.Channel, func() { y.ping(&n.Match, n.To.ID, n.Kind) })
}

func (y *year) Digest(_ context.Context, d play.Digest) error {
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.person(d.To.ID).shut {
		return play.ErrClosed
	}
	if local := time.Now().In(d.To.Location()); len(d.Back) == 0 {
		assert.Equal(y, time.Monday, local.Weekday())
	}
	assert.False(y, y.isQuiet(d.To.ID, time.Now()), "a digest in quiet hours")
	assert.NotEmpty(y, d.Waiting)
	y.digests++
	for _, n := range d.Back {
		y.ping(&n.Match, n.To.ID, n.Kind)
		y.backs++
	}
	return nil
}

// send sends something once, unless Discord fails, before or after.
func (y *year) send(key, channel string, do func()) (play.Post, error) {
	if y.fate.IntN(200) == 0 {
		return play.Post{}, errors.New("outage")
	}
	post, known := y.sent[key]
	if !known {
		post = play.Post{Channel: channel, Message: key}
		y.sent[key] = post
		do()
	}
	if y.fate.IntN(300) == 0 {
		return play.Post{}, errors.New("answer lost")
	}
	return post, nil
}

func (y *year) Retire(context.Context, play.Post) error {
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.fate.IntN(100) == 0 {
		return errors.New("outage")
	}
	return nil
}

// ping records a notice, which must be true now. Its player reads it later.
func (y *year) ping(m *play.Match, to match.PlayerID, kind play.NoticeKind) {
	p := ping{seat{m.ID, to}, time.Now(), m.Moment(), m.Game.Ply(), kind}
	y.pings = append(y.pings, p)
	y.unread = append(y.unread, p)
	assert.False(y, y.isQuiet(to, p.at), "%v in quiet hours", p)
	now, err := y.store.Match(context.Background(), m.ID)
	require.NoError(y, err)
	assert.True(y, y.isTrue(p, &now), "moot: %v", p)
	assert.False(y, y.rests(&now, p), "%v on vacation", p)
}

// rests reports whether a notice comes to somebody on a vacation that they started, about a match that it is for.
func (y *year) rests(m *play.Match, p ping) bool {
	kept, err := y.store.Player(context.Background(), p.player)
	if errors.Is(err, play.ErrNotFound) {
		return false
	}
	require.NoError(y, err)
	v, pace := kept.Vacation, m.Terms.Pace
	return v.IsOn(p.at) && !v.Spared && p.at.Sub(v.At) > time.Minute &&
		m.Status.IsOpen() && pace.AllowsAbsence() && !m.Overdue(p.at) && !m.IsSummoned()
}

// lately is for how long at least a player who looked at the board is not reminded: an hour, except the ten
// minutes in which a second look is the same as the first.
const lately = 50 * time.Minute

// isTrue reports whether a notice says what is so.
func (y *year) isTrue(p ping, m *play.Match) bool {
	looked := slices.ContainsFunc(y.looks[p.seat], func(l look) bool {
		return l.moment == p.moment && p.at.Sub(l.at) < lately
	})
	switch p.kind {
	case play.TurnNotice:
		return m.ToMove() == p.player && m.Moment() == p.moment
	case play.TimeNotice:
		return m.ToMove() == p.player && m.Moment() == p.moment && !m.Overdue(p.at) && !m.Clock.Paused && !looked
	case play.InviteNotice:
		return m.Status == match.Proposed && m.Opponent == p.player
	case play.AskedNotice:
		return m.As(p.player).OfferToAnswer() != match.NoOffer
	case play.LateNotice:
		return m.TimeUpRecorded()
	case play.OverNotice:
		return m.Status == match.Finished
	}
	return true
}

// isQuiet reports whether somebody has quiet hours, by the clock on their wall.
func (y *year) isQuiet(id match.PlayerID, at time.Time) bool {
	p := y.person(id)
	hour := notice.Clock(at.In(p.zone).Hour()) * notice.OClock
	if p.quiet.From <= p.quiet.To {
		return hour >= p.quiet.From && hour < p.quiet.To
	}
	return hour >= p.quiet.From || hour < p.quiet.To
}

// read lets people read their messages.
func (y *year) read() {
	y.mu.Lock()
	unread := y.unread
	y.unread = nil
	y.mu.Unlock()
	for _, p := range unread {
		y.notified(p.player, p.match)
	}
}

// catchUp tells p at their next command what could not be delivered.
func (y *year) catchUp(p *person) {
	missed, err := y.TakeMissed(y.Context(), p.Actor)
	require.NoError(y, err)
	for _, m := range missed.Matches {
		y.missed[seat{m.ID, p.ID}]++
		y.later(time.Minute, func() { y.act(p, m.ID) })
	}
}

// keepsMissed checks that players who could not be notified see the news at their next command.
func (y *year) keepsMissed() {
	for _, r := range y.refused {
		m := y.match(r.match)
		kept, err := y.Player(y.Context(), r.player)
		require.NoError(y, err)
		waits := slices.Contains(strings.Fields(kept.Progress.Missed), string(r.match))
		told := slices.ContainsFunc(y.byMatch[r.match], func(p ping) bool { return p.seat == r.seat && p.at.After(r.at) })
		assert.True(y, waits || told || y.missed[r.seat] > 0 || m.Moment() > r.moment || !m.Status.IsOpen(), "lost: %v", r)
	}
}

// wait is how long a match waited for one of its players to move.
type wait struct {
	seat
	stretch
	moment, ply int
}

// waits returns how long a match waited for whom, by its log.
func waits(m *play.Match, events []match.Event, end time.Time) (all []wait) {
	side, moment, ply := rules.Red, 0, 0
	turn := func(at time.Time) {
		all = append(all, wait{seat{m.ID, m.Players.Of(side)}, stretch{at, end}, moment, ply})
	}
	for _, e := range events {
		if n := len(all); n > 0 && (e.Kind == match.Played || e.Kind == match.TakenBack || e.Kind == match.Ended) {
			all[n-1].to = e.At
		}
		ply = e.Ply
		switch e.Kind {
		case match.Accepted:
			turn(e.At)
		case match.Played:
			side, moment = side.Other(), moment+1
			turn(e.At)
		case match.TakenBack:
			side, moment = rules.Red, moment+1
			if e.Ply%2 != 0 {
				side = rules.Blue
			}
			turn(e.At)
		}
	}
	if m.Status == match.Finished && len(all) > 0 && !all[len(all)-1].to.After(all[len(all)-1].from) {
		all = all[:len(all)-1]
	}
	return all
}

// tellable is for how long somebody must be within reach to be told of their turn whatever failed before.
const tellable = 3 * time.Hour

// rest records until when p is only notified of what can end a match.
func (y *year) rest(p *person) {
	kept, err := y.Player(y.Context(), p.ID)
	require.NoError(y, err)
	if v := kept.Vacation; v.Quiet.After(time.Now()) {
		y.resting[p.ID] = append(y.resting[p.ID], stretch{v.At, v.Quiet})
	}
}

// reachable reports whether the player of w could be told for long enough.
func (y *year) reachable(w wait, channel string) bool {
	to := w.to
	for _, l := range y.looks[w.seat] {
		if !l.at.Before(w.from) && l.at.Before(to) {
			to = l.at
		}
	}
	var since time.Time
	for at := w.from; at.Before(to); at = at.Add(10 * time.Minute) {
		switch {
		case y.isQuiet(w.player, at), has(y.resting[w.player], at), has(y.downs, at), has(y.closed[channel], at):
			since = time.Time{}
		case since.IsZero():
			since = at
		case at.Sub(since) >= tellable:
			return true
		}
	}
	return false
}

// account checks that each turn was announced once, and that there were no more reminders than chosen.
func (y *year) account(m *play.Match, events []match.Event) {
	told := map[int]map[play.NoticeKind]int{}
	for _, p := range y.byMatch[m.ID] {
		if told[p.moment] == nil {
			told[p.moment] = map[play.NoticeKind]int{}
		}
		told[p.moment][p.kind]++
	}
	for _, w := range waits(m, events, time.Now()) {
		if w.player == m.Robot() {
			continue
		}
		turns, reminders := told[w.moment][play.TurnNotice], told[w.moment][play.TimeNotice]
		assert.LessOrEqual(y, turns, 1, "%v", w)
		if !among(y.byMatch[m.ID], w) && !among(y.refused, w) {
			assert.False(y, y.reachable(w, m.Venue.Channel), "never told: %v", w)
		}
		kept, err := y.Player(context.Background(), w.player)
		require.NoError(y, err)
		assert.LessOrEqual(y, reminders, len(notice.Read(kept.Settings.Reminders))*w.deadlines(events), "%v", w)
		y.turns++
	}
}

// deadlines returns how many deadlines there were, one after the other.
func (w wait) deadlines(events []match.Event) int {
	n := 1
	for _, e := range events {
		switch e.Kind {
		case match.TimeGiven, match.Resumed, match.WentAway, match.AutoAway, match.CameBack:
			if !e.At.Before(w.from) && !e.At.After(w.to) {
				n++
			}
		}
	}
	return n
}

// among reports whether all has a notice to the player of w while it was their turn, or of a turn less than an hour
// before that was taken back.
func among(all []ping, w wait) bool {
	return slices.ContainsFunc(all, func(p ping) bool {
		replaced := p.ply == w.ply && p.moment < w.moment && w.from.Sub(p.at) < time.Hour
		return p.seat == w.seat && (p.moment == w.moment || replaced)
	})
}
