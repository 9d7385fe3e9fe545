package panel

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/panel/tap"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// longTurn is a turn as long as they get, which the other side played last.
const longTurn = "221xa6+122>212>221"

// TestMessage_Planning: the planning player sees the board from their side and can choose every turn of either side in
// every way; the ids of the controls are never cut, even for the longest turn.
func TestMessage_Planning(t *testing.T) {
	t.Parallel()
	visited := 0
	inRandomGames(t, 4, 15, func(m *match.Match) { // each takes a while
		if visited++; m.Game.Ply() == 0 {
			return
		}
		position := m.Game.Position()
		for _, reader := range []match.PlayerID{m.ToMove(), m.Players.Of(position.Side().Other())} {
			p := Panel{Match: m, Reader: reader, Settings: everyWay()[visited%8], Emojis: emojis(),
				Planning: &Planning{From: "1z141z3", Game: m.Game}}
			if reader == m.ToMove() {
				_, p.Planning.Turn = m.Game.Last()
			}
			legal := map[string]bool{}
			for _, turn := range position.AppendTurns(nil) {
				legal[turn.String()] = true
			}
			require.Equal(t, legal, planned(t, p), "%s in %s", reader, position.String())
		}
	})
}

// planned follows what can be tapped on p and returns the turns that can be chosen.
func planned(t *testing.T, p Panel) map[string]bool {
	t.Helper()
	position := p.Planning.Game.Position()
	turns, seen := map[string]bool{}, map[string]bool{}
	for waiting := []Panel{p}; len(waiting) > 0; waiting = waiting[1:] {
		m := Message(english(t), waiting[0])
		requireTaken(t, m)
		for _, id := range planIDs(m) {
			long := strings.Replace(id.Arg, p.Planning.Arg("").String(), p.Planning.From+" "+longTurn, 1)
			id.Ply = 65535
			require.LessOrEqual(t, len(id.String())-len(id.Arg)+len(long), 100, long)
			plan := ui.ReadPlan(id.Arg)
			choice := ui.ReadTap(plan.Tap)
			require.Equal(t, p.Planning.From, plan.From)
			if choice.Turn != "" {
				turns[choice.Turn] = true
				continue
			}
			if seen[choice.Selection] {
				continue
			}
			seen[choice.Selection] = true
			next, possible := p, false
			next.Selection, possible = tap.Parse(&position, choice.Selection)
			require.True(t, possible, id)
			if next.Selection.Turn != rules.NoTurn && !next.Selection.Open {
				turns[next.Selection.Turn.String()] = true
			}
			waiting = append(waiting, next)
		}
	}
	return turns
}

// planIDs are the ids of what can be tapped for a plan, the items of menus included.
func planIDs(m ui.Message) (all []ui.ID) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.ID.Verb == ui.Plan && !b.Disabled && !strings.HasSuffix(b.ID.Arg, "again") {
				all = append(all, b.ID)
			}
		}
		if row.Menu != nil {
			for _, item := range row.Menu.Items {
				id := row.Menu.ID
				id.Arg = item.Value
				all = append(all, id)
			}
		}
	}
	return all
}

// TestMessage_PlanningSides: the reader's own ships are at the bottom, no matter for which side a turn is chosen.
func TestMessage_PlanningSides(t *testing.T) {
	t.Parallel()
	m := matchOf(rules.NewGame(rules.Options{Board: rules.Board6x4}))
	for reader, first := range map[match.PlayerID]string{alice: "a6", bob: "d1"} {
		msg := Message(english(t), Panel{Match: m, Reader: reader, Planning: &Planning{Game: m.Game}})
		assert.True(t, strings.HasPrefix(msg.Rows[0].Buttons[0].Label, first), msg.Rows[0].Buttons[0].Label)
	}
}
