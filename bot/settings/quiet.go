package settings

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
)

// Lines about quiet hours, in which the bot writes nothing. Zone is one of the last two messages.
var (
	msgQuietIs = i18n.Message{ID: "notices.quiet",
		Other: "**Quiet hours**: {{.From}} to {{.To}}, {{.Zone}}. What happens then waits for their end."}
	msgNoQuiet = i18n.Message{ID: "notices.noquiet", Other: "**Quiet hours**: none. **Time zone**: {{.Zone}}."}
	msgUTC     = i18n.Message{ID: "notices.utc", Other: "UTC (default), now {{.Time}}"}
	msgZoneNow = i18n.Message{ID: "notices.zone", Other: "{{.Zone}}, where it's {{.Time}} now"}
)

// Words for no quiet hours that people type, separated by commas. They are not shown.
var msgQuietOff = i18n.Message{ID: "notices.off", Other: "off, none, no"}

// A form with one field: title, name of the field, and the note next to it. The word for no quiet hours in the note
// must be one of notices.off.
var (
	msgQuietTitle = i18n.Message{ID: "notices.form.quiet", Other: "Your quiet hours"}
	msgQuietLabel = i18n.Message{ID: "notices.form.hours", Other: "From and to"}
	msgQuietNote  = i18n.Message{ID: "notices.form.hoursnote", Other: "Such as 22-7, 22:00-7:30 or 10pm to 7, or off"}
)

// A private refusal when the text typed there cannot be read.
var msgBadQuiet = i18n.Message{ID: "notices.badquiet",
	Other: "I can't read “{{.Text}}” as quiet hours. Try 22-7, 22:00-7:30 or 10pm to 7, or “off” for none."}

const maxTyped = 60

// ask opens the form for the quiet hours or for the time zone. The field is empty: to fill in the current value, the
// bot would have to read it first, but Discord accepts a form only as an immediate response.
func (n Notices) ask(_ context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	form := discord.Modal{Title: c.T.Text(msgQuietTitle, nil), Label: c.T.Text(msgQuietLabel, nil),
		Note: c.T.Text(msgQuietNote, nil), MaxLength: maxTyped}
	if c.ID.Arg == argNoticeZone {
		form = zoneForm(c.T, msgZoneTitle)
	}
	form.CustomID = ui.NoMatch(ui.SetNotices, c.ID.Arg).String()
	return dispatch.Reply{Kind: dispatch.Form, Form: form}, nil
}

func (n Notices) fill(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	if c.ID.Arg == argNoticeZone {
		return n.setZone(ctx, c, c.Input)
	}
	quiet, ok := readQuiet(c.T, c.Input)
	if !ok {
		return dispatch.Reply{}, text.Refuse(msgBadQuiet, typed(c))
	}
	return n.set(ctx, c, func(p *play.Player) { p.Settings.Quiet = quiet })
}

func typed(c *dispatch.Call) i18n.Args { return i18n.Args{"Text": discord.Truncate(c.Input, maxTyped)} }

// setZone stores the time zone that was typed or chosen, or asks which one is meant.
func (n Notices) setZone(ctx context.Context, c *dispatch.Call, typed string) (dispatch.Reply, error) {
	q := zoneQuestion{ui.NoMatch(ui.SetNotices, argNoticeZone), button(c.T, ui.AskNotices, argNoticeZone, msgSetZone),
		button(c.T, ui.Notices, "", msgNoticesBack), n.Players.LocalTime}
	zone, choices := q.read(c, typed)
	if zone == "" {
		return q.ask(c, typed, choices), nil
	}
	return n.set(ctx, c, func(p *play.Player) { p.Zone = zone })
}

func quietLine(t i18n.Printer, p play.Player, now time.Time) string {
	quiet, zone := p.Settings.Quiet, zoneNow(t, p.Zone, now)
	if !quiet.IsOn() {
		return t.Text(msgNoQuiet, i18n.Args{"Zone": zone})
	}
	return t.Text(msgQuietIs, i18n.Args{"From": quiet.From, "To": quiet.To, "Zone": zone})
}

// zoneNow names a time zone, "" for the default, and the time there.
func zoneNow(t i18n.Printer, zone string, now time.Time) string {
	return t.Text(i18n.Either(zone == "", msgUTC, msgZoneNow), i18n.Args{"Zone": zone, "Time": now.Format("15:04")})
}

// hours matches two times, with words around and between them in several languages.
var hours = regexp.MustCompile(`^(?:from |between |de |entre |von |zwischen )?` + hour +
	` ?(?:-|–|—|−|to|until|till?|and|à|jusqu'à|et|bis|und|/| ) ?` + hour + `$`)

// hour matches one time: its hour, its minutes, and am or pm.
const hour = `(\d{1,2}?)(?:[:h.]? ?(\d{2}))? ?(a\.?m\.?|p\.?m\.?)? ?(?:h|uhr|o'clock|heures?)?`

// readQuiet parses quiet hours, such as “22-7”, “22:00-7:30”, “10pm to 7”, “22 h à 7 h”, or a word for none in English
// or the language of t, such as “off”.
func readQuiet(t i18n.Printer, typed string) (notice.Quiet, bool) {
	typed = strings.ReplaceAll(turns.Folded(typed), "’", "'")
	none := t.Text(msgQuietOff, nil) + ", " + msgQuietOff.Other + ", -"
	if slices.Contains(strings.Split(strings.ToLower(none), ", "), typed) {
		return notice.Quiet{}, true
	}
	found := hours.FindStringSubmatch(typed)
	if found == nil {
		return notice.Quiet{}, false
	}
	var best notice.Quiet
	for _, from := range clocks(found[1:4], found[6] != "") {
		for _, to := range clocks(found[4:7], found[3] != "") {
			if quiet := (notice.Quiet{From: from, To: to}); quiet.IsOn() && (!best.IsOn() || quiet.Length() < best.Length()) {
				best = quiet
			}
		}
	}
	return best, best.IsOn()
}

// clocks returns the times that parts, an hour with minutes and am or pm, can mean; none for 25:00 and 13 pm. If only
// the other time says am or pm, this one may be either, and readQuiet takes the shorter quiet hours.
func clocks(parts []string, halves bool) []notice.Clock {
	hour, _ := strconv.Atoi(parts[0])
	minutes, _ := strconv.Atoi(parts[1]) // else none
	at, half := notice.Clock(hour)*notice.OClock+notice.Clock(minutes), 12*notice.OClock
	switch isHalf := hour >= 1 && hour <= 12; {
	case minutes > 59 || at > notice.Midnight || parts[2] != "" && !isHalf:
		return nil
	case strings.HasPrefix(parts[2], "a"):
		return []notice.Clock{at % half}
	case parts[2] != "":
		return []notice.Clock{at%half + half}
	case halves && isHalf:
		return []notice.Clock{at % half, at%half + half}
	}
	return []notice.Clock{at % notice.Midnight}
}
