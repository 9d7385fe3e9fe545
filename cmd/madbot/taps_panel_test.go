package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/sandbox"
	"madbot/bot/ui"
	"madbot/rules/match"
	"madbot/storage"
)

const (
	wantedPanels = 60
	soakPanels   = 500
	panelTaps    = 9 // on each panel that is opened
)

// TestPanelRequests lets people use panels of random positions in all ways, until 60 requests, with -soak 500, were
// answers of types 4 and 7. The sandbox refuses what Discord would; with -record, the requests can be checked against
// Discord's OpenAPI document, too.
func TestPanelRequests(t *testing.T) {
	t.Parallel()
	s := newTapStage(t, openRecord(t))
	alice := match.PlayerID(sandbox.AliceID.String())
	settings := []play.Settings{{}, {Words: true}, {Quick: true}, {Menus: true}, {Menus: true, Quick: true},
		{Bare: true}, {Bare: true, Menus: true}}
	opens := map[ui.Verb]bool{ui.TypeTurn: true, ui.Note: true, ui.Help: true} // no panel
	wanted, opened, updated := wantedPanels, 0, 0
	if *soak {
		wanted = soakPanels
	}
	for n := 0; opened+updated < wanted; n++ {
		id := match.ID(fmt.Sprintf("panel%04d", n))
		s.choose(alice, settings[n%len(settings)])
		s.match(id, alice, n%60)
		s.opens(s.server.Actor("carol"), id) // as a spectator
		p := s.opens(s.server.Actor("alice"), id)
		opened += 2
		if n%4 == 0 {
			p.types(wronglyTyped[n/4%len(wronglyTyped)])
			updated++
		}
		for range panelTaps {
			c, _, err := p.taps(func(c control) bool { return !opens[c.id.Verb] })
			require.NoError(t, err)
			updated++
			if choice := ui.ReadTap(c.id.Arg); choice.Turn != "" {
				break // the turn was played, or must be confirmed
			}
		}
	}
	t.Logf("%d panels of type 4, %d of type 7", opened, updated)
}

// BenchmarkTap measures a tap from the click to the changed panel, with the picture above the buttons and without.
func BenchmarkTap(b *testing.B) {
	for name, settings := range map[string]play.Settings{"picture": {}, "bare": {Bare: true}} {
		b.Run(name, func(b *testing.B) {
			s := newTapStage(b, nil)
			alice := match.PlayerID(sandbox.AliceID.String())
			s.choose(alice, settings)
			s.match("tapped", alice, 24)
			p := s.opens(s.server.Actor("alice"), "tapped")
			for b.Loop() {
				_, _, err := p.taps(control.isTap)
				require.NoError(b, err)
			}
		})
	}
}

// wronglyTyped are turns that are never or hardly ever legal.
var wronglyTyped = []string{"211-f9", "111=222=333", "castle", "221", "112>121"}

// types fills in the form of a panel.
func (p *tapper) types(turn string) {
	p.t.Helper()
	for _, c := range controlsOf(p.shown.Components) {
		if c.id.Verb != ui.TypeTurn {
			continue
		}
		opened, err := p.actor.Click(p.ctx, p.shown.ID, c.custom)
		require.NoError(p.t, err)
		require.NotNil(p.t, opened.Modal)
		answer, err := p.actor.Submit(p.ctx, opened,
			sandbox.Input{CustomID: fieldOf(opened.Modal.Components), Value: turn})
		require.NoError(p.t, err)
		require.NotNil(p.t, answer.Message)
		require.Equal(p.t, p.shown.ID, answer.Message.ID, "in place of the panel")
		require.NoError(p.t, p.awaitPanel())
		return
	}
	require.Fail(p.t, "no form", p.shown.Text())
}

// fieldOf returns the id of the only text field of a form.
func fieldOf(list []sandbox.Component) string {
	for _, c := range list {
		if c.CustomID != "" {
			return c.CustomID
		}
		if c.Component != nil {
			return c.Component.CustomID
		}
		if id := fieldOf(c.Components); id != "" {
			return id
		}
	}
	return ""
}

// TestPanelsAreNotWritten: taps do not change the database until a turn is played.
func TestPanelsAreNotWritten(t *testing.T) {
	t.Parallel()
	s := newTapStage(t, nil)
	s.match("unwritten", match.PlayerID(sandbox.AliceID.String()), 24)
	p := s.opens(s.server.Actor("alice"), "unwritten") // that she has looked is stored
	before := s.written()
	p.types("211-f9")
	for range 60 {
		_, _, err := p.taps(control.isTap)
		require.NoError(t, err)
	}
	assert.Equal(t, before, s.written(), "nothing was played")
	for played := false; !played; {
		_, _, err := p.taps(func(c control) bool { return c.id.Verb == ui.Tap })
		require.NoError(t, err)
		played = strings.Contains(p.shown.Text(), "Played")
	}
	assert.NotEqual(t, before, s.written(), "a turn was played")
}

// written returns the contents of the database, except heartbeats.
func (s *tapStage) written() string {
	s.t.Helper()
	var all bytes.Buffer
	_, err := storage.Export(s.ctx, s.app.cfg.Storage.Path, &all, func(string, int) {})
	require.NoError(s.t, err)
	kept, _, found := strings.Cut(all.String(), `{"table":"alive"`)
	require.True(s.t, found)
	return kept
}
