package settings

import (
	"context"
	"errors"
	"strconv"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// Menus and buttons of `/vacation`, in private. The items of the menus are lengths, such as “3 days”.
var (
	msgStartVacation = i18n.Message{ID: "vacation.menu.start", Other: "Go on vacation for…"}
	msgLonger        = i18n.Message{ID: "vacation.menu.longer", Other: "From now on, stay away for…"}
	msgEndVacation   = i18n.Message{ID: "vacation.button.end", Other: "End vacation now"}
	msgVacationSelf  = i18n.Message{ID: "vacation.button.auto", Other: "Start automatically"}
	msgVacationNever = i18n.Message{ID: "vacation.button.stays", Other: "Start only by hand"}
)

// The arguments of ui.Vacation.
const (
	vacationShow  = "show"
	vacationStart = "start" // followed by the end of the vacation shown, so that a second tap starts nothing
	vacationEnd   = "end"
	vacationAuto  = "auto"
	vacationStays = "stays"
)

const dayLength = 24 * time.Hour

// vacation starts a vacation; without a number of days it shows the person's vacation.
func (p Personal) vacation(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	if days := c.Number("days", 0); days > 0 {
		return p.startVacation(ctx, c, days)
	}
	// Looking is enough to be known, and people the bot knows save up vacation.
	player, err := p.Players.ChangePlayer(ctx, c.Actor, func(*play.Player) {})
	return p.showVacation(ctx, c, player, err)
}

// startVacation starts a vacation of days from now, or changes the current one to that. The last day may be shorter.
func (p Personal) startVacation(ctx context.Context, c *dispatch.Call, days int) (dispatch.Reply, error) {
	player, err := p.Players.Player(ctx, c.Actor.ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	length, left := time.Duration(days)*dayLength, p.Players.VacationLeft(player)
	if hasDays(left, days) {
		length = min(length, left)
	}
	player, err = p.Players.StartVacation(ctx, c.Actor, length)
	if errors.Is(err, play.ErrVacation) {
		return dispatch.Reply{}, shortVacation(c.T, p.Players.VacationLeft(player))
	}
	if errors.Is(err, play.ErrStarts) {
		return dispatch.Reply{}, text.Refuse(msgVacationStarts,
			i18n.Args{"From": text.FromNow(player.Vacation.NextStart())})
	}
	if err == nil {
		c.Log.Info("vacation", "days", days)
	}
	return p.showVacation(ctx, c, player, err)
}

// changeVacation does what the control says. A second tap has no further effect.
func (p Personal) changeVacation(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	var player play.Player
	var err error
	switch c.ID.Arg {
	case vacationEnd:
		player, err = p.Players.EndVacation(ctx, c.Actor)
	case vacationAuto, vacationStays:
		stays := c.ID.Arg == vacationStays
		player, err = p.Players.ChangePlayer(ctx, c.Actor, func(p *play.Player) { p.Vacation.Stays = stays })
	default:
		player, err = p.Players.Player(ctx, c.Actor.ID)
		days, _ := strconv.Atoi(selected(c))
		if err == nil && days > 0 && c.ID.Arg == startArg(player.Vacation) {
			return p.startVacation(ctx, c, days)
		}
	}
	return p.showVacation(ctx, c, player, err)
}

// hasDays reports whether left is enough for a vacation of so many days. Half of the last day is enough.
func hasDays(left time.Duration, days int) bool {
	length := time.Duration(days) * dayLength
	return left >= length || days > 1 && left >= length-dayLength/2
}

// startArg returns the argument of the menu that starts a vacation, shown while v is the last one.
func startArg(v play.Vacation) string {
	return vacationStart + " " + strconv.FormatInt(max(0, v.Until.Unix()), 10)
}

// showVacation shows the vacation of player. It replaces the message if one of its controls was used.
func (p Personal) showVacation(ctx context.Context, c *dispatch.Call, player play.Player,
	err error) (dispatch.Reply, error) {
	if err != nil {
		return dispatch.Reply{}, err
	}
	v, err := p.Players.VacationState(ctx, player)
	if err != nil {
		return dispatch.Reply{}, err
	}
	r := dispatch.InPrivate(vacationText(c.T, v))
	r.Message.Rows = vacationRows(c.T, v)
	if c.ID.Verb == ui.Vacation && c.ID.Arg != vacationShow {
		r.Kind = dispatch.Update
	}
	return r, nil
}

// vacationRows returns a menu to start or extend a vacation, if days are left, a button to end it, and one that chooses
// whether it starts automatically.
func vacationRows(t i18n.Printer, v play.VacationState) (rows []ui.Row) {
	if v.Left >= dayLength {
		menu := &ui.Menu{ID: ui.NoMatch(ui.Vacation, startArg(v.Vacation)), Prompt: t.Text(msgStartVacation, nil)}
		if v.On {
			menu.Prompt = t.Text(msgLonger, nil)
		}
		for n := 1; hasDays(v.Left, n); n++ {
			length := min(v.Left, time.Duration(n)*dayLength)
			menu.Items = append(menu.Items, ui.Item{Label: text.Length(t, length), Value: strconv.Itoa(n)})
		}
		rows = append(rows, ui.Row{Menu: menu})
	}
	var row []ui.Button
	if v.On {
		end := button(t, ui.Vacation, vacationEnd, msgEndVacation)
		end.Style = ui.Strong
		row = append(row, end)
	}
	if v.Stays {
		row = append(row, button(t, ui.Vacation, vacationAuto, msgVacationSelf))
	} else {
		row = append(row, button(t, ui.Vacation, vacationStays, msgVacationNever))
	}
	return append(rows, ui.Row{Buttons: row})
}
