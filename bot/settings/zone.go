package settings

import (
	"cmp"
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/zones"
	"madbot/bot/ui"
)

// The form that asks for a time zone: its title for a person, the name of its field, and the note next to it.
var (
	msgZoneTitle = i18n.Message{ID: "notices.form.zone", Other: "Your time zone"}
	msgZoneLabel = i18n.Message{ID: "notices.form.name", Other: "A large city in it"}
	msgZoneNote  = i18n.Message{ID: "notices.form.namenote", Other: "Such as Brussels, New York or UTC+5:30"}
)

// The reply to a text that names no zone, or may name several; the menu below the latter, and the time in each item.
var (
	msgBadZone = i18n.Message{ID: "notices.badzone",
		Other: "I don't recognise the time zone “{{.Text}}”. Try a large city in it, such as Brussels or New " +
			"York, or its distance from UTC, such as UTC+5:30."}
	msgWhichZone = i18n.Message{ID: "notices.whichzone", Other: "Which place do you mean by “{{.Text}}”?"}
	msgPickZone  = i18n.Message{ID: "notices.menu.zone", Other: "Choose a place"}
	msgZoneItem  = i18n.Message{ID: "notices.menu.now", Other: "{{.Time}} now"}
)

// zoneQuestion asks for a time zone: a button opens a form, and a menu offers the places that the typed text may mean.
type zoneQuestion struct {
	form   ui.ID     // of the form and the menu
	again  ui.Button // opens the form
	back   ui.Button
	timeIn func(play.Player) time.Time // the time now in the player's zone
}

func zoneForm(t i18n.Printer, title i18n.Message) discord.Modal {
	return discord.Modal{Title: t.Text(title, nil), Label: t.Text(msgZoneLabel, nil), Note: t.Text(msgZoneNote, nil),
		MaxLength: maxTyped}
}

// read returns the zone that was typed or chosen, or "" if that is unclear.
func (q zoneQuestion) read(c *dispatch.Call, typed string) (zone string, choices []zones.Choice) {
	return zones.Read(cmp.Or(selected(c), typed), c.T.Language())
}

// ask returns the reply to a text that names no zone: the choices it has, or what to type.
func (q zoneQuestion) ask(c *dispatch.Call, typed string, choices []zones.Choice) dispatch.Reply {
	said := i18n.Args{"Text": discord.Truncate(typed, maxTyped)}
	message := ui.Message{Text: c.T.Text(i18n.Either(len(choices) > 0, msgWhichZone, msgBadZone), said)}
	if len(choices) > 0 {
		menu := &ui.Menu{ID: q.form, Prompt: c.T.Text(msgPickZone, nil)}
		for _, choice := range choices {
			now := q.timeIn(play.Player{Zone: choice.Zone}).Format("15:04")
			menu.Items = append(menu.Items, ui.Item{Value: choice.Zone,
				Label: discord.Truncate(choice.Label, discord.MaxChoiceName), Note: c.T.Text(msgZoneItem, i18n.Args{"Time": now})})
		}
		message.Rows = []ui.Row{{Menu: menu}}
	}
	message.Rows = append(message.Rows, ui.Row{Buttons: []ui.Button{q.again, q.back}})
	return dispatch.Reply{Kind: dispatch.Update, Message: message}
}

// optionZone is the name of the option of /settings and /server that sets the time zone.
const optionZone = "zone"

func zoneOption() *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString, Name: optionZone,
		Description: "The time zone: a large city in it", Autocomplete: true, MaxLength: maxTyped}
}

const maxSuggested = 25

// zoneCompleter suggests places for that option.
func zoneCompleter() map[string]dispatch.Completer {
	return map[string]dispatch.Completer{optionZone: suggestZones}
}

func suggestZones(_ context.Context, c *dispatch.Call) (list []ui.Choice, _ error) {
	_, typed := c.Focused()
	for _, choice := range zones.Suggest(typed, c.T.Language(), maxSuggested) {
		list = append(list, ui.Choice{Name: discord.Truncate(choice.Label, discord.MaxChoiceName), Value: choice.Zone})
	}
	return list, nil
}
