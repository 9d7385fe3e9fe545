package settings

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/render"
)

// Pictures on `/settings`: the line with the current theme, and the menu of themes.
var (
	msgNoPictures  = i18n.Message{ID: "settings.pictures.off", Other: "**Pictures**: none, text only"}
	msgThemeIs     = i18n.Message{ID: "settings.theme", Other: "**Pictures**: {{.Theme}}"}
	msgPicturesOff = i18n.Message{ID: "settings.menu.off", Other: "Text only"}
	msgInWords     = i18n.Message{ID: "settings.menu.offnote", Other: "In words, as for a screen reader"}
	msgPickTheme   = i18n.Message{ID: "settings.menu.theme", Other: "Board theme"}
)

// themeText is how a theme is called, and how it looks and for whom it is.
type themeText struct{ name, note i18n.Message }

// Names of the themes of pictures, and a note below each in a menu.
var themeTexts = map[render.Theme]themeText{
	render.Cosmos: {i18n.Message{ID: "theme.cosmos", Other: "Cosmos"},
		i18n.Message{ID: "theme.cosmosnote", Other: "The arena in space"}},
	render.Paper: {i18n.Message{ID: "theme.paper", Other: "Paper"},
		i18n.Message{ID: "theme.papernote", Other: "Light, for bright rooms and for print"}},
	render.Contrast: {i18n.Message{ID: "theme.contrast", Other: "Contrast"},
		i18n.Message{ID: "theme.contrastnote", Other: "Strong colours, safe for the colour-blind"}},
}

const noPictures = "off"

// chooseTheme stores the value chosen in the menu. The default theme is stored as "". While pictures are off, board
// buttons are labelled in words.
func chooseTheme(s *play.Settings, value string) {
	off := value == noPictures
	switch {
	case off && !s.Words:
		s.Words, s.Lent = true, true
	case !off && s.Lent:
		s.Words, s.Lent = false, false
	}
	s.NoPictures = off
	theme, err := render.ParseTheme(value)
	switch {
	case off: // the theme is kept for later
	case err != nil || theme == render.Theme(0):
		s.Theme = ""
	default:
		s.Theme = theme.String()
	}
}

func themeLine(t i18n.Printer, s play.Settings) string {
	if s.NoPictures {
		return t.Text(msgNoPictures, nil)
	}
	theme, _ := render.ParseTheme(s.Theme) // the default theme if there is none of that name
	return t.Text(msgThemeIs, i18n.Args{"Theme": t.Text(themeTexts[theme].name, nil)})
}

func themeMenu(t i18n.Printer) *ui.Menu {
	menu := &ui.Menu{ID: ui.NoMatch(ui.Set, argTheme), Prompt: t.Text(msgPickTheme, nil)}
	for _, theme := range render.Themes() {
		words := themeTexts[theme]
		menu.Items = append(menu.Items, ui.Item{Label: t.Text(words.name, nil), Note: t.Text(words.note, nil),
			Value: theme.String()})
	}
	menu.Items = append(menu.Items, ui.Item{Label: t.Text(msgPicturesOff, nil), Note: t.Text(msgInWords, nil),
		Value: noPictures})
	return menu
}
