package text

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/rules/match"
)

func TestDuration(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "1 minute", 119 * time.Second: "1 minute", 119*time.Minute + 59*time.Second: "119 minutes",
		2 * time.Hour: "2 hours", 48*time.Hour - 1: "47 hours", 48 * time.Hour: "2 days",
	} {
		assert.Equal(t, want, Duration(i18ntest.English(), d), d)
	}
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	all := []Permission{ViewChannel, SendMessages, SendInThreads, AttachFiles}
	const names = "**View Channel**, **Send Messages**, **Send Messages in Threads** and **Attach Files**."
	refused, ok := Refusal(en, RefuseHere(en, all))
	assert.True(t, ok)
	assert.Contains(t, refused, "I need "+names)
	assert.Contains(t, Muted(en, all), "I need "+names)
	m := play.Match{Delivery: play.Delivery{Venue: play.Venue{Guild: "7001", Channel: "5001"}}}
	m.Status = match.Proposed
	assert.Equal(t, "**I can't post in <#5001>**: the challenge waits until I can.", BoardNotPosted(en, &m))
	m.Status = match.Playing
	assert.Equal(t, "**I can't post in <#5001>**, so I tell the players by direct message.", BoardNotPosted(en, &m))
	m.Venue.Guild = ""
	assert.Equal(t, "**I couldn't write to you in direct messages**, so you weren't told what happened in this game.",
		BoardNotPosted(en, &m))
}
