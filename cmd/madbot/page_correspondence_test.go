package main

import (
	"fmt"
	"testing"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// TestPage_Correspondence shows what newcomers to correspondence games see on the page: counter-offers, plans, notes,
// offers, vacation, notifications, threads, and the end of time.
func TestPage_Correspondence(t *testing.T) {
	pagetest.Parallel(t)
	atEachWidth(t, rules.Board6x4, func(s *seat) {
		s.agrees()
		s.plansAhead()
		s.offersThings()
		s.looksAtTheClock()
		s.setsNotices()
		s.playsMany()
		s.runsOut()
		s.usesThreads()
		s.learns()
	})
}

// goes switches the page to somebody, and waits until the list of channels has slid away.
func (s *seat) goes(name string) {
	s.t.Helper()
	s.become(name)
	for s.size == pagetest.Phone {
		if list := s.page.Boxes(".sidebar", "")[0]; list.X <= -list.Width {
			return
		}
	}
}

// common selects messages that everybody sees.
var common = pagetest.ID("message") + ":not([data-ephemeral])"

// types runs a command on the page, and waits for a text in the newest private message.
func (s *seat) types(line, says, shot string) {
	s.t.Helper()
	s.page.Run(line)
	s.page.See(newest, says)
	s.shot(shot)
}

// picks picks items of the newest menu whose custom id contains part.
func (s *seat) picks(part string, names ...string) {
	s.t.Helper()
	s.page.Click(fmt.Sprintf("%s[data-custom-id*=%q]", pagetest.ID("select"), part), "")
	for _, name := range names {
		s.page.Click(pagetest.ID("select-option", "name", name), "")
	}
	if s.page.Has(pagetest.ID("select-done"), "") {
		s.page.Click(pagetest.ID("select-done"), "")
	}
	s.page.Gone(pagetest.ID("select-list"), "")
}

// fills fills in the form that a button opens.
func (s *seat) fills(press, typed, shot string) {
	s.t.Helper()
	s.page.Press(press)
	s.page.See(pagetest.ID("modal-input")+":focus", "")
	s.page.Control("a") // replaces the existing text
	s.page.Insert(typed)
	s.shot(shot)
	s.page.Click(pagetest.ID("modal-submit"), "")
	s.page.Gone(pagetest.ID("modal"), "")
}

// elsewhere lets somebody act who is not at the page.
func (s *seat) elsewhere(lines ...string) {
	s.t.Helper()
	for _, line := range lines {
		s.stage.act(line)
		s.stage.settle()
	}
}

// agrees sends a challenge by a preset, which is answered with other terms.
func (s *seat) agrees() {
	s.t.Helper()
	s.goes("alice")
	s.page.Click(pagetest.ID("command-input"), "")
	s.page.Type("/challenge" + pagetest.Enter)
	s.shot("a01-options")
	s.page.Reload()
	s.page.Enter("mad")
	s.types("/challenge opponent:Bob preset:coffee", "Challenge sent to", "a02-sent")
	s.goes("bob")
	s.sees("Other terms", "Change what you'd like", "a03-other-terms")
	s.presses("Club", "Yours:")
	s.page.Click(pagetest.ID("select")+`[data-custom-id$="pace"]`, "")
	s.shot("a04-paces")
	s.page.Click(pagetest.ID("select-option", "name", "1 day per turn, bank 1 day"), "")
	s.page.See(newest, "Yours: 6x4 · random sides · 1 day per turn")
	s.picks("side", "you're Blue")
	s.page.See(newest, "@Bob is Blue")
	s.sees("No positioning turn", "no positioning turn", "a05-terms-changed")
	s.presses("Send", "Sent: you now challenge")
	s.page.Enter("mad")
	s.shot("a06-answered")
	s.goes("alice")
	s.page.See(common, "challenges @Alice")
	s.types("/games", "waiting for your answer", "a07-games")
	s.page.Press("Accept")
	s.page.See(common, "is Red")
	s.shot("a08-begun")
}

// plansAhead plays a turn with a note and a plan, and takes it back.
func (s *seat) plansAhead() {
	s.t.Helper()
	s.sees("Play", "Your turn as", "b01-play")
	s.presses("c2", "211: choose where it goes")
	s.presses("c3", "Play it?")
	s.fills("Note", "Keep 222 at home, then swap.", "b02-note")
	s.page.See(newest, "Noted.")
	s.shot("b03-noted")
	s.sees("Confirm", "Played 211-c3", "b04-played")
	s.sees("Take back", "Your turn is taken back.", "b05-taken-back")
	s.presses("c2", "211: choose where it goes")
	s.presses("d3", "Play it?")
	s.presses("Confirm", "Played 211-d3")
	s.sees("Plan ahead", "If @Bob plays", "b06-plan")
	s.presses("b5", "122: choose where it goes")
	s.presses("b4", "you answer")
	s.shot("b07-answer")
	s.presses("b2", "122: choose where it goes")
	s.presses("b3", "Is this your answer")
	s.shot("b08-confirm")
	s.sees("Confirm", "Planned.", "b09-planned")
	s.presses("Plan another line", "If @Bob plays")
	s.fills("Type my turn", "112=221 112=221 222-c4", "b10-typed")
	s.page.See(newest, "@Bob can't play 222-c4")
	s.shot("b11-typed-badly")
	s.fills("Type my turn", "112=221 112=221", "b12-form")
	s.page.See(newest, "Is this your answer")
	s.presses("Confirm", "Planned.")
	s.sees("My plan", "Your plan", "b13-plans")
	s.sees("Board", "Plan: 2 lines", "b14-board")
	s.elsewhere("bob: /board", "bob: /move turn:122-b4")
	s.page.See(common, "had a reply ready")
	s.shot("b15-plan-played")
	s.goes("bob")
	s.shot("b16-plan-told")
	s.page.Run("/move turn:112=221")
	s.page.See(newest, "Played 112=221")
	s.shot("b17-bob-played")
	s.goes("alice")
	s.sees("Play", "Keep 222 at home, then swap.", "b18-note-back")
}

// offersThings asks for a takeback, for time and for a pause.
func (s *seat) offersThings() {
	s.t.Helper()
	s.sees("More", "Your turn as Red", "c01-more")
	s.sees("Clock", "In the bank", "c02-clock")
	s.sees("Ask for 1 day more", "You asked for 1 day more.", "c03-asked")
	s.goes("bob")
	s.page.See(common, "asks for 1 day more")
	s.shot("c04-asked")
	s.page.Press("Give 1 day more")
	s.page.See(common, "gave @Alice 1 day more")
	s.shot("c05-given")
	s.goes("alice")
	s.presses("More", "Your turn as Red")
	s.presses("Clock", "In the bank")
	s.sees("Offer a pause", "You offered to pause", "c06-pause-offered")
	s.goes("bob")
	s.shot("c07-pause-asked")
	s.page.Press("Pause the clock")
	s.page.See(common, "agreed to pause")
	s.shot("c08-paused")
	s.page.Press("Resume the clock")
	s.page.See(common, "resumed the clock")
	s.goes("alice")
	s.presses("More", "Your turn as Red")
	s.sees("Offer to stop", "stop", "c09-stop")
	s.sees("Offer to stop", "You've asked @Bob to stop here", "c10-stop-offered")
	s.goes("bob")
	s.shot("c11-stop-asked")
	s.page.Press("Play on")
	s.page.See(common, "would rather play on")
	s.goes("alice")
}

// looksAtTheClock starts a vacation, and reads the log.
func (s *seat) looksAtTheClock() {
	s.t.Helper()
	s.types("/vacation", "not on vacation", "d01-vacation")
	s.picks("vacation:", "1 day")
	s.page.See(newest, "You're on vacation until")
	s.shot("d02-away")
	s.page.See(common, "on vacation until")
	s.sees("End vacation now", "not on vacation", "d03-back")
	s.types("/match log", "What happened", "d04-log")
}

// setsNotices chooses when the bot notifies.
func (s *seat) setsNotices() {
	s.t.Helper()
	s.types("/settings", "Your settings", "e01-settings")
	s.sees("Notifications", "Reminders", "e02-notices")
	s.picks("reminders", "12 hours")
	s.page.See(newest, "time and 12 hours left.")
	s.fills("Time zone", "europe/brussels", "e03-zone")
	s.page.See(newest, "Europe/Brussels")
	s.fills("Quiet hours", "late", "e04-quiet")
	s.page.See(newest, "I can't read")
	s.shot("e05-not-read")
	s.fills("Quiet hours", "22-7", "e06-quiet")
	s.page.See(private, "22:00 to 7:00")
	s.page.Press("Direct messages")
	s.page.See(private, "in direct messages")
	s.shot("e07-direct")
	s.presses("Send me a test", "Sent: you should have been notified")
	s.shot("e08-test")
	s.page.Enter("MAD")
	s.page.See(pagetest.ID("message"), "This is a test")
	s.shot("e09-direct-messages")
	s.page.Enter("mad")
	s.page.Press("Mention me")
	s.page.See(private, "you're mentioned in the channel")
	s.fills("Quiet hours", "off", "e10-quiet-off")
	s.page.See(private, "Quiet hours: none")
}

func (s *seat) playsMany() {
	s.t.Helper()
	s.elsewhere("carol: /challenge opponent:@alice side:blue positioning:false", "alice clicks Accept",
		"carol: /challenge opponent:@alice side:blue board:5x5 pace:10m", "alice: /challenge level:1 side:red")
	s.types("/games", "Games and challenges: 4", "f01-games")
	s.sees("Next game", "Your turn as Red", "f02-next")
	s.page.Run("/move turn:112=221")
	s.page.See(newest, "Which game")
	s.shot("f03-which")
}

// runsOut answers what people are asked when time is up, and looks at the match afterwards.
func (s *seat) runsOut() {
	s.t.Helper()
	s.elsewhere("alice: /move turn:112=221 game:Bob", "bob: /vacation", "bob clicks Start only by hand")
	s.elsewhere("time passes: 3 days")
	s.page.See(common, "Bob's time is up")
	s.shot("g01-time-up")
	s.page.Press("Give 1 day more")
	s.page.See(common, "gave @Bob 1 day more")
	s.shot("g02-given")
	s.elsewhere("time passes: 2 days")
	s.page.See(common, "Bob's time is up")
	s.sees("Call it off", "Call", "g03-call-off")
	s.sees("Wait", "", "g04-waits")
	s.goes("bob")
	s.shot("g05-bob-sees")
	s.types("/board", "Unless", "g06-bob-board")
	s.goes("alice")
	s.sees("Claim the win", "That ends the game.", "g07-claim")
	s.page.Press("Claim the win")
	s.page.See(common, "@Alice wins")
	s.shot("g08-claimed")
	s.sees("Rematch", "Challenge sent to", "g09-rematch")
	s.types("/match log game:Bob", "What happened", "g10-log")
	s.types("/games", "Ended recently", "g11-games")
}

// usesThreads changes the server's settings, and plays in a thread.
func (s *seat) usesThreads() {
	s.t.Helper()
	s.types("/server", "Server settings", "h01-server")
	s.page.Click(pagetest.ID("select")+`[data-custom-id$="channels"]`, "")
	s.shot("h02-channels")
	s.page.Click(pagetest.ID("select-option", "name", "mad"), "")
	s.page.Click(pagetest.ID("select-done"), "")
	s.page.See(newest, "Channels: #mad")
	s.sees("Thread per game", "one per game between people", "h03-threads")
	s.page.Click(pagetest.ID("select")+`[data-custom-id$="open"]`, "")
	s.shot("h04-limits")
	s.page.Type(pagetest.Escape)
	s.goes("bob")
	s.page.Press("Accept")
	s.page.See(common, "are playing MAD")
	s.shot("h05-thread-begun")
	s.page.Click(pagetest.ID("thread-link"), "MAD · Bob – Alice · 6x4")
	s.page.See(common, "Bob, your turn")
	s.shot("h06-in-thread")
	s.presses("Play", "Your turn as")
	s.shot("h07-play")
	s.page.Run("/move turn:111=222")
	s.page.See(newest, "Played 111=222")
	s.shot("h08-played")
	s.page.Enter("general")
	s.page.Run("/challenge opponent:Carol")
	s.page.See(newest, "")
	s.shot("h09-elsewhere")
}

func (s *seat) learns() {
	s.t.Helper()
	s.types("/learn", "Lesson 1 of 13", "i01-lesson")
	s.sees("Lessons", "of 13 done", "i02-lessons")
	s.types("/help", "MAD", "i03-help")
	s.page.Click(pagetest.ID("command-input"), "")
	s.page.Type("/mo" + pagetest.Enter + "222xc9" + pagetest.Enter + pagetest.Enter)
	s.page.See(newest, "")
	s.shot("i04-twice")
}
