package settings

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// `/settings`, a private message: its first line, and buttons that open other messages.
var (
	msgSettings       = i18n.Message{ID: "settings.text", Other: "**Your settings**"}
	msgNoticesButton  = i18n.Message{ID: "notices.button", Other: "Notifications"}
	msgVacationButton = i18n.Message{ID: "settings.button.vacation", Other: "Vacation"}
)

// Lines of `/settings`, each a label in bold and the current choice; and short buttons that change it.
var personalToggles = toggles{
	{func(s *play.Settings) *bool { return &s.Quick },
		option{"confirm", i18n.Message{ID: "settings.button.confirm", Other: "Ask me to confirm"},
			i18n.Message{ID: "settings.confirm.on", Other: "**Confirm turns**: on"}},
		option{"quick", i18n.Message{ID: "settings.button.quick", Other: "Play at once"},
			i18n.Message{ID: "settings.confirm.off",
				Other: "**Confirm turns**: only one that could lose"}}},
	{func(s *play.Settings) *bool { return &s.Menus },
		option{"buttons", i18n.Message{ID: "settings.button.buttons", Other: "Board of buttons"},
			i18n.Message{ID: "settings.board.buttons", Other: "**Board**: buttons"}},
		option{"menus", i18n.Message{ID: "settings.button.menus", Other: "Menus"},
			i18n.Message{ID: "settings.board.menus", Other: "**Board**: two menus, the ship and then where it goes"}}},
	{func(s *play.Settings) *bool { return &s.Words },
		option{"short", i18n.Message{ID: "settings.button.short", Other: "Short labels"},
			i18n.Message{ID: "settings.labels.short", Other: "**Labels**: short"}},
		option{"words", i18n.Message{ID: "settings.button.words", Other: "Long labels"},
			i18n.Message{ID: "settings.labels.words",
				Other: "**Labels**: in words, such as “c2, your 211”, for screen readers"}}},
	{func(s *play.Settings) *bool { return &s.Plain },
		option{"marks", i18n.Message{ID: "settings.button.marks", Other: "Show moves"},
			i18n.Message{ID: "settings.marks.on",
				Other: "**Moves**: under *More*"}},
		option{"plain", i18n.Message{ID: "settings.button.plain", Other: "Hide moves"},
			i18n.Message{ID: "settings.marks.off", Other: "**Moves**: not shown"}}},
	{func(s *play.Settings) *bool { return &s.Gentle },
		option{"whole", i18n.Message{ID: "settings.button.whole", Other: "Full hints"},
			i18n.Message{ID: "settings.hints.whole", Other: "**Hints**: full"}},
		option{"gentle", i18n.Message{ID: "settings.button.gentle", Other: "Gentle hints"},
			i18n.Message{ID: "settings.hints.gentle",
				Other: "**Hints**: gentle; first a ship, then the idea, then the turn"}}},
	{func(s *play.Settings) *bool { return &s.Bare },
		option{arg: "picture", button: i18n.Message{ID: "settings.button.picture", Other: "Show picture"}},
		option{"bare", i18n.Message{ID: "settings.button.bare", Other: "Hide picture"},
			i18n.Message{ID: "settings.picture.off", Other: "**Picture above the buttons**: hidden"}}},
}

// The arguments of the menus of /settings.
const (
	argTheme    = "theme"
	argLanguage = "language" // also of the menu of /server
	argRefused  = "refused"
)

// Personal handles /settings and /vacation, with which people choose for themselves.
type Personal struct {
	Players Players
	Catalog *i18n.Catalog // the languages to choose from
	Names   Names
	Notices Notices // sets the time zone
}

// Names returns names to use where mentions do not work; show.Names implements it.
type Names interface {
	// Apart returns distinct names of people on a server, or in direct messages if server is empty.
	Apart(ctx context.Context, t i18n.Printer, server string, people []match.PlayerID) map[match.PlayerID]string
}

// Players stores people and their vacations; play.Service implements it.
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
		{Spec: vacation, Run: p.vacation},
		{Spec: dispatch.Spec("settings", "How you play turns, how your boards look and when I write; only you see it", zoneOption()),
			Run: p.show, Complete: zoneCompleter()},
	}
}

// Controls returns the handlers of the buttons and menus of both.
func (p Personal) Controls() dispatch.Controls {
	return dispatch.Controls{
		ui.Set:      {Run: p.set, Inline: true},
		ui.Vacation: {Run: p.changeVacation, Inline: true},
	}
}

func (p Personal) show(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	if typed := c.Text(optionZone); typed != "" {
		return p.Notices.setZone(ctx, c, typed)
	}
	player, err := p.Players.Player(ctx, c.Actor.ID)
	return dispatch.Reply{Message: p.message(ctx, c.T, c.Actor.Guild, player)}, err
}

// set changes the setting that the control names. A second tap changes nothing more.
func (p Personal) set(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	change, choice := personalToggles.change(c.ID.Arg), selected(c)
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
	return dispatch.Reply{Kind: dispatch.Update, Message: p.message(ctx, t, c.Actor.Guild, player)}, err
}

func (p Personal) message(ctx context.Context, t i18n.Printer, server string, player play.Player) ui.Message {
	languages, s, refused := languages{p.Catalog}, player.Settings, listedRefused(&player)
	lines, buttons := personalToggles.show(t, ui.Set, s)
	lines = slices.Concat([]string{t.Text(msgSettings, nil)}, lines, []string{themeLine(t, s)}, refusedLine(t, refused))
	first := buttons[:discord.MaxButtons]
	more := append(buttons[len(first):], button(t, ui.Notices, "", msgNoticesButton),
		button(t, ui.Vacation, vacationShow, msgVacationButton))
	return ui.Message{
		Text: strings.Join(lines, "\n"),
		Rows: slices.Concat([]ui.Row{{Buttons: first}, {Menu: themeMenu(t)}}, languages.rows(
			ui.NoMatch(ui.Set, argLanguage), t.Text(msgItemOwn, nil), s.Language),
			p.refusedRow(ctx, t, server, refused), []ui.Row{{Buttons: more}}),
	}
}
