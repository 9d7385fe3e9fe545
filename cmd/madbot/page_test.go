package main

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
)

// TestPage plays a match on the sandbox's page, as two people would, on a desktop and on a phone. The bot has only the
// permissions of the link in README.md.
func TestPage(t *testing.T) {
	pagetest.Parallel(t)
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
	stage := newStage(t, nil)
	stage.server.SetPermissions(stage.server.Channel("mad"), invited(t))
	page := pagetest.Open(t, stage.url+"/?as=alice", size)
	messages, message := pagetest.ID("messages"), pagetest.ID("message")
	shot := func(name string) {
		page.Loaded()
		page.Named()
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
	page.See(messages, "@Bob Blue")
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
	page.Press("Hint (3)")
	page.See(message+"[data-ephemeral]", " — ")
	shot("4-hint")

	page.Click(pagetest.ID("restart"), "")
	page.See(pagetest.ID("toast"), "The bot was restarted")

	page.Click(pagetest.ID("button"), "Play ") // the button of the hint still works after the restart
	page.See(message+"[data-ephemeral]", "Play it?")
	page.Press("Confirm")
	page.See(messages, "Bob, your turn")
	shot("5-three-turns")

	page.Run("/resign")
	page.See(message+"[data-ephemeral]", "Resign the game against")
	page.Press("Resign")
	page.See(messages, "Alice resigned")
	shot("6-resigned")
	page.Reload()
	page.See(messages, "Alice resigned")
}

// invited returns the permissions of the link in README.md.
func invited(t *testing.T) sandbox.Permission {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	link := regexp.MustCompile(`permissions=(\d+)`).FindSubmatch(text)
	require.NotNil(t, link)
	var rights sandbox.Permission
	require.NoError(t, rights.UnmarshalText(link[1]))
	return rights
}
