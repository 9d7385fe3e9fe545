package play_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// quarrel does what the letters say of challenges by alice to bob: Declined, Withdrawn, Countered, Accepted and left,
// left to Expire; bob challenges alice and takes that Back, or challenges Somebody else; alice has a Match with
// carol, and takes back one to anyone (O). It returns the limit at which the next one is refused.
func (fx *fixture) quarrel(letters string) play.LimitError {
	fx.Helper()
	ctx := fx.Context()
	for n, letter := range letters {
		by, to := alice, bob.ID
		switch letter {
		case 'B':
			by, to = bob, alice.ID
		case 'S':
			by, to = bob, carol.ID
		case 'O':
			to = ""
		case 'M':
			to = carol.ID
		}
		m, err := fx.propose(by.ID, to, n, "c")
		require.NoError(fx, err, letters[:n+1])
		switch letter {
		case 'D':
			_, err = fx.Decline(ctx, bob, m.ID)
		case 'W', 'O', 'B', 'S':
			_, err = fx.Withdraw(ctx, by, m.ID)
		case 'C':
			if m, err = fx.Counter(ctx, bob, m.ID, terms()); err == nil {
				_, err = fx.Decline(ctx, alice, m.ID)
			}
		case 'A':
			if _, err = fx.Accept(ctx, bob, m.ID); err == nil {
				_, err = fx.Resign(ctx, alice, anyPly(m.ID))
			}
		case 'M':
			if _, err = fx.Accept(ctx, carol, m.ID); err == nil {
				_, err = fx.Resign(ctx, alice, anyPly(m.ID))
			}
		case 'E':
			fx.now = fx.now.Add(match.ChallengeLife)
			fx.do(func(tx play.Tx) error {
				_, err := play.Change(ctx, tx, anyPly(m.ID),
					func(tx play.Tx, m *play.Match) ([]match.Event, error) { return m.Arbiter().Lapse(tx.Now()) })
				return err
			})
		}
		require.NoError(fx, err, letters[:n+1])
		fx.now = fx.now.Add(time.Minute)
	}
	_, err := fx.propose(alice.ID, bob.ID, 99, "c")
	return limited(fx.T, err)
}

// TestChallenge_Refused: after two challenges in a row that were declined or withdrawn there is no third for a while.
// What the other does, a match and other terms end a row.
func TestChallenge_Refused(t *testing.T) {
	t.Parallel()
	for letters, refused := range map[string]bool{"": false, "D": false, "W": false, "DD": true, "WW": true, "DW": true,
		"EE": false, "DED": true, "CC": false, "CCCC": false, "DCD": false, "DCDD": true, "DAD": false, "DADW": true,
		"DDB": false, "DBD": false, "DBDD": true,
		"DSD": true, "DMD": true, "OO": false, "DOD": true} {
		t.Run(letters, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			got := fx.quarrel(letters)
			if !refused {
				assert.Zero(t, got)
				_, err := fx.propose(alice.ID, "", 97, "d")
				require.NoError(t, err)
				return
			}
			free := fx.now.UTC().Truncate(time.Millisecond).Add(play.RefusedSpan - time.Minute)
			assert.Equal(t, play.LimitError{Limit: play.LimitRefused, To: bob.ID, Free: free}, got)
			for _, one := range [][2]match.PlayerID{{alice.ID, carol.ID}, {carol.ID, bob.ID}, {alice.ID, ""},
				{bob.ID, alice.ID}} {
				_, err := fx.propose(one[0], one[1], 1, "d")
				require.NoError(t, err)
			}
			_, err := fx.propose(alice.ID, bob.ID, 98, "c")
			require.NoError(t, err, "bob has challenged her")
		})
	}
}

// TestChallenge_RefusedSpan: the seven days begin with the last refusal, however old the challenges are; the next one
// is a third.
func TestChallenge_RefusedSpan(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	var ids []match.ID
	for n := range 2 {
		m, err := fx.propose(alice.ID, bob.ID, n, "c")
		require.NoError(t, err)
		ids = append(ids, m.ID)
	}
	fx.now = fx.now.Add(match.ChallengeLife - time.Minute)
	for _, id := range ids {
		_, err := fx.Decline(t.Context(), bob, id)
		require.NoError(t, err)
	}
	free := fx.now.UTC().Truncate(time.Millisecond).Add(play.RefusedSpan)
	fx.now = free.Add(-time.Millisecond)
	_, err := fx.propose(alice.ID, bob.ID, 3, "c")
	assert.Equal(t, free, limited(t, err).Free)
	fx.now = free
	m, err := fx.propose(alice.ID, bob.ID, 3, "c")
	require.NoError(t, err)
	_, err = fx.Decline(t.Context(), bob, m.ID)
	require.NoError(t, err)
	_, err = fx.propose(alice.ID, bob.ID, 4, "c")
	assert.Equal(t, free.Add(play.RefusedSpan), limited(t, err).Free)
}

// TestTakeCard: a challenge comes in place of the one before it that was refused, where that is shown, so that there is
// one card. Within the hour it notifies nobody.
func TestTakeCard(t *testing.T) {
	t.Parallel()
	post := play.Post{Channel: "c", Message: "7"}
	decline := func(fx *fixture) { _, err := fx.Decline(fx.Context(), bob, "m1"); require.NoError(fx, err) }
	shown := func(d *play.Delivery) { d.Post, d.Told = post, 2 }
	wait := func(d time.Duration) func(*fixture) { return func(fx *fixture) { fx.now = fx.now.Add(d) } }
	held := func(fx *fixture) {
		fx.do(func(tx play.Tx) error {
			return tx.SaveSeat(fx.Context(), play.Seat{Match: "m1", Player: bob.ID, Notices: play.Notices{Held: fx.now.UTC()}})
		})
	}
	none := func(*fixture) {}
	tests := []struct {
		name        string
		end         func(*fixture)
		show        func(*play.Delivery)
		then        func(*fixture)
		channel     string
		card, quiet bool
	}{
		{"declined", decline, shown, none, "c", true, true},
		{"withdrawn", func(fx *fixture) { _, err := fx.Withdraw(t.Context(), alice, "m1"); require.NoError(fx, err) },
			shown, none, "c", true, true},
		{"it waits", none, func(d *play.Delivery) { d.Post, d.Told = post, 1 }, none, "c", false, false},
		{"answered with other terms", func(fx *fixture) {
			_, err := fx.Counter(t.Context(), bob, "m1", otherTerms())
			require.NoError(fx, err)
		}, shown, none, "c", false, false},
		{"elsewhere", decline, shown, none, "d", false, false},
		{"not shown", decline, func(d *play.Delivery) { d.Told = 2 }, none, "c", false, false},
		{"its end is not told", decline, func(d *play.Delivery) { d.Post, d.Told = post, 1 }, none, "c", false, false},
		{"its end is under way", decline, func(d *play.Delivery) { d.Post, d.Told, d.Sending = post, 2, 2 }, none, "c",
			false, false},
		{"almost an hour later", decline, shown, wait(time.Hour - time.Millisecond), "c", true, true},
		{"an hour later", decline, shown, wait(time.Hour), "c", true, false},
		{"almost a week later", decline, shown, wait(play.RefusedSpan - time.Millisecond), "c", true, false},
		{"a week later", decline, shown, wait(play.RefusedSpan), "c", false, false},
		{"bob was not told of it", decline, shown, held, "c", true, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			_, err := fx.propose(alice.ID, bob.ID, 0, "c")
			require.NoError(t, err)
			test.end(fx)
			fx.do(func(tx play.Tx) error {
				d, err := tx.Delivery(t.Context(), "m1")
				require.NoError(t, err)
				test.show(&d)
				return tx.SaveDelivery(t.Context(), "m1", d)
			})
			test.then(fx)
			next, err := fx.propose(alice.ID, bob.ID, 1, test.channel)
			require.NoError(t, err)
			taken, left := play.Post{}, fx.stored("m1").Post
			if test.card {
				taken, left = post, play.Post{}
			}
			assert.Equal(t, []play.Post{taken, left}, []play.Post{fx.stored(next.ID).Post, fx.stored("m1").Post})
			next = fx.stored(next.ID)
			fx.do(func(tx play.Tx) error {
				news, err := tx.Events(t.Context(), next.ID, 0, 9)
				require.NoError(t, err)
				ids, silent, err := play.Address(t.Context(), tx, &next, news)
				assert.Equal(t, test.quiet, silent)
				assert.Equal(t, test.quiet, len(ids) == 0)
				return err
			})
		})
	}
}

// TestRefuse: who wants no more challenges from somebody gets none, and those that wait are declined, until they
// challenge them.
func TestRefuse(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for n, to := range []match.PlayerID{bob.ID, bob.ID, carol.ID} {
		_, err := fx.propose(alice.ID, to, n, "c")
		require.NoError(t, err)
	}
	other, err := fx.propose(carol.ID, bob.ID, 0, "c")
	require.NoError(t, err)
	back, err := fx.propose(bob.ID, carol.ID, 1, "c")
	require.NoError(t, err)
	for _, by := range []play.Actor{alice, carol} {
		_, err = fx.Refuse(t.Context(), by, "m1")
		require.Error(t, err)
		_, ok := fx.player(by.ID)
		require.True(t, ok)
	}
	m, err := fx.Refuse(t.Context(), bob, "m1")
	require.NoError(t, err)
	assert.Equal(t, match.Declined, m.Status)
	assert.Equal(t, []match.EventKind{match.Challenged, match.ChallengeDeclined}, fx.kinds("m1"))
	for id, want := range map[match.ID]match.Status{"m1": match.Declined, "m2": match.Declined, "m3": match.Proposed,
		other.ID: match.Proposed, back.ID: match.Proposed} {
		assert.Equal(t, want, fx.stored(id).Status, id)
	}
	_, err = fx.Refuse(t.Context(), bob, "m1")
	require.ErrorIs(t, err, match.ErrNotProposed)
	p, _ := fx.player(bob.ID)
	assert.Equal(t, []match.PlayerID{alice.ID}, p.Refused())
	for range 2 {
		_, err = fx.propose(alice.ID, bob.ID, 5, "c")
		assert.Equal(t, play.LimitError{Limit: play.LimitNoMore, To: bob.ID}, limited(t, err))
	}
	_, err = fx.propose(alice.ID, "", 5, "c")
	require.NoError(t, err)
	_, err = fx.propose(carol.ID, bob.ID, 5, "c")
	require.NoError(t, err)

	_, err = fx.propose(bob.ID, "", 5, "c")
	require.NoError(t, err)
	p, _ = fx.player(bob.ID)
	assert.True(t, p.Refuses(alice.ID), "he has challenged anyone")
	_, err = fx.propose(bob.ID, alice.ID, 5, "c")
	require.NoError(t, err)
	p, _ = fx.player(bob.ID)
	assert.Empty(t, p.Refused())
	_, err = fx.propose(alice.ID, bob.ID, 6, "c")
	require.NoError(t, err)
}

// TestPlayer_Refuse: those from whom somebody takes no challenges are kept once each, the last one first.
func TestPlayer_Refuse(t *testing.T) {
	t.Parallel()
	var p play.Player
	for _, id := range []match.PlayerID{"1", "2", "12", "1"} {
		p.Refuse(id, true)
		assert.True(t, p.Refuses(id))
	}
	assert.Equal(t, "[1 12 2]", fmt.Sprint(p.Refused()))
	p.Refuse("2", false)
	p.Refuse("3", false)
	assert.Equal(t, "[1 12]", fmt.Sprint(p.Refused()))
	assert.False(t, p.Refuses("2"))
}
