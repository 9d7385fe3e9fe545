package settings

import (
	"context"
	"errors"
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
	"madbot/rules/match"
)

// When and where the bot writes to the reader, a private message: its frame, whose places are whole lines below,
// the button that opens it and the one that leads back to `/settings`.
var (
	msgNotices = i18n.Message{ID: "notices.text",
		Other: "**When I write to you**, in all matches. When your turn comes, you are told once; a reminder is left out " +
			"if you have just looked at the board.\n{{.Reminders}}\n{{.Quiet}}\n{{.Where}}\n{{.Digest}}"}
	msgNoticesButton = i18n.Message{ID: "notices.button", Other: "When I write to you"}
	msgNoticesBack   = i18n.Message{ID: "notices.back", Other: "Back"}
)

// Lines and menu items about reminders. List is some of the three below, as in “a, b and c”.
var (
	msgRemindAt     = i18n.Message{ID: "notices.reminders", Other: "**Reminders** before the deadline: {{.List}}."}
	msgRemindNever  = i18n.Message{ID: "notices.noreminders", Other: "**Reminders**: none."}
	msgPickReminder = i18n.Message{ID: "notices.menu", Other: "Remind me before the deadline: nothing chosen"}
	msgHalf         = i18n.Message{ID: "notices.half", Other: "half of the time per turn"}
	msgQuarter      = i18n.Message{ID: "notices.quarter", Other: "a quarter of the time per turn"}
	msgHoursAhead   = i18n.Message{ID: "notices.hours", One: "{{.N}} hour", Other: "{{.N}} hours"}
)

// Lines about quiet hours, in which the bot writes nothing, about where it writes and about the weekly list.
// Zone is a name such as Europe/Brussels, or “UTC, as you have set none”.
var (
	msgQuietIs = i18n.Message{ID: "notices.quiet",
		Other: "**Quiet hours**: {{.From}}:00 to {{.To}}:00, {{.Zone}}. What happens then waits for their end."}
	msgNoQuiet   = i18n.Message{ID: "notices.noquiet", Other: "**Quiet hours**: none. **Time zone**: {{.Zone}}."}
	msgUTC       = i18n.Message{ID: "notices.utc", Other: "UTC, as you have set none"}
	msgByDirect  = i18n.Message{ID: "notices.direct", Other: "**Where**: in direct messages, and you are not mentioned in channels."}
	msgByMention = i18n.Message{ID: "notices.mention", Other: "**Where**: you are mentioned in the channel of the match."}
	msgDigestOn  = i18n.Message{ID: "notices.digest", Other: "**Weekly list** of the matches that wait for you: Mondays at 9:00, in a direct message."}
	msgDigestOff = i18n.Message{ID: "notices.nodigest", Other: "**Weekly list** of the matches that wait for you: off."}
)

// Buttons that change these lines. They are short.
var (
	msgSetQuiet   = i18n.Message{ID: "notices.button.quiet", Other: "Quiet hours"}
	msgSetZone    = i18n.Message{ID: "notices.button.zone", Other: "Time zone"}
	msgSetDirect  = i18n.Message{ID: "notices.button.direct", Other: "Direct messages"}
	msgSetMention = i18n.Message{ID: "notices.button.mention", Other: "Mention me"}
	msgSetDigest  = i18n.Message{ID: "notices.button.digest", Other: "Weekly list"}
	msgEndDigest  = i18n.Message{ID: "notices.button.nodigest", Other: "No weekly list"}
	msgSendTest   = i18n.Message{ID: "notices.button.test", Other: "Send me a test"}
)

// Two forms with one field each, for quiet hours and for a time zone: the title, the name of the field and the
// note beside it. The word for no quiet hours in the note must be one of notices.off.
var (
	msgQuietTitle = i18n.Message{ID: "notices.form.quiet", Other: "Your quiet hours"}
	msgQuietLabel = i18n.Message{ID: "notices.form.hours", Other: "From and to, in hours"}
	msgQuietNote  = i18n.Message{ID: "notices.form.hoursnote", Other: "Such as 22-7, in your time zone, or off"}
	msgZoneTitle  = i18n.Message{ID: "notices.form.zone", Other: "Your time zone"}
	msgZoneLabel  = i18n.Message{ID: "notices.form.name", Other: "Continent and city"}
	msgZoneNote   = i18n.Message{ID: "notices.form.namenote", Other: "Such as Europe/Brussels or America/New_York"}

	// Words for no quiet hours, separated by commas, that can be typed into that form. Nobody reads them.
	msgQuietOff = i18n.Message{ID: "notices.off", Other: "off, none, no"}
)

// Private refusals of what was typed there.
var (
	msgBadQuiet = i18n.Message{ID: "notices.badquiet",
		Other: "I cannot read “{{.Text}}” as quiet hours. Two full hours will do, such as 22-7, or “off” for none. Nothing has changed."}
	msgBadZone = i18n.Message{ID: "notices.badzone",
		Other: "I know of no time zone “{{.Text}}”. It takes a continent and a large city in your zone, such as Europe/Brussels or " +
			"America/New_York. Nothing has changed."}
)

// Private answers to who asked for a test of how the bot reaches them.
var (
	msgTestedHere   = i18n.Message{ID: "notices.tested.here", Other: "Sent: you should have been notified just now, in this channel."}
	msgTestedDirect = i18n.Message{ID: "notices.tested.direct",
		Other: "Sent: you should have been notified just now, in your direct messages."}
	msgTestShut = i18n.Message{ID: "notices.tested.shut",
		Other: "**I cannot send you direct messages**, so I mentioned you in this channel, as I will when it is your turn. You can " +
			"allow direct messages in the privacy settings of a server that we share."}
	msgTestNowhere = i18n.Message{ID: "notices.tested.nowhere",
		Other: "**I cannot reach you from here**: I may not post in this channel, and direct messages to you are off. In a match " +
			"that is shown here, your next command would tell you what you missed."}
	msgTestLater = i18n.Message{ID: "notices.tested.later",
		Other: "Discord did not take the test just now. Please try again in a minute."}
)

// maxTyped is how much can be typed into a form, in characters.
const maxTyped = 60

// The verbs of what changes how the person is told.
const (
	noticesVerb = "notices" // shows all of it; its argument names a change
	askVerb     = "noticesask"
	filledVerb  = "noticesset"
	testVerb    = "noticestest"
)

// The arguments of the controls.
const (
	remindersArg = "reminders"
	quietArg     = "quiet"
	zoneArg      = "zone"
)

// noticeControls are the controls of what changes how the person is told.
func (cmds *Commands) noticeControls() map[string]dispatch.Component {
	return map[string]dispatch.Component{
		noticesVerb: {Run: cmds.changeNotices, Inline: true},
		askVerb:     {Run: cmds.askNotices, Inline: true},
		filledVerb:  {Run: cmds.fillNotices, Inline: true},
		testVerb:    {Run: cmds.testNotices},
	}
}

// switches are the changes that a button makes, by its argument.
func switches() map[string]func(*play.Settings) {
	return map[string]func(*play.Settings){
		"direct":   func(s *play.Settings) { s.Direct = true },
		"mention":  func(s *play.Settings) { s.Direct = false },
		"digest":   func(s *play.Settings) { s.Digest = true },
		"nodigest": func(s *play.Settings) { s.Digest = false },
	}
}

// changeNotices makes the change that the control names, if any, and shows how the person is told.
func (cmds *Commands) changeNotices(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	flip := switches()[c.ID.Arg]
	if flip == nil && c.ID.Arg != remindersArg {
		p, err := cmds.Service.Player(ctx, c.Actor.ID)
		return dispatch.Reply{Kind: dispatch.Update, Message: noticesMessage(c.T, &p)}, err
	}
	return cmds.setNotices(ctx, c, func(p *play.Player) {
		if flip != nil {
			flip(&p.Settings)
			return
		}
		var list []notice.Reminder
		for _, word := range c.Values {
			list = append(list, notice.Reminder(word))
		}
		p.Settings.Reminders = notice.Write(list)
	})
}

// setNotices changes how the person is told, and shows it.
func (cmds *Commands) setNotices(ctx context.Context, c *dispatch.Call, f func(*play.Player)) (dispatch.Reply, error) {
	p, err := cmds.Service.SetNotices(ctx, c.Actor, f)
	if err != nil {
		return dispatch.Reply{}, err
	}
	return dispatch.Reply{Kind: dispatch.Update, Message: noticesMessage(c.T, &p)}, nil
}

// askNotices opens the form for the quiet hours or for the time zone. It asks nobody, because a form cannot
// be late.
func (cmds *Commands) askNotices(_ context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	form := discord.Modal{CustomID: noticesID(filledVerb, quietArg).String(), Title: c.T.Text(msgQuietTitle, nil),
		Label: c.T.Text(msgQuietLabel, nil), Note: c.T.Text(msgQuietNote, nil), MaxLength: maxTyped}
	if c.ID.Arg == zoneArg {
		form = discord.Modal{CustomID: noticesID(filledVerb, zoneArg).String(), Title: c.T.Text(msgZoneTitle, nil),
			Label: c.T.Text(msgZoneLabel, nil), Note: c.T.Text(msgZoneNote, nil), MaxLength: maxTyped}
	}
	return dispatch.Reply{Kind: dispatch.Form, Form: form}, nil
}

// fillNotices takes what was filled in a form.
func (cmds *Commands) fillNotices(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	typed := i18n.Args{"Text": discord.Cut(c.Input, maxTyped)}
	if c.ID.Arg == zoneArg {
		zone, ok := readZone(c.Input)
		if !ok {
			return dispatch.Reply{}, text.Refuse(msgBadZone, typed)
		}
		return cmds.setNotices(ctx, c, func(p *play.Player) { p.Zone = zone })
	}
	quiet, ok := readQuiet(c.T, c.Input)
	if !ok {
		return dispatch.Reply{}, text.Refuse(msgBadQuiet, typed)
	}
	return cmds.setNotices(ctx, c, func(p *play.Player) { p.Settings.Quiet = quiet })
}

var (
	hours = regexp.MustCompile(`^(?:from |de |von )?` + hour + ` ?(?:-|–|—|to|à|bis| ) ?` + hour + `$`)

	zoneBreak = regexp.MustCompile(`[\s_]+`)
)

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
	typed = zoneBreak.ReplaceAllString(strings.TrimSpace(typed), "_")
	for _, name := range []string{typed, titled(typed), strings.ToUpper(typed)} {
		if _, err := time.LoadLocation(name); err == nil && name != "" && name != "Local" && !strings.HasPrefix(name, ".") {
			return name, true
		}
	}
	return "", false
}

// titled returns a name with a capital at the beginning of each of its words.
func titled(name string) string {
	start := true
	return strings.Map(func(r rune) rune {
		if start {
			start = false
			return []rune(strings.ToUpper(string(r)))[0]
		}
		start = r == '/' || r == '_' || r == '-'
		return []rune(strings.ToLower(string(r)))[0]
	}, name)
}

// testNotices sends a notice as one would come, and says how that went. Pressed twice at once, it sends one.
func (cmds *Commands) testNotices(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	p, err := cmds.Service.Player(ctx, c.Actor.ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	n := play.Notice{To: p, Kind: play.TestNotice, Direct: p.Settings.Direct && (c.InGuild() || c.Venue.Away),
		Key: cmds.Service.TestKey(c.Actor)}
	n.Match.Venue = c.Venue
	_, err = cmds.Messenger.Notify(ctx, n)
	direct := n.Direct
	if direct && isRefused(err) {
		n.Direct = false
		_, err = cmds.Messenger.Notify(ctx, n)
	}
	said := c.T.Text(msgTestLater, nil)
	switch {
	case isRefused(err):
		said = c.T.Text(msgTestNowhere, nil)
	case err != nil:
		c.Log.Warn("test not sent", "err", err)
	case direct && !n.Direct:
		said = c.T.Text(msgTestShut, nil)
	case direct:
		said = c.T.Text(msgTestedDirect, nil)
	default:
		said = c.T.Text(msgTestedHere, nil)
	}
	return dispatch.InPrivate(said), nil
}

// isRefused reports whether a notice was not taken, and would not be now.
func isRefused(err error) bool { return errors.Is(err, play.ErrGone) || errors.Is(err, play.ErrClosed) }

// noticesMessage shows how a player is told, with what changes it.
func noticesMessage(t i18n.Printer, p *play.Player) ui.Message {
	s := p.Settings
	where, digest := msgByMention, msgDigestOff
	flips := []ui.Button{noticesButton(t, msgSetDirect, noticesVerb, "direct"),
		noticesButton(t, msgSetDigest, noticesVerb, "digest")}
	if s.Direct {
		where, flips[0] = msgByDirect, noticesButton(t, msgSetMention, noticesVerb, "mention")
	}
	if s.Digest {
		digest, flips[1] = msgDigestOn, noticesButton(t, msgEndDigest, noticesVerb, "nodigest")
	}
	buttons := append([]ui.Button{noticesButton(t, msgSetQuiet, askVerb, quietArg),
		noticesButton(t, msgSetZone, askVerb, zoneArg)}, flips...)
	last := []ui.Button{noticesButton(t, msgSendTest, testVerb, ""), {ID: setID(""), Label: t.Text(msgNoticesBack, nil)}}
	return ui.Message{
		Text: t.Text(msgNotices, i18n.Args{"Reminders": remindersText(t, s), "Quiet": quietText(t, p),
			"Where": t.Text(where, nil), "Digest": t.Text(digest, nil)}),
		Rows: []ui.Row{{Menu: reminderMenu(t, s)}, {Buttons: buttons}, {Buttons: last}},
	}
}

func noticesID(verb, arg string) ui.ID { return ui.ID{Verb: verb, Ply: play.AnyPly, Arg: arg} }

func noticesButton(t i18n.Printer, label i18n.Message, verb, arg string) ui.Button {
	return ui.Button{ID: noticesID(verb, arg), Label: t.Text(label, nil)}
}

// reminderMenu lets a person choose any number of reminders.
func reminderMenu(t i18n.Printer, s play.Settings) *ui.Menu {
	menu := &ui.Menu{ID: noticesID(noticesVerb, remindersArg), Prompt: t.Text(msgPickReminder, nil),
		Count: ui.Count{Most: len(notice.All())}}
	for _, r := range notice.All() {
		menu.Items = append(menu.Items, ui.Item{Label: reminderName(t, r), Value: string(r),
			Picked: slices.Contains(notice.Read(s.Reminders), r)})
	}
	return menu
}

func reminderName(t i18n.Printer, r notice.Reminder) string {
	switch r {
	case notice.AtHalf:
		return t.Text(msgHalf, nil)
	case notice.AtQuarter:
		return t.Text(msgQuarter, nil)
	}
	return t.Text(msgHoursAhead, i18n.Args{"N": int(r.Before(match.Pace{}) / time.Hour)})
}

func remindersText(t i18n.Printer, s play.Settings) string {
	var names []string
	for _, r := range notice.Read(s.Reminders) {
		names = append(names, reminderName(t, r))
	}
	if len(names) == 0 {
		return t.Text(msgRemindNever, nil)
	}
	return t.Text(msgRemindAt, i18n.Args{"List": turns.And(t, names)})
}

func quietText(t i18n.Printer, p *play.Player) string {
	zone, quiet := p.Zone, p.Settings.Quiet
	if zone == "" {
		zone = t.Text(msgUTC, nil)
	}
	if !quiet.IsOn() {
		return t.Text(msgNoQuiet, i18n.Args{"Zone": zone})
	}
	return t.Text(msgQuietIs, i18n.Args{"From": quiet.From, "To": quiet.To, "Zone": zone})
}
