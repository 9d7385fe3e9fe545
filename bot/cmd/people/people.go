// Package people has what shows who plays how: /ranking.
package people

import (
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
)

// Handlers handles what Commands and Controls list. Every field is required.
type Handlers struct {
	Service *play.Service
}

// Commands returns /ranking.
func (h *Handlers) Commands() []dispatch.Command {
	return []dispatch.Command{
		{Spec: rankingSpec(), Run: h.ranking},
	}
}

// Controls returns what leads through a ranking.
func (h *Handlers) Controls() dispatch.Controls {
	return dispatch.Controls{ui.Ranking: {Run: h.ranking, Inline: true}}
}
