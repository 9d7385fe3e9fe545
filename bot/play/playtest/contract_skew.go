package playtest

import (
	"errors"
	"fmt"
	"slices"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// skew is something that a unit of work can look for, and how another unit of work creates it without looking.
type skew struct {
	name  string
	found func(play.Tx, round) (bool, error)
	make  func(play.Tx, round) error
}

// round is one attempt, with its own names for everything.
type round struct {
	id      match.ID
	from    match.PlayerID
	to      match.PlayerID
	flag    match.PlayerID // a player who is created by the unit of work that found nothing
	channel string
}

func newRound(name string, n int) round {
	id := fmt.Sprint(name, n)
	return round{match.ID(id), match.PlayerID("a" + id), match.PlayerID("b" + id), match.PlayerID("c" + id), "d" + id}
}

// madeSkews look for a new match in each list that contains it.
func madeSkews(f fixture) []skew {
	ctx := f.Context()
	create := func(tx play.Tx, r round) error {
		m, events, err := match.Propose(match.Proposal{ID: r.id, By: r.from, To: r.to, Terms: terms()}, at(0))
		d := play.Delivery{Venue: play.Venue{Channel: r.channel}}
		return errors.Join(err, tx.CreateMatch(ctx, play.Match{Match: m, Delivery: d}, events))
	}
	return []skew{
		{"challenger", someOpen(f, func(r round) match.PlayerID { return r.from }), create},
		{"opponent", someOpen(f, func(r round) match.PlayerID { return r.to }), create},
		{"made", func(tx play.Tx, r round) (bool, error) {
			list, err := tx.Made(ctx, r.from, at(0))
			return len(list) > 0, err
		}, create},
		{"channel", someIn(f), create},
	}
}

// changedSkews look for an existing match in each list that it enters or leaves.
func changedSkews(f fixture) []skew {
	ctx := f.Context()
	act := func(do func(*match.Match, round) ([]match.Event, error)) func(play.Tx, round) error {
		return func(tx play.Tx, r round) error {
			_, err := changed(ctx, tx, "open"+r.id, func(m *match.Match) ([]match.Event, error) { return do(m, r) })
			return err
		}
	}
	show := func(where func(round) play.Venue) func(play.Tx, round) error {
		return func(tx play.Tx, r round) error {
			return tx.SaveDelivery(ctx, "open"+r.id, play.Delivery{Venue: where(r)})
		}
	}
	return []skew{
		{"accepted", someOpen(f, func(r round) match.PlayerID { return r.to }),
			act(func(m *match.Match, r round) ([]match.Event, error) { return m.As(r.to).Accept(0, at(1)) })},
		{"withdrawn", noneOpen(f, func(m play.Summary, r round) bool { return m.ID == "open"+r.id }),
			act(func(m *match.Match, _ round) ([]match.Event, error) { return m.As(alice).Withdraw(at(1)) })},
		{"left", noneOpen(f, func(m play.Summary, r round) bool { return m.ID == "open"+r.id && m.Venue.Guild == "7" }),
			show(func(round) play.Venue { return play.Venue{Channel: "8"} })},
		{"moved", someIn(f), show(func(r round) play.Venue { return play.Venue{Channel: r.channel} })},
	}
}

// someOpen returns a check for an open match of a player.
func someOpen(f fixture, who func(round) match.PlayerID) func(play.Tx, round) (bool, error) {
	return func(tx play.Tx, r round) (bool, error) {
		list, err := tx.Open(f.Context(), who(r))
		return len(list) > 0, err
	}
}

// someIn returns a check for a match in the channel of a round.
func someIn(f fixture) func(play.Tx, round) (bool, error) {
	return func(tx play.Tx, r round) (bool, error) {
		list, err := tx.MadeIn(f.Context(), r.channel, at(0))
		return len(list) > 0, err
	}
}

// noneOpen returns a check that Alice has no open match for which is returns true.
func noneOpen(f fixture, is func(play.Summary, round) bool) func(play.Tx, round) (bool, error) {
	return func(tx play.Tx, r round) (bool, error) {
		list, err := tx.Open(f.Context(), alice)
		return !slices.ContainsFunc(list, func(m play.Summary) bool { return is(m, r) }), err
	}
}

// testSkew: one unit of work notes that it found nothing; another creates what it looks for, unless that was noted.
// Only one of them succeeds.
func testSkew(f fixture) {
	const rounds = 12
	for _, s := range slices.Concat(madeSkews(f), changedSkews(f)) {
		for n := range rounds {
			r := newRound(s.name, n)
			f.create("open"+r.id, "", terms(), 0)
			f.atOnce(4, func(i int) {
				unit := note
				if i%2 == 0 {
					unit = makeUnlessNoted
				}
				assert.NoError(f, f.Do(f.Context(), func(tx play.Tx) error { return unit(f, tx, s, r) }))
			})
			made := in(f, func(tx play.Tx) (bool, error) { return s.found(tx, r) })
			_, err := f.Player(f.Context(), r.flag)
			require.Equal(f, made, errors.Is(err, play.ErrNotFound), "%s: made %t", s.name, made)
		}
	}
}

func note(f fixture, tx play.Tx, s skew, r round) error {
	if found, err := s.found(tx, r); err != nil || found {
		return err
	}
	return errors.Join(dawdle(f, tx), tx.SavePlayer(f.Context(), play.Player{ID: r.flag, Met: at(0)}))
}

// makeUnlessNoted creates what the other unit looks for, unless it exists or its absence was noted.
func makeUnlessNoted(f fixture, tx play.Tx, s skew, r round) error {
	_, err := tx.Player(f.Context(), r.flag)
	if !errors.Is(err, play.ErrNotFound) {
		return err
	}
	if err := dawdle(f, tx); err != nil {
		return err
	}
	err = s.make(tx, r)
	if errors.Is(err, play.ErrExists) || errors.Is(err, match.ErrNotProposed) {
		return nil
	}
	return err
}

// dawdle takes some time, so that units of work overlap if they can.
func dawdle(f fixture, tx play.Tx) (err error) {
	for range 3 {
		_, fault := tx.Server(f.Context(), "none")
		err = errors.Join(err, fault)
	}
	return err
}
