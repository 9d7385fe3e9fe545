// Package teach has the commands that teach the game: /learn, /rules and /help.
//
// /learn gives lessons, each a Lesson with a task on a small board, and then a first game against the bot, in whose
// panel each Topic is explained when it comes up. /rules shows the complete rules, a RulePage at a time. /help shows
// the rules in short and the commands.
package teach

import (
	"io"

	"madbot/bot/dispatch"
	"madbot/bot/panel"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/render"
)

// Renderer draws diagrams; render.Renderer implements it.
type Renderer interface {
	// Diagram writes a PNG that explains a rule.
	Diagram(w io.Writer, about render.Diagram, o render.Options) error
}

// Handlers holds what the handlers need. Every field is required.
type Handlers struct {
	Service  *play.Service
	View     *show.View
	Live     *panel.Panels
	Renderer Renderer
}

// Commands returns /learn, /rules and /help.
func (h *Handlers) Commands() []dispatch.Command {
	return []dispatch.Command{
		{Spec: dispatch.Spec("learn", "Learn MAD on a board, step by step; only you see it"), Run: h.resume, Prompt: true},
		{Spec: dispatch.Spec("rules", "The complete rules, section by section; only you see them",
			sectionOption()), Run: h.showRules},
		{Spec: dispatch.Spec("help", "The rules in short, how to play here, and what is marked on the board"),
			Run: h.showHelp},
	}
}

// Controls returns the handlers of the buttons and menus of all three.
func (h *Handlers) Controls() dispatch.Controls {
	return dispatch.Controls{
		ui.Learn: {Run: h.goLearn, Inline: true, Prompt: true},
		ui.Try:   {Run: h.tryTurn, Inline: true, Prompt: true},
		ui.Rules: {Run: h.showRules, Inline: true},
		ui.Help:  {Run: h.showHelp, Inline: true},
	}
}
