package play_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules"
	"madbot/rules/match"
)

// failing is a use case and what goes before it.
type failing struct {
	before func(*fixture)
	do     func(*fixture) error
}

// TestStoreFails: whichever call of the store fails, the use case says so.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	for name, c := range failures() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n, failed := 1, true; failed; n++ {
				fx := newFixture(t, with(func(context.Context, *rules.Game) (play.Hint, error) { return play.Hint{}, nil }))
				c.before(fx)
				failed = fx.failsAt(n, func() error { return c.do(fx) })
			}
		})
	}
}

// failsAt requires that do returns the failure of the n-th call of the store; false: it makes fewer.
func (fx *fixture) failsAt(n int, do func() error) bool {
	fx.Helper()
	failure, calls := errors.New("no disk"), ""
	fx.hook = func(c playtest.Call, do func() error) error {
		if c.Name == "Do" || c.Name == playtest.Commit {
			return do()
		}
		calls += " " + c.Name
		if n--; n == 0 {
			return failure
		}
		return do()
	}
	err := do()
	if n > 0 {
		require.NoError(fx, err)
		return false
	}
	require.ErrorIs(fx, err, failure, "the last of%s", calls)
	return true
}

// just drops the result and returns the error.
func just[T any](_ T, err error) error { return err }

// unit is a use case that is part of a unit of work, on the match m1.
func unit(f func(*fixture, play.Tx, *play.Match) error) func(*fixture) error {
	return func(fx *fixture) error {
		m := fx.stored("m1")
		return fx.hooked().Do(fx.Context(), func(tx play.Tx) error { return f(fx, tx, &m) })
	}
}

// except returns err unless it is what is expected.
func except(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// all returns what does one after the other.
func all(steps ...func(*fixture)) func(*fixture) {
	return func(fx *fixture) {
		for _, do := range steps {
			do(fx)
		}
	}
}

// must returns a step that does a use case which does not fail.
func must(do func(*fixture) error) func(*fixture) {
	return func(fx *fixture) { fx.Helper(); require.NoError(fx, do(fx)) }
}

// failures are the use cases, with as much before them as makes them ask for all they can.
func failures() map[string]failing {
	first := play.Challenge{To: robot, Venue: venue(), First: true, Terms: terms()}
	first.Terms.Level = 1
	r := anyPly("m1")
	challenge := func(c play.Challenge) func(*fixture) error {
		return func(fx *fixture) error { return just(fx.Challenge(fx.Context(), alice, c)) }
	}
	toBob := challenge(play.Challenge{To: bob.ID, Terms: terms(), Venue: venue()})
	timed := challenge(play.Challenge{To: bob.ID, Terms: paced(), Venue: venue()})
	accept := func(fx *fixture) error { return just(fx.Accept(fx.Context(), bob, "m1")) }
	start, startPaced := all(must(toBob), must(accept)), all(must(timed), must(accept))
	limited := must(func(fx *fixture) error {
		return just(fx.ChangeServer(fx.Context(), carol, "g", func(s *play.ServerSettings) { s.MaxOpen, s.MaxPair = 9, 9 }))
	})
	leaves := func(a play.Actor) func(*fixture) error {
		return func(fx *fixture) error { return just(fx.StartVacation(fx.Context(), a, time.Hour)) }
	}
	counter := func(fx *fixture) error { return just(fx.Counter(fx.Context(), bob, "m1", otherTerms())) }
	turn := func(fx *fixture) error { return just(fx.Play(fx.Context(), alice, r, swap())) }
	resign := func(fx *fixture) error { return just(fx.Resign(fx.Context(), alice, r)) }
	late := all(startPaced, func(fx *fixture) { m := fx.stored("m1"); fx.now = m.Deadline() })
	back := func(fx *fixture) error {
		a, err := fx.Return(fx.Context())
		return errors.Join(a.Unread, err)
	}
	direct := func(fx *fixture) { fx.settle(alice, "", play.Settings{Direct: true}) }
	accepted := match.Event{Kind: match.Accepted, By: bob.ID, Seq: 2}
	// In held, Alice is to get a direct message, and an earlier notice exists.
	held := all(start, direct, func(fx *fixture) {
		fx.address(fx.now, accepted)
		fx.do(func(tx play.Tx) error {
			seat, err := tx.Seat(fx.Context(), "m1", alice.ID)
			require.NoError(fx, err)
			seat.Notices.Post, seat.Notices.PostFor = play.Post{Channel: "d", Message: "1"}, play.InviteNotice
			return tx.SaveSeat(fx.Context(), seat)
		})
		fx.do(func(tx play.Tx) error {
			p, err := tx.Player(fx.Context(), alice.ID)
			require.NoError(fx, err)
			p.Progress.Missed = "m1"
			return tx.SavePlayer(fx.Context(), p)
		})
	})
	notice := func(m *play.Match) play.Notice {
		return play.Notice{Match: *m, To: play.Player{ID: alice.ID}, Kind: play.TurnNotice}
	}
	return map[string]failing{
		"challenge":          {limited, toBob},
		"the same challenge": {must(toBob), func(fx *fixture) error { return except(toBob(fx), play.ErrSame) }},
		"first game":         {all(must(challenge(first)), must(resign)), challenge(first)},
		"first game again":   {must(challenge(first)), func(fx *fixture) error { return except(challenge(first)(fx), play.ErrSame) }},
		"accept":             {all(limited, must(toBob)), accept},
		"accept on vacation": {all(must(timed), must(leaves(bob))), accept},
		"decline":            {must(toBob), func(fx *fixture) error { return just(fx.Decline(fx.Context(), bob, "m1")) }},
		"counter":            {all(limited, must(toBob)), counter},
		"countered":          {all(must(toBob), must(counter)), counter},
		"was countered": {all(must(toBob), must(counter)), func(fx *fixture) error {
			m := fx.stored("m1")
			return just(fx.Countered(fx.Context(), &m))
		}},
		"move here": {all(start, func(fx *fixture) { fx.shut("m1") }), func(fx *fixture) error {
			return just(fx.MoveHere(fx.Context(), alice, "m1", play.Venue{Guild: "g", Channel: "x"}))
		}},
		"play":                 {all(start, func(fx *fixture) { fx.plans(bob, "m1", "111=222 111=222") }), turn},
		"play on vacation":     {all(startPaced, must(leaves(alice))), turn},
		"a plan on vacation":   {all(startPaced, func(fx *fixture) { fx.plans(bob, "m1", "111=222 111=222") }, must(leaves(bob))), turn},
		"play against the bot": {must(challenge(first)), turn},
		"take back":            {all(start, must(turn)), func(fx *fixture) error { return just(fx.TakeBack(fx.Context(), alice, r)) }},
		"hint":                 {start, func(fx *fixture) error { _, _, err := fx.Hint(fx.Context(), alice, r); return err }},
		"claim":                {late, func(fx *fixture) error { return except(just(fx.Claim(fx.Context(), bob, r)), match.ErrNotOverdue) }},
		"return at first":      {start, back},
		"return":               {all(must(func(fx *fixture) error { return fx.StayAlive(fx.Context()) }), late), back},
		"note":                 {start, func(fx *fixture) error { return just(fx.Note(fx.Context(), alice, "m1", "x")) }},
		"notes": {all(start, must(resign)), func(fx *fixture) error {
			m := fx.stored("m1")
			return just(fx.NotesIn(fx.Context(), alice, &m))
		}},
		"plan": {start, func(fx *fixture) error {
			_, _, err := fx.SetPlan(fx.Context(), bob, r, adding("pass pass"))
			return err
		}},
		"seat":    {start, func(fx *fixture) error { _, _, err := fx.Seat(fx.Context(), alice, "m1"); return err }},
		"look":    {start, func(fx *fixture) error { return just(fx.Look(fx.Context(), alice, "m1")) }},
		"history": {start, func(fx *fixture) error { _, _, err := fx.History(fx.Context(), alice, "m1"); return err }},
		"habits":  {start, func(fx *fixture) error { return just(fx.Habits(fx.Context(), alice.ID)) }},
		"score":   {start, func(fx *fixture) error { return just(fx.Score(fx.Context(), alice.ID, bob.ID)) }},
		"pings":   {start, func(fx *fixture) error { m := fx.stored("m1"); return just(fx.PingsNow(fx.Context(), &m, nil)) }},
		"player": {start, func(fx *fixture) error {
			return just(fx.ChangePlayer(fx.Context(), carol, func(*play.Player) {}))
		}},
		"server": {start, func(fx *fixture) error {
			return just(fx.ChangeServer(fx.Context(), carol, "g", func(*play.ServerSettings) {}))
		}},
		"notices": {start, func(fx *fixture) error {
			return just(fx.SetNotices(fx.Context(), alice, func(p *play.Player) { p.Settings.Digest = true }))
		}},
		"missed":               {held, func(fx *fixture) error { return just(fx.TakeMissed(fx.Context(), alice)) }},
		"vacations":            {start, func(fx *fixture) error { return just(fx.Vacations(fx.Context(), alice.ID)) }},
		"vacation":             {startPaced, leaves(alice)},
		"a vacation that ends": {all(startPaced, must(leaves(alice))), func(fx *fixture) error { return just(fx.EndVacation(fx.Context(), alice)) }},
		"spare": {late, unit(func(fx *fixture, tx play.Tx, m *play.Match) error {
			return play.StartAutoVacation(fx.Context(), tx, m.ID)
		})},
		"address": {all(start, direct), unit(func(fx *fixture, tx play.Tx, m *play.Match) error {
			_, _, err := play.Address(fx.Context(), tx, m, []match.Event{accepted})
			return err
		})},
		"addressed": {held, unit(func(fx *fixture, tx play.Tx, m *play.Match) error {
			return play.RecordMentioned(fx.Context(), tx, m, []match.PlayerID{bob.ID})
		})},
		"refused": {held, unit(func(fx *fixture, tx play.Tx, m *play.Match) error {
			return play.RecordNotMentioned(fx.Context(), tx, m, []match.PlayerID{bob.ID})
		})},
		"next notice": {held, unit(func(fx *fixture, tx play.Tx, m *play.Match) error {
			_, _, err := play.NextNotice(fx.Context(), tx, m)
			return err
		})},
		"noticed": {held, unit(func(fx *fixture, tx play.Tx, m *play.Match) error {
			return play.RecordNoticeSent(fx.Context(), tx, notice(m), play.Post{Channel: "d", Message: "2"})
		})},
		"unnoticed": {held, unit(func(fx *fixture, tx play.Tx, m *play.Match) error {
			return play.RecordNoticeFailed(fx.Context(), tx, notice(m))
		})},
		"undigested": {start, unit(func(fx *fixture, tx play.Tx, m *play.Match) error {
			d := play.Digest{To: play.Player{ID: alice.ID}, Waiting: []play.Summary{m.Summary()}}
			return just(play.RecordDigest(fx.Context(), tx, d, true))
		})},
		"a thread": {start, unit(func(fx *fixture, tx play.Tx, m *play.Match) error {
			return just(play.WantsThread(fx.Context(), tx, m, []match.Event{accepted}))
		})},
		"no thread": {start, unit(func(fx *fixture, tx play.Tx, _ *play.Match) error {
			return play.NoteThread(fx.Context(), tx, "g", play.ThreadsFull)
		})},
	}
}
