package settings

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules/match"
)

// `/settings`, a private message: its frame, whose places are lines, each a label in bold and what holds; and buttons
// that open other messages.
var (
	msgSettings = i18n.Message{ID: "settings.text",
		Other: "**Your settings**\n" +
			"{{.Confirm}}\n" +
			"{{.Board}}\n" +
			"{{.Labels}}\n" +
			"{{.Marks}}\n" +
			"{{.Hints}}\n" +
			"{{.Theme}}"}
	msgNoticesButton  = i18n.Message{ID: "notices.button", Other: "Notifications"}
	msgVacationButton = i18n.Message{ID: "settings.button.vacation", Other: "Vacation"}
)

// The pictures on `/settings`: the line that says which they are, and the menu of themes.
var (
	msgNoPictures  = i18n.Message{ID: "settings.pictures.off", Other: "**Pictures**: none, text only"}
	msgThemeIs     = i18n.Message{ID: "settings.theme", Other: "**Pictures**: {{.Theme}}"}
	msgPicturesOff = i18n.Message{ID: "settings.menu.off", Other: "Text only"}
	msgInWords     = i18n.Message{ID: "settings.menu.offnote", Other: "In words, as for a screen reader"}
	msgPickTheme   = i18n.Message{ID: "settings.menu.theme", Other: "Board theme"}
)

// From whom the reader takes no challenges: a line of `/settings`, whose List is of mentions, and a menu of names.
var (
	msgRefused     = i18n.Message{ID: "settings.refused", Other: "**No challenges from** {{.List}}, until you challenge them."}
	msgPickRefused = i18n.Message{ID: "settings.menu.refused", Other: "Take challenges again from…"}
)

// argRefused is the argument of that menu.
const argRefused = "refused"

// argTheme is the argument of the menu of themes.
const argTheme = "theme"

// noPictures is what is picked there in place of a theme.
const noPictures = "off"

// Personal is what people choose for themselves, with /settings and /vacation.
type Personal struct {
	Players Players
	Catalog *i18n.Catalog // the languages to choose from
	Names   Names
}

// Names are what people are called where mentions do not work; people.Names is one.
type Names interface {
	Apart(context.Context, i18n.Printer, []match.PlayerID) map[match.PlayerID]string
}

// Players keeps people and their vacations; play.Service does.
type Players interface {
	Player(context.Context, match.PlayerID) (play.Player, error)
	ChangePlayer(context.Context, play.Actor, func(*play.Player)) (play.Player, error)
	StartVacation(context.Context, play.Actor, time.Duration) (play.Player, error)
	EndVacation(context.Context, play.Actor) (play.Player, error)
	VacationState(context.Context, play.Player) (play.VacationState, error)
	VacationLeft(play.Player) time.Duration
}

// Commands returns /vacation and /settings.
func (p Personal) Commands() []dispatch.Command {
	vacation := dispatch.Spec("vacation", "Be away for some days: your time stops in games with a day or more per turn",
		&discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionInteger, Name: "days",
			Description: "For how many days, from now on; leave it out to see how many you have",
			MinValue:    new(1.0), MaxValue: float64(play.MaxVacation / dayLength)})
	return []dispatch.Command{
		{Spec: vacation, Run: p.goOnVacation},
		{Spec: dispatch.Spec("settings", "How you play turns, how your boards look and when I write; only you see it"),
			Run: p.show},
	}
}

// Controls returns what the buttons and menus of both do.
func (p Personal) Controls() dispatch.Controls {
	return dispatch.Controls{
		ui.Set:      {Run: p.set, Inline: true},
		ui.Vacation: {Run: p.changeVacation, Inline: true},
	}
}

func (p Personal) show(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	player, err := p.Players.Player(ctx, c.Actor.ID)
	return dispatch.Reply{Message: p.message(ctx, c.T, player)}, err
}

// set changes the setting that the control names. Tapped twice, it stays changed.
func (p Personal) set(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	change, choice := personalToggles.change(c.ID.Arg), picked(c)
	player, err := p.Players.ChangePlayer(ctx, c.Actor, func(player *play.Player) {
		s := &player.Settings
		switch {
		case change != nil:
			change(s)
		case c.ID.Arg == argTheme && choice != "":
			chooseTheme(s, choice)
		case c.ID.Arg == argLanguage:
			s.Language = languages{p.Catalog}.stored(choice, s.Language)
		case c.ID.Arg == argRefused:
			player.Refuse(match.PlayerID(choice), false)
		}
	})
	t := c.T
	if c.ID.Arg == argLanguage {
		t = p.Catalog.Printer(cmp.Or(player.Settings.Language, c.Actor.Locale))
	}
	return dispatch.Reply{Kind: dispatch.Update, Message: p.message(ctx, t, player)}, err
}

func (p Personal) message(ctx context.Context, t i18n.Printer, player play.Player) ui.Message {
	languages, s := languages{p.Catalog}, player.Settings
	refused := player.Refused()
	refused = refused[:min(len(refused), maxRefused)]
	lines, buttons := personalToggles.show(t, ui.Set, s)
	lines["Theme"] = themeLine(t, s)
	more := []ui.Button{button(t, ui.Notices, "", msgNoticesButton), button(t, ui.Vacation, vacationShow, msgVacationButton)}
	return ui.Message{
		Text: strings.TrimSpace(t.Text(msgSettings, lines)) + refusedLine(t, refused),
		Rows: slices.Concat([]ui.Row{{Buttons: buttons}, {Menu: themeMenu(t)}}, languages.rows(
			ui.NoMatch(ui.Set, argLanguage), t.Text(msgItemOwn, nil), s.Language),
			p.refusedRow(ctx, t, refused), []ui.Row{{Buttons: more}}),
	}
}

// maxRefused is how many of those from whom a person takes no challenges are shown: as many as fit into a menu.
const maxRefused = 25

// refusedLine says from whom a person takes no challenges, after a line break; "" for nobody.
func refusedLine(t i18n.Printer, ids []match.PlayerID) string {
	if len(ids) == 0 {
		return ""
	}
	var list []string
	for _, id := range ids {
		list = append(list, text.Mention(t, id))
	}
	return "\n" + t.Text(msgRefused, i18n.Args{"List": turns.And(t, list)})
}

// refusedRow is a menu to take challenges from one of them again, none for nobody.
func (p Personal) refusedRow(ctx context.Context, t i18n.Printer, ids []match.PlayerID) []ui.Row {
	if len(ids) == 0 {
		return nil
	}
	menu := &ui.Menu{ID: ui.NoMatch(ui.Set, argRefused), Prompt: t.Text(msgPickRefused, nil)}
	names := p.Names.Apart(ctx, t, ids)
	for _, id := range ids {
		menu.Items = append(menu.Items, ui.Item{Label: names[id], Value: string(id)})
	}
	return []ui.Row{{Menu: menu}}
}

// chooseTheme sets the theme that was picked, of which the usual one is kept as none; or no pictures, and then the
// buttons of boards are in words too.
func chooseTheme(s *play.Settings, picked string) {
	s.NoPictures = picked == noPictures
	theme, err := render.ParseTheme(picked)
	switch {
	case s.NoPictures:
		s.Words = true
	case err != nil || theme == render.Theme(0):
		s.Theme = ""
	default:
		s.Theme = theme.String()
	}
}

// themeLine says which pictures a person sees.
func themeLine(t i18n.Printer, s play.Settings) string {
	if s.NoPictures {
		return t.Text(msgNoPictures, nil)
	}
	theme, _ := render.ParseTheme(s.Theme) // else the usual one
	return t.Text(msgThemeIs, i18n.Args{"Theme": text.ThemeName(t, theme)})
}

func themeMenu(t i18n.Printer) *ui.Menu {
	menu := &ui.Menu{ID: ui.NoMatch(ui.Set, argTheme), Prompt: t.Text(msgPickTheme, nil)}
	for _, one := range render.Themes() {
		menu.Items = append(menu.Items, ui.Item{Label: text.ThemeName(t, one), Note: text.ThemeNote(t, one),
			Value: one.String()})
	}
	menu.Items = append(menu.Items, ui.Item{Label: t.Text(msgPicturesOff, nil), Note: t.Text(msgInWords, nil),
		Value: noPictures})
	return menu
}
