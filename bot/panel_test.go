package bot

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

var games = flag.Int("games", 40, "how many random games TestPanel plays")

const (
	// fullGames and fullSteps: in one of fullGames games, and in one of fullSteps positions of it, the messages of all
	// panels are made, in each mode.
	fullGames, fullSteps = 40, 5
	// longestMatch and longestPlayer are the longest possible ids.
	longestMatch  match.ID       = "zzzzzzzzzzzzzzzz"
	longestPlayer match.PlayerID = "18446744073709551615"
)

// panelModes are the settings for choosing a turn.
var panelModes = map[string]play.Settings{
	"board": {},
	"quick": {Quick: true},
	"menus": {Menus: true},
}

// TestPanel plays random games on both boards, with positioning turns and without. In each position, taps reach exactly
// the legal turns. In some games, the messages of all panels are made as well, in each mode and for each reader: their
// controls play exactly the legal turns, and they are within Discord's limits. The long form:
//
//	go test ./bot -run 'TestPanel$' -v -games 10000 -timeout 2h
func TestPanel(t *testing.T) {
	t.Parallel()
	each := max(*games/4, 1)
	for i := range 4 {
		o := rules.Options{Board: rules.Boards()[i%2], Positioning: i >= 2, StallLimit: 60}
		t.Run(fmt.Sprintf("%v positioning %v", o.Board, o.Positioning), func(t *testing.T) {
			t.Parallel()
			began, done := time.Now(), inspected{}
			for n := range each {
				done.add(playPanels(t, o, uint64(4*n+i)))
			}
			t.Logf("%d games in %v: %+v", each, time.Since(began).Round(time.Millisecond), done)
		})
	}
}

// inspected counts what was checked.
type inspected struct{ Positions, Selections, FullGames, Messages, Controls int }

func (y *inspected) add(z inspected) {
	y.Positions += z.Positions
	y.Selections += z.Selections
	y.FullGames += z.FullGames
	y.Messages += z.Messages
	y.Controls += z.Controls
}

// playPanels plays the random game with a number and checks the panels of its positions.
func playPanels(t *testing.T, o rules.Options, number uint64) (done inspected) {
	t.Helper()
	r := rand.New(rand.NewPCG(number, 1))
	w := newWatcher(t, o, r)
	full := number/4%fullGames == 0
	for {
		p := w.match.Game.Position()
		legal := p.AppendTurns(nil)
		if !w.match.Game.Outcome().Over() {
			done.Positions++
			done.Selections += requireTaps(t, p, legal)
		}
		if full && w.match.Game.Ply()%fullSteps == 0 {
			w.look(p, legal)
		}
		if w.match.Game.Outcome().Over() {
			break
		}
		require.NoError(t, w.match.Game.Play(legal[r.IntN(len(legal))]))
	}
	if full {
		done.FullGames++
	}
	done.add(w.done)
	return done
}

// requireTaps follows all taps in p and checks that they lead exactly to the legal turns.
func requireTaps(t *testing.T, p rules.Position, legal []rules.Turn) int {
	t.Helper()
	seen, reached := map[tap.Selection]bool{}, []rules.Turn{}
	for next := []tap.Selection{{}}; len(next) > 0; next = next[1:] {
		s := next[0]
		if seen[s] {
			continue
		}
		seen[s] = true
		if again, ok := tap.Parse(&p, s.String()); !ok || again != s {
			t.Fatalf("%v: %q is read as %q, %v", p, s, again, ok)
		}
		view := tap.New(p, s)
		if view.Stage == tap.Confirm || view.Stage == tap.ChooseBonus {
			reached = append(reached, s.Turn)
		}
		next = append(next, tapsOf(view)...)
	}
	slices.Sort(reached)
	requireSame(t, p, legal, slices.Compact(reached)) // a swap is reached from either ship
	return len(seen)
}

// tapsOf returns the selections that the taps of a view lead to.
func tapsOf(view tap.View) (all []tap.Selection) {
	for _, row := range view.Rows {
		for _, c := range row {
			if c.Mark != tap.NoMark {
				all = append(all, c.Next)
			}
		}
	}
	for _, o := range view.Options {
		all = append(all, o.Next)
	}
	return all
}

// requireSame checks that the turns reached in p are the legal ones, each once.
func requireSame(t *testing.T, p rules.Position, legal, reached []rules.Turn) {
	t.Helper()
	texts := func(turns []rules.Turn) string {
		list := make([]string, len(turns))
		for i, turn := range turns {
			list[i] = turn.String()
		}
		slices.Sort(list)
		return strings.Join(list, " ")
	}
	if want, got := texts(legal), texts(reached); want != got {
		t.Fatalf("in %v\nlegal   %s\nreached %s", p, want, got)
	}
}

// watcher checks the panels of a game as they are sent.
type watcher struct {
	tb     table
	r      *rand.Rand
	match  match.Match
	limits limitCheck
	emojis map[string]discordgo.ComponentEmoji
	done   inspected
}

// newWatcher starts a game between players with the longest ids.
func newWatcher(t *testing.T, o rules.Options, r *rand.Rand) *watcher {
	t.Helper()
	tb := newTable(t)
	verbs := map[ui.Verb]bool{}
	for verb := range tb.commands().Controls {
		verbs[verb] = true
	}
	return &watcher{tb: tb, r: r, limits: limitCheck{t: t, verbs: verbs}, emojis: emojis(),
		match: match.Match{ID: longestMatch, Status: match.Playing, Challenger: longestPlayer, Opponent: bob,
			Players: rules.BySide[match.PlayerID]{Red: longestPlayer, Blue: bob},
			Terms:   match.Terms{Options: o}, Game: rules.NewGame(o)}}
}

// emojis returns an emoji, with the longest id, for everything on a panel.
func emojis() map[string]discordgo.ComponentEmoji {
	all := map[string]discordgo.ComponentEmoji{}
	add := func(name string) { all[name] = discordgo.ComponentEmoji{ID: string(longestPlayer), Name: name} }
	for _, icon := range panel.Icons() {
		add(icon.String())
	}
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		for _, ship := range rules.Ships() {
			add(show.ShipEmoji(rules.Piece{Color: c, Ship: ship}))
		}
	}
	return all
}

// look checks all panels of p, whose legal turns are given.
func (w *watcher) look(p rules.Position, legal []rules.Turn) {
	m := w.match.Clone()
	if m.Game.Outcome().Over() {
		m.Status = match.Finished
	}
	for _, mode := range slices.Sorted(maps.Keys(panelModes)) {
		settings := panelModes[mode]
		shown := panel.Panel{Match: &m, Settings: settings}
		if w.r.IntN(2) == 0 {
			shown.Emojis = w.emojis
		}
		shown.Settings.Words = w.r.IntN(2) == 0
		shown.Settings.Quick = settings.Quick || settings.Menus && w.r.IntN(2) == 0
		w.aside(shown)
		if m.Status == match.Finished {
			continue
		}
		shown.Reader = m.ToMove()
		f := follower{watcher: w, mode: fmt.Sprintf("%s %+v", mode, shown.Settings), panel: shown, position: p,
			seen: map[ui.TapArg]bool{}, played: map[rules.Turn]bool{}}
		f.follow(panel.Message(w.tb.View.Catalog.Printer("en"), shown))
		reached := []rules.Turn{}
		for turn := range f.played {
			reached = append(reached, turn)
		}
		requireSame(w.tb.t, p, legal, reached)
		f.mistype(legal)
	}
}

// aside checks the panels of people who cannot choose a turn.
func (w *watcher) aside(shown panel.Panel) {
	t := w.tb.View.Catalog.Printer("en")
	for _, reader := range []match.PlayerID{longestPlayer, bob, carol} {
		if shown.Match.As(reader).OnTurn() == nil {
			continue
		}
		sides := []rules.Color{rules.Red}
		if shown.Match.ColorOf(reader) == rules.NoColor {
			sides = []rules.Color{rules.NoColor, rules.Red, rules.Blue}
		}
		for _, side := range sides {
			shown.Reader, shown.Side = reader, side
			shown.Says = panel.Meanwhile(w.tb.call(reader), shown.Match)
			verbs := []ui.Verb{ui.OpenPanel, ui.Plan, ui.Note}
			if shown.Match.ColorOf(reader) == rules.NoColor {
				verbs = verbs[:1]
			}
			w.requireOnly(panel.Message(t, shown), verbs...)
			w.requireOnly(panel.Message(t, panel.Panel{Match: shown.Match, Reader: reader, Side: side,
				Selection: tap.Selection{Ship: rules.Ship111}}), verbs...)
		}
	}
}

// requireOnly checks that the controls of a panel have only these verbs, apart from taking a turn back and the rules.
func (w *watcher) requireOnly(m ui.Message, verbs ...ui.Verb) {
	for _, id := range w.check(m) {
		if !slices.Contains(verbs, id.Verb) && id.Verb != ui.TakeBack && id.Verb != ui.Help {
			w.tb.t.Fatalf("%v is offered to somebody who cannot play", id)
		}
	}
}

// check checks that m can be sent, and returns the ids of what can be pressed and picked.
func (w *watcher) check(m ui.Message) []ui.ID {
	ids := w.limits.check(m)
	w.done.Messages++
	w.done.Controls += len(ids)
	return ids
}

// follower follows all controls of the panels of a position.
type follower struct {
	*watcher
	mode     string
	panel    panel.Panel // with nothing chosen
	position rules.Position
	seen     map[ui.TapArg]bool
	played   map[rules.Turn]bool
}

// follow follows each control of a panel.
func (f *follower) follow(m ui.Message) {
	for _, id := range f.check(m) {
		if id.Verb != ui.Tap {
			continue
		}
		if choice := ui.ReadTap(id.Arg); !f.seen[choice] {
			f.seen[choice] = true
			f.choose(choice)
		}
	}
}

// choose follows one control.
func (f *follower) choose(c ui.TapArg) {
	t, shown := f.tb.View.Catalog.Printer("en"), f.panel
	if c.Turn == "" {
		s, ok := tap.Parse(&f.position, c.Selection)
		if !ok {
			f.tb.t.Fatalf("%s: in %v, %q can't be selected", f.mode, f.position, c.Selection)
		}
		shown.Selection = s
		f.follow(panel.Message(t, shown))
		return
	}
	turn, err := f.position.ParseTurn(c.Turn)
	loses := err == nil && f.position.LosesAtOnce(turn)
	switch {
	case err != nil || turn.String() != c.Turn || c.Sure && !loses:
		f.tb.t.Fatalf("%s: in %v, %+v can't be played: %v", f.mode, f.position, c, err)
	case loses && !c.Sure:
		f.follow(panel.AskTwice(t, shown, turn))
	default:
		f.played[turn] = true
	}
}

// mistype checks what is suggested for a mistyped turn.
func (f *follower) mistype(legal []rules.Turn) {
	typed := legal[f.r.IntN(len(legal))].String()
	at := f.r.IntN(len(typed))
	typed = typed[:at] + string("0123456789abcdef=>-x+? "[f.r.IntN(23)]) + typed[at+1:]
	_, err := f.position.ParseTurn(typed)
	if err == nil {
		return
	}
	t, shown := f.tb.View.Catalog.Printer("en"), f.panel
	said, known := text.Refusal(t, err)
	require.True(f.tb.t, known, "%q: %v", typed, err)
	shown.Says, shown.Offers = said, turns.Instead(t, err)
	for _, turn := range shown.Offers {
		require.Contains(f.tb.t, legal, turn, typed)
		require.True(f.tb.t, strings.Contains(said, "`"+turn.String()+"`") || len(shown.Offers) > 12, said)
	}
	f.follow(panel.Message(t, shown))
	require.Len(f.tb.t, f.played, len(legal))
}

// TestPanel_Exiles checks positions in which the maximum number of exiled ships can be chosen, which random games
// hardly reach.
func TestPanel_Exiles(t *testing.T) {
	t.Parallel()
	for _, position := range []string{
		"6x4 a1b1c1---------- b6d5b3a6c5a5d6b5 r - 0 -",
		"6x4 b6d5b3a6c5a5d6b5 a1b1c1---------- b - 0 -",
		"5x5 a1b1c1---------- b5a4e4c4c5e5a5d5 r - 12 b",
	} {
		p, err := rules.ParsePosition(position)
		require.NoError(t, err)
		exiles := 0
		for _, o := range tap.New(p, tap.Selection{}).Options {
			if o.Ship != rules.NoShip {
				exiles++
			}
		}
		require.Equal(t, 4, exiles, position)
		w := newWatcher(t, rules.Options{Board: p.Board()}, rand.New(rand.NewPCG(1, 2)))
		w.match.Game = rules.GameFrom(p, rules.DefaultStallLimit)
		w.look(p, p.AppendTurns(nil))
	}
}
