package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
	"madbot/bot/sandbox/pagetest"
	"madbot/bot/teach"
	"madbot/rules"
)

// TestPage_Languages plays a match in French and one in German, on a desktop and on a phone: the page shows the texts
// of the locale file. The other tests of the page are in English.
func TestPage_Languages(t *testing.T) {
	pagetest.Parallel(t)
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	locales := []string{"fr", "de"}
	if testing.Short() {
		locales = locales[:1] // with the longer texts
	}
	for name, size := range widths() {
		for _, locale := range locales {
			t.Run(locale+"/"+name, func(t *testing.T) {
				t.Parallel()
				s := &speaker{newSeat(t, size, rules.Board5x5), catalog, locale}
				s.chooseLanguages()
				s.agree()
				s.tap()
				s.ask()
				s.look()
				s.offer()
				s.set()
				s.readRules()
				s.finish()
			})
		}
	}
}

type speaker struct {
	*seat
	catalog *i18n.Catalog
	locale  string
}

// text returns the text of a message in the language.
func (s *speaker) text(id string) string {
	s.t.Helper()
	text := s.catalog.Translations(id)[s.locale]
	require.NotEmpty(s.t, text, id)
	return text
}

// between matches what is between the words of a message: placeholders, markup, links.
var between = regexp.MustCompile("\\{\\{[^}]*\\}\\}|\\*|`[^`]*`|\n|-# ")

// part returns the longest run of words in a message.
func (s *speaker) part(id string) string {
	s.t.Helper()
	runs := between.Split(s.text(id), -1)
	return strings.TrimSpace(slices.MaxFunc(runs, func(a, b string) int { return len(a) - len(b) }))
}

// press presses the button labelled with a message, waits for another message in private, and takes a screenshot.
func (s *speaker) press(label, says, shot string) {
	s.t.Helper()
	s.sees(s.text(label), s.part(says), shot)
}

// run runs a command, with options in pairs of name and value, in the language.
func (s *speaker) run(command string, options ...string) {
	s.t.Helper()
	line := "/" + command
	for i := 0; i < len(options); i += 2 {
		line += fmt.Sprintf(" %s:%s", s.text("option."+options[i]+".name"), options[i+1])
	}
	s.page.Run(line)
}

// answers runs a command without options, waits for a message in private, and takes a screenshot.
func (s *speaker) answers(command, says, shot string) {
	s.t.Helper()
	s.run(command)
	s.page.See(newest, s.part(says))
	s.shot(shot)
}

// chooseLanguages sets alice's and the server's language on the page; bob's is set already.
func (s *speaker) chooseLanguages() {
	s.elsewhere("bob speaks " + s.locale)
	s.goes("alice")
	s.page.Click(pagetest.ID("languages-toggle"), "")
	s.page.See(pagetest.ID("locale")+":focus", "")
	s.page.Type(s.locale[:1] + pagetest.Tab + s.locale[:1])
	s.shot("01-languages")
	s.page.Type(pagetest.Escape)
	s.page.Gone(pagetest.ID("languages"), "")
}

// agree sends a challenge; bob looks at other terms, and accepts.
func (s *speaker) agree() {
	s.page.Click(pagetest.ID("command-input"), "")
	s.page.Type("/")
	s.page.See(pagetest.ID("suggestion"), s.text("command.board.description"))
	s.shot("02-commands")
	s.page.Type(pagetest.Backspace)
	s.run("challenge", "opponent", "Bob", "side", s.text("option.side.choice.red"), "board", "5x5")
	s.page.See(newest, s.part("challenge.sent"))
	s.shot("03-challenge")
	s.goes("bob")
	s.shot("04-invited")
	s.press("button.terms", "counter.same", "05-terms")
	s.page.Press(s.text("button.accept"))
	s.page.See(common, s.part("board.begun"))
	s.shot("06-begun")
}

// tap plays both sides' first turns with taps.
func (s *speaker) tap() {
	s.goes("alice")
	s.press("button.play", "board.positioning", "07-panel")
	s.sees("e2", s.part("panel.signsonly"), "08-ship")
	s.sees("a1", s.part("panel.confirm"), "09-confirm")
	s.press("panel.button.confirm", "move.donealone", "10-played")
	s.goes("bob")
	s.press("button.play", "board.positioning", "11-panel")
	s.press("panel.pass", "turn.pass", "12-pass")
	s.press("panel.button.confirm", "move.passedalone", "13-passed")
}

// ask asks for a hint, and follows its buttons.
func (s *speaker) ask() {
	s.goes("alice")
	s.sees(strings.Replace(s.text("button.hints"), "{{.Left}}", "3", 1), s.part("hint.best"), "14-hint")
	s.press("hint.showline", "hint.strip", "15-strip")
	s.elsewhere("alice and bob play 221xe4 112>211>121 221xe5 211xa2")
	s.page.See(common, "211xa2")
	s.shot("16-board")
}

// look looks at the board in other forms.
func (s *speaker) look() {
	s.press("button.more", "stake.now", "17-more")
	s.press("look.text", "textboard.view", "18-text")
	s.press("look.attacked", "attacked.yours", "19-attacked")
	s.press("look.turns", "look.turns", "20-turns")
	s.press("look.strip", "board.played", "21-last")
	s.press("look.clock", "clock.banks", "22-clock")
	s.answers("games", "games.look", "23-games")
	s.answers("help", "help.text", "24-help")
	s.answers("learn", "learn.names.task", "25-learn")
}

// offer makes an offer to stop, which is declined, and gives a day.
func (s *speaker) offer() {
	s.answers("stop", "stop.ask", "26-stop")
	s.press("button.offerstop", "offer.byyou", "27-offered")
	s.goes("bob")
	s.shot("28-asked")
	s.page.Press(s.text("button.stopno"))
	s.page.See(common, s.part("offer.refused"))
	s.shot("29-declined")
	s.goes("alice")
}

// set opens the pages of settings.
func (s *speaker) set() {
	s.answers("settings", "settings.text", "30-settings")
	s.press("notices.button", "notices.text", "31-notices")
	ahead := func(hours string) string { return strings.Replace(s.text("time.hours"), "{{.N}}", hours, 1) }
	s.picks("reminders", s.text("notices.half"), ahead("12"), ahead("3"))
	s.shot("32-reminders")
	s.page.Press(s.text("notices.button.quiet"))
	s.page.See(pagetest.ID("modal-input")+":focus", "")
	s.shot("33-quiet")
	s.page.Type(pagetest.Escape)
	s.page.Gone(pagetest.ID("modal"), "")
	s.answers("vacation", "vacation.off", "34-vacation")
	s.answers("server", "server.text", "35-server")
}

func (s *speaker) readRules() {
	s.run("rules")
	for i, page := range teach.RulePages() {
		if i > 0 {
			s.page.Press(s.text("page.after"))
		}
		s.page.See(newest, s.text(page.Title.ID))
		s.page.See(newest+":not([data-busy])", "")
		s.shot(fmt.Sprintf("40-rules-%02d", i+1))
	}
}

// finish ends the match, plays its replay, and finds it in the list.
func (s *speaker) finish() {
	s.elsewhere("alice: /move turn:112>121>211", "alice clicks "+s.text("move.doit")) // it exposes her corvette
	s.goes("bob")
	s.run("move", "turn", "211xb1")
	s.page.See(common, s.part("result.corvette"))
	s.shot("60-result")
	s.press("button.replay", "replay.text", "61-replay")
	s.answers("games", "games.ended", "62-games")
}
