package settings

import (
	"madbot/bot/i18n"
	"madbot/bot/ui"
)

// The menu of languages on /settings, which only the person sees.
var msgItemOwn = i18n.Message{ID: "settings.item.own", Other: "Language: as in Discord"}

// ownLanguage is the value of the item for the language set in Discord.
const ownLanguage = "own"

type languages struct{ *i18n.Catalog }

// rows returns the menu of languages: first an item, labelled own, for the language set in Discord. current is the
// stored code. There is no menu if there is only one language.
func (l languages) rows(id ui.ID, own, current string) []ui.Row {
	if len(l.Languages()) < 2 {
		return nil
	}
	menu := ui.Menu{ID: id, Prompt: own, Items: []ui.Item{{Label: own, Value: ownLanguage, Selected: current == ""}}}
	for _, one := range l.Languages() {
		menu.Items = append(menu.Items, ui.Item{Label: one.Name, Value: one.Code, Selected: one.Code == current})
	}
	return []ui.Row{{Menu: &menu}}
}

// stored returns the code to store for a value of the menu: "" for the language set in Discord, before for a value
// that the menu did not offer.
func (l languages) stored(value, before string) string {
	switch {
	case value == ownLanguage:
		return ""
	case l.Has(value):
		return value
	}
	return before
}
