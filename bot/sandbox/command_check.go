package sandbox

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of commands: interactions/application-commands of Discord's documentation.
const (
	maxCommandText = 8000
	maxOptions     = 25
	maxChoices     = 25
	maxStringValue = 6000
	maxNumber      = 1 << 53
)

// commandName is Discord's expression for names of chat commands and options.
const commandName = `^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`

// readCommand checks a command. need says whether the name must be there (not in a PATCH).
func readCommand(f form) *Command {
	kind := CommandChat
	if f.has("type") && !f.foreign("type", "commands of type %d", 4) {
		kind = f.choice("type", CommandChat, CommandUser, CommandMessage)
	}
	f.need("name")
	size := 0
	if kind == CommandChat {
		size += checkName(f)
		f.need("description")
		size += localized(f, "description", 100, nil)
		size += checkOptions(f, 0)
	} else {
		size += localized(f, "name", 32, nil)
		if f.obj["description"] != nil && f.obj["description"] != "" {
			f.complain("description", "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
				"Context menu commands cannot have description")
		}
		if len(f.list("options", maxOptions)) > 0 {
			f.complain("options", "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS",
				"Context menu commands cannot have options")
		}
	}
	checkAudience(f)
	if size > maxCommandText {
		f.complain("", "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d)",
			maxCommandText)
	}
	c := &Command{}
	if f.err() == nil {
		f.into(c)
	}
	c.Type = kind
	return c
}

// checkAudience checks who may use the command and where.
func checkAudience(f form) {
	f.choices("contexts", 0, 1, 2)
	f.choices("integration_types", 0, 1)
	for _, name := range []string{"contexts", "integration_types"} {
		if f.has(name) && len(f.list(name, 3)) == 0 {
			f.badLength(name, 1, 3)
		}
	}
	const name = "default_member_permissions"
	if f.has(name) {
		digits := fmt.Sprint(f.obj[name]) // a number is taken too
		if _, err := strconv.ParseUint(digits, 10, 64); err != nil {
			f.complain(name, "NUMBER_TYPE_COERCE", "Value %q is not int.", digits)
		}
		f.obj[name] = digits
	}
	f.truth("dm_permission")
	f.truth("nsfw")
}

// checkName checks the name of a chat command or option with its localizations, and counts its
// characters.
func checkName(f form) int {
	expr := regexp.MustCompile(commandName)
	return localized(f, "name", 32, func(text string) bool {
		return expr.MatchString(text) && text == strings.ToLower(text)
	})
}

// localized checks a text and its translations, and gives the length of the longest.
func localized(f form, name string, most int, fits func(string) bool) int {
	complain := func(f form, key string) {
		f.complain(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
	text := f.text(name, 1, most)
	if fits != nil && f.has(name) && !fits(text) {
		complain(f, name)
	}
	longest := utf8.RuneCountInString(text)
	in, _ := f.form(name + "_localizations")
	for locale := range in.obj {
		if !slices.Contains(locales(), locale) {
			in.complain(locale, "BASE_TYPE_CHOICES", "Value must be a locale.")
		}
		in.need(locale)
		text := in.text(locale, 1, most)
		if fits != nil && in.has(locale) && !fits(text) {
			complain(in, locale)
		}
		longest = max(longest, utf8.RuneCountInString(text))
	}
	return longest
}

// locales are those Discord has: reference of its documentation.
func locales() []string {
	return strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi " +
		"sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")
}

// checkOptions checks the options of a command (depth 0), group or sub-command, and counts their
// characters.
func checkOptions(f form, depth int) int {
	list := f.forms("options", maxOptions)
	size, optional, nested := 0, false, 0
	for _, o := range list {
		o.need("type", "name", "description")
		kind := OptionType(o.choice("type", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
		size += checkName(o) + localized(o, "description", 100, nil)
		if kind == OptionSub || kind == OptionGroup {
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

// checkNested checks a sub-command, or a group, which holds sub-commands only.
func checkNested(f form, kind OptionType, depth int) int {
	inner := f.forms("options", maxOptions)
	bad := kind == OptionGroup && depth > 0 || depth > 1
	for _, o := range inner {
		n, _ := o.integer("type", 1, 11)
		isSub := OptionType(n) == OptionSub
		bad = bad || (kind == OptionGroup) != isSub || OptionType(n) == OptionGroup
	}
	if bad || kind == OptionGroup && len(inner) == 0 {
		f.complain("", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"A group holds sub-commands, a sub-command holds options")
		return 0
	}
	return checkOptions(f, depth+1)
}

// distinctNames complains of two options, or two choices, of the same name; translations count too.
func distinctNames(f form, name string, list []form) {
	seen := map[string]bool{}
	for _, one := range list {
		text, _ := one.obj["name"].(string)
		if seen[text] {
			one.complain("name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
				"Option name %q already exists in this options list", text)
		}
		seen[text] = true
	}
	inLocale := map[string]bool{}
	for _, one := range list {
		own, _ := one.obj["name"].(string)
		in, _ := one.obj["name_localizations"].(map[string]any)
		for locale, value := range in {
			text, _ := value.(string)
			if name == "options" && (inLocale[locale+" "+text] || seen[text] && text != own) {
				one.complain("name_localizations",
					"APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
					"Option name %q already exists in this options list", text)
			}
			inLocale[locale+" "+text] = true
		}
	}
}

// checkOption checks what an option may carry by its type, and counts its choices' characters.
func checkOption(f form, kind OptionType) int {
	numeric := kind == OptionInteger || kind == OptionNumber
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
	only(kind == OptionString, "min_length", "max_length")
	only(kind == OptionChannel, "channel_types")
	f.choices("channel_types", 0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)
	only(numeric || kind == OptionString, "choices")
	only(false, "options")
	checkBounds(f, kind)
	auto := f.truth("autocomplete")
	if auto && !numeric && kind != OptionString {
		f.complain("autocomplete", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"Not allowed for this option type")
	}
	if auto && len(f.list("choices", maxChoices)) > 0 {
		f.complain("choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
			"Autocomplete and choices are mutually exclusive")
	}
	return checkChoices(f, kind)
}

// checkBounds complains of a least above the most, for numbers and lengths.
func checkBounds(f form, kind OptionType) {
	bound := func(name string) (float64, bool) {
		if kind == OptionInteger {
			n, ok := f.integer(name, -maxNumber, maxNumber)
			return float64(n), ok
		}
		return f.number(name, -maxNumber, maxNumber)
	}
	least, hasLeast := bound("min_value")
	most, hasMost := bound("max_value")
	if hasLeast && hasMost && least > most {
		f.complain("min_value", "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID",
			"min_value must not exceed max_value")
	}
	shortest, hasShortest := f.integer("min_length", 0, maxStringValue)
	longest, hasLongest := f.integer("max_length", 1, maxStringValue)
	if hasShortest && hasLongest && shortest > longest {
		f.complain("min_length", "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID",
			"min_length must not exceed max_length")
	}
}

// checkChoices checks "choices", in a command or in an answer to autocomplete, and counts their
// characters.
func checkChoices(f form, kind OptionType) int {
	size := 0
	list := f.forms("choices", maxChoices)
	for _, one := range list {
		one.need("name", "value")
		size += localized(one, "name", 100, nil)
		if !one.has("value") {
			continue
		}
		if kind == OptionString {
			size += utf8.RuneCountInString(one.text("value", 0, 100))
		} else if _, ok := one.obj["value"].(json.Number); !ok {
			one.complain("value", "NUMBER_TYPE_COERCE", "Value is not a number.")
		} else if kind == OptionInteger {
			one.integer("value", -maxNumber, maxNumber)
		} else {
			one.number("value", -maxNumber, maxNumber)
		}
	}
	distinctNames(f, "choices", list)
	return size
}
