package challenge

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/show"
	"madbot/rules"
	"madbot/rules/match"
)

// options are the options given with a command, by name. dispatch.Call implements it.
type options interface {
	Text(name string) string // "" if not given
	Number(name string, otherwise int) int
	Bool(name string, otherwise bool) bool
}

// Names of the options.
const (
	optPreset    = "preset"
	optPace      = "pace"
	optHints     = "hints"
	optTakebacks = "takebacks"
	optRated     = "rated"
)

// The values of the suggestions for the rated option.
const (
	valueRated   = "true"
	valueUnrated = "false"
)

// anyHints is the value of the hints option that means no limit.
const anyHints = -1

// DefaultLevel is the bot's level if it is challenged without one.
const DefaultLevel = 1

// termOptions returns the definitions of the options that readTerms reads.
func termOptions() []*discordgo.ApplicationCommandOption {
	return []*discordgo.ApplicationCommandOption{
		presetOption(),
		choices("board", "6x4 has 6 rows and 4 columns, 5x5 is square; by default 6x4",
			rules.Board6x4.String(), rules.Board5x5.String()),
		choices("side", "Your side; by default random. Red begins",
			match.PlayRed.String(), match.PlayBlue.String(), match.RandomSide.String()),
		paceOption(),
		hintsOption(),
		{Type: discordgo.ApplicationCommandOptionBoolean, Name: optTakebacks,
			Description: "Whether turns can be taken back; by default True"},
		ratedOption(),
		{Type: discordgo.ApplicationCommandOptionBoolean, Name: "positioning",
			Description: "Whether each side's first turn rearranges its fleet; by default True"},
		stallOption(),
		levelOption(),
	}
}

func choices(name, description string, values ...string) *discordgo.ApplicationCommandOption {
	o := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString,
		Name: name, Description: description}
	for _, v := range values {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: v, Value: v})
	}
	return o
}

func ratedOption() *discordgo.ApplicationCommandOption {
	o := show.TextOption(optRated, "Whether the result changes your ratings: then no hints, no takebacks", false)
	o.MaxLength = discord.MaxChoiceName // some clients send the name of a suggestion
	return o
}

func presetOption() *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString, Name: optPreset,
		Description: "Pace, hints and takebacks that go together; other options change them",
		Choices: []*discordgo.ApplicationCommandOptionChoice{
			{Name: "Club: days per turn, 3 hints each", Value: string(Club)},
			{Name: "Coffee: minutes per turn, 3 hints each", Value: string(Coffee)},
			{Name: "Serious: days per turn, no hints, no takebacks", Value: string(Serious)},
		}}
}

func paceOption() *discordgo.ApplicationCommandOption {
	o := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString, Name: optPace,
		Description: "Time per turn and a bank; default 3 days each, against me no clock"}
	for _, p := range paces() {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: p.name, Value: p.value})
	}
	return o
}

func hintsOption() *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionInteger, Name: optHints,
		Description: "Hints per side; default 3, against me unlimited",
		Choices: []*discordgo.ApplicationCommandOptionChoice{
			{Name: "none", Value: 0}, {Name: "1 each", Value: 1}, {Name: "3 each", Value: 3},
			{Name: "5 each", Value: 5}, {Name: "10 each", Value: 10},
			{Name: "as many as you like", Value: anyHints},
		}}
}

// stallOption offers the two limits of the rule sheets (rules 5.2).
func stallOption() *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionInteger, Name: "stall_limit",
		Description: "After how many turns without an expulsion the game stops; by default 40",
		Choices: []*discordgo.ApplicationCommandOptionChoice{
			{Name: "40 turns, 20 each", Value: int(rules.DefaultStallLimit)},
			{Name: "30 turns, 15 each", Value: int(rules.ShortStallLimit)},
		}}
}

// levelOption offers the bot's levels, with a few words about each.
func levelOption() *discordgo.ApplicationCommandOption {
	o := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionInteger, Name: "level",
		Description: "Play against me, the bot, at this level"}
	for i, name := range [match.MaxLevel]string{"first game", "still learning", "pays attention", "careful friend",
		"sharp eye", "thinks ahead", "club player", "strong", "very strong", "the best I can"} {
		level := strconv.Itoa(i + 1)
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: level + " " + name, Value: i + 1})
	}
	return o
}

// botLevel returns the bot's level in o, or 0 if there is none. Values out of range become an invalid level.
func botLevel(o options) match.Level {
	return match.Level(min(max(o.Number("level", 0), 0), int(match.MaxLevel)+1))
}

// readTerms returns the terms in o. What o omits comes from the preset. An empty preset is for a match against the bot,
// without a clock and with unlimited hints. For values that were not offered, it returns terms that match.Propose
// refuses.
func readTerms(o options, preset Preset) match.Terms {
	t := match.Terms{Options: rules.DefaultOptions(), Level: botLevel(o)}
	if named := o.Text(optPreset); named != "" {
		preset = Preset(named)
	}
	if preset != "" && !preset.Apply(&t) {
		t.Pace.Bank = -1
	}
	switch o.Text(optRated) {
	case valueRated:
		rate(&t)
	case valueUnrated, "":
	default:
		t.Pace.Bank = -1
	}
	readGame(o, &t)
	readPace(o, &t)
	switch n := o.Number(optHints, anyHints); {
	case o.Text(optHints) == "":
	case n == 0:
		t.Hints = match.NoHints
	default:
		t.Hints = match.HintLimit(min(max(n, 0), int(match.MaxHints)))
	}
	t.NoTakebacks = !o.Bool(optTakebacks, !t.NoTakebacks)
	return t
}

// rate makes t rated, without hints and takebacks.
func rate(t *match.Terms) { t.Rated, t.Hints, t.NoTakebacks = true, match.NoHints, true }

// readGame reads the options of the game: board, sides, positioning turns and stall limit.
func readGame(o options, t *match.Terms) {
	if name := o.Text("board"); name != "" {
		t.Options.Board, _ = rules.ParseBoard(name)
	}
	switch o.Text("side") {
	case match.PlayRed.String():
		t.Side = match.PlayRed
	case match.PlayBlue.String():
		t.Side = match.PlayBlue
	}
	t.Options.Positioning = o.Bool("positioning", true)
	limit := o.Number("stall_limit", int(rules.DefaultStallLimit))
	t.Options.StallLimit = rules.StallLimit(min(max(limit, 0), int(rules.MaxStallLimit)))
}

// readPace reads the pace, keeping the preset's if o has none.
func readPace(o options, t *match.Terms) {
	value := o.Text(optPace)
	if value == "" {
		return
	}
	for _, p := range paces() {
		if p.value == value {
			p.apply(t)
			return
		}
	}
	t.Pace.Bank = -1
}
