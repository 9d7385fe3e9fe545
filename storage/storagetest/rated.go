package storagetest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/rules"
	"madbot/rules/match"
)

// FillRated saves n rated matches among people players on server 7, one a minute starting at begin, all resigned. The
// first player takes part in one match in a hundred.
func FillRated(ctx context.Context, store play.Store, n, people int, begin time.Time) error {
	for first := 0; first < n; first += perUnit {
		err := store.Do(ctx, func(tx play.Tx) (err error) {
			for i := first; i < min(n, first+perUnit); i++ {
				err = errors.Join(err, resigned(ctx, tx, i, people, begin.Add(time.Duration(i)*time.Minute)))
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// RatedPlayer returns the i-th player of FillRated.
func RatedPlayer(i int) match.PlayerID { return match.PlayerID(fmt.Sprintf("3%018d", i)) }

// resigned saves the i-th match of FillRated.
func resigned(ctx context.Context, tx play.Tx, i, people int, now time.Time) error {
	by, to := i%people, (i*7+i/people+1)%people
	if i%100 == 0 {
		by = 0
	}
	if by == to {
		to = (to + 1) % people
	}
	m, events, err := match.Propose(match.Proposal{ID: match.ID(fmt.Sprintf("r%07d", i)), By: RatedPlayer(by),
		To: RatedPlayer(to), Terms: match.Terms{Options: rules.DefaultOptions(), Hints: match.NoHints, NoTakebacks: true,
			Pace: match.Pace{PerTurn: time.Hour}, Rated: true}}, now)
	if err != nil {
		return err
	}
	accepted, err := m.As(m.Opponent).Accept(rules.Color(1+i%2), now)
	m.Past.MaxPly = 4 // from turns that were taken back
	over, lost := m.As(m.Players.Both()[i/2%2]).Resign(now)
	events = append(append(events, accepted...), over...)
	shown := play.Delivery{Venue: play.Venue{Guild: "7", Channel: "1", Locale: "fr"}, Told: m.Seq, Serial: 1}
	return errors.Join(err, lost, tx.CreateMatch(ctx, play.Match{Match: m, Delivery: shown}, events),
		rated.Rate(ctx, tx, &m, now), rated.Recount(ctx, tx, nil, rated.StandingsOf("7", &m)))
}
