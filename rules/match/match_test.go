package match_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// The people of the tests: Alice challenges Bob, and Carol looks on.
const (
	alice match.PlayerID = "alice"
	bob   match.PlayerID = "bob"
	carol match.PlayerID = "carol"
	none  match.PlayerID = ""
)

// at returns the instant n minutes into the tests.
func at(n int) time.Time { return time.Date(2026, 1, 2, 3, n, 0, 0, time.UTC) }

// now is when the command of a case is given.
func now() time.Time { return at(59) }

// swap is always legal, and brings everything back when it is played again.
func swap() rules.Turn { return rules.ShiftTurn(rules.Swap111x222) }

// given makes the match a case starts with.
type given func(t *testing.T) match.Match

// command is what somebody does to it.
type command func(m *match.Match) ([]match.Event, error)

// proposed is Alice's challenge.
func proposed(to match.PlayerID, pick match.SidePick) given {
	return func(t *testing.T) match.Match {
		t.Helper()
		m, _, err := match.Propose(match.Proposal{ID: "m1", By: alice, To: to,
			Terms: match.Terms{Options: rules.DefaultOptions(), Side: pick}}, at(0))
		require.NoError(t, err)
		return m
	}
}

// playing is the match after what was done; Alice is Red.
func playing(done ...command) given {
	return func(t *testing.T) match.Match {
		t.Helper()
		m := proposed(bob, match.PlayRed)(t)
		for _, do := range append([]command{accept(bob)}, done...) {
			_, err := do(&m)
			require.NoError(t, err)
		}
		return m
	}
}

// after is a challenge after what was done.
func after(to match.PlayerID, done command) given {
	return func(t *testing.T) match.Match {
		t.Helper()
		m := proposed(to, match.RandomSide)(t)
		_, err := done(&m)
		require.NoError(t, err)
		return m
	}
}

func accept(by match.PlayerID) command {
	return func(m *match.Match) ([]match.Event, error) { return m.As(by).Accept(rules.Red, now()) }
}

func decline(by match.PlayerID) command {
	return func(m *match.Match) ([]match.Event, error) { return m.As(by).Decline(now()) }
}

func counter(by match.PlayerID) command {
	return func(m *match.Match) ([]match.Event, error) { return m.As(by).Counter(now()) }
}

func withdraw(by match.PlayerID) command {
	return func(m *match.Match) ([]match.Event, error) { return m.As(by).Withdraw(now()) }
}

func play(by match.PlayerID, turn rules.Turn) command {
	return func(m *match.Match) ([]match.Event, error) { return m.As(by).Play(turn, now()) }
}

func resign(by match.PlayerID) command {
	return func(m *match.Match) ([]match.Event, error) { return m.As(by).Resign(now()) }
}

func offer(by match.PlayerID) command {
	return func(m *match.Match) ([]match.Event, error) { return m.As(by).MakeOffer(match.ToStop, now()) }
}

func answer(by match.PlayerID, yes bool) command {
	return func(m *match.Match) ([]match.Event, error) { return m.As(by).AnswerOffer(match.ToStop, yes, now()) }
}

func unoffer(by match.PlayerID) command {
	return func(m *match.Match) ([]match.Event, error) { return m.As(by).WithdrawOffer(match.ToStop, now()) }
}

// swaps plays n turns.
func swaps(n int) command {
	return func(m *match.Match) (events []match.Event, err error) {
		for range n {
			if events, err = m.As(m.ToMove()).Play(swap(), now()); err != nil {
				return nil, err
			}
		}
		return events, nil
	}
}

// ruling is one line of the tables: given, command, error or events.
type ruling struct {
	name string
	in   given
	do   command
	err  error
	want []match.Event // their Seq and At are filled in
}

// run runs a table. After an error the match must be as it was.
func run(t *testing.T, cases []ruling) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := c.in(t)
			before := m.Clone()
			events, err := c.do(&m)
			if c.err != nil {
				require.ErrorIs(t, err, c.err)
				assert.Empty(t, events)
				assert.Equal(t, before, m, "unchanged on error")
				return
			}
			require.NoError(t, err)
			for i := range c.want {
				c.want[i].Seq, c.want[i].At = before.Seq+i+1, now()
			}
			assert.Equal(t, c.want, events)
			assert.Equal(t, before.Seq+len(events), m.Seq)
			assert.Equal(t, now(), m.Changed)
		})
	}
}

func TestParseID(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"a", "0", "k7z3", "0123456789abcdef"} {
		id, err := match.ParseID(s)
		require.NoError(t, err, s)
		assert.Equal(t, match.ID(s), id)
	}
	for _, s := range []string{"", "0123456789abcdefg", "A", "a:b", "a b", "é", "a\n"} {
		_, err := match.ParseID(s)
		require.ErrorIs(t, err, match.ErrID, s)
	}
}

// TestNumbers: what is stored keeps its number.
func TestNumbers(t *testing.T) {
	t.Parallel()
	for i, s := range []match.Status{match.NoStatus, match.Proposed, match.Playing,
		match.Finished, match.Declined, match.Withdrawn, match.Expired} {
		assert.EqualValues(t, i, s, s)
	}
	for i, k := range []match.EventKind{match.NoEvent, match.Challenged, match.Accepted,
		match.ChallengeDeclined, match.ChallengeWithdrawn, match.Played, match.StopOffered,
		match.StopRefused, match.Ended} {
		assert.EqualValues(t, i, k, k)
	}
	for i, k := range []match.EventKind{match.StopWithdrawn, match.ChallengeExpired,
		match.TakebackAsked, match.TakebackRefused, match.TakebackWithdrawn, match.TakenBack,
		match.TimeAsked, match.TimeRefused, match.TimeWithdrawn, match.TimeGiven,
		match.PauseOffered, match.PauseRefused, match.PauseWithdrawn, match.Paused, match.Resumed,
		match.WentAway, match.CameBack, match.Credited, match.TimeUp, match.Hinted, match.Planned,
		match.ChallengeCountered, match.OffersDropped, match.AutoAway, match.Returned,
		match.PauseEnding, match.TimeHeld, match.TimeReleased, match.Kept, match.Summoned, match.Stopped,
		match.Annulled, match.Suspended, match.SuspensionEnded, match.Reinstated,
		match.CallOffOffered, match.CallOffRefused, match.CallOffWithdrawn} {
		assert.EqualValues(t, 10+i, k, "%s: 9 is taken", k)
	}
	for i, p := range []match.SidePick{match.RandomSide, match.PlayRed, match.PlayBlue} {
		assert.EqualValues(t, i, p, p)
	}
}

// TestWords: each number has its own word, and an unknown one none.
func TestWords(t *testing.T) {
	t.Parallel()
	words := map[string]bool{}
	for k := match.NoEvent; k <= match.CallOffWithdrawn; k++ {
		words[k.String()] = true
	}
	assert.Len(t, words, int(match.CallOffWithdrawn), "9 has none")
	assert.Equal(t, "-", (match.Ended + 1).String())
	assert.Equal(t, "-", (match.CallOffWithdrawn + 1).String())
	clear(words)
	for s, word := range []string{"-", "proposed", "playing", "finished", "declined", "withdrawn", "expired", "-"} {
		assert.Equal(t, word, match.Status(s).String())
	}
	assert.Equal(t, []string{"random", "red", "blue"}, []string{match.RandomSide.String(), match.PlayRed.String(),
		match.PlayBlue.String()})
	for k := match.NoOffer; k <= match.ToCallOff; k++ {
		words[k.String()] = true
	}
	assert.Len(t, words, int(match.ToCallOff)+1)
	assert.Equal(t, "-", (match.ToCallOff + 1).String())
}

func TestPeople(t *testing.T) {
	t.Parallel()
	m := proposed(bob, match.PlayRed)(t)
	assert.Equal(t, rules.NoColor, m.ColorOf(alice))
	assert.Equal(t, rules.NoColor, m.ColorOf(none))
	assert.Equal(t, none, m.Players.Of(rules.Red))
	assert.Equal(t, none, m.ToMove())

	m = playing()(t)
	assert.Equal(t, rules.Red, m.ColorOf(alice))
	assert.Equal(t, rules.Blue, m.ColorOf(bob))
	assert.Equal(t, rules.NoColor, m.ColorOf(carol))
	assert.Equal(t, rules.NoColor, m.ColorOf(none))
	assert.Equal(t, bob, m.Players.Of(rules.Blue))
	assert.Equal(t, none, m.Players.Of(rules.NoColor))
	assert.Equal(t, alice, m.ToMove())
	require.NoError(t, m.As(alice).OnTurn())
	require.ErrorIs(t, m.As(bob).OnTurn(), match.ErrNotYourTurn)
	require.ErrorIs(t, m.As(carol).OnTurn(), match.ErrNotPlayer)

	m = playing(swaps(1))(t)
	assert.Equal(t, bob, m.ToMove())
	m = playing(resign(bob))(t)
	assert.Equal(t, none, m.ToMove())
	require.ErrorIs(t, m.As(alice).OnTurn(), match.ErrFinished)
}

// TestIsNews: people are notified of everything except hints, credits, and that somebody cannot be notified.
func TestIsNews(t *testing.T) {
	t.Parallel()
	for k := match.Challenged; k <= match.CallOffWithdrawn; k++ {
		want := k != match.Hinted && k != match.Credited && k != match.TimeHeld && k != match.Suspended
		assert.Equal(t, want, k.IsNews(), k)
	}
}

// TestStatus_IsOpen: somebody can act in a challenge and in a running match, and in nothing else.
func TestStatus_IsOpen(t *testing.T) {
	t.Parallel()
	for s := range match.Expired + 2 {
		assert.Equal(t, s == match.Proposed || s == match.Playing, s.IsOpen(), s)
	}
}
