package main

import (
	"testing"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// TestPage_People opens a profile with its picture, a ranking, and the settings that hide them, on a desktop and on a
// phone.
func TestPage_People(t *testing.T) {
	pagetest.Parallel(t)
	atEachWidth(t, rules.Board6x4, func(s *seat) {
		s.stage.act("alice beat bob 3 times")
		s.stage.act("bob beat alice 2 times, rated")
		s.stage.act("alice beat bob 3 times, rated")
		s.become("alice")
		s.page.Run("/privacy")
		s.page.See(newest, "What I keep about you")
		s.shot("00-privacy")
		for _, label := range []string{"Rating: only me", "Rating: hidden", "Rating: public"} {
			s.page.Press(label)
			s.page.See(newest+" button:disabled", label)
		}
		s.page.Press("Hide me in rankings")
		s.page.See(newest, "Show me in rankings")
		s.shot("01-hidden")
		s.page.Press("Show me in rankings")
		s.page.See(newest, "Hide me in rankings")
		s.page.Run("/ranking by:rating")
		s.page.See(newest, "#2")
		s.shot("02-ranking")
		s.page.Run("/profile")
		s.page.See(newest, "Rating: ")
		s.page.See(newest+" img", "")
		s.shot("03-profile")
	})
}
