package playtest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/rules"
	"madbot/rules/match"
)

// memoryLists are the methods that list matches.
type memoryLists struct{ *unit }

// picker selects matches and returns the time to sort them by.
type picker func(*play.Match) (time.Time, bool)

// list returns the matches of p (or of anybody for "") that pick selects, latest time first.
func (tx memoryLists) list(p match.PlayerID, pick picker) (list []play.Summary) {
	for _, m := range tx.pick(p, pick) {
		list = append(list, m.Summary())
	}
	return list
}

// pick is list for whole matches.
func (tx memoryLists) pick(p match.PlayerID, pick picker) []play.Match {
	times := map[match.ID]time.Time{}
	return where(tx.matches, func(a, b play.Match) int {
		return cmp.Or(times[b.ID].Compare(times[a.ID]), cmp.Compare(a.ID, b.ID))
	}, func(m play.Match) (wanted bool) {
		if p == "" || m.Challenger == p || m.Opponent == p {
			times[m.ID], wanted = pick(&m)
		}
		return wanted
	})
}

func (tx memoryLists) ids(wanted func(play.Match) bool) (ids []match.ID) {
	for _, m := range where(tx.matches, func(a, b play.Match) int { return cmp.Compare(a.ID, b.ID) }, wanted) {
		ids = append(ids, m.ID)
	}
	return ids
}

// first returns up to limit of all.
func first[T any](all []T, limit int) []T { return all[:min(limit, len(all))] }

func (tx memoryLists) Open(_ context.Context, p match.PlayerID) ([]play.Summary, error) {
	return tx.list(p, func(m *play.Match) (time.Time, bool) {
		return m.Changed, m.Status.IsOpen() && !m.Practice
	}), nil
}

func (tx memoryLists) Running(_ context.Context, p match.PlayerID) (list []gate.Running, _ error) {
	for _, m := range tx.matches {
		if m.Status == match.Playing && m.Terms.Level == 0 && !m.Practice && (m.Challenger == p || m.Opponent == p) {
			list = append(list, gate.RunningOf(&m.Match))
		}
	}
	return list, nil
}

func (tx memoryLists) Recent(_ context.Context, p match.PlayerID, limit int) ([]play.Summary, error) {
	return first(tx.list(p, func(m *play.Match) (time.Time, bool) {
		return m.Ended, m.Status == match.Finished && !m.Practice
	}), limit), nil
}

func (tx memoryLists) MatchIDs(_ context.Context, p match.PlayerID, limit int) ([]match.ID, error) {
	return first(tx.ids(func(m play.Match) bool { return m.Challenger == p || m.Opponent == p }), limit), nil
}

func (tx memoryLists) MatchesOn(_ context.Context, server string, playing bool) ([]match.ID, error) {
	return tx.ids(func(m play.Match) bool {
		return m.Venue.Guild == server && (!playing || m.Status == match.Playing)
	}), nil
}

func (tx memoryLists) Live(context.Context) ([]match.ID, error) {
	return tx.ids(func(m play.Match) bool { return m.Status.IsOpen() }), nil
}

func (tx memoryLists) Outdated(_ context.Context, before time.Time, limit int) (ids []match.ID, err error) {
	for _, m := range slices.Backward(tx.list("", func(m *play.Match) (time.Time, bool) {
		return m.Ended, m.CameToNothing() && m.Ended.Before(before)
	})) {
		ids = append(ids, m.ID)
	}
	return first(ids, limit), nil
}

func (tx memoryLists) Made(_ context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	return tx.list(p, func(m *play.Match) (time.Time, bool) {
		return m.Created, m.Challenger == p && (m.Status.IsOpen() || !m.Created.Before(since))
	}), nil
}

func (tx memoryLists) MadeIn(_ context.Context, channel string, since time.Time) (made []time.Time, err error) {
	for _, m := range tx.list("", func(m *play.Match) (time.Time, bool) {
		_, ofLeague := tx.pairs[m.ID]
		return m.Created, m.Venue.Channel == channel && !m.Practice && !ofLeague && !m.Created.Before(since)
	}) {
		made = append(made, m.Created)
	}
	return made, nil
}

func (tx memoryLists) Rated(_ context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	return tx.list(p, func(m *play.Match) (time.Time, bool) {
		late := !m.Started.IsZero() && !m.Started.Before(since) || !m.Ended.IsZero() && !m.Ended.Before(since)
		return m.Created, m.Terms.Rated && late && !m.Past.Annulled
	}), nil
}

func (tx memoryLists) Histories(_ context.Context, p match.PlayerID, limit int) (all [][]match.Event, _ error) {
	for _, m := range first(tx.list(p, func(m *play.Match) (time.Time, bool) {
		return m.Changed, !m.Started.IsZero() && m.Robot() == ""
	}), limit) {
		all = append(all, slices.Clone(tx.events[m.ID]))
	}
	return all, nil
}

func (tx memoryLists) Endings(_ context.Context, p, other match.PlayerID) (all []play.Ending, err error) {
	for _, m := range tx.pick(p, func(m *play.Match) (time.Time, bool) {
		against := other == "" || other != p && (m.Challenger == other || m.Opponent == other)
		return m.Ended, m.Status == match.Finished && m.Robot() == "" && against
	}) {
		side := m.ColorOf(p)
		e := play.Ending{Match: m.ID, Board: m.Terms.Options.Board, Ended: m.Ended, Outcome: m.Game.Outcome(), Side: side,
			Left: m.Past.LeftBy == side}
		if m.Past.Annulled {
			e.Outcome = rules.Outcome{Reason: rules.Aborted}
		}
		all = append(all, e)
	}
	return all, nil
}

func (tx memoryLists) Trials(_ context.Context, p match.PlayerID, limit int) (all []play.Trial, _ error) {
	for _, m := range first(tx.pick(p, func(m *play.Match) (time.Time, bool) {
		return m.Ended, m.Status == match.Finished && m.Challenger == p && m.Robot() != "" && !m.Practice &&
			m.Game.Outcome().Winner != rules.NoColor && !m.Terms.HasCustomStart()
	}), limit) {
		all = append(all, play.Trial{Level: m.Terms.Level, Won: m.Game.Outcome().Winner == m.ColorOf(p),
			Hints: m.HintsUsed.Of(m.ColorOf(p))})
	}
	return all, nil
}
