package text

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// TestLine: the line about a match for each player: opponent, side, state, date, and place with a link.
func TestLine(t *testing.T) {
	t.Parallel()
	proposed := func(to match.PlayerID, side match.SidePick) *match.Match {
		return &match.Match{Status: match.Proposed, Challenger: alice, Opponent: to,
			Terms: match.Terms{Options: rules.DefaultOptions(), Side: side}}
	}
	leveled := playing(t, "pass")
	leveled.Terms.Level = 7
	const made, over = " · made on <t:1000:D>", " · ended on <t:3000:D>"
	tests := []struct {
		name       string
		m          *match.Match
		alice, bob string
	}{
		{"a challenge", proposed(bob, match.RandomSide),
			"against <@102> · random sides · 6x4 · waiting for an answer" + made,
			"against <@101> · random sides · 6x4 · **waiting for your answer**" + made},
		{"a side is wanted", proposed(bob, match.PlayBlue),
			"against <@102> as Blue · 6x4 · waiting for an answer" + made,
			"against <@101> as Red · 6x4 · **waiting for your answer**" + made},
		{"to anyone", proposed("", match.PlayRed),
			"challenge to anyone as Red · 6x4 · waiting for an answer" + made, ""},
		{"playing", playing(t, "pass", "pass"),
			"against <@102> as Red · 6x4 · round 2 · **your turn**",
			"against <@101> as Blue · 6x4 · round 2 · their turn"},
		{"against the bot", leveled,
			"against <@102> (level 7) as Red · 6x4 · round 1 · their turn", ""},
		{"resigned", ended(t, rules.Resignation, bob, four...),
			"against <@102> as Red · 6x4 · won" + over, "against <@101> as Blue · 6x4 · lost" + over},
		{"stopped", ended(t, rules.Agreement, "", four...),
			"against <@102> as Red · 6x4 · lost by semi-victory" + over,
			"against <@101> as Blue · 6x4 · semi-victory" + over},
		{"called off", ended(t, rules.Resignation, bob),
			"against <@102> as Red · 6x4 · called off" + over,
			"against <@101> as Blue · 6x4 · called off" + over},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.m.Created, test.m.Started = time.Unix(1000, 0), time.Unix(2000, 0)
			test.m.Ended = time.Unix(3000, 0)
			m := summary(test.m, play.Delivery{Venue: play.Venue{Guild: "7001", Channel: "5001"}})
			assert.Equal(t, "- "+test.alice+" · <#5001>", Line(i18ntest.English(), m, alice, nil))
			if test.bob != "" {
				assert.Equal(t, "- "+test.bob+" · <#5001>", Line(i18ntest.English(), m, bob, nil))
			}
		})
	}
}

// TestLine_Place: where a match is shown, with a link.
func TestLine_Place(t *testing.T) {
	t.Parallel()
	here, direct := play.Venue{Guild: "7001", Channel: "5001"}, play.Venue{Channel: "5001"}
	post := play.Post{Channel: "5001", Message: "66"}
	tests := []struct {
		name string
		d    play.Delivery
		want string
	}{
		{"not posted yet", play.Delivery{Venue: here}, "<#5001>"},
		{"posted", play.Delivery{Venue: here, Post: post},
			"<#5001> ([view](https://discord.com/channels/7001/5001/66))"},
		{"moved", play.Delivery{Venue: play.Venue{Guild: "7001", Channel: "5002"}, Post: post}, "<#5002>"},
		{"in a thread", play.Delivery{Venue: here, Thread: "5009", Post: play.Post{Channel: "5009", Message: "67"}},
			"<#5009> ([view](https://discord.com/channels/7001/5009/67))"},
		{"about to go to a thread", play.Delivery{Venue: here, Thread: "5009", Post: post}, "<#5009>"},
		{"closed", play.Delivery{Venue: here, Post: post, Closed: true}, "<#5001> (closed to me)"},
		{"in direct messages", play.Delivery{Venue: direct, Post: post},
			"direct messages ([view](https://discord.com/channels/@me/5001/66))"},
		{"where the bot only answers", play.Delivery{Venue: play.Venue{Channel: "5001", Away: true}}, "private chat"},
		{"on a server where it only answers", play.Delivery{Venue: play.Venue{Guild: "7001", Channel: "5001", Away: true}},
			"<#5001>"},
		{"in closed direct messages", play.Delivery{Venue: direct, Closed: true},
			"direct messages (closed to me)"},
	}
	for _, test := range tests {
		m := summary(playing(t, "pass"), test.d)
		assert.Equal(t, test.want, Place(i18ntest.English(), m), test.name)
	}
}
