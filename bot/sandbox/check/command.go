package check

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

// Limits of commands: interactions/application-commands of Discord's documentation.
const (
	maxCommandText = 8000
	maxOptions     = 25
)

// Commands checks a list that replaces all global commands or all commands of a guild.
func Commands(body any) ([]*wire.Command, *Refusal) {
	f := NewForm(map[string]any{"commands": body})
	if _, ok := body.([]any); !ok {
		f.complain("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil, f.Err()
	}
	list := []*wire.Command{}
	byType := map[discordgo.ApplicationCommandType][]Form{}
	for _, one := range f.forms("commands", 131) {
		one.at = one.at[1:] // Discord numbers the commands at the top level
		c := command(one)
		if SameCommand(list, c) != nil {
			one.complain("name", "APPLICATION_COMMANDS_DUPLICATE_NAME",
				"Application command names must be unique")
		}
		list = append(list, c)
		byType[c.Type] = append(byType[c.Type], one)
	}
	distinctCommands(byType)
	switch {
	case f.Err() != nil:
		return nil, f.Err()
	case len(byType[discordgo.ChatApplicationCommand]) > 100 || len(byType[discordgo.UserApplicationCommand]) > 15 ||
		len(byType[discordgo.MessageApplicationCommand]) > 15 || len(byType[wire.EntryPoint]) > 1:
		return nil, TooManyCommands
	}
	return list, nil
}

// distinctCommands complains about two commands of a type that have the same name, in some locale or by default.
func distinctCommands(byType map[discordgo.ApplicationCommandType][]Form) {
	for _, list := range byType {
		clashesInLocale(list, func(one Form, text string) {
			one.complain("name_localizations", "APPLICATION_COMMANDS_DUPLICATE_NAME",
				"Application command names must be unique: %q", text)
		})
	}
}

// SameCommand returns the command of list with the type and name of c, or nil.
func SameCommand(list []*wire.Command, c *wire.Command) *wire.Command {
	for _, o := range list {
		if o.Type == c.Type && o.Name == c.Name {
			return o
		}
	}
	return nil
}

func command(f Form) *wire.Command {
	kind := discordgo.ChatApplicationCommand
	if f.has("type") {
		kind = choice(f, "type", discordgo.ChatApplicationCommand, discordgo.UserApplicationCommand,
			discordgo.MessageApplicationCommand, wire.EntryPoint)
	}
	f.need("name")
	size := 0
	if kind == discordgo.ChatApplicationCommand {
		f.need("description")
		size = checkName(f) + localized(f, "description", 100, nil) + checkOptions(f, 0)
	} else if kind != wire.EntryPoint {
		size = localized(f, "name", 32, nil)
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
	c := &wire.Command{}
	if f.Err() == nil {
		f.into(c)
	}
	c.Type = kind
	return c
}

// checkAudience checks who may use the command, and where.
func checkAudience(f Form) {
	f.choices("contexts", 0, 1, 2)
	f.choices("integration_types", 0, 1)
	for _, name := range []string{"contexts", "integration_types"} {
		if f.has(name) && len(f.list(name, 3)) == 0 {
			f.badLength(name, 1, 3)
		}
	}
	const name = "default_member_permissions"
	if f.has(name) {
		digits := fmt.Sprint(f.obj[name]) // numbers are accepted too
		if _, err := strconv.ParseUint(digits, 10, 64); err != nil {
			f.complain(name, "NUMBER_TYPE_COERCE", "Value %q is not int.", digits)
		}
		f.obj[name] = digits
	}
	f.truth("nsfw")
}

// commandName is the regular expression in Discord's documentation.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// checkName checks the name of a chat command or an option with its localizations. It returns the length of the
// longest.
func checkName(f Form) int {
	return localized(f, "name", 32, func(text string) bool {
		return commandName.MatchString(text) && text == strings.ToLower(text)
	})
}

// localized checks a text and its localizations. It returns the length of the longest.
func localized(f Form, name string, most int, fits func(string) bool) int {
	complain := func(f Form, key string) {
		f.complain(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
	text := f.text(name, 1, most)
	if fits != nil && f.has(name) && !fits(text) {
		complain(f, name)
	}
	longest := utf8.RuneCountInString(text)
	in, _ := f.form(name + "_localizations")
	for locale := range in.obj {
		if !slices.Contains(wire.Locales(), locale) {
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
