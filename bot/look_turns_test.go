package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
	"madbot/rules/record"
)

// TestMore_TurnList: the list begins with the last page, and each page has the record of the match as a file.
func TestMore_TurnList(t *testing.T) {
	t.Parallel()
	for _, options := range [][]string{nil, {"board", "5x5", "positioning", "false", "stall_limit", "200"}} {
		tb := newTable(t)
		id := tb.start(options...)
		for range 150 {
			m := tb.match(id)
			if m.Status != match.Playing {
				break
			}
			tb.turns(id, quietTurn(tb, &m))
		}
		m := tb.uses(bob, tb.more(bob, id), "Turn list")
		last := tb.ply(id)
		for pages := 1; ; pages++ {
			tb.requireRecord(id, m)
			earlier, ok := usable(m, "Earlier turns")
			if !ok {
				assert.Equal(t, last > 100, pages > 1)
				break
			}
			_, later := usable(m, "Later turns")
			assert.Equal(t, pages > 1, later)
			m = tb.inPrivate(bob, false, earlier).Message
			tb.requireClassic(m)
		}
		assert.True(t, strings.HasPrefix(m.Text, "**1.** Red"), m.Text)
		if last > 100 {
			m = tb.uses(bob, m, "Later turns")
		}
		m = tb.uses(bob, m, "Board")
		assert.Nil(t, m.File, "it goes with the list")
	}
}

// TestRecord_Nickname: a record names people by their accounts: it leaves the server, and their nicknames must not.
func TestRecord_Nickname(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass")
	tb.People.Learn(discord.User{ID: string(alice), GlobalName: "Alice"}, guildID, "A. Realname")
	m := tb.uses(bob, tb.more(bob, id), "Turn list")
	assert.Contains(t, string(m.File.Data), `"Alice"]`)
	assert.NotContains(t, string(m.File.Data), "Realname")
}

// usable returns the id of an enabled button.
func usable(m ui.Message, label string) (ui.ID, bool) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.Label == label && !b.Disabled {
				return b.ID, true
			}
		}
	}
	return ui.ID{}, false
}

// quietTurn returns a turn that moves a ship back and forth.
func quietTurn(tb table, m *play.Match) string {
	tb.t.Helper()
	p := m.Game.Position()
	for _, turn := range p.AppendTurns(nil) {
		after := p.Play(turn)
		if !turn.Expels() && !turn.HasBonus() && !p.LosesAtOnce(turn) && !after.Outcome(0).Over() {
			return turn.String()
		}
	}
	require.Fail(tb.t, "no quiet turn")
	return ""
}

// requireRecord checks that the file of m is the record of the match.
func (tb table) requireRecord(id match.ID, m ui.Message) {
	tb.t.Helper()
	require.NotNil(tb.t, m.File)
	assert.Equal(tb.t, "mad-"+string(id)+".txt", m.File.Name)
	got, err := record.Parse(string(m.File.Data))
	require.NoError(tb.t, err)
	assert.Equal(tb.t, tb.match(id).Game, got.Game)
	assert.Equal(tb.t, "Alice", got.Tag(record.TagRed))
	assert.Equal(tb.t, "Bob", got.Tag(record.TagBlue))
	assert.Equal(tb.t, "2026.11.20", got.Tag(record.TagDate))
}
