package bot

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

func TestChallengeIsRefusedKindly(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		adjust func(*dispatch.Call)
		want   string
	}{
		{"oneself", func(c *dispatch.Call) { c.Actor.ID = bob }, "You can't challenge yourself."},
		{"a bot", func(c *dispatch.Call) {
			c.Users["102"] = dispatch.NamedUser{User: discord.User{ID: "102", Bot: true},
				Known: true, IsMember: true, CanView: true}
		},
			"<@102> is a bot that doesn't play MAD."},
		{"somebody elsewhere", func(c *dispatch.Call) { c.Users["102"] = dispatch.NamedUser{Known: true, CanView: true} },
			"<@102> isn't on this server"},
		{"somebody who does not see it",
			func(c *dispatch.Call) { c.Users["102"] = dispatch.NamedUser{Known: true, IsMember: true} },
			"<@102> can't see this channel."},
		{"in a direct message", func(c *dispatch.Call) { happensIn(c, "", "d1") },
			"in a server channel"},
		{"without rights", func(c *dispatch.Call) { c.BotRights = discordgo.PermissionViewChannel },
			"I need **Send Messages** and **Attach Files**."},
		{"an impossible board", func(c *dispatch.Call) { c.Options[1].Value = []byte(`"7x7"`) },
			"can't be played on those terms"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			c := tb.call(alice, "opponent", "102", "board", "6x4")
			test.adjust(c)
			_, err := tb.command("challenge").Run(t.Context(), c)
			assert.Contains(t, tb.refusal(err), test.want)
			_, err = tb.store.Match(t.Context(), "m1")
			assert.ErrorIs(t, err, play.ErrNotFound, "nothing was created")
		})
	}
}

// TestPaceOfAChallenge: by default there is a clock between people, and none against the bot.
func TestPaceOfAChallenge(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	person, bot := []string{"opponent", string(bob)}, []string{"level", "3"}
	for _, c := range []struct {
		options []string
		want    match.Pace
		grace   time.Duration
	}{
		{person, match.Pace{PerTurn: 3 * day, Bank: 3 * day}, 2 * day},
		{append(person, "pace", "3d"), match.Pace{PerTurn: 3 * day, Bank: 3 * day}, 2 * day},
		{append(person, "pace", "7d"), match.Pace{PerTurn: 7 * day, Bank: 7 * day}, 2 * day},
		{append(person, "pace", "1d"), match.Pace{PerTurn: day, Bank: day}, 2 * day},
		{append(person, "pace", "10m"), match.Pace{PerTurn: 10 * time.Minute, Bank: 30 * time.Minute}, time.Hour},
		{append(person, "pace", "none"), match.Pace{}, 0},
		{bot, match.Pace{}, 0},
		{append(bot, "pace", "1d"), match.Pace{PerTurn: day, Bank: day}, 2 * day},
	} {
		tb := newTable(t)
		call := tb.call(alice, c.options...)
		for i, o := range call.Options {
			if o.Name == "level" {
				call.Options[i].Value = []byte("3")
			}
		}
		_, err := tb.command("challenge").Run(t.Context(), call)
		require.NoError(t, err, c.options)
		m := tb.match("m1")
		assert.Equal(t, c.want, m.Terms.Pace, c.options)
		assert.Equal(t, c.grace, m.Terms.Grace, c.options)
	}
	tb := newTable(t)
	_, err := tb.run(alice, "challenge", "pace", "2d")
	assert.ErrorIs(t, err, match.ErrTerms)
}

// takeTwice returns why somebody cannot take a challenge to anyone again that they took and left.
func takeTwice(tb table) error {
	tb.ok(tb.run(alice, "challenge"))
	tb.ok(tb.press(bob, ui.ID{Verb: "accept", Match: "m1"}))
	tb.resign("m1", bob)
	tb.do(func(tx play.Tx) error { return play.Reopen(tb.t.Context(), tx, "m1", "again") })
	_, err := tb.press(bob, ui.ID{Verb: "accept", Match: "again"})
	return err
}
