package league

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/bot/ui"
	"madbot/rules/league"
)

// What a manager who starts a season before its date reads.
var (
	msgBegin    = i18n.Message{ID: "league.button.begin", Other: "Begin now"}
	msgAskBegin = i18n.Message{ID: "league.ask.begin",
		Other: "Begin the season now, with {{.Count}} players? Nobody can join it after that."}
)

// optOut is how long players who were entered after the last season can leave before a manager can begin the next one,
// and how long those who were put out when a league was closed can join it again.
const optOut = 24 * time.Hour

// ErrNotYet is returned by Begin if fewer players have entered than the manager knows or a season needs, or if those of
// the last season have not had a day to leave.
var ErrNotYet = errors.New("the season can't begin yet")

// canBegin reports whether a manager can start the season of l, which n players have entered, at time now.
func canBegin(l *season.League, n int, now time.Time) bool {
	opened := l.Until.Add(-joinPeriod)
	return l.Phase == season.Joining && l.Until.After(now) && n >= league.MinGroup &&
		(l.Season == 1 && l.LastBy == "" || !now.Before(opened.Add(optOut)))
}

// Begin starts the season before its date, after a check for its players. If too few of them are left then, it still
// begins at its date. It returns ErrNotYet if fewer than known players have entered.
func (s *Service) Begin(ctx context.Context, a play.Actor, known int) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League) error {
		entries, err := tx.Entries(ctx, l.Server, l.Season)
		if err != nil || len(entries) < known || !canBegin(l, len(entries), tx.Now()) {
			return cmp.Or(err, ErrNotYet)
		}
		l.Planned, l.Until, l.EarlyBy = l.Until, tx.Now(), a.ID
		return nil
	})
}

// postpone makes a season that a manager began, but that has too few players, begin at its date. It returns false if
// that has passed.
func postpone(l *season.League, now time.Time) bool {
	planned := l.Planned
	if l.Planned = (time.Time{}); !planned.After(now) {
		return false
	}
	l.Until, l.EarlyBy = planned, ""
	return true
}

// askBegin asks a manager to confirm that the season begins.
func askBegin(t i18n.Printer, people int) dispatch.Reply {
	return ask(t.Text(msgAskBegin, i18n.Args{"Count": people}), button(t, msgBegin, argBegin+"-"+strconv.Itoa(people), ui.Good))
}
