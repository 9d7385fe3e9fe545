package bot

import (
	"time"

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

// pace is a choice of how much time there is.
type pace struct {
	value, name string // as it is sent, and as people read it
	terms       match.Pace
	grace       time.Duration // as in match.Terms
}

// paces are all choices, first the usual one between people.
func paces() []pace {
	const day = 24 * time.Hour
	return []pace{
		{"3d", "3 days per turn, bank 3 days", match.Pace{PerTurn: 3 * day, Bank: 3 * day}, match.DefaultGrace},
		{"7d", "7 days per turn, bank 7 days", match.Pace{PerTurn: 7 * day, Bank: 7 * day}, match.DefaultGrace},
		{"1d", "1 day per turn, bank 1 day", match.Pace{PerTurn: day, Bank: day}, match.DefaultGrace},
		{"10m", "10 minutes per turn, bank 30 minutes",
			match.Pace{PerTurn: 10 * time.Minute, Bank: 30 * time.Minute}, time.Hour},
		{noClock, "no clock", match.Pace{}, 0},
	}
}

// noClock is the value of the pace without a clock, the usual one against the bot.
const noClock = "none"

func paceOption() discord.CommandOption {
	o := discord.CommandOption{Type: discord.StringOption, Name: "pace",
		Description: "Time for each turn, and a bank for longer ones; 3 days and 3 days, against me no clock"}
	for _, p := range paces() {
		o.Choices = append(o.Choices, discord.Choice{Name: p.name, Value: p.value})
	}
	return o
}

// setPace gives t the pace of a value; one that is not offered makes terms that match refuses.
func setPace(t *match.Terms, value string) {
	for _, p := range paces() {
		if p.value == value {
			t.Pace, t.Grace = p.terms, p.grace
			return
		}
	}
	t.Pace.Bank = -1
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
