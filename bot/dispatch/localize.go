package dispatch

import (
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Translations finds translations; i18n.Catalog implements it.
type Translations interface {
	// Translations returns the translations of a text by Discord's code of the language, without English.
	Translations(id string) map[string]string
}

// SpecText is a text in the definition of a command. Locale files translate it by its ID.
type SpecText struct {
	ID      string // as in "command.challenge.name" or "option.side.choice.red"
	English string
	Kind    SpecKind
}

// SpecKind says what a SpecText is, and so what Discord accepts for it.
type SpecKind uint8

// The kinds.
const (
	TypedName   SpecKind = iota // of an option: one lower-case word, at most discord.MaxCommandName characters
	MenuName                    // of a context menu command: at most discord.MaxCommandName characters
	Description                 // at most discord.MaxCommandText characters
	ChoiceName                  // at most discord.MaxChoiceName characters
)

// SpecTexts returns all texts in the definitions of commands, each once. It panics if options of the same name have
// different texts.
func SpecTexts(commands []Command) []SpecText {
	var all []SpecText
	known := map[string]string{}
	for _, c := range commands {
		localize(c.Spec, func(text SpecText) map[discordgo.Locale]string {
			english, again := known[text.ID]
			switch {
			case !again:
				known[text.ID], all = text.English, append(all, text)
			case english != text.English:
				panic(fmt.Sprintf("dispatch: %s is %q and %q", text.ID, english, text.English))
			}
			return nil
		})
	}
	return all
}

type translate func(SpecText) map[discordgo.Locale]string

// localize returns c with the translations of its texts. The names of slash commands stay English, because mentions of
// commands show the English name: https://github.com/discord/discord-api-docs/issues/5518.
func localize(c discordgo.ApplicationCommand, in translate) discordgo.ApplicationCommand {
	id := "command." + slug(c.Name)
	if c.Type != discordgo.ChatApplicationCommand {
		c.NameLocalizations = new(in(SpecText{id + ".name", c.Name, MenuName}))
	}
	if c.Description != "" {
		c.DescriptionLocalizations = new(in(SpecText{id + ".description", c.Description, Description}))
	}
	c.Options = localizeOptions(id, c.Options, in)
	return c
}

func localizeOptions(id string, options []*discordgo.ApplicationCommandOption,
	in translate) (localized []*discordgo.ApplicationCommandOption) {
	for _, option := range options {
		o := *option
		of := "option." + o.Name
		if o.Type == discordgo.ApplicationCommandOptionSubCommand {
			of = id + "." + o.Name
		} else {
			o.NameLocalizations = in(SpecText{of + ".name", o.Name, TypedName})
		}
		o.DescriptionLocalizations = in(SpecText{of + ".description", o.Description, Description})
		o.Choices = nil
		for _, c := range option.Choices {
			texts := in(SpecText{fmt.Sprint(of, ".choice.", c.Value), c.Name, ChoiceName})
			o.Choices = append(o.Choices,
				&discordgo.ApplicationCommandOptionChoice{Name: c.Name, Value: c.Value, NameLocalizations: texts})
		}
		o.Options = localizeOptions(of, o.Options, in)
		localized = append(localized, &o)
	}
	return localized
}

// slug returns the form of a command's name in ids: "challenge_to_mad" for "Challenge to MAD".
func slug(name string) string { return strings.ReplaceAll(strings.ToLower(name), " ", "_") }
