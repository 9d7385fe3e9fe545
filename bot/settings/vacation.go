package settings

import (
	"context"
	"errors"
	"strconv"
	"time"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// Menus and buttons of `/vacation`, in private. The items of the menus are lengths, such as “3 days”.
var (
	msgStartVacation  = i18n.Message{ID: "vacation.menu.start", Other: "Go on vacation for…"}
	msgLonger         = i18n.Message{ID: "vacation.menu.longer", Other: "From now on, stay away for…"}
	msgEndVacation    = i18n.Message{ID: "vacation.button.end", Other: "End it now"}
	msgVacationSelf   = i18n.Message{ID: "vacation.button.auto", Other: "Let it begin by itself"}
	msgVacationNever  = i18n.Message{ID: "vacation.button.stays", Other: "Only when I start it"}
	msgVacationButton = i18n.Message{ID: "settings.button.vacation", Other: "Vacation"}
)

// vacationVerb is about vacations; what the control does is in its argument.
const vacationVerb = "vacation"

// The arguments of a vacationVerb.
const (
	vacationShow  = "show"
	vacationStart = "start" // with the end of the vacation that is shown, so that a second tap takes nothing
	vacationEnd   = "end"
	vacationAuto  = "auto"
	vacationStays = "stays"
)

const dayLength = 24 * time.Hour

// Vacation lets people be away for some days, in all their matches.
func (cmds *Commands) Vacation() dispatch.Command {
	command := dispatch.Spec("vacation", "Be away for some days: time does not run against you in your matches")
	command.Options = []discord.CommandOption{{Type: discord.IntegerOption, Name: "days",
		Description: "For how many days, from now on; leave it out to see how many you have",
		MinValue:    new(1), MaxValue: new(int(play.MaxVacation / dayLength))}}
	return dispatch.Command{
		Spec:       command,
		Run:        cmds.goOnVacation,
		Components: map[string]dispatch.Component{vacationVerb: {Run: cmds.changeVacation, Inline: true}},
	}
}

// goOnVacation begins a vacation, or without a number of days shows how it stands.
func (cmds *Commands) goOnVacation(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	days := c.Number("days", 0)
	if days <= 0 {
		p, err := cmds.Service.Player(ctx, c.Actor.ID)
		return cmds.showVacation(ctx, c, p, err)
	}
	return cmds.startVacation(ctx, c, days)
}

// startVacation begins a vacation of so many days, or makes one that long.
func (cmds *Commands) startVacation(ctx context.Context, c *dispatch.Call, days int) (dispatch.Reply, error) {
	p, err := cmds.Service.StartVacation(ctx, c.Actor, time.Duration(days)*dayLength)
	if errors.Is(err, play.ErrVacation) {
		return dispatch.Reply{}, text.ShortVacation(c.T, cmds.Service.VacationLeft(p))
	}
	if err == nil {
		c.Log.Info("vacation", "days", days)
	}
	return cmds.showVacation(ctx, c, p, err)
}

// changeVacation does what the control says. Tapped twice, it is done once.
func (cmds *Commands) changeVacation(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	var p play.Player
	var err error
	switch c.ID.Arg {
	case vacationEnd:
		p, err = cmds.Service.EndVacation(ctx, c.Actor)
	case vacationAuto, vacationStays:
		stays := c.ID.Arg == vacationStays
		p, err = cmds.Service.ChangePlayer(ctx, c.Actor, func(p *play.Player) { p.Vacation.Stays = stays })
	default:
		p, err = cmds.Service.Player(ctx, c.Actor.ID)
		if days := pickedDays(c); err == nil && days > 0 && c.ID.Arg == startArg(p.Vacation) {
			return cmds.startVacation(ctx, c, days)
		}
	}
	return cmds.showVacation(ctx, c, p, err)
}

// pickedDays returns how many days were picked, 0 for none.
func pickedDays(c *dispatch.Call) int {
	if len(c.Values) == 0 {
		return 0
	}
	days, _ := strconv.Atoi(c.Values[0])
	return days
}

// startArg is the argument of the menu that starts a vacation where v was the last one.
func startArg(v play.Vacation) string {
	return vacationStart + " " + strconv.FormatInt(max(0, v.Until.Unix()), 10)
}

// showVacation shows how the vacation of p stands, in place of the message whose control was used.
func (cmds *Commands) showVacation(ctx context.Context, c *dispatch.Call, p play.Player,
	err error) (dispatch.Reply, error) {
	if err != nil {
		return dispatch.Reply{}, err
	}
	ends, err := cmds.Service.Vacations(ctx, p.ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	_, on := ends[p.ID]
	left := cmds.Service.VacationLeft(p)
	r := dispatch.InPrivate(text.Vacation(c.T, p.Vacation, left, on))
	r.Message.Rows = vacationRows(c.T, p.Vacation, left, on)
	if c.ID.Verb == vacationVerb && c.ID.Arg != vacationShow {
		r.Kind = dispatch.Update
	}
	return r, nil
}

// vacationRows are a menu to begin a vacation or make it longer, as far as days are left, and buttons to end
// it and to say whether it begins by itself.
func vacationRows(t i18n.Printer, v play.Vacation, left time.Duration, on bool) []ui.Row {
	var rows []ui.Row
	if left >= dayLength {
		menu := &ui.Menu{ID: vacationID(startArg(v)), Prompt: t.Text(msgStartVacation, nil)}
		if on {
			menu.Prompt = t.Text(msgLonger, nil)
		}
		for days := 1; days <= int(left/dayLength); days++ {
			menu.Items = append(menu.Items, ui.Item{Label: text.Days(t, time.Duration(days)*dayLength),
				Value: strconv.Itoa(days)})
		}
		rows = append(rows, ui.Row{Menu: menu})
	}
	var row []ui.Button
	if on {
		row = append(row, ui.Button{ID: vacationID(vacationEnd), Label: t.Text(msgEndVacation, nil), Style: ui.Strong})
	}
	if v.Stays {
		row = append(row, ui.Button{ID: vacationID(vacationAuto), Label: t.Text(msgVacationSelf, nil)})
	} else {
		row = append(row, ui.Button{ID: vacationID(vacationStays), Label: t.Text(msgVacationNever, nil)})
	}
	return append(rows, ui.Buttons(row...)...)
}

func vacationID(arg string) ui.ID { return ui.ID{Verb: vacationVerb, Ply: play.AnyPly, Arg: arg} }
