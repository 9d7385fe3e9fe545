package check

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

// Limits of option values, which also limit the bounds of options.
const (
	MaxOptionText   = 6000    // characters
	MaxOptionNumber = 1 << 53 // positive or negative
)

const maxChoices = 25

// checkOptions checks the options of a command (depth 0), group or subcommand, and returns the number of their
// characters.
func checkOptions(f Form, depth int) int {
	list := f.forms("options", maxOptions)
	size, optional, nested := 0, false, 0
	for _, o := range list {
		o.need("type", "name", "description")
		kind := choice[discordgo.ApplicationCommandOptionType](o, "type", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
		size += checkName(o) + localized(o, "description", 100, nil)
		if wire.HoldsOptions(kind) {
			nested++
			size += checkNested(o, kind, depth)
			continue
		}
		size += checkOption(o, kind)
		required := o.truth("required")
		if required && optional {
			o.complain("", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !required
	}
	if nested > 0 && nested < len(list) {
		f.complain("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"Sub-commands and groups are mutually exclusive to all other option types")
	}
	distinctNames(f, "options", list)
	return size
}

func checkNested(f Form, kind discordgo.ApplicationCommandOptionType, depth int) int {
	inner := f.forms("options", maxOptions)
	isGroup := kind == discordgo.ApplicationCommandOptionSubCommandGroup
	bad := isGroup && depth > 0 || depth > 1
	for _, o := range inner {
		n, _ := o.integer("type", 1, 11)
		inner := discordgo.ApplicationCommandOptionType(n)
		isSub := inner == discordgo.ApplicationCommandOptionSubCommand
		bad = bad || isGroup != isSub || wire.HoldsOptions(inner) && !isSub
	}
	if bad || isGroup && len(inner) == 0 {
		f.complain("", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"A group holds sub-commands, a sub-command holds options")
		return 0
	}
	return checkOptions(f, depth+1)
}

// distinctNames complains about two options, or two choices, with the same name, localizations included.
func distinctNames(f Form, name string, list []Form) {
	seen := map[string]bool{}
	for _, one := range list {
		text, _ := one.obj["name"].(string)
		if seen[text] {
			one.complain("name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
				"Option name %q already exists in this options list", text)
		}
		seen[text] = true
	}
	if name != "options" {
		return
	}
	clashesInLocale(list, func(one Form, text string) {
		one.complain("name_localizations", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
			"Option name %q already exists in this options list", text)
	})
}

// clashesInLocale complains about each localization of a name that equals another's, or another's default name.
func clashesInLocale(list []Form, complain func(one Form, text string)) {
	owns, inLocale := map[string]bool{}, map[string]bool{}
	for _, one := range list {
		own, _ := one.obj["name"].(string)
		owns[own] = true
	}
	for _, one := range list {
		own, _ := one.obj["name"].(string)
		in, _ := one.obj["name_localizations"].(map[string]any)
		for locale, value := range in {
			text, _ := value.(string)
			if inLocale[locale+" "+text] || owns[text] && text != own {
				complain(one, text)
			}
			inLocale[locale+" "+text] = true
		}
	}
}

// checkOption checks the fields that an option of a type may have, and returns the number of its choices'
// characters.
func checkOption(f Form, kind discordgo.ApplicationCommandOptionType) int {
	numeric := kind == discordgo.ApplicationCommandOptionInteger || kind == discordgo.ApplicationCommandOptionNumber
	only := func(fits bool, names ...string) {
		for _, name := range names {
			list, isList := f.obj[name].([]any)
			if !fits && f.has(name) && (!isList || len(list) > 0) {
				f.complain(name, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
					"Not allowed for this option type")
			}
		}
	}
	only(numeric, "min_value", "max_value")
	only(kind == discordgo.ApplicationCommandOptionString, "min_length", "max_length")
	only(kind == discordgo.ApplicationCommandOptionChannel, "channel_types")
	f.choices("channel_types", 0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)
	only(numeric || kind == discordgo.ApplicationCommandOptionString, "choices")
	only(false, "options")
	checkBounds(f, kind)
	auto := f.truth("autocomplete")
	if auto && !numeric && kind != discordgo.ApplicationCommandOptionString {
		f.complain("autocomplete", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"Not allowed for this option type")
	}
	if auto && len(f.list("choices", maxChoices)) > 0 {
		f.complain("choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
			"Autocomplete and choices are mutually exclusive")
	}
	return checkChoices(f, kind)
}

func checkBounds(f Form, kind discordgo.ApplicationCommandOptionType) {
	bound := func(name string) (float64, bool) {
		if kind == discordgo.ApplicationCommandOptionInteger {
			n, ok := f.integer(name, -MaxOptionNumber, MaxOptionNumber)
			return float64(n), ok
		}
		return f.number(name, -MaxOptionNumber, MaxOptionNumber)
	}
	least, hasLeast := bound("min_value")
	most, hasMost := bound("max_value")
	if hasLeast && hasMost && least > most {
		f.complain("min_value", "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID",
			"min_value must not exceed max_value")
	}
	shortest, hasShortest := f.integer("min_length", 0, MaxOptionText)
	longest, hasLongest := f.integer("max_length", 1, MaxOptionText)
	if hasShortest && hasLongest && shortest > longest {
		f.complain("min_length", "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID",
			"min_length must not exceed max_length")
	}
}

// checkChoices checks "choices" of an option or of an autocomplete response, and returns the number of their
// characters.
func checkChoices(f Form, kind discordgo.ApplicationCommandOptionType) int {
	size := 0
	list := f.forms("choices", maxChoices)
	for _, one := range list {
		one.need("name", "value")
		size += localized(one, "name", 100, nil)
		if !one.has("value") {
			continue
		}
		if kind == discordgo.ApplicationCommandOptionString {
			size += utf8.RuneCountInString(one.text("value", 0, 100))
		} else if _, ok := one.obj["value"].(json.Number); !ok {
			one.complain("value", "NUMBER_TYPE_COERCE", "Value is not a number.")
		} else if kind == discordgo.ApplicationCommandOptionInteger {
			one.integer("value", -MaxOptionNumber, MaxOptionNumber)
		} else {
			one.number("value", -MaxOptionNumber, MaxOptionNumber)
		}
	}
	distinctNames(f, "choices", list)
	return size
}

// Choices checks the autocomplete response for an option of a type.
func Choices(data Form, kind discordgo.ApplicationCommandOptionType) []wire.Choice {
	checkChoices(data, kind)
	var body struct {
		Choices []wire.Choice `json:"choices"`
	}
	if data.Err() == nil {
		data.into(&body)
	}
	return body.Choices
}
