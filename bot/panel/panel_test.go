package panel

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

const (
	alice match.PlayerID = "1573301161664970756" // as long as they get
	bob   match.PlayerID = "1573301161664970757"
	carol match.PlayerID = "1573301161664970758"
)

func english(t *testing.T) i18n.Printer {
	t.Helper()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	return catalog.Printer("en")
}

// emojis has one for each name, with an id as long as they get.
func emojis() map[string]discordgo.ComponentEmoji {
	all := map[string]discordgo.ComponentEmoji{}
	add := func(name string) { all[name] = discordgo.ComponentEmoji{ID: "1573301161664970759", Name: name} }
	for _, icon := range Icons() {
		add(icon.String())
	}
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		for _, ship := range rules.Ships() {
			add(show.ShipEmoji(rules.Piece{Color: c, Ship: ship}))
		}
	}
	return all
}

// everyWay are all ways in which people can have a panel.
func everyWay() (all []play.Settings) {
	for i := range 8 {
		all = append(all, play.Settings{Quick: i&1 != 0, Menus: i&2 != 0, Words: i&4 != 0})
	}
	return all
}

// matchOf is a match of alice (Red) and bob.
func matchOf(g rules.Game) *match.Match {
	return &match.Match{ID: "abcdefghijklmnop", Status: match.Playing, Challenger: alice, Opponent: bob,
		Players: rules.BySide[match.PlayerID]{Red: alice, Blue: bob},
		Terms:   match.Terms{Options: rules.DefaultOptions()}, Game: g}
}

// inRandomGames calls visit with one of so many positions of random games of both boards.
func inRandomGames(t *testing.T, games, every int, visit func(*match.Match)) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 6))
	for i := range games {
		g := rules.NewGame(rules.Options{Board: rules.Boards()[i%2], Positioning: i&2 == 0, StallLimit: 40})
		for !g.Outcome().Over() {
			if g.Ply()%every == 0 {
				visit(matchOf(g))
			}
			p := g.Position()
			turns := p.AppendTurns(nil)
			require.NoError(t, g.Play(turns[r.IntN(len(turns))]))
		}
	}
}

// args are the arguments of the enabled controls of m, menus included.
func args(t *testing.T, m ui.Message) (all []string) {
	t.Helper()
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.ID.Verb == ui.Tap && !b.Disabled {
				all = append(all, b.ID.Arg)
			}
		}
		if row.Menu != nil {
			for _, item := range row.Menu.Items {
				all = append(all, item.Value)
			}
		}
	}
	return all
}

// reach taps whatever can be tapped and returns the turns that can be played in the end; visit is
// called with each panel.
func reach(t *testing.T, printer i18n.Printer, p Panel, visit func(ui.Message)) map[string]bool {
	t.Helper()
	position := p.Match.Game.Position()
	turns, seen := map[string]bool{}, map[string]bool{"": true}
	for waiting := []Panel{p}; len(waiting) > 0; waiting = waiting[1:] {
		m := Message(printer, waiting[0])
		visit(m)
		for _, arg := range args(t, m) {
			choice := ui.ReadTap(arg)
			if choice.Turn != "" {
				turns[choice.Turn] = true
				continue
			}
			next := p
			var possible bool
			next.Selection, possible = tap.Parse(&position, choice.Selection)
			require.True(t, possible, "%q leads nowhere", arg)
			if !seen[choice.Selection] {
				seen[choice.Selection] = true
				waiting = append(waiting, next)
			}
		}
	}
	return turns
}

// TestMessage_AllTurns: by buttons and by menus, with a question or without, exactly the legal turns
// can be played, and no panel on the way is one that Discord refuses.
func TestMessage_AllTurns(t *testing.T) {
	t.Parallel()
	printer, shown := english(t), emojis()
	visited := 0
	inRandomGames(t, 4, 13, func(m *match.Match) { // each takes a while
		visited++
		position := m.Game.Position()
		legal := map[string]bool{}
		for _, turn := range position.AppendTurns(nil) {
			legal[turn.String()] = true
		}
		for i, way := range everyWay() {
			if (i+visited)%4 != 0 {
				continue
			}
			p := Panel{Match: m, Reader: m.ToMove(), Settings: way, Emojis: shown}
			if i%3 == 0 {
				p.Emojis = nil
			}
			got := reach(t, printer, p, func(msg ui.Message) { requireTaken(t, msg) })
			require.Equal(t, legal, got, "%+v in %s", way, position.String())
		}
	})
}

// TestMessage_Watching: who is not on turn can tap no square, and neither can anybody when the match
// is over.
func TestMessage_Watching(t *testing.T) {
	t.Parallel()
	printer := english(t)
	inRandomGames(t, 2, 5, func(m *match.Match) {
		over := m.Clone()
		over.Status = match.Finished
		over.Game.End(rules.Agreement, rules.NoColor)
		for _, p := range []Panel{{Match: m, Reader: m.Players.Of(m.ColorOf(m.ToMove()).Other())},
			{Match: m, Reader: carol, Side: rules.Red}, {Match: m, Reader: carol, Side: rules.Blue},
			{Match: &over, Reader: alice}, {Match: &over, Reader: bob}} {
			for _, way := range everyWay() {
				p.Settings = way
				msg := Message(printer, p)
				requireTaken(t, msg)
				require.Empty(t, args(t, msg))
			}
		}
	})
}

// TestMessage_Offers: what may have been meant can be chosen, however many there are.
func TestMessage_Offers(t *testing.T) {
	t.Parallel()
	m := matchOf(rules.NewGame(rules.DefaultOptions()))
	position := m.Game.Position()
	turns := position.AppendTurns(nil)
	for n := range 6 {
		for _, way := range everyWay() {
			p := Panel{Match: m, Reader: alice, Settings: way, Offers: turns[:n], Says: "No."}
			msg := Message(english(t), p)
			requireTaken(t, msg)
			offered := map[string]bool{}
			for _, arg := range args(t, msg) {
				choice := ui.ReadTap(arg)
				offered[choice.Turn+choice.Selection] = true
			}
			for _, turn := range turns[:n] {
				assert.True(t, offered[turn.String()], "%s is offered", turn)
			}
		}
	}
}

// requireTaken checks a message for what Discord refuses.
func requireTaken(t *testing.T, m ui.Message) {
	t.Helper()
	sent, err := m.Wire(nil)
	require.NoError(t, err)
	require.Equal(t, discordgo.MessageFlagsIsComponentsV2, sent.Flags)
	require.Empty(t, sent.Content)
	raw, err := json.Marshal(sent.Components)
	require.NoError(t, err)
	var nodes []node
	require.NoError(t, json.Unmarshal(raw, &nodes))
	c := counter{t: t, ids: map[string]bool{}}
	c.walk(nodes)
	require.LessOrEqual(t, c.count, discord.MaxComponents)
}

// node is a component as it is sent.
type node struct {
	Type  int    `json:"type"`
	Label string `json:"label"`
	Emoji struct {
		Name string `json:"name"`
	} `json:"emoji"`
	Content    *string `json:"content"`
	CustomID   string  `json:"custom_id"`
	Components []node  `json:"components"`
	Options    []struct {
		Label string `json:"label"`
		Value string `json:"value"`
	} `json:"options"`
}

// counter counts the components of a message, and knows their ids.
type counter struct {
	t     *testing.T
	ids   map[string]bool
	count int
}

func (c *counter) walk(list []node) {
	for _, n := range list {
		c.count++
		c.check(n)
		c.walk(n.Components)
	}
}

// The types of components.
const (
	rowType    = 1
	buttonType = 2
	menuType   = 3
)

func (c *counter) check(n node) {
	c.t.Helper()
	if n.Content != nil {
		require.NotEmpty(c.t, *n.Content)
		require.LessOrEqual(c.t, len([]rune(*n.Content)), discord.MaxText)
	}
	switch n.Type {
	case rowType:
		require.NotEmpty(c.t, n.Components)
		require.LessOrEqual(c.t, len(n.Components), 5)
	case buttonType:
		require.NotEmpty(c.t, n.Label+n.Emoji.Name, "a button that screen readers cannot name")
		require.LessOrEqual(c.t, len([]rune(n.Label)), discord.MaxButtonLabel)
	case menuType:
		require.NotEmpty(c.t, n.Options)
		require.LessOrEqual(c.t, len(n.Options), discord.MaxChoices)
		values := map[string]bool{}
		for _, o := range n.Options {
			require.NotEmpty(c.t, o.Label)
			require.LessOrEqual(c.t, len(o.Value), discord.MaxSelectText)
			require.False(c.t, values[o.Value], "%q twice", o.Value)
			values[o.Value] = true
		}
	}
	if n.CustomID != "" {
		require.False(c.t, c.ids[n.CustomID], "%q twice", n.CustomID)
		c.ids[n.CustomID] = true
		id, err := ui.ParseID(n.CustomID)
		require.NoError(c.t, err)
		require.LessOrEqual(c.t, len(id.Arg), discord.MaxCustomID-20, "it may be cut")
		if id.Match != "" { // not of a lesson
			require.Equal(c.t, match.ID("abcdefghijklmnop"), id.Match)
		}
	}
}
