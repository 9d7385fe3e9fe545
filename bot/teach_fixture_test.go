package bot

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/sandbox/check"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// offer is something that can be pressed or picked on a message.
type offer struct {
	id     ui.ID
	label  string
	picked []string
}

// arg returns the argument of the control.
func (o offer) arg() string {
	if len(o.picked) > 0 {
		return o.picked[0]
	}
	return o.id.Arg
}

// offersOf returns all enabled offers of m.
func offersOf(m ui.Message) (all []offer) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if !b.Disabled {
				all = append(all, offer{b.ID, b.Label, nil})
			}
		}
		if row.Menu != nil {
			for _, item := range row.Menu.Items {
				all = append(all, offer{row.Menu.ID, item.Label, []string{item.Value}})
			}
		}
	}
	return all
}

// takes presses or picks o on a private panel.
func (tb table) takes(p match.PlayerID, o offer) ui.Message {
	tb.t.Helper()
	c := tb.call(p)
	c.ID, c.Values, c.OnPrivate, c.OnBlock = o.id, o.picked, true, o.id.Verb != ui.Help
	reply, err := tb.pressed(c)
	require.NoError(tb.t, err, o.label)
	require.Equal(tb.t, dispatch.Update, reply.Kind, o.label)
	return reply.Message
}

// presses presses the button with the label.
func (tb table) presses(p match.PlayerID, m ui.Message, label string) ui.Message {
	tb.t.Helper()
	for _, o := range offersOf(m) {
		if o.label == label {
			return tb.takes(p, o)
		}
	}
	require.Fail(tb.t, "no such control", "%q on %q", label, m.Text)
	return ui.Message{}
}

// learns runs /learn.
func (tb table) learns(p match.PlayerID) ui.Message {
	tb.t.Helper()
	reply := tb.ok(tb.run(p, "learn"))
	require.Equal(tb.t, dispatch.Update, reply.Kind)
	return reply.Message
}

// waysTo returns the texts of the selections that lead to a turn.
func waysTo(turn string) (ways []string) {
	movement, _, _ := strings.Cut(turn, "+")
	ships := strings.FieldsFunc(turn, func(r rune) bool { return r == '=' || r == '>' })
	if len(ships) < 2 || movement != turn {
		return []string{turn[:3], movement, movement + "?", turn}
	}
	return append(ships, turn)
}

// plays taps a turn on a panel, with any settings, and returns the new panel.
func (tb table) plays(p match.PlayerID, m ui.Message, text string) ui.Message {
	tb.t.Helper()
	after, found := tb.wayTo(p, m, text, map[string]bool{})
	require.True(tb.t, found, "no way to %s on %q", text, m.Text)
	return after
}

// wayTo continues plays from a panel, skipping selections already seen; false if there is no way.
func (tb table) wayTo(p match.PlayerID, m ui.Message, text string, seen map[string]bool) (ui.Message, bool) {
	tb.t.Helper()
	var steps []offer
	for _, o := range offersOf(m) {
		if o.id.Verb != ui.Try && o.id.Verb != ui.Tap {
			continue
		}
		choice := ui.ReadTap(o.arg())
		if o.id.Verb == ui.Try {
			choice = ui.ReadTap(ui.ReadTry(o.arg()).Tap)
		}
		if choice.Turn == text {
			return tb.takes(p, o), true
		}
		way, _, _ := strings.Cut(choice.Selection, "@")
		if slices.Contains(waysTo(text), way) && !seen[choice.Selection] {
			seen[choice.Selection] = true
			steps = append(steps, o)
		}
	}
	for _, o := range steps {
		if after, found := tb.wayTo(p, tb.takes(p, o), text, seen); found {
			return after, true
		}
	}
	return m, false
}

// requireTaken checks that Discord accepts a block.
func requireTaken(t *testing.T, m ui.Message) {
	t.Helper()
	require.True(t, m.Block, m.Text)
	requireAccepted(t, m)
}

// requireAccepted checks that Discord accepts m.
func requireAccepted(t *testing.T, m ui.Message) {
	t.Helper()
	wired, err := m.Wire(nil)
	require.NoError(t, err)
	sent, err := json.Marshal(wired)
	require.NoError(t, err)
	decoder := json.NewDecoder(bytes.NewReader(sent))
	decoder.UseNumber()
	var body any
	require.NoError(t, decoder.Decode(&body))
	form := check.NewForm(body)
	check.Message(form, nil, check.MessageRule{Flags: check.CallbackFlags, Version: 10})
	if refused := form.Err(); refused != nil {
		require.Fail(t, "Discord refuses it", "%+v\n%s", refused, sent)
	}
	for _, o := range offersOf(m) {
		require.LessOrEqual(t, len(o.id.String()), 100, o.id)
		require.True(t, strings.HasSuffix(o.id.String(), o.id.Arg), "%s is cut", o.id)
	}
}
