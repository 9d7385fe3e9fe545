package look

import (
	"context"
	"strconv"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// The log of a match, in private: the button that opens it, its title, and the buttons that turn its pages.
var (
	msgLogButton = i18n.Message{ID: "button.log", Other: "Log"}
	msgLogTitle  = i18n.Message{ID: "log.title", Other: "**What happened in the game of {{.Red}} and {{.Blue}}**"}
	msgLogOlder  = i18n.Message{ID: "log.earlier", Other: "Earlier"}
	msgLogNewer  = i18n.Message{ID: "log.later", Other: "Later"}
	msgLogHelped = i18n.Message{ID: "log.helped", Other: "Meanwhile, hints and practice games elsewhere: " +
		"{{.Red}} {{.RedHelped}}, {{.Blue}} {{.BlueHelped}}."}
)

func logButton(t i18n.Printer, m *match.Match) ui.Button {
	return ui.Button{ID: ui.OnMatch(ui.Log, m, ""), Label: t.Text(msgLogButton, nil)}
}

func (h *Handlers) showLog(ctx context.Context, c *dispatch.Call, id match.ID) (show.Answer, error) {
	m, events, err := h.Service.History(ctx, c.Actor, id)
	if err != nil {
		return show.Answer{}, err
	}
	pages := text.Log(c.T, &m.Match, events, discord.MaxContent-warningRoom)
	at, err := strconv.Atoi(c.ID.Arg)
	if err != nil || at < 0 || at >= len(pages) {
		at = len(pages) - 1
	}
	people := i18n.Args{"Red": text.Mention(c.T, m.Challenger), "Blue": text.Mention(c.T, m.Opponent)}
	msg := ui.Message{Text: pages[at]}
	if at == len(pages)-1 {
		helped, err := h.helped(ctx, c, &m)
		if err != nil {
			return show.Answer{}, err
		}
		msg.Text += helped
	}
	if m.Opponent != "" {
		msg.Text = c.T.Text(msgLogTitle, people) + "\n" + msg.Text
	}
	page := func(to int, name i18n.Message) ui.Button {
		return ui.Button{ID: ui.OnMatch(ui.Log, &m.Match, strconv.Itoa(to)), Label: c.T.Text(name, nil),
			Disabled: to < 0 || to >= len(pages)}
	}
	if len(pages) > 1 {
		msg.Rows = ui.Buttons(page(at-1, msgLogOlder), page(at+1, msgLogNewer))
	}
	kind := show.ReplyKind(c)
	if c.ID.Verb == ui.Log && c.ID.Arg != "" {
		kind = dispatch.Update
	}
	return show.Answer{Match: m, Reply: dispatch.Reply{Kind: kind, Message: msg}}, nil
}

// helped returns a line about the help that the players of a rated match had elsewhere; empty if m is not rated.
func (h *Handlers) helped(ctx context.Context, c *dispatch.Call, m *play.Match) (string, error) {
	if !m.Terms.Rated || m.Players.Red == "" {
		return "", nil
	}
	n, err := h.Service.Helped(ctx, m)
	return "\n" + c.T.Text(msgLogHelped, i18n.Args{"Red": text.Player(c.T, &m.Match, m.Players.Red), "RedHelped": n.Red,
		"Blue": text.Player(c.T, &m.Match, m.Players.Blue), "BlueHelped": n.Blue}), err
}
