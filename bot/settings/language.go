package settings

import (
	"madbot/bot/i18n"
	"madbot/bot/ui"
)

// The menu of languages on /settings, which only the person sees.
var msgItemOwn = i18n.Message{ID: "settings.item.own", Other: "Language: as in Discord"}

// argLanguage is the argument of the menus of languages.
const argLanguage = "language"

// ownLanguage is the value of the item for the language that Discord tells.
const ownLanguage = "own"

// languages are those to choose from.
type languages struct{ *i18n.Catalog }

// areFew reports whether there is no choice.
func (l languages) areFew() bool { return len(l.Languages()) < 2 }

// rows returns the menu with an item for the language that Discord tells, labelled own, and one for each language;
// now is the code of what holds. There is no row where there is no choice.
func (l languages) rows(id ui.ID, own, now string) []ui.Row {
	if l.areFew() {
		return nil
	}
	menu := ui.Menu{ID: id, Prompt: own, Items: []ui.Item{{Label: own, Value: ownLanguage, Selected: now == ""}}}
	for _, one := range l.Languages() {
		menu.Items = append(menu.Items, ui.Item{Label: one.Name, Value: one.Code, Selected: one.Code == now})
	}
	return []ui.Row{{Menu: &menu}}
}

// stored returns what was picked in such a menu as it is kept: that of Discord has no code. What was not offered
// leaves it as it was before.
func (l languages) stored(picked, before string) string {
	switch {
	case picked == ownLanguage:
		return ""
	case l.Has(picked):
		return picked
	}
	return before
}
