package match_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/match"
)

// TestCredit: time is given back only where some was lost.
func TestCredit(t *testing.T) {
	t.Parallel()
	credited := func(d time.Duration) match.Event { return match.Event{Kind: match.Credited, Length: d} }
	runTimed(t, []timeRuling{
		{"an hour", nil, deed{day, credit(hour)}, nil, credited(hour)},
		{"no more than has run", nil, deed{hour, credit(day)}, nil, credited(hour)},
		{"nothing", nil, deed{day, credit(0)}, match.ErrNothingLost, match.Event{}},
		{"less than nothing", nil, deed{day, credit(-hour)}, match.ErrNothingLost, match.Event{}},
		{"at once", nil, deed{0, credit(hour)}, match.ErrNothingLost, match.Event{}},
		{"twice", []deed{{day, credit(hour)}}, deed{day, credit(hour)}, match.ErrNothingLost, match.Event{}},
		{"while away", []deed{{0, goAway(alice, day)}}, deed{hour, credit(hour)}, nil, credited(hour)},
		{"partly while away", []deed{{0, goAway(alice, day)}}, deed{day + hour, credit(day)}, nil, credited(day)},
		{"while it stands still", []deed{{0, pause}}, deed{hour, credit(hour)}, match.ErrNothingLost, match.Event{}},
		{"after the end", []deed{{0, resigns}}, deed{hour, credit(hour)}, match.ErrFinished, match.Event{}},
	})
	m := proposed(bob, match.RandomSide)(t)
	_, err := m.Arbiter().Credit(hour, m.Created)
	require.ErrorIs(t, err, match.ErrNothingLost, "it has just been made")
	lapses := m.LapseAt()
	_, err = m.Arbiter().Credit(hour, m.Created.Add(day))
	require.NoError(t, err)
	assert.Equal(t, lapses.Add(hour), m.LapseAt())
	_, err = m.As(bob).Decline(m.Created.Add(day))
	require.NoError(t, err)
	_, err = m.Arbiter().Credit(hour, m.Created.Add(2*day))
	require.ErrorIs(t, err, match.ErrNotPlaying)
}

// TestCredit_Takeback: a turn is taken back without asking as if no time had been lost, also where there is no clock.
func TestCredit_Takeback(t *testing.T) {
	t.Parallel()
	m := clocked(t, deed{hour, turn}, deed{day, credit(20 * hour)})
	_, err := takeBack(alice, true)(&m, start().Add(day))
	require.ErrorIs(t, err, match.ErrNotFree, "three hours were not lost")
	m = clocked(t, deed{hour, turn}, deed{day, credit(day)}, deed{day, takeBack(alice, true)})
	assert.Equal(t, 3*day+23*hour, m.Deadline().Sub(start()))
	m = playing(swaps(1))(t)
	played := m.Changed
	_, err = m.Arbiter().Credit(hour, played.Add(hour+11*time.Minute))
	require.ErrorIs(t, err, match.ErrNothingLost, "nothing ran")
	_, err = m.Arbiter().Credit(hour, played.Add(hour+9*time.Minute))
	require.NoError(t, err)
	_, err = takeBack(m.Players.Of(m.ColorOf(m.ToMove()).Other()), true)(&m, played.Add(hour+10*time.Minute))
	require.NoError(t, err)
}
