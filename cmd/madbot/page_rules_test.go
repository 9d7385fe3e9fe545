package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/sandbox/pagetest"
	"madbot/bot/teach"
	"madbot/rules"
)

// TestPage_Rules reads all pages of the rules, on a desktop and on a phone; each picture is shown completely.
func TestPage_Rules(t *testing.T) {
	pagetest.Parallel(t)
	atEachWidth(t, rules.Board6x4, func(s *seat) {
		s.become("alice")
		s.page.Run("/rules")
		for i, page := range teach.RulePages() {
			if i > 0 {
				s.page.Press("Next")
			}
			s.page.See(newest, page.Title.Other+" · ")
			s.page.See(newest+":not([data-busy])", "")
			s.shot(fmt.Sprintf("%02d-%s", i+1, page.ID))
			pictures := s.page.Boxes(newest+" .picture img", "")
			if assert.Len(s.t, pictures, 1, page.ID) {
				assert.LessOrEqual(s.t, pictures[0].X+pictures[0].Width, float64(s.size.Width), page.ID)
			}
		}
		s.page.Choose("rules:::menu", "story")
		s.page.See(newest, "The story · ")
	})
}
