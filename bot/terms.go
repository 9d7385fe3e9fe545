package bot

import (
	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/rules"
	"madbot/rules/match"
)

// choiceOption returns the definition of an option with fixed values.
func choiceOption(name, description string, values ...string) discord.CommandOption {
	o := discord.CommandOption{Type: discord.StringOption, Name: name, Description: description}
	for _, v := range values {
		o.Choices = append(o.Choices, discord.Choice{Name: v, Value: v})
	}
	return o
}

// stallOption offers the two limits of the rule sheets (rules 5.2).
func stallOption() discord.CommandOption {
	return discord.CommandOption{
		Type: discord.IntegerOption, Name: "stall_limit",
		Description: "After how many turns without an expulsion the match stops; 40 unless you choose otherwise",
		Choices: []discord.Choice{
			{Name: "40 turns, 20 each", Value: int(rules.DefaultStallLimit)},
			{Name: "30 turns, 15 each", Value: int(rules.ShortStallLimit)},
		}}
}

// usualLevel is the level of the bot when it is challenged without one.
const usualLevel = 4

func levelOption() discord.CommandOption {
	return discord.CommandOption{
		Type: discord.IntegerOption, Name: "level",
		Description: "Play against me, the bot, at this level: 1 is gentle, 10 is my best",
		MinValue:    new(1), MaxValue: new(int(match.MaxLevel))}
}

// termsOf reads the options; a value that is not offered makes terms that match refuses.
func termsOf(c *dispatch.Call) match.Terms {
	terms := match.Terms{Options: rules.DefaultOptions()}
	if name := c.Text("board"); name != "" {
		terms.Options.Board, _ = rules.ParseBoard(name)
	}
	switch c.Text("side") {
	case match.PlayRed.String():
		terms.Side = match.PlayRed
	case match.PlayBlue.String():
		terms.Side = match.PlayBlue
	}
	terms.Options.Positioning = c.Bool("positioning", true)
	terms.Level = match.Level(min(max(c.Number("level", 0), 0), int(match.MaxLevel)+1))
	limit := c.Number("stall_limit", int(rules.DefaultStallLimit))
	terms.Options.StallLimit = rules.StallLimit(min(max(limit, 0), int(rules.MaxStallLimit)))
	return terms
}
