package main

import (
	"testing"

	"madbot/bot/sandbox/pagetest"
)

// TestPage plays a match on the sandbox's page, as two people would, at a desk and on a phone.
func TestPage(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]pagetest.Size{
		"desk": pagetest.Desk, "phone": pagetest.Phone,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			playOnPage(t, size)
		})
	}
}

func playOnPage(t *testing.T, size pagetest.Size) {
	page := pagetest.Open(t, newStage(t, nil).url+"/?as=alice", size)
	messages, message := pagetest.ID("messages"), pagetest.ID("message")
	shot := func(name string) {
		page.Loaded()
		page.Shot(name)
	}

	page.Become("alice")
	page.Enter("mad")
	page.Run("/challenge opponent:Bob side:red")
	page.See(message, "challenges")
	shot("1-challenge")

	page.Become("bob")
	page.Enter("mad")
	page.See(pagetest.ID("message")+"[data-mentioned]", "challenges")
	page.Press("Accept")
	page.See(messages, "The match begins")
	shot("2-accepted")

	page.Become("alice")
	page.Enter("mad")
	page.Run("/move turn:pass")
	page.See(messages, "passed")

	page.Become("bob")
	page.Enter("mad")
	page.Run("/move turn:112=221")
	page.See(messages, "Bob played 112=221")
	shot("3-two-turns")

	page.Become("alice")
	page.Enter("mad")
	page.Press("Hint")
	page.See(message+"[data-ephemeral]", "Hint, for you alone")
	shot("4-hint")

	page.Click(pagetest.ID("restart"), "")
	page.See(pagetest.ID("toast"), "The bot was restarted")

	page.Click(pagetest.ID("button"), "Play ") // the button of the hint outlives the restart
	page.See(messages, "Bob, your turn")
	shot("5-three-turns")

	page.Run("/resign")
	page.See(message+"[data-ephemeral]", "Resign the match against")
	page.Press("Resign")
	page.See(messages, "Alice resigned")
	shot("6-resigned")
	page.Reload()
	page.See(messages, "Alice resigned")
}
