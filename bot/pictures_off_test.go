package bot

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/teach"
	"madbot/bot/ui"
)

// ofPictures matches texts about pictures in each language.
var ofPictures = regexp.MustCompile(`(?i)picture|arrow|side by side|\bbild(er|ern|s)?\b|pfeil|nebeneinander|` +
	`\bimages?\b|flèche|côte à côte|dots|dashed|crown|hourglass|burst|the line\b|die linie|la courbe`)

// TestPicturesOff: with pictures off, no private message mentions pictures, in any language; with pictures, their
// meaning is explained.
func TestPicturesOff(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Embedded()
	if !assert.NoError(t, err) {
		return
	}
	for _, l := range catalog.Languages() {
		t.Run(l.Code, func(t *testing.T) {
			t.Parallel()
			printer := catalog.Printer(l.Code)
			for _, off := range []bool{true, false} {
				shown := 0
				for name, m := range eveningOf(t, printer, off) {
					if m.Picture != nil && m.Picture.Caption != "" {
						shown++
					}
					assert.False(t, off && m.Picture != nil, name)
					if off {
						assert.NotRegexp(t, ofPictures, strings.Join(append(labels(m), m.Text), "\n"), name)
					}
				}
				assert.Equal(t, off, shown == 0)
			}
		})
	}
}

// eveningOf returns what alice sees of a match and of the explanations, in a language.
func eveningOf(t *testing.T, printer i18n.Printer, off bool) map[string]ui.Message {
	t.Helper()
	tb, id := fight(t)
	_, err := tb.service().ChangePlayer(t.Context(), actor(alice), func(p *play.Player) {
		p.Settings.NoPictures = off
	})
	assert.NoError(t, err)
	seen := map[string]ui.Message{}
	see := func(name string, reply dispatch.Reply, err error) ui.Message {
		assert.NoError(t, err, name)
		seen[name] = reply.Message
		return reply.Message
	}
	press := func(name string, at ui.ID) {
		c := tb.call(alice)
		c.T, c.ID = printer, at
		reply, err := tb.pressed(c)
		see(name, reply, err)
	}
	for _, page := range teach.RulePages() {
		press("rules "+string(page.ID), ui.NoMatch(ui.Rules, string(page.ID)))
	}
	for _, arg := range []string{"", "rules", "commands", "legend"} {
		press("help "+arg, ui.NoMatch(ui.Help, arg))
	}
	m := tb.match(id)
	for _, what := range []string{ui.LookBoard, ui.LookText, ui.LookTurns, ui.LookPast, ui.LookClock, ui.LookStrip,
		ui.LookAttacked, ui.LookTargets} {
		press("look "+what, ui.OnMatch(ui.Look, &m.Match, ui.LookArg{What: what, At: 1}.String()))
	}
	press("hint", ui.OnMatch(ui.Hint, &m.Match, ""))
	press("line", ui.OnMatch(ui.Hint, &m.Match, ui.HintArg{Step: ui.HintLine, Turn: "pass"}.String()))
	press("panel", ui.OnMatch(ui.OpenPanel, &m.Match, ""))
	tb.resign(id, bob)
	m = tb.match(id)
	press("replay", ui.OnMatch(ui.Replay, &m.Match, ""))
	over := tb.reviewed()
	tb.keeps(over, alice, true)
	for _, v := range []ui.Verb{ui.Review, ui.Moment, ui.Better, ui.ReviewTurn} {
		press(string(v), ui.ID{Verb: v, Match: over, Ply: play.AnyPly, Arg: "0"})
	}
	return seen
}
