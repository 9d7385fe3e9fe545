package settings

import (
	"context"
	"strconv"
	"strings"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// The puzzle of the day on `/server`: the button that leads to its page, what that says, why none comes, and menus and
// a button beneath. Zone is as in the lines about quiet hours.
var (
	msgDaily       = i18n.Message{ID: "server.button.daily", Other: "Puzzle of the day"}
	msgDailyOff    = i18n.Message{ID: "server.daily.off", Other: "**Puzzle of the day**: off. Time zone: {{.Zone}}."}
	msgDailyOn     = i18n.Message{ID: "server.daily.on", Other: "**Puzzle of the day**: {{.Channel}} at {{.Hour}}. Time zone: {{.Zone}}."}
	msgDailyGone   = i18n.Message{ID: "server.daily.gone", Other: "**No puzzle**: that channel is gone."}
	msgDailyRights = i18n.Message{ID: "server.daily.rights", Other: "**No puzzle**: I can't post there."}
	msgDailyIdle   = i18n.Message{ID: "server.daily.idle", Other: "**No puzzle**: nobody solved one for a week."}
	msgDailyWhere  = i18n.Message{ID: "server.menu.daily", Other: "Puzzle channel; none means off"}
	msgDailyHour   = i18n.Message{ID: "server.menu.hour", Other: "Puzzle hour"}
	msgDailyAgain  = i18n.Message{ID: "server.button.again", Other: "Go on"}
)

// The arguments of its controls.
const (
	argDaily   = "daily"
	argWhere   = "daily where"
	argHour    = "daily hour"
	argZone    = "daily zone" // opens a form, and takes what was filled in there
	argGoOn    = "daily again"
	usualHour  = 9
	hoursOfDay = 24
)

// changeDaily makes the change that the control of c names; false: it is not about the puzzle of the day. What is not
// offered changes nothing. After each change it is tried again.
func changeDaily(c *dispatch.Call, now *play.ServerSettings, zone string) bool {
	d := now.Daily
	switch c.ID.Arg {
	case argDaily:
		return true
	case argWhere:
		if d == (play.DailySettings{}) {
			d.Hour = usualHour
		}
		d.Channel, d.Locale = picked(c), c.Venue.Locale
	case argHour:
		hour, err := strconv.Atoi(picked(c))
		if err != nil || hour < 0 || hour >= hoursOfDay {
			return true
		}
		d.Hour = hour
	case argZone:
		now.Zone = zone
	case argGoOn:
	default:
		return false
	}
	d.Fault, d.Since, d.Idle = "", 0, 0
	now.Daily = d
	return true
}

// daily is the page about the puzzle of the day.
func (s Server) daily(ctx context.Context, t i18n.Printer, server play.Server) ui.Message {
	d, name := server.Settings.Daily, server.Settings.Zone
	zone := zoneNow(t, name, s.Servers.LocalTime(play.Player{Zone: name}))
	lines := []string{t.Text(msgDailyOff, i18n.Args{"Zone": zone})}
	var there []string
	last := []ui.Button{button(t, ui.Server, argZone, msgSetZone)}
	if d.Channel != "" {
		there = s.Places.Existing(ctx, []string{d.Channel})
		lines[0] = t.Text(msgDailyOn, i18n.Args{"Channel": text.Channels(t, []string{d.Channel}), "Hour": clock(d.Hour), "Zone": zone})
		if d.Fault != "" {
			lines = append(lines, t.Text(faultOf(d.Fault), nil))
			last = append(last, button(t, ui.Server, argGoOn, msgDailyAgain))
		}
	}
	hours := &ui.Menu{ID: ui.NoMatch(ui.Server, argHour), Prompt: t.Text(msgDailyHour, nil)}
	for hour := range hoursOfDay {
		hours.Items = append(hours.Items, ui.Item{Label: clock(hour), Value: strconv.Itoa(hour),
			Selected: d.Channel != "" && hour == d.Hour})
	}
	return ui.Message{Text: strings.Join(lines, "\n"), Rows: []ui.Row{
		{Channels: &ui.ChannelMenu{ID: ui.NoMatch(ui.Server, argWhere), Prompt: t.Text(msgDailyWhere, nil), Selected: there,
			Count: ui.Count{Max: 1}}},
		{Menu: hours}, {Buttons: append(last, button(t, ui.Server, "", msgNoticesBack))}}}
}

// faultOf says why no puzzle of the day comes.
func faultOf(f play.DailyFault) i18n.Message {
	switch f {
	case play.DailyGone:
		return msgDailyGone
	case play.DailyRights:
		return msgDailyRights
	}
	return msgDailyIdle
}

func clock(hour int) string { return time.Date(0, 1, 1, hour, 0, 0, 0, time.UTC).Format("15:04") }
