package settings

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
)

// Lines about quiet hours, in which the bot writes nothing. Zone is a name such as Europe/Brussels, or “UTC, as you
// have set none”.
var (
	msgQuietIs = i18n.Message{ID: "notices.quiet",
		Other: "**Quiet hours**: {{.From}}:00 to {{.To}}:00, {{.Zone}}. What happens then waits for their end."}
	msgNoQuiet = i18n.Message{ID: "notices.noquiet", Other: "**Quiet hours**: none. **Time zone**: {{.Zone}}."}
	msgUTC     = i18n.Message{ID: "notices.utc", Other: "UTC, as you've set none"}
)

// Words for no quiet hours, separated by commas, that can be typed into the form for them. Nobody reads them.
var msgQuietOff = i18n.Message{ID: "notices.off", Other: "off, none, no"}

// Two forms with one field each, for quiet hours and for a time zone: the title, the name of the field and the
// note beside it. The word for no quiet hours in the note must be one of notices.off.
var (
	msgQuietTitle = i18n.Message{ID: "notices.form.quiet", Other: "Your quiet hours"}
	msgQuietLabel = i18n.Message{ID: "notices.form.hours", Other: "From and to, in hours"}
	msgQuietNote  = i18n.Message{ID: "notices.form.hoursnote", Other: "Such as 22-7, in your time zone, or off"}
	msgZoneTitle  = i18n.Message{ID: "notices.form.zone", Other: "Your time zone"}
	msgZoneLabel  = i18n.Message{ID: "notices.form.name", Other: "Continent and city"}
	msgZoneNote   = i18n.Message{ID: "notices.form.namenote", Other: "Such as Europe/Brussels or America/New_York"}
)

// Private refusals of what was typed there.
var (
	msgBadQuiet = i18n.Message{ID: "notices.badquiet",
		Other: "I can't read “{{.Text}}” as quiet hours. Two full hours will do, such as 22-7, or “off” for none. " +
			"Nothing has changed."}
	msgBadZone = i18n.Message{ID: "notices.badzone",
		Other: "I know of no time zone “{{.Text}}”. It takes a continent and a large city in your zone, such as Europe/Brussels or " +
			"America/New_York. Nothing has changed."}
)

// maxTyped is how much can be typed into a form, in characters.
const maxTyped = 60

// ask opens the form for the quiet hours or for the time zone. It does not show what holds: that would have to be
// read first, and a form cannot be late.
func (n Notices) ask(_ context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	form := discord.Modal{Title: c.T.Text(msgQuietTitle, nil), Label: c.T.Text(msgQuietLabel, nil),
		Note: c.T.Text(msgQuietNote, nil), MaxLength: maxTyped}
	if c.ID.Arg == zoneArg {
		form = discord.Modal{Title: c.T.Text(msgZoneTitle, nil), Label: c.T.Text(msgZoneLabel, nil),
			Note: c.T.Text(msgZoneNote, nil), MaxLength: maxTyped}
	}
	form.CustomID = ui.NoMatch(ui.SetNotices, c.ID.Arg).String()
	return dispatch.Reply{Kind: dispatch.Form, Form: form}, nil
}

// fill takes what was filled in a form.
func (n Notices) fill(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	typed := i18n.Args{"Text": discord.Cut(c.Input, maxTyped)}
	if c.ID.Arg == zoneArg {
		zone, ok := readZone(c.Input)
		if !ok {
			return dispatch.Reply{}, text.Refuse(msgBadZone, typed)
		}
		return n.set(ctx, c, func(p *play.Player) { p.Zone = zone })
	}
	quiet, ok := readQuiet(c.T, c.Input)
	if !ok {
		return dispatch.Reply{}, text.Refuse(msgBadQuiet, typed)
	}
	return n.set(ctx, c, func(p *play.Player) { p.Settings.Quiet = quiet })
}

// quietLine says when the bot writes nothing to p.
func quietLine(t i18n.Printer, p play.Player) string {
	zone, quiet := p.Zone, p.Settings.Quiet
	if zone == "" {
		zone = t.Text(msgUTC, nil)
	}
	if !quiet.IsOn() {
		return t.Text(msgNoQuiet, i18n.Args{"Zone": zone})
	}
	return t.Text(msgQuietIs, i18n.Args{"From": quiet.From, "To": quiet.To, "Zone": zone})
}

var hours = regexp.MustCompile(`^(?:from |de |von )?` + hour + ` ?(?:-|–|—|to|à|bis| ) ?` + hour + `$`)

// hour is one of the two of quiet hours, as people of several languages write it.
const hour = `(\d{1,2})(?:[:h.]00)?(?: ?(?:h|uhr))?`

// readQuiet reads quiet hours, such as "22-7", "22 h à 7 h" or "off"; the word for none in the language of t or in
// English.
func readQuiet(t i18n.Printer, typed string) (notice.Quiet, bool) {
	typed = turns.Folded(typed)
	none := t.Text(msgQuietOff, nil) + ", " + msgQuietOff.Other + ", -"
	if slices.Contains(strings.Split(strings.ToLower(none), ", "), typed) {
		return notice.Quiet{}, true
	}
	found := hours.FindStringSubmatch(typed)
	if found == nil {
		return notice.Quiet{}, false
	}
	from, _ := strconv.Atoi(found[1])
	to, _ := strconv.Atoi(found[2])
	quiet := notice.Quiet{From: from % 24, To: to % 24}
	return quiet, from <= 24 && to <= 24 && quiet.IsOn()
}

// readZone reads the name of a time zone as people write it, such as "europe/brussels".
func readZone(typed string) (string, bool) {
	words := strings.Join(strings.Fields(strings.ReplaceAll(typed, "_", " ")), " ")
	for _, name := range []string{words, cases.Title(language.Und).String(words), strings.ToUpper(words)} {
		name = strings.ReplaceAll(name, " ", "_")
		if _, err := time.LoadLocation(name); err == nil && name != "" && name != "Local" && !strings.HasPrefix(name, ".") {
			return name, true
		}
	}
	return "", false
}
