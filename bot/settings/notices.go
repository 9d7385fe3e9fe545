package settings

import (
	"context"
	"slices"
	"strings"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// When and where the bot writes to the reader, a private message: how it begins, and the button that leads back to
// `/settings`.
var (
	msgNotices = i18n.Message{ID: "notices.text",
		Other: "**Notifications**, in all games: one when it's your turn, at most one per turn for offers. No " +
			"reminder if you've just looked at the board."}
	msgNoticesBack = i18n.Message{ID: "notices.back", Other: "Back"}
)

// Lines and menu items about reminders. List is some of the three below, as in “a, b and c”.
var (
	msgRemindAt     = i18n.Message{ID: "notices.reminders", Other: "**Reminders** with {{.List}} left."}
	msgRemindNever  = i18n.Message{ID: "notices.noreminders", Other: "**Reminders**: none."}
	msgPickReminder = i18n.Message{ID: "notices.menu", Other: "Remind me: never"}
	msgHalf         = i18n.Message{ID: "notices.half", Other: "½ of the time"}
	msgQuarter      = i18n.Message{ID: "notices.quarter", Other: "¼ of the time"}
)

// Where the bot writes, and the weekly list: lines, and short buttons that change them.
var noticeToggles = toggles{
	{func(s *play.Settings) *bool { return &s.Direct },
		option{"mention", i18n.Message{ID: "notices.button.mention", Other: "Mention me"},
			i18n.Message{ID: "notices.mention", Other: "**Where**: you're mentioned in the channel of the game."}},
		option{"direct", i18n.Message{ID: "notices.button.direct", Other: "Direct messages"},
			i18n.Message{ID: "notices.direct",
				Other: "**Where**: in direct messages, and you're not mentioned in channels."}}},
	{func(s *play.Settings) *bool { return &s.Digest },
		option{"nodigest", i18n.Message{ID: "notices.button.nodigest", Other: "No weekly list"},
			i18n.Message{ID: "notices.nodigest", Other: "**Weekly list** of games waiting for you: off."}},
		option{"digest", i18n.Message{ID: "notices.button.digest", Other: "Weekly list"},
			i18n.Message{ID: "notices.digest",
				Other: "**Weekly list** of games waiting for you: Mondays at 9:00, in a direct message."}}},
}

// More short buttons below these lines.
var (
	msgSetQuiet = i18n.Message{ID: "notices.button.quiet", Other: "Quiet hours"}
	msgSetZone  = i18n.Message{ID: "notices.button.zone", Other: "Time zone"}
	msgSendTest = i18n.Message{ID: "notices.button.test", Other: "Send me a test"}
)

// The arguments of the menu of reminders, and of the buttons that open a form.
const (
	argReminders  = "reminders"
	argQuiet      = "quiet"
	argNoticeZone = "zone"
)

// Notices handles the page of /settings about when and where the bot writes to the person.
type Notices struct {
	Players   Notified
	Messenger Messenger
}

// Notified stores how people are notified; play.Service implements it.
type Notified interface {
	Player(context.Context, match.PlayerID) (play.Player, error)
	SetNotices(context.Context, play.Actor, func(*play.Player)) (play.Player, error)
	// TestKey returns the key of a test notice sent now. Tests requested shortly after each other share one.
	TestKey(play.Actor) string
	// LocalTime returns the time now in the player's zone.
	LocalTime(play.Player) time.Time
}

// Commands returns none: a button of /settings opens the page.
func (n Notices) Commands() []dispatch.Command { return nil }

// Controls returns the handlers of the buttons, menus and forms.
func (n Notices) Controls() dispatch.Controls {
	return dispatch.Controls{
		ui.Notices:     {Run: n.change, Inline: true},
		ui.AskNotices:  {Run: n.ask, Inline: true},
		ui.SetNotices:  {Run: n.fill, Inline: true},
		ui.TestNotices: {Run: n.test},
	}
}

// change makes the change that the control names, if any, and shows the page.
func (n Notices) change(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	change := noticeToggles.change(c.ID.Arg)
	if c.ID.Arg == argReminders {
		change = func(s *play.Settings) {
			var list []notice.Reminder
			for _, word := range c.Values {
				list = append(list, notice.Reminder(word))
			}
			s.Reminders = notice.Write(list)
		}
	}
	if change == nil {
		player, err := n.Players.Player(ctx, c.Actor.ID)
		return dispatch.Reply{Kind: dispatch.Update, Message: n.message(c.T, player)}, err
	}
	return n.set(ctx, c, func(p *play.Player) { change(&p.Settings) })
}

func (n Notices) set(ctx context.Context, c *dispatch.Call, change func(*play.Player)) (dispatch.Reply, error) {
	player, err := n.Players.SetNotices(ctx, c.Actor, change)
	return dispatch.Reply{Kind: dispatch.Update, Message: n.message(c.T, player)}, err
}

func (n Notices) message(t i18n.Printer, p play.Player) ui.Message {
	lines, switches := noticeToggles.show(t, ui.Notices, p.Settings)
	lines = append([]string{t.Text(msgNotices, nil), remindersLine(t, p.Settings),
		quietLine(t, p, n.Players.LocalTime(p))}, lines...)
	buttons := append([]ui.Button{button(t, ui.AskNotices, argQuiet, msgSetQuiet),
		button(t, ui.AskNotices, argNoticeZone, msgSetZone)}, switches...)
	last := []ui.Button{button(t, ui.TestNotices, "", msgSendTest),
		{ID: ui.NoMatch(ui.Set, ""), Label: t.Text(msgNoticesBack, nil)}}
	return ui.Message{Text: strings.Join(lines, "\n"),
		Rows: []ui.Row{{Menu: reminderMenu(t, p.Settings)}, {Buttons: buttons}, {Buttons: last}}}
}

func reminderMenu(t i18n.Printer, s play.Settings) *ui.Menu {
	menu := &ui.Menu{ID: ui.NoMatch(ui.Notices, argReminders), Prompt: t.Text(msgPickReminder, nil),
		Count: ui.Count{Max: len(notice.All())}}
	for _, r := range notice.All() {
		menu.Items = append(menu.Items, ui.Item{Label: reminderName(t, r), Value: string(r),
			Selected: slices.Contains(notice.Read(s.Reminders), r)})
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
	return text.Hours(t, int(r.Before(match.Pace{})/time.Hour))
}

func remindersLine(t i18n.Printer, s play.Settings) string {
	var names []string
	for _, r := range notice.Read(s.Reminders) {
		names = append(names, reminderName(t, r))
	}
	if len(names) == 0 {
		return t.Text(msgRemindNever, nil)
	}
	return t.Text(msgRemindAt, i18n.Args{"List": turns.And(t, names)})
}
