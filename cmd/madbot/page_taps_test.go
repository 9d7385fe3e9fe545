package main

import (
	"testing"

	"madbot/bot/sandbox/pagetest"
)

// TestPage_Taps plays the first turn by taps alone, at a desk and on a phone.
func TestPage_Taps(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]pagetest.Size{
		"desk": pagetest.Desk, "phone": pagetest.Phone,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stage := newStage(t, nil)
			page := pagetest.Open(t, stage.url+"/?as=alice", size)
			messages, private := pagetest.ID("messages"), pagetest.ID("message")+"[data-ephemeral]"
			page.Become("alice")
			page.Enter("mad")
			page.Run("/challenge opponent:Bob side:red board:5x5")
			page.Become("bob")
			page.Enter("mad")
			page.Press("Accept")
			page.See(messages, "The match begins")
			page.Become("alice")
			page.Enter("mad")
			page.Press("Play")
			page.See(private, "Tap a ship.")
			page.Loaded()
			page.Shot("1-ship")
			page.Press("c1")
			page.See(private, "tap the ship it changes places with")
			page.Shot("2-target")
			page.Press("c2")
			page.See(private, "Play it?")
			page.Shot("3-confirm")
			page.Press("Confirm")
			page.See(messages, "Bob, your turn")
			page.See(private, "is to move")
			page.Shot("4-played")
		})
	}
}
