package client

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// Option is the value for an option of a command: a string, a number, a bool or a wire.Snowflake. Subcommands and
// groups have Options instead.
type Option struct {
	Name    string   `json:"name"`
	Value   any      `json:"value,omitempty"`
	Options []Option `json:"options,omitempty"`
	Focused bool     `json:"focused,omitempty"`
}

// Refusal is why a client refuses an action, in words for its person. The bot received nothing.
type Refusal string

func (r Refusal) Error() string { return string(r) }

func refusal(format string, args ...any) error { return Refusal(fmt.Sprintf(format, args...)) }

// optionReader converts input to the option values that the bot receives.
type optionReader struct {
	partial  bool // autocompletion: values may be missing or out of bounds
	resolved *resolved
	focused  *wire.CommandOption
}

// read checks options against their definitions and returns them in Discord's form.
func (r *optionReader) read(defs []wire.CommandOption, given []Option) ([]map[string]any, error) {
	out := []map[string]any{}
	nested := slices.ContainsFunc(defs,
		func(d wire.CommandOption) bool { return wire.HoldsOptions(d.Type) })
	if nested && len(given) != 1 {
		return nil, refusal("Choose one sub-command.")
	}
	for i, o := range given {
		k := slices.IndexFunc(defs, func(d wire.CommandOption) bool { return d.Name == o.Name })
		if k < 0 ||
			slices.ContainsFunc(given[:i], func(p Option) bool { return p.Name == o.Name }) {
			return nil, refusal("There is no option %q.", o.Name)
		}
		one := map[string]any{"name": o.Name, "type": defs[k].Type}
		var err error
		if wire.HoldsOptions(defs[k].Type) {
			one["options"], err = r.read(defs[k].Options, o.Options)
		} else {
			one["value"], err = r.value(&defs[k], o)
		}
		if err != nil {
			return nil, err
		}
		if o.Focused {
			one["focused"], r.focused = true, &defs[k]
		}
		out = append(out, one)
	}
	for _, d := range defs {
		has := func(o Option) bool { return o.Name == d.Name }
		if d.Required && !r.partial && !slices.ContainsFunc(given, has) {
			return nil, refusal("This option is required: %s.", d.Name)
		}
	}
	return out, nil
}

func (r *optionReader) value(d *wire.CommandOption, o Option) (any, error) {
	text := fmt.Sprint(o.Value)
	if o.Focused {
		return text, nil // text that is being typed is not checked
	}
	switch d.Type {
	case discordgo.ApplicationCommandOptionString:
		return r.text(d, text)
	case discordgo.ApplicationCommandOptionInteger, discordgo.ApplicationCommandOptionNumber:
		return r.number(d, text)
	case discordgo.ApplicationCommandOptionBoolean:
		yes, err := strconv.ParseBool(text)
		if err != nil {
			return nil, refusal("%s: true or false.", d.Name)
		}
		return yes, nil
	case discordgo.ApplicationCommandOptionUser, discordgo.ApplicationCommandOptionMentionable:
		id, _ := wire.ParseSnowflake(text)
		if !r.resolved.user(id) {
			return nil, refusal("%s: there is no such person.", d.Name)
		}
		return id, nil
	case discordgo.ApplicationCommandOptionChannel:
		id, _ := wire.ParseSnowflake(text)
		if !r.resolved.channel(id) {
			return nil, refusal("%s: there is no such channel.", d.Name)
		}
		return id, nil
	default:
		return nil, refusal("%s: the sandbox cannot fill in options of this type.", d.Name)
	}
}

func (r *optionReader) text(d *wire.CommandOption, text string) (any, error) {
	n := utf8.RuneCountInString(text)
	switch {
	case r.partial:
		return text, nil
	case len(d.Choices) > 0:
		return choose(d, text)
	case n > check.MaxOptionText || d.MaxLength != nil && n > *d.MaxLength:
		return nil, refusal("%s: the text is too long.", d.Name)
	case d.MinLength != nil && n < *d.MinLength || n == 0 && d.Required:
		return nil, refusal("%s: the text is too short.", d.Name)
	}
	return text, nil
}

func (r *optionReader) number(d *wire.CommandOption, text string) (any, error) {
	n, err := strconv.ParseFloat(text, 64)
	_, intErr := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil || d.Type == discordgo.ApplicationCommandOptionInteger && intErr != nil ||
		n < -check.MaxOptionNumber || n > check.MaxOptionNumber:
		return nil, refusal("%s: %q is not a number that fits.", d.Name, text)
	case r.partial:
		return json.Number(text), nil
	case len(d.Choices) > 0:
		return choose(d, text)
	case d.MinValue != nil && n < *d.MinValue:
		return nil, refusal("%s: at least %v.", d.Name, *d.MinValue)
	case d.MaxValue != nil && n > *d.MaxValue:
		return nil, refusal("%s: at most %v.", d.Name, *d.MaxValue)
	}
	return json.Number(text), nil
}

// choose returns the value among the choices of d that is written as text. The error is a refusal if there is none.
func choose(d *wire.CommandOption, text string) (any, error) {
	for _, c := range d.Choices {
		if fmt.Sprint(c.Value) == text {
			return c.Value, nil
		}
	}
	return nil, refusal("%s: %q is not one of the choices.", d.Name, text)
}
