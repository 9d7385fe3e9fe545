package play_test

import (
	"cmp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/rules/match"
)

// keep changes what alice keeps of the match m1.
func (fx *fixture) keep(change func(*play.Seat)) {
	fx.Helper()
	fx.do(func(tx play.Tx) error {
		seat, err := tx.Seat(fx.Context(), "m1", alice.ID)
		require.NoError(fx, err)
		change(&seat)
		return tx.SaveSeat(fx.Context(), seat)
	})
}

// held has news of the match m1 wait for alice since now.
func (fx *fixture) held() {
	fx.Helper()
	fx.keep(func(s *play.Seat) { s.Notices.Held = fx.now.UTC().Truncate(time.Millisecond) })
}

// next begins the notice of the match m1 that is due.
func (fx *fixture) next() (n *play.Notice, at time.Time) {
	fx.Helper()
	m := fx.stored("m1")
	fx.do(func(tx play.Tx) (err error) {
		n, at, err = play.NextNotice(fx.Context(), tx, &m)
		return err
	})
	return n, at
}

// TestNextNotice_Held: held news are sent in their current state, and never if they no longer matter.
func TestNextNotice_Held(t *testing.T) {
	t.Parallel()
	type steps = []func(*fixture) error
	ctx := t.Context()
	r := anyPly("m1")
	challenged := func(fx *fixture) error {
		return just(fx.Challenge(ctx, bob, play.Challenge{To: alice.ID, Terms: paced(), Venue: venue()}))
	}
	challenges := func(fx *fixture) error {
		return just(fx.Challenge(ctx, alice, play.Challenge{To: bob.ID, Terms: paced(), Venue: venue()}))
	}
	accepts := func(a play.Actor) func(*fixture) error {
		return func(fx *fixture) error { return just(fx.Accept(ctx, a, "m1")) }
	}
	begins := func(fx *fixture) error { return cmp.Or(challenges(fx), accepts(bob)(fx)) }
	declines := func(a play.Actor) func(*fixture) error {
		return func(fx *fixture) error { return just(fx.Decline(ctx, a, "m1")) }
	}
	plays := func(a play.Actor) func(*fixture) error {
		return func(fx *fixture) error { return just(fx.Play(ctx, a, r, swap())) }
	}
	offers := func(fx *fixture) error { return just(fx.Offer(ctx, bob, r, match.ToStop)) }
	asks := func(k match.OfferKind) func(*fixture) error {
		return func(fx *fixture) error { return just(fx.Offer(ctx, alice, r, k)) }
	}
	answers := func(k match.OfferKind, yes bool) func(*fixture) error {
		return func(fx *fixture) error {
			fx.now = fx.now.Add(time.Second)
			return just(fx.AnswerOffer(ctx, bob, r, k, yes))
		}
	}
	resumes := func(fx *fixture) error { return just(fx.Resume(ctx, bob, r)) }
	planned := func(fx *fixture) error {
		brief := terms()
		brief.Options.StallLimit = 3
		if _, err := fx.Challenge(ctx, alice, play.Challenge{To: bob.ID, Terms: brief, Venue: venue()}); err != nil {
			return err
		}
		if err := just(fx.Accept(ctx, bob, "m1")); err != nil {
			return err
		}
		fx.played("m1", swap().Text)
		fx.plans(alice, "m1", "111=222 111=222")
		return nil
	}
	resigns := func(a play.Actor) func(*fixture) error {
		return func(fx *fixture) error { return just(fx.Resign(ctx, a, r)) }
	}
	runsOut := func(fx *fixture) error {
		m := fx.stored("m1")
		fx.now = m.Deadline()
		return fx.store.Do(ctx, func(tx play.Tx) error {
			return just(play.Change(ctx, tx, r, func(tx play.Tx, m *play.Match) ([]match.Event, error) {
				return m.Arbiter().RecordTimeUp(tx.Now())
			}))
		})
	}
	looks := func(fx *fixture) error {
		fx.now = fx.now.Add(time.Second)
		return just(fx.Look(ctx, alice, "m1"))
	}
	told := func(fx *fixture) error {
		fx.keep(func(s *play.Seat) { s.Notices.Turn = true })
		return nil
	}
	for name, c := range map[string]struct {
		before, while steps // the news wait between the two
		want          play.NoticeKind
	}{
		"a challenge":                  {steps{challenged}, nil, play.InviteNotice},
		"her own challenge":            {steps{challenges}, nil, play.NoNotice},
		"her challenge was declined":   {steps{challenges, declines(bob)}, nil, play.DeclinedNotice},
		"she declined":                 {steps{challenged, declines(alice)}, nil, play.NoNotice},
		"her turn":                     {steps{challenges, accepts(bob)}, nil, play.TurnNotice},
		"her turn, seen before":        {steps{challenges, accepts(bob), looks}, nil, play.TurnNotice},
		"her turn, seen":               {steps{challenges, accepts(bob)}, steps{looks}, play.NoNotice},
		"her turn, of which she knows": {steps{challenges, accepts(bob), told}, nil, play.NoNotice},
		"played since":                 {steps{challenges, accepts(bob)}, steps{plays(alice)}, play.NoNotice},
		"an offer":                     {steps{challenges, accepts(bob), offers}, nil, play.AskedNotice},
		"he resigned":                  {steps{challenges, accepts(bob), resigns(bob)}, nil, play.OverNotice},
		"she resigned":                 {steps{challenges, accepts(bob), resigns(alice)}, nil, play.NoNotice},
		"her plan ended it":            {steps{planned, plays(bob)}, nil, play.OverNotice},
		"his time is up":               {steps{challenges, accepts(bob), plays(alice), runsOut}, nil, play.LateNotice},
		"her time is up, and her turn": {steps{begins, runsOut}, nil, play.LateNotice},
		"a refusal":                    {steps{begins, told, asks(match.ToStop), answers(match.ToStop, false)}, nil, play.NewsNotice},
		"a gift":                       {steps{begins, told, asks(match.ForTime), answers(match.ForTime, true)}, nil, play.NewsNotice},
		"a pause":                      {steps{begins, told, asks(match.ToPause), answers(match.ToPause, true)}, nil, play.NewsNotice},
		"the end of a pause":           {steps{begins, told, asks(match.ToPause), answers(match.ToPause, true), resumes}, nil, play.NewsNotice},
		"an answer, seen":              {steps{begins, told, asks(match.ForTime), answers(match.ForTime, true)}, steps{looks}, play.NoNotice},
		"an answer, seen before":       {steps{begins, told, asks(match.ForTime), answers(match.ForTime, true), looks}, nil, play.NoNotice},
		"an answer, and her turn":      {steps{begins, asks(match.ForTime), answers(match.ForTime, true)}, nil, play.TurnNotice},
		"he is to move":                {steps{challenges, accepts(bob), plays(alice)}, nil, play.NoNotice},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			for _, a := range []play.Actor{alice, bob} {
				fx.settle(a, "", play.Settings{Reminders: notice.Write(nil)})
			}
			for _, do := range c.before {
				require.NoError(t, do(fx))
			}
			fx.now = fx.now.Add(time.Minute)
			fx.held()
			fx.now = fx.now.Add(time.Minute)
			for _, do := range c.while {
				require.NoError(t, do(fx))
			}
			n, at := fx.next()
			assert.Zero(t, at)
			if c.want == play.NoNotice {
				assert.Nil(t, n)
				assert.Zero(t, fx.notices(alice).Held, "it is moot for good")
				return
			}
			require.NotNil(t, n)
			assert.Equal(t, c.want, n.Kind)
			assert.Equal(t, alice.ID, n.To.ID)
			m := fx.stored("m1")
			assert.Equal(t, m.ID+map[bool]match.ID{true: "-c1", false: "-o1"}[m.Challenger == alice.ID], match.ID(n.Key))
			assert.True(t, fx.notices(alice).Sending)
		})
	}
}

// TestNextNotice_When: a notice waits a little for the board that it refers to, and for the end of quiet hours.
func TestNextNotice_When(t *testing.T) {
	t.Parallel()
	begun := start()
	still := func(*play.Match) {}
	sent := func(m *play.Match) { m.Sending = m.Seq }
	moves := func(m *play.Match) { m.Post = play.Post{Channel: "gone", Message: "1"} }
	shut := func(m *play.Match) { moves(m); m.Closed = true }
	for name, c := range map[string]struct {
		settings play.Settings
		board    func(*play.Match) // what becomes of it
		after    time.Duration
		want     time.Duration // since the news wait; 0: now
	}{
		"at once":                   {play.Settings{}, still, 0, 0},
		"with the board":            {play.Settings{}, sent, time.Second, 10 * time.Second},
		"with the board, just due":  {play.Settings{}, sent, 10 * time.Second, 0},
		"without the board":         {play.Settings{}, sent, time.Minute, 0},
		"with the board, elsewhere": {play.Settings{}, moves, time.Second, 10 * time.Second},
		"where nothing is told":     {play.Settings{}, shut, 0, 0},
		"after quiet hours": {play.Settings{Quiet: notice.Quiet{From: 1 * notice.OClock, To: 7 * notice.OClock}}, still, 0,
			time.Date(2026, 1, 2, 7, 0, 0, 0, time.UTC).Sub(begun)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			m := fx.start()
			c.settings.Direct = true
			fx.settle(alice, "", c.settings)
			fx.now = begun
			fx.held()
			c.board(&m)
			fx.do(func(tx play.Tx) error { return tx.SaveDelivery(t.Context(), m.ID, m.Delivery) })
			fx.now = fx.now.Add(c.after)
			n, at := fx.next()
			if c.want == 0 {
				require.NotNil(t, n)
				assert.True(t, n.Direct)
				return
			}
			assert.Nil(t, n)
			assert.Equal(t, begun.Add(c.want), at)
			assert.False(t, fx.notices(alice).Sending)
		})
	}
}

// TestNextNotice_Reminder: a reminder comes when it is due, once, unless the player has looked, and not in quiet hours.
func TestNextNotice_Reminder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		hours  float64 // since the match began, with four days for the turn
		looked float64 // the hour in which she looked; 0: never
		quiet  notice.Quiet
		want   play.NoticeKind
		next   float64 // the hour; 0: none
	}{
		"before":                  {10, 0, notice.Quiet{}, play.NoNotice, 60},
		"half":                    {60, 0, notice.Quiet{}, play.TimeNotice, 0},
		"late":                    {70, 0, notice.Quiet{}, play.TimeNotice, 0},
		"looked since":            {70, 65, notice.Quiet{}, play.NoNotice, 95},
		"looked lately":           {60, 59.5, notice.Quiet{}, play.NoNotice, 95},
		"looked before":           {70, 10, notice.Quiet{}, play.TimeNotice, 0},
		"late and in quiet hours": {70, 0, notice.Quiet{From: 23 * notice.OClock, To: 4 * notice.OClock}, play.NoNotice, 73.932},
		"when time is up":         {96, 0, notice.Quiet{}, play.NoNotice, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			m := fx.startPaced()
			fx.settle(alice, "", play.Settings{Reminders: "half 1h", Quiet: c.quiet})
			hour := func(h float64) time.Time { return m.Clock.TurnBegan.Add(time.Duration(h * float64(time.Hour))) }
			if c.looked != 0 {
				fx.now = hour(c.looked)
				require.NoError(t, just(fx.Look(t.Context(), alice, "m1")))
			}
			fx.now = hour(c.hours)
			n, at := fx.next()
			if c.want == play.NoNotice {
				assert.Nil(t, n)
			} else {
				require.NotNil(t, n)
				assert.Equal(t, c.want, n.Kind)
				fx.do(func(tx play.Tx) error {
					return play.RecordNoticeSent(t.Context(), tx, *n, play.Post{Channel: "c", Message: "1"})
				})
				again, at := fx.next()
				assert.Nil(t, again, "once")
				assert.Equal(t, hour(95), at)
			}
			if c.next == 0 {
				assert.Zero(t, at)
			} else {
				assert.WithinDuration(t, hour(c.next), at, time.Minute)
			}
		})
	}
}

// TestNextNotice_Parted: a notice says that the bot is not on the server of the match only while that is so.
func TestNextNotice_Parted(t *testing.T) {
	t.Parallel()
	left := time.UnixMilli(2000).UTC()
	for name, c := range map[string]struct {
		closed bool
		left   time.Time // as the server knows
		parted bool
	}{
		"removed":           {true, left, true},
		"back":              {true, time.Time{}, false},
		"removed once more": {true, left.Add(time.Hour), false},
		"shown again":       {false, left, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			m := fx.start()
			m.Closed = c.closed
			fx.do(func(tx play.Tx) error { return tx.SaveDelivery(t.Context(), m.ID, m.Delivery) })
			fx.do(func(tx play.Tx) error {
				return tx.SaveServer(t.Context(), play.Server{ID: "g", Settings: play.ServerSettings{Left: c.left}})
			})
			fx.keep(func(s *play.Seat) { s.Notices.Parted, s.Notices.Parting = left, true })
			n, _ := fx.next()
			require.NotNil(t, n)
			assert.Equal(t, play.PartNotice, n.Kind)
			assert.Equal(t, c.parted, n.Parted)
		})
	}
}

// TestNextNotice_Two: of two people, the one who is due first is notified first, the other immediately after.
func TestNextNotice_Two(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.start()
	for _, a := range []play.Actor{alice, bob} {
		fx.settle(a, "", play.Settings{Direct: true})
	}
	m := fx.stored("m1")
	require.NoError(t, just(fx.Offer(t.Context(), alice, anyPly("m1"), match.ToStop)))
	fx.keep(func(s *play.Seat) { s.Look = play.Look{} })
	fx.address(fx.now, match.Event{Kind: match.Accepted, By: bob.ID, Seq: 2},
		match.Event{Kind: match.StopOffered, By: alice.ID, Seq: 3})
	n, at := fx.next()
	require.NotNil(t, n)
	assert.Equal(t, alice.ID, n.To.ID)
	assert.Equal(t, play.Stamp(fx.now), at, "bob's")
	fx.do(func(tx play.Tx) error {
		return play.RecordNoticeSent(t.Context(), tx, *n, play.Post{Channel: "d", Message: "1"})
	})
	n, at = fx.next()
	require.NotNil(t, n)
	assert.Equal(t, []any{bob.ID, play.AskedNotice, "m1-o1"}, []any{n.To.ID, n.Kind, n.Key})
	assert.Zero(t, at)
	assert.Equal(t, m.ID, n.Match.ID)
}

// TestNextNotice_Stands: a notice that stands is removed when what it says is no longer so.
func TestNextNotice_Stands(t *testing.T) {
	t.Parallel()
	post := play.Post{Channel: "d", Message: "1"}
	ctx, r := t.Context(), anyPly("m1")
	for name, c := range map[string]struct {
		kind   play.NoticeKind
		at     int // the moment of the notice
		do     func(*fixture) error
		stands bool
	}{
		"her turn":              {play.TurnNotice, 0, nil, true},
		"a turn of before":      {play.TurnNotice, -1, nil, false},
		"a match that's over":   {play.TurnNotice, 0, func(fx *fixture) error { return just(fx.Resign(ctx, bob, r)) }, false},
		"a reminder":            {play.TimeNotice, 0, nil, true},
		"a challenge, accepted": {play.InviteNotice, 0, nil, false},
		"an offer":              {play.AskedNotice, 0, func(fx *fixture) error { return just(fx.Offer(ctx, bob, r, match.ToStop)) }, true},
		"an offer of before":    {play.AskedNotice, 0, nil, false},
		"time that isn't up":    {play.LateNotice, 0, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			fx.start()
			if c.do != nil {
				require.NoError(t, c.do(fx))
			}
			fx.keep(func(s *play.Seat) { s.Notices.Post, s.Notices.PostFor, s.Notices.PostAt = post, c.kind, c.at })
			fx.next()
			_, removed := fx.due(play.JobRetire)
			assert.Equal(t, c.stands, !removed)
			assert.Equal(t, c.stands, fx.notices(alice).Post == post)
		})
	}
	fx := newFixture(t)
	fx.challenge(bob.ID)
	fx.keep(func(s *play.Seat) { s.Notices.Post, s.Notices.PostFor = post, play.InviteNotice })
	fx.next()
	assert.Equal(t, post, fx.notices(alice).Post, "a challenge that waits")
}

// TestNextNotice_TakenBack: that a takeback was agreed to stands above the notice that it is their turn again.
func TestNextNotice_TakenBack(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.start()
	fx.played("m1", swap().Text)
	require.NoError(t, just(fx.Look(t.Context(), bob, "m1")))
	require.NoError(t, just(fx.AskBack(t.Context(), alice, anyPly("m1"))))
	fx.now = fx.now.Add(time.Second)
	require.NoError(t, just(fx.AnswerOffer(t.Context(), bob, anyPly("m1"), match.ToTakeBack, true)))
	fx.held()
	n, _ := fx.next()
	require.NotNil(t, n)
	assert.Equal(t, play.TurnNotice, n.Kind)
	require.Len(t, n.News, 1)
	assert.Equal(t, match.TakenBack, n.News[0].Kind)
}
