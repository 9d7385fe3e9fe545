package main

import (
	"testing"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// TestPage_Correspondence plays over days: other terms, plans, notes, takebacks, offers, vacations, settings, time
// that is up, threads.
func TestPage_Correspondence(t *testing.T) {
	t.Parallel()
	for name, size := range widths() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSeat(t, size, rules.Board6x4)
			s.agrees()
			s.plansAhead()
			s.asks()
			s.choosesNotices()
			s.runsOut()
			s.threads()
		})
	}
}

// agrees is a challenge that is answered with other terms.
func (s *seat) agrees() {
	s.t.Helper()
	s.acts("bob", func() error { return s.stage.command("bob", "/challenge opponent:@alice side:blue preset:serious") })
	s.become("alice")
	s.page.See(pagetest.ID("message"), "@Bob challenges @Alice to MAD")
	s.shot("01-card")
	s.sees("Other terms", "Other terms for @Bob's challenge", "02-terms")
	s.sees("Club", "Yours: 6x4", "03-terms-club")
	s.page.Press("Send")
	s.page.See(newest, "Sent: you now challenge")
	s.shot("04-sent")
	s.acts("bob", func() error { return s.stage.click("bob", "Accept") })
	s.page.See(pagetest.ID("messages"), "The match begins")
	s.shot("05-board")
}

// plansAhead is a turn with a note, and a plan for the answer.
func (s *seat) plansAhead() {
	s.t.Helper()
	s.page.Run("/move turn:112=221")
	s.page.See(newest, "Played 112=221")
	s.shot("10-played")
	s.sees("Plan ahead", "If @Bob plays", "11-plan")
	s.taps(step{"alice", "a5", "tap"}, step{"alice", "d6", "you answer"}, step{"alice", "b2", "tap"},
		step{"alice", "c2", "Is this your answer"})
	s.shot("12-plan-confirm")
	s.sees("Confirm", "Planned.", "13-planned")
	s.sees("My plan", "Your plan", "14-my-plan")
	s.sees("Board", "is to move", "15-plan-board")
	s.page.Press("Note")
	s.page.See(pagetest.ID("modal-input")+":focus", "")
	s.page.Insert("keep 222 home")
	s.shot("16-note")
	s.page.Click(pagetest.ID("modal-submit"), "")
	s.page.See(newest, "Noted. It comes back on your next turn.")
}

// asks is offers, a takeback and a pause.
func (s *seat) asks() {
	s.t.Helper()
	s.page.Run("/board")
	s.page.See(newest, "is to move")
	s.shot("20-board")
	s.sees("More", "is to move", "21-more")
	s.sees("Clock", "In the bank", "22-clock")
	s.sees("Ask for another day", "You asked for another day", "23-asked")
	s.page.Run("/match log")
	s.page.See(newest, "accepted")
	s.shot("24-log")
	s.page.Run("/vacation days:2")
	s.page.See(newest, "vacation")
	s.shot("25-vacation")
	s.page.Run("/vacation")
	s.shot("26-vacation")
	s.page.Run("/games")
	s.page.See(newest, "Your match")
	s.shot("27-games")
}

// choosesNotices is how a player is told.
func (s *seat) choosesNotices() {
	s.t.Helper()
	s.page.Run("/settings")
	s.page.See(newest, "Your settings")
	s.shot("30-settings")
	s.sees("When I write to you", "Reminders", "31-notices")
	s.sees("Direct messages", "in direct messages", "32-direct")
	s.sees("Send me a test", "direct messages", "33-test")
	s.page.Run("/server")
	s.page.See(newest, "How I work on this server")
	s.shot("34-server")
	s.sees("A thread per match", "gets a thread of its own", "35-threads")
}

// runsOut is the end of bob's time.
func (s *seat) runsOut() {
	s.t.Helper()
	s.stage.do("time passes: 9 days")
	s.page.See(pagetest.ID("messages"), "time is up")
	s.shot("40-up")
	s.page.Press("Give a day")
	s.page.See(pagetest.ID("messages"), "@Alice gave @Bob 1 day more.")
	s.shot("41-given")
}

// threads is a match with a thread.
func (s *seat) threads() {
	s.t.Helper()
	s.acts("bob", func() error { return s.stage.command("bob", "/challenge opponent:@alice side:blue positioning:false") })
	s.page.See(pagetest.ID("messages"), "@Bob challenges @Alice to MAD")
	s.page.Press("Accept")
	s.page.See(pagetest.ID("messages"), "in the thread below")
	s.shot("50-thread")
}
