package show

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
)

// MaxTyped is the length of a typed option, in characters. It must fit into a custom id.
const MaxTyped = 60

// Option returns the definition of the option that names a match.
func Option() *discordgo.ApplicationCommandOption {
	return TextOption("game", "Which game; only needed when you play several", false)
}

// TextOption returns the definition of a text option with suggestions.
func TextOption(name, description string, required bool) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionString, Name: name, Description: description,
		Required: required, Autocomplete: true, MaxLength: MaxTyped,
	}
}

// Complete returns the completer of that option. It suggests the matches of among whose labels contain the typed words.
func (p *Picker) Complete(among Among) map[string]dispatch.Completer {
	return map[string]dispatch.Completer{"game": func(ctx context.Context, c *dispatch.Call) ([]ui.Choice, error) {
		list, err := p.View.Service.Open(ctx, c.Actor.ID)
		if err != nil {
			return nil, err
		}
		list = narrow(list, c.Actor.ID, among.fits)
		if len(list) == 0 {
			return nil, text.ErrNoMatch
		}
		_, typed := c.Focused()
		var choices []ui.Choice
		for i, label := range p.View.Labels(ctx, c, list) {
			id := string(list[i].ID)
			if turns.Holds(label+" "+id, typed) {
				choices = append(choices, ui.Choice{Name: label, Value: id})
			}
		}
		return choices, nil
	}}
}

// Turn is a turn that was typed, or chosen from the suggestions.
type Turn struct {
	ui.TurnArg        // of a typed turn, only the Turn
	about      string // the text after the turn in the name of a suggestion: perhaps the tag of a match
}

// ReadTurn reads the value or the name of a suggestion, or a typed turn.
func ReadTurn(value string) Turn {
	if arg, ok := ui.ReadTurn(value); ok {
		return Turn{TurnArg: arg}
	}
	turn, about := turns.ReadSuggestion(value)
	return Turn{TurnArg: ui.TurnArg{Turn: turn}, about: about}
}

// Carried returns what was typed or chosen, for the control of a question about the match. It cuts long texts with an
// ellipsis, so that the rest is never a turn.
func Carried(c *dispatch.Call) string {
	if c.ID.Match != "" && len(c.Values) > 0 { // otherwise a match was picked
		return c.Values[0]
	}
	if c.ID.Arg != "" {
		return c.ID.Arg
	}
	typed := ReadTurn(c.Text("turn"))
	if typed.Ref.ID != "" {
		return c.Text("turn")
	}
	return discord.Truncate(turns.Typed(typed.Turn), MaxTyped)
}
