package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// TestPage_WrongKey presses buttons twice, too late and on two devices, as people do: each case ends with the right
// board and a true text.
func TestPage_WrongKey(t *testing.T) {
	pagetest.Parallel(t)
	atEachWidth(t, rules.Board5x5, func(s *seat) {
		s.challenged()
		s.confirmsTwice()
		s.tapsAnExpulsion()
		s.typesWhatIsIllegal()
		s.playsOnTwoDevices()
		s.restartsTheBot()
		s.dismisses()
	})
}

// challenged starts a match between alice, who is at the page, and bob, who plays elsewhere.
func (s *seat) challenged() {
	s.t.Helper()
	s.acts("alice", func() error { return s.stage.command("alice", "/challenge opponent:@bob side:red board:5x5") })
	s.acts("bob", func() error { return s.stage.click("bob", "Accept") })
	s.page.Enter("mad")
}

// plays plays a turn elsewhere, and waits until the page shows the new board.
func (s *seat) plays(name, turn string) {
	s.t.Helper()
	s.acts(name, func() error { return s.stage.command(name, "/move turn:"+turn) })
	news := " played " + turn
	if turn == "pass" {
		news = " passed"
	}
	s.page.See(pagetest.ID("message")+":not([data-ephemeral])", news)
}

// played checks which turns were played; turns are separated by spaces.
func (s *seat) played(turns string) {
	s.t.Helper()
	s.stage.settle()
	m, err := s.stage.app.Load().db.Match(s.stage.ctx, "m1")
	require.NoError(s.t, err)
	var got []string
	for _, turn := range m.Game.Turns() {
		got = append(got, turn.String())
	}
	require.Equal(s.t, turns, strings.Join(got, " "))
}

// taps presses buttons one after another, and checks the newest panel after each.
func (s *seat) taps(steps ...step) {
	s.t.Helper()
	for _, step := range steps {
		s.presses(step.press, step.says)
	}
}

func (s *seat) confirmsTwice() {
	s.t.Helper()
	s.taps(step{press: "Play", says: "Your turn as"}, step{press: "e2", says: "112: tap a ship"},
		step{press: "a1", says: "Play it?"})
	s.page.DoubleClick(pagetest.ID("button", "label", "Confirm"), "")
	s.page.See(newest, "Played 112=221.")
	s.played("112=221")
	s.shot("01-confirmed-twice")

	s.plays("bob", "pass")
	s.taps(step{press: "Play", says: "Your turn as"}, step{press: "e2", says: "221: choose where it goes"})
	s.on("e2")
	s.page.Type(pagetest.Up + pagetest.Up)
	s.on("e4")
	s.page.Type(pagetest.Enter + pagetest.Enter) // the second Enter must confirm nothing
	s.page.See(newest, "Play it?")
	s.on("Confirm")
	s.played("112=221 pass")
	s.page.Type(pagetest.Enter + pagetest.Enter)
	s.page.See(newest, "Played 221xe4.")
	s.played("112=221 pass 221xe4")
	s.shot("02-enter-twice")
}

func (s *seat) tapsAnExpulsion() {
	s.t.Helper()
	s.plays("bob", "112>211>121")
	s.taps(step{press: "Play", says: "Your turn as"})
	s.taps(step{press: "e4", says: "221: choose where it goes"}, step{press: "e5", says: "Or with a bonus"},
		step{press: "Without bonus", says: "Played 221xe5"})
	s.played("112=221 pass 221xe4 112>211>121 221xe5")
}

func (s *seat) typesWhatIsIllegal() {
	s.t.Helper()
	s.plays("bob", "211xa2")
	s.taps(step{press: "Play", says: "Your turn as"}, step{press: "Type my turn"})
	s.page.See(pagetest.ID("modal-input")+":focus", "")
	s.page.Type("222xc3" + pagetest.Enter + pagetest.Enter)
	s.page.Gone(pagetest.ID("modal"), "")
	s.page.See(newest, "Choose the one you meant, or go back.")
	s.shot("04-illegal")
	s.presses("Back", "Your turn as")
	s.played("112=221 pass 221xe4 112>211>121 221xe5 211xa2")
}

func (s *seat) playsOnTwoDevices() {
	s.t.Helper()
	other := pagetest.Open(s.t, s.stage.url+"/?as=alice", s.size)
	other.Enter("mad")
	s.presses("e5", "221: choose where it goes")
	other.See(newest, "221: choose where it goes")
	s.page.Click(button("d5"), "")
	other.See(newest, "Or with a bonus")
	other.Press("122>221>212")
	s.page.See(newest, "Play it?")
	s.page.Hold(pagetest.ID("button", "label", "Confirm"), "", func() {
		other.Press("Confirm")
		other.See(newest, "Played 221xd5")
	})
	s.page.See(newest, "Played 221xd5+122>221>212.")
	other.See(newest, "Played 221xd5+122>221>212.")
	s.played("112=221 pass 221xe4 112>211>121 221xe5 211xa2 221xd5+122>221>212")
	s.shot("05-two-devices")
	other.Shot("05-the-other-device")
}

func (s *seat) restartsTheBot() {
	s.t.Helper()
	s.plays("bob", "211-a3")
	s.taps(step{press: "Play", says: "Your turn as"}, step{press: "a1", says: "112: choose where it goes"})
	s.page.Click(pagetest.ID("restart"), "")
	s.page.See(pagetest.ID("toast"), "The bot was restarted")
	s.taps(step{press: "a2", says: "Play it?"})
	s.shot("06-restarted")
	s.taps(step{press: "Back", says: "112: choose where it goes"}, step{press: "Back", says: "Your turn as"})
}

func (s *seat) dismisses() {
	s.t.Helper()
	panels := s.page.Count(private, "")
	s.page.Click(private+" "+pagetest.ID("dismiss"), "")
	for s.page.Count(private, "") == panels {
		continue
	}
	s.taps(step{press: "Play", says: "Your turn as"})
	s.shot("07-dismissed")
}
