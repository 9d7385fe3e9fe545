// Package settings has the commands by which people choose how the bot works: for themselves with /settings and
// /vacation, and for a server with /server.
package settings

import (
	"context"
	"slices"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/render"
)

// `/settings`, a private message: its frame, whose places are the lines below, each a label in bold and what
// holds.
var (
	msgSettings = i18n.Message{ID: "settings.text",
		Other: "**Your settings**, for you alone, in all matches. Tap one to change it.\n" +
			"{{.Confirm}}\n{{.Board}}\n{{.Labels}}\n{{.Marks}}\n{{.Hints}}\n{{.Theme}}"}
	msgConfirmOn = i18n.Message{ID: "settings.confirm.on",
		Other: "**Confirm**: a turn you tap is played after you confirm it."}
	msgConfirmOff = i18n.Message{ID: "settings.confirm.off",
		Other: "**Confirm**: off. A turn you tap is played at once; only one that loses the match is asked about."}
	msgByButtons = i18n.Message{ID: "settings.board.buttons",
		Other: "**Play**: on a board of buttons."}
	msgByMenus = i18n.Message{ID: "settings.board.menus",
		Other: "**Play**: in two menus, the ship and then where it goes."}
	msgShortLabels = i18n.Message{ID: "settings.labels.short",
		Other: "**Buttons of the board**: short, as in “c2” beside the ship."}
	msgLongLabels = i18n.Message{ID: "settings.labels.words",
		Other: "**Buttons of the board**: in words, as in “c2, your 211”, which screen readers read well."}
	msgMarked = i18n.Message{ID: "settings.marks.on",
		Other: "**Where ships can go**: *More* under a board marks it for the ship you pick."}
	msgUnmarked    = i18n.Message{ID: "settings.marks.off", Other: "**Where ships can go**: not marked."}
	msgHintsWhole  = i18n.Message{ID: "settings.hints.whole", Other: "**Hints**: the turn at once."}
	msgHintsGentle = i18n.Message{ID: "settings.hints.gentle",
		Other: "**Hints**: gently, first the ship to look at, then the idea, then the turn."}
	msgNoPictures = i18n.Message{ID: "settings.pictures.off", Other: "**Pictures**: off. What only you see comes in words."}
	msgThemeIs    = i18n.Message{ID: "settings.theme", Other: "**Pictures**: {{.Theme}}."}
)

// Buttons of `/settings`, each of which changes one of these lines, and what stands in the menu of themes. They
// are short.
var (
	msgTurnConfirmOn  = i18n.Message{ID: "settings.button.confirm", Other: "Ask me to confirm"}
	msgTurnConfirmOff = i18n.Message{ID: "settings.button.quick", Other: "Play at once"}
	msgTurnButtons    = i18n.Message{ID: "settings.button.buttons", Other: "Board of buttons"}
	msgTurnMenus      = i18n.Message{ID: "settings.button.menus", Other: "Two menus"}
	msgTurnShort      = i18n.Message{ID: "settings.button.short", Other: "Short labels"}
	msgTurnWords      = i18n.Message{ID: "settings.button.words", Other: "Labels in words"}
	msgTurnMarks      = i18n.Message{ID: "settings.button.marks", Other: "Offer marks"}
	msgTurnPlain      = i18n.Message{ID: "settings.button.plain", Other: "No marks"}
	msgTurnGentle     = i18n.Message{ID: "settings.button.gentle", Other: "Gentle hints"}
	msgTurnWhole      = i18n.Message{ID: "settings.button.whole", Other: "Whole hints"}
	msgPicturesOff    = i18n.Message{ID: "settings.menu.off", Other: "Off"}
	msgInWords        = i18n.Message{ID: "settings.menu.offnote", Other: "What only you see comes in words, as for a screen reader"}
	msgPickTheme      = i18n.Message{ID: "settings.menu.theme", Other: "Your pictures: their colours, or none"}
)

// setVerb changes a setting; its argument names it as settingOf does.
const setVerb = "set"

// themeArg is the argument of the menu of themes.
const themeArg = "theme"

// noPictures is what is picked in it in place of a theme.
const noPictures = "off"

// change is a setting that a button changes.
type change struct {
	arg    string
	name   i18n.Message
	change func(*play.Settings)
}

// changes lists what can be changed from s, a button each.
func changes(s play.Settings) []change {
	list := []change{
		{"quick", msgTurnConfirmOff, func(s *play.Settings) { s.Quick = true }},
		{"menus", msgTurnMenus, func(s *play.Settings) { s.Menus = true }},
		{"words", msgTurnWords, func(s *play.Settings) { s.Words = true }},
		{"plain", msgTurnPlain, func(s *play.Settings) { s.Plain = true }},
		{"gentle", msgTurnGentle, func(s *play.Settings) { s.Gentle = true }},
	}
	if s.Quick {
		list[0] = change{"confirm", msgTurnConfirmOn, func(s *play.Settings) { s.Quick = false }}
	}
	if s.Menus {
		list[1] = change{"buttons", msgTurnButtons, func(s *play.Settings) { s.Menus = false }}
	}
	if s.Words {
		list[2] = change{"short", msgTurnShort, func(s *play.Settings) { s.Words = false }}
	}
	if s.Plain {
		list[3] = change{"marks", msgTurnMarks, func(s *play.Settings) { s.Plain = false }}
	}
	if s.Gentle {
		list[4] = change{"whole", msgTurnWhole, func(s *play.Settings) { s.Gentle = false }}
	}
	return list
}

// Commands makes the commands. All it needs is required but Channels.
type Commands struct {
	Service   *play.Service
	Catalog   *i18n.Catalog  // the languages to choose from
	Messenger play.Messenger // sends a person the test of how they are told
	Channels  Channels       // nil: nobody knows which are gone
}

// Settings shows what a person has chosen, and lets them change it.
func (cmds *Commands) Settings() dispatch.Command {
	controls := cmds.noticeControls()
	controls[setVerb] = dispatch.Component{Run: cmds.set, Inline: true}
	return dispatch.Command{
		Spec:       dispatch.Spec("settings", "How you play turns, how your boards look and when I write; only you see it"),
		Run:        cmds.showSettings,
		Components: controls,
	}
}

func (cmds *Commands) showSettings(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	p, err := cmds.Service.Player(ctx, c.Actor.ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	return dispatch.Reply{Message: cmds.settingsMessage(c.T, p.Settings)}, nil
}

// set changes the setting that the control names. Tapped twice, it stays changed.
func (cmds *Commands) set(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	p, err := cmds.Service.ChangePlayer(ctx, c.Actor, func(p *play.Player) {
		if c.ID.Arg == themeArg && len(c.Values) > 0 {
			chooseTheme(&p.Settings, c.Values[0])
		}
		if c.ID.Arg == argLanguage && len(c.Values) > 0 {
			p.Settings.Language = cmds.storedLanguage(c.Values[0])
		}
		for _, s := range []play.Settings{{}, {Quick: true, Menus: true, Words: true, Plain: true, Gentle: true}} {
			for _, one := range changes(s) {
				if one.arg == c.ID.Arg {
					one.change(&p.Settings)
				}
			}
		}
	})
	if err != nil {
		return dispatch.Reply{}, err
	}
	msg := cmds.settingsMessage(cmds.reading(c, p.Settings), p.Settings)
	return dispatch.Reply{Kind: dispatch.Update, Message: msg}, nil
}

// chooseTheme sets the theme that was picked, or no pictures; then the buttons of boards are in words too.
func chooseTheme(s *play.Settings, picked string) {
	if s.NoPictures = picked == noPictures; s.NoPictures {
		s.Words = true
		return
	}
	s.Theme = storedTheme(picked)
}

// storedTheme returns the name of a theme as it is kept; the usual one has none.
func storedTheme(name string) string {
	theme, err := render.ParseTheme(name)
	if err != nil || theme == render.Theme(0) {
		return ""
	}
	return theme.String()
}

func (cmds *Commands) settingsMessage(t i18n.Printer, s play.Settings) ui.Message {
	pick := func(is bool, yes, no i18n.Message) string {
		if is {
			return t.Text(yes, nil)
		}
		return t.Text(no, nil)
	}
	theme, _ := render.ParseTheme(s.Theme) // else the usual one
	pictures := t.Text(msgThemeIs, i18n.Args{"Theme": text.ThemeName(t, theme)})
	if s.NoPictures {
		pictures = t.Text(msgNoPictures, nil)
	}
	msg := ui.Message{Text: strings.TrimSpace(t.Text(msgSettings, i18n.Args{
		"Confirm": pick(s.Quick, msgConfirmOff, msgConfirmOn),
		"Board":   pick(s.Menus, msgByMenus, msgByButtons),
		"Labels":  pick(s.Words, msgLongLabels, msgShortLabels),
		"Marks":   pick(s.Plain, msgUnmarked, msgMarked),
		"Hints":   pick(s.Gentle, msgHintsGentle, msgHintsWhole),
		"Theme":   pictures}))}
	var row []ui.Button
	for _, one := range changes(s) {
		row = append(row, ui.Button{ID: setID(one.arg), Label: t.Text(one.name, nil)})
	}
	menu := &ui.Menu{ID: setID(themeArg), Prompt: t.Text(msgPickTheme, nil)}
	for _, one := range render.Themes() {
		menu.Items = append(menu.Items, ui.Item{Label: text.ThemeName(t, one),
			Note: text.ThemeNote(t, one), Value: one.String()})
	}
	menu.Items = append(menu.Items, ui.Item{Label: t.Text(msgPicturesOff, nil), Note: t.Text(msgInWords, nil),
		Value: noPictures})
	notices := noticesButton(t, msgNoticesButton, noticesVerb, "")
	away := ui.Button{ID: vacationID(vacationShow), Label: t.Text(msgVacationButton, nil)}
	msg.Rows = slices.Concat(ui.Buttons(row...), []ui.Row{{Menu: menu}}, cmds.languageRows(t, s.Language),
		ui.Buttons(notices, away))
	msg.Text += cmds.languageLine(t, s.Language)
	return msg
}

func setID(arg string) ui.ID { return ui.ID{Verb: setVerb, Ply: play.AnyPly, Arg: arg} }
