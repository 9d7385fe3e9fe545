package main

import (
	"testing"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// TestPage_Review reviews a finished game, on a desktop and on a phone.
func TestPage_Review(t *testing.T) {
	pagetest.Parallel(t)
	atEachWidth(t, rules.Board6x4, func(s *seat) {
		s.acts("alice", func() error { return s.stage.command("alice", "/challenge opponent:@bob side:red") })
		s.acts("bob", func() error { return s.stage.click("bob", "Accept") })
		s.page.Enter("mad")
		s.stage.act("alice and bob play 112=221 pass 211-c4 211xc4 112=221 112=221")
		s.stage.act("bob: /resign")
		s.stage.act("bob clicks Resign")
		s.stage.settle()
		s.page.See(pagetest.ID("message")+":not([data-ephemeral])", "@Alice wins")
		s.shot("00-result")
		s.page.Click(button("Review"), "")
		s.page.See(newest, "mistakes:")
		s.shot("01-overview")
		s.sees("Key moments", "1/", "02-moment")
		s.sees("Show", "Better:", "03-better")
		s.sees("Overview", "mistakes:", "04-overview")
		s.sees("Step by step", "Red's chances", "05-step")
		s.sees("Overview", "mistakes:", "06-overview")
		s.sees("Key moments", "1/", "07-moment")
		s.sees("Find a better turn", "Find a better turn for", "08-try")
	})
}
