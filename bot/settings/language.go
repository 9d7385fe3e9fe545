package settings

import (
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
)

// The language on /settings, which only the person sees.
var (
	msgReadsIn = i18n.Message{ID: "settings.language",
		Other: "**Language** of what only you see: {{.Language}}."}
	msgReadsOwn = i18n.Message{ID: "settings.language.own",
		Other: "**Language** of what only you see: that of your Discord."}
	msgPickReading = i18n.Message{ID: "settings.menu.language", Other: "The language of what only you see"}
	msgItemOwn     = i18n.Message{ID: "settings.item.own", Other: "That of my Discord"}
)

// ownLanguage is the value of the item for the language that Discord tells.
const ownLanguage = "own"

// hasLanguages reports whether there is a choice of languages.
func (cmds *Commands) hasLanguages() bool { return len(cmds.Catalog.Languages()) > 1 }

// languageOf names a language in itself; one that is not known is own.
func (cmds *Commands) languageOf(code, own string) string {
	for _, l := range cmds.Catalog.Languages() {
		if l.Code == code {
			return l.Name
		}
	}
	return own
}

// languageMenu returns menu with an item for each language, after one for the language that Discord tells; that
// of now is picked.
func (cmds *Commands) languageMenu(menu ui.Menu, own, now string) *ui.Menu {
	menu.Items = []ui.Item{{Label: own, Value: ownLanguage, Picked: now == ""}}
	for _, l := range cmds.Catalog.Languages() {
		menu.Items = append(menu.Items, ui.Item{Label: l.Name, Value: l.Code, Picked: l.Code == now})
	}
	return &menu
}

// storedLanguage returns what was picked in the menu of languages as it is kept; that of Discord has no code.
func (cmds *Commands) storedLanguage(picked string) string {
	if !cmds.Catalog.Has(picked) {
		return ""
	}
	return picked
}

// languageRows is the menu of languages of somebody's settings; none when there is one language.
func (cmds *Commands) languageRows(t i18n.Printer, now string) []ui.Row {
	if !cmds.hasLanguages() {
		return nil
	}
	menu := ui.Menu{ID: setID(argLanguage), Prompt: t.Text(msgPickReading, nil)}
	return []ui.Row{{Menu: cmds.languageMenu(menu, t.Text(msgItemOwn, nil), now)}}
}

// languageLine says in which language somebody reads; "" when there is one language.
func (cmds *Commands) languageLine(t i18n.Printer, now string) string {
	switch {
	case !cmds.hasLanguages():
		return ""
	case !cmds.Catalog.Has(now):
		return "\n" + t.Text(msgReadsOwn, nil)
	}
	return "\n" + t.Text(msgReadsIn, i18n.Args{"Language": cmds.languageOf(now, "")})
}

// reading returns the printer for a person with settings that may have changed since the call.
func (cmds *Commands) reading(c *dispatch.Call, s play.Settings) i18n.Printer {
	switch {
	case c.ID.Arg != argLanguage:
		return c.T
	case s.Language == "":
		return cmds.Catalog.Printer(c.Actor.Locale)
	}
	return cmds.Catalog.Printer(s.Language)
}
