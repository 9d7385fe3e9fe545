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

// The puzzle of the day on `/server`: the button that opens its page, its lines, why no puzzle is posted, and the menus
// and a button below. Zone is as in the lines about quiet hours.
var (
	msgDaily       = i18n.Message{ID: "server.button.daily", Other: "Puzzle of the day"}
	msgDailyOff    = i18n.Message{ID: "server.daily.off", Other: "**Puzzle of the day**: off. Time zone: {{.Zone}}."}
	msgDailyOn     = i18n.Message{ID: "server.daily.on", Other: "**Puzzle of the day**: {{.Channel}} at {{.Hour}}. Time zone: {{.Zone}}."}
	msgDailyGone   = i18n.Message{ID: "server.daily.gone", Other: "**No puzzle**: that channel is gone."}
	msgDailyRights = i18n.Message{ID: "server.daily.rights", Other: "**No puzzle**: I can't post there."}
	msgDailyIdle   = i18n.Message{ID: "server.daily.idle", Other: "**No puzzle**: nobody solved one for a week."}
	msgDailyWhere  = i18n.Message{ID: "server.menu.daily", Other: "Puzzle channel; none means off"}
	msgDailyHour   = i18n.Message{ID: "server.menu.hour", Other: "Puzzle hour"}
	msgDailyAgain  = i18n.Message{ID: "server.button.again", Other: "Resume puzzles"}
)

// The arguments of these controls.
const (
	argDaily    = "daily"
	argWhere    = "daily where"
	argHour     = "daily hour"
	argZone     = "daily zone" // of the button, and of the form that it opens
	argPickZone = "daily pick" // of the menu of places that the typed one may be
	argGoOn     = "daily again"
)

// defaultHour is when the puzzle of the day is posted unless the server chooses another hour.
const defaultHour = 9

// changeDaily makes the change of c's control. It returns false if the control is not about the puzzle of the day.
// Values that were not offered change nothing. After each change the bot tries again to post.
func changeDaily(c *dispatch.Call, settings *play.ServerSettings) bool {
	d := settings.Daily
	switch c.ID.Arg {
	case argDaily:
		return true
	case argWhere:
		if d == (play.DailySettings{}) {
			d.Hour = defaultHour
		}
		d.Channel, d.Locale = selected(c), c.Venue.Locale
	case argHour:
		hour, err := strconv.Atoi(selected(c))
		if err != nil || hour < 0 || hour > 23 {
			return true
		}
		d.Hour = hour
	case argGoOn:
	default:
		return false
	}
	settings.Daily = retried(d)
	return true
}

func retried(d play.DailySettings) play.DailySettings {
	d.Fault, d.Since, d.Idle = "", 0, 0
	return d
}

// setZone stores the server's time zone that was typed or chosen, or asks which one is meant.
func (s Server) setZone(ctx context.Context, c *dispatch.Call, typed string) (dispatch.Reply, error) {
	q := zoneQuestion{ui.NoMatch(ui.Server, argPickZone), button(c.T, ui.Server, argZone, msgSetZone),
		button(c.T, ui.Server, argDaily, msgNoticesBack), s.Servers.LocalTime}
	zone, choices := q.read(c, typed)
	if zone == "" {
		return q.ask(c, typed, choices), nil
	}
	server, err := s.Servers.ChangeServer(ctx, c.Actor, c.Venue.Guild, func(settings *play.ServerSettings) {
		settings.Zone, settings.Daily = zone, retried(settings.Daily)
	})
	if err != nil {
		return dispatch.Reply{}, err
	}
	c.Log.Info("server", "changed", argZone)
	return dispatch.Reply{Kind: dispatch.Update, Message: s.daily(ctx, c.T, server)}, nil
}

func (s Server) daily(ctx context.Context, t i18n.Printer, server play.Server) ui.Message {
	d, name := server.Settings.Daily, server.Settings.Zone
	zone := zoneNow(t, name, s.Servers.LocalTime(play.Player{Zone: name}))
	lines := []string{t.Text(msgDailyOff, i18n.Args{"Zone": zone})}
	var channels []string
	last := []ui.Button{button(t, ui.Server, argZone, msgSetZone)}
	if d.Channel != "" {
		channels = s.Places.Existing(ctx, []string{d.Channel})
		lines[0] = t.Text(msgDailyOn, i18n.Args{"Channel": text.Channels(t, []string{d.Channel}), "Hour": clock(d.Hour), "Zone": zone})
		if d.Fault != "" {
			lines = append(lines, t.Text(faultOf(d.Fault), nil))
			last = append(last, button(t, ui.Server, argGoOn, msgDailyAgain))
		}
	}
	hours := &ui.Menu{ID: ui.NoMatch(ui.Server, argHour), Prompt: t.Text(msgDailyHour, nil)}
	for hour := range 24 {
		hours.Items = append(hours.Items, ui.Item{Label: clock(hour), Value: strconv.Itoa(hour),
			Selected: d.Channel != "" && hour == d.Hour})
	}
	return ui.Message{Text: strings.Join(lines, "\n"), Rows: []ui.Row{
		{Channels: &ui.ChannelMenu{ID: ui.NoMatch(ui.Server, argWhere), Prompt: t.Text(msgDailyWhere, nil),
			Selected: channels, Count: ui.Count{Max: 1}}},
		{Menu: hours}, {Buttons: append(last, button(t, ui.Server, "", msgNoticesBack))}}}
}

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
