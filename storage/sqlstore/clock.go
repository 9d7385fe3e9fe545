package sqlstore

import "madbot/rules/match"

// clockColumns are the columns of the clock, of the offers besides that to stop, of hints and takebacks.
const clockColumns = `pace_turn, pace_bank, grace,
	clock_began, clock_from, clock_left, paused, clock_up, clock_await, red_bank, red_away, blue_bank, blue_away,
	takeback_by, takeback_refused, takeback_barred, time_by, time_refused, time_barred,
	pause_by, pause_refused, pause_barred,
	hints, no_takebacks, rated, undone, red_hints, blue_hints, past`

// clockFields returns what m has in clockColumns.
func clockFields(m *match.Match) []any {
	pace, c := &m.Terms.Pace, &m.Clock
	fields := []any{length{&pace.PerTurn}, length{&pace.Bank}, length{&m.Terms.Grace},
		instant{&c.Began}, instant{&c.From}, length{&c.Left}, &c.Paused, instant{&c.Up}, instant{&c.Await},
		length{&c.Red.Bank}, instant{&c.Red.Away}, length{&c.Blue.Bank}, instant{&c.Blue.Away}}
	for _, o := range []*match.Offer{&m.Takeback, &m.MoreTime, &m.Pause} {
		fields = append(fields, &o.By, &o.Refused, &o.Barred)
	}
	return append(fields, &m.Terms.Hints, &m.Terms.NoTakebacks, &m.Terms.Rated, &m.Undone,
		&m.RedHints, &m.BlueHints,
		document{&m.Past})
}
