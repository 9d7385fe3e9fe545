package bot

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// completeTurn suggests the legal turns of the matches that can be meant.
func (h *handlers) completeTurn(ctx context.Context, c *dispatch.Call) ([]ui.Choice, error) {
	matches, err := h.onTurn(ctx, c)
	if err != nil {
		return nil, err
	}
	summaries := make([]play.Summary, len(matches))
	for i := range matches {
		summaries[i] = matches[i].Summary()
	}
	boards := make([]turns.Board, len(matches))
	for i, tag := range text.Tags(c.T, h.listed(ctx, c, summaries), readerOf(c)) {
		boards[i] = turns.Board{Position: matches[i].Game.Position(), Tag: tag}
	}
	_, typed := c.Focused()
	typed = readTurn(typed).text
	var choices []ui.Choice
	for _, s := range turns.Suggest(c.T, boards, typed, discord.MaxChoices) {
		m, value := &matches[s.Board], dispatch.AsTyped(typed)
		if s.Turn != rules.NoTurn {
			value = suggestion(s.Turn, play.Ref{ID: m.ID, Ply: m.Moment()})
		}
		choices = append(choices, ui.Choice{Name: s.Name, Value: value})
	}
	return choices, nil
}

// onTurn loads the matches that c can mean and in which it is the person's turn; if there are none, it
// returns why.
func (h *handlers) onTurn(ctx context.Context, c *dispatch.Call) ([]play.Match, error) {
	id, list, err := h.meant(ctx, c, []filter{isPlaying, isOnTurn})
	if err != nil {
		return nil, err
	}
	ids := []match.ID{id}
	if id == "" {
		ids = nil
		for _, m := range list[:min(len(list), discord.MaxChoices-1)] {
			ids = append(ids, m.ID)
		}
	}
	var matches []play.Match
	var whyNot error
	for _, id := range ids {
		m, err := h.service.Match(ctx, c.Actor, id)
		if err != nil {
			return nil, err
		}
		if err := m.OnTurn(c.Actor.ID); err != nil {
			whyNot = err
			continue
		}
		matches = append(matches, m)
	}
	if len(matches) == 0 {
		return nil, whyNot
	}
	return matches, nil
}

// suggestion is the value of a suggested turn: its text, and the match and ply it was made for, so
// that it is never played on another board.
func suggestion(turn rules.Turn, ref play.Ref) string {
	return turn.String() + " @" + string(ref.ID) + "." + strconv.Itoa(ref.Ply)
}

// typedTurn is what was typed as a turn, or picked from the suggestions.
type typedTurn struct {
	text  string
	ref   play.Ref // of a suggestion's value; zero for others
	about string   // of a suggestion's name: what may name its match
}

// readTurn reads what suggestion wrote, the name of a suggestion, or what is typed.
func readTurn(value string) typedTurn {
	turn, place, found := strings.Cut(value, " @")
	name, number, _ := strings.Cut(place, ".")
	id, err := match.ParseID(name)
	ply, bad := strconv.Atoi(number)
	if found && errors.Join(err, bad) == nil {
		return typedTurn{text: turn, ref: play.Ref{ID: id, Ply: ply}}
	}
	turn, about := turns.ReadSuggestion(value)
	return typedTurn{text: turn, about: about}
}
