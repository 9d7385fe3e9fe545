package main

import (
	"testing"

	"madbot/bot/sandbox/pagetest"
)

// TestPage_EnterTwice types turns on the page and quickly presses Enter twice: the turn played is the one typed, or
// none.
func TestPage_EnterTwice(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range widths() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			enterTwice(t, size)
		})
	}
}

func enterTwice(t *testing.T, size pagetest.Size) {
	stage := newStage(t, nil)
	page := pagetest.Open(t, stage.url+"/?as=alice", size)
	alone := pagetest.ID("message") + "[data-ephemeral]"
	types := func(typed, first string) {
		t.Helper()
		page.Click(pagetest.ID("command-input"), "")
		page.Type("/move" + pagetest.Enter)
		page.Type(typed)
		page.See(pagetest.ID("suggestion")+":first-child", first)
	}
	acts := func(name, command string) {
		t.Helper()
		if err := stage.command(name, command); err != nil {
			t.Fatal(err)
		}
		stage.settle()
	}
	accepts := func(name string) {
		t.Helper()
		if err := stage.click(name, "Accept"); err != nil {
			t.Fatal(err)
		}
		stage.settle()
	}

	acts("alice", "/challenge opponent:@bob side:red positioning:false")
	accepts("bob")
	page.Enter("mad")
	types("222xc3", "222xc3 · not a legal turn")
	page.Shot("1-illegal")
	page.Type(pagetest.Enter + pagetest.Enter)
	page.See(alone, "Your 222 can't get from c1 to c3")
	page.Shot("2-refused")
	types("", "Your turn against Bob, as Red")
	page.Shot("3-nothing-typed")
	page.Type(pagetest.Enter + pagetest.Enter)
	page.See(alone, "Nothing was played. Type a turn after /move")

	acts("alice", "/challenge opponent:@carol side:red positioning:false board:5x5")
	accepts("carol")
	types("112=221", "112=221 · send it, and I'll ask in which game")
	page.See(pagetest.ID("suggestion"), "112=221 (against Bob)")
	page.Shot("4-two-matches")
	page.Type(pagetest.Enter + pagetest.Enter)
	page.See(alone, "Which game do you mean?")
	types("112=221", "112=221 · send it, and I'll ask in which game")
	page.Click(pagetest.ID("suggestion"), "112=221 (against Bob)")
	page.Type(pagetest.Enter)
	page.See(alone, "Played 112=221 against @Bob")
	page.Shot("5-played")
	types("221 = 112", "112=221 · swap")
	page.Type(pagetest.Enter + pagetest.Enter)
	page.See(alone, "Played 112=221 against @Carol")
	types("pass", "It isn't your turn in any game here.")
	page.Shot("6-not-your-turn")
	page.Type(pagetest.Enter + pagetest.Enter)
	page.See(alone, "It isn't your turn in any game here.")
}
