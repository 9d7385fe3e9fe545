// Package people has the commands about how people play: /profile, /record and /ranking. Managers of a server can also
// annul the result of a game, and exclude people from the ranking.
package people

import (
	"context"
	"io"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules/match"
)

// Handlers holds what the handlers need. Every field is required.
type Handlers struct {
	Service  *play.Service
	View     *show.View
	Pick     *show.Picker
	Members  *Members
	Renderer Renderer
	Streaks  Streaks
}

// Streaks counts solved puzzles of the day; daily.Service implements it.
type Streaks interface {
	// Streak returns on how many consecutive days p solved the puzzle on the server of a; 0 if a may not see it.
	Streak(ctx context.Context, a play.Actor, p match.PlayerID) (int, error)
}

// Renderer draws ratings; render.Renderer implements it.
type Renderer interface {
	// Ratings writes a PNG of the curve of a rating.
	Ratings(w io.Writer, course render.Ratings, o render.Options) error
}

// Commands returns /profile, /record and /ranking.
func (h *Handlers) Commands() []dispatch.Command {
	person := func(name, description string, required bool) *discordgo.ApplicationCommandOption {
		return &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionUser, Name: name,
			Description: description, Required: required}
	}
	return []dispatch.Command{
		{Spec: dispatch.Spec("profile", "How somebody plays; only you see it", person(optPerson, "Who; you, if you leave it out", false)),
			Run: h.profile},
		{Spec: dispatch.Spec("record", "Two people's record against each other; only you see it",
			person(optPlayer, "One of them", true), person(optOther, "The other; you, if you leave it out", false)), Run: h.record},
		{Spec: rankingSpec(), Run: h.ranking},
	}
}

// The options that name a person.
const (
	optPerson = "person"
	optPlayer = "player"
	optOther  = "other"
)

// Controls returns the handlers of the buttons of profiles and rankings, and of those for people who manage the server.
func (h *Handlers) Controls() dispatch.Controls {
	return dispatch.Join(dispatch.Controls{ui.Ranking: {Run: h.ranking, Inline: true}, ui.Record: {Run: h.record},
		ui.Exclude: {Run: h.exclude, Inline: true}, ui.Include: {Run: h.exclude, Inline: true}},
		h.Pick.Controls(show.Open(), map[ui.Verb]show.Handler{
			ui.SubmitAnnul: h.submitAnnul, ui.Reinstate: h.reinstate}),
		h.Pick.Controls(show.Open(), map[ui.Verb]show.Handler{ui.Annul: h.annul}).Prompts())
}

// Private refusals to show a person's games.
var (
	msgBot      = i18n.Message{ID: "people.bot", Other: "{{.Player}} is a bot: this is about people."}
	msgStranger = i18n.Message{ID: "people.stranger", Other: "{{.Player}} isn't on this server. Ask on one you share."}
)

// named returns the person in an option, or the caller if there is none. It refuses bots, and people whom the caller
// shares neither this server nor a game with.
func (h *Handlers) named(ctx context.Context, c *dispatch.Call, option string) (match.PlayerID, error) {
	p := match.PlayerID(c.Text(option))
	if p == "" || p == c.Actor.ID {
		return c.Actor.ID, nil
	}
	person := c.Users[string(p)]
	args := i18n.Args{"Player": text.Mention(c.T, p)}
	if person.Bot || p == c.Robot {
		return "", text.Refuse(msgBot, args)
	}
	if person.IsMember {
		return p, nil
	}
	score, err := h.Service.Score(ctx, c.Actor.ID, p)
	if err == nil && score.Matches == 0 {
		err = text.Refuse(msgStranger, args)
	}
	return p, err
}
