package bot

import (
	"context"
	"strconv"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

var (
	msgLogButton = i18n.Message{ID: "button.log", Other: "Log"}
	msgLogTitle  = i18n.Message{ID: "log.title", Other: "**What happened in the match of {{.Red}} and {{.Blue}}**"}
	msgLogOlder  = i18n.Message{ID: "log.earlier", Other: "Earlier"}
	msgLogNewer  = i18n.Message{ID: "log.later", Other: "Later"}
)

// logVerb shows what happened in a match; the argument is a page, counted from 0; the last one when it is
// empty.
const logVerb = "log"

// The commands within /match.
const subLog = "log"

// ofMatch has what there is to know of a match beside its board.
func (h *handlers) ofMatch() dispatch.Command {
	show := h.about(logVerb, h.matchLog, isOpen)
	command := spec("match", "More about a match")
	command.Options = []discord.CommandOption{subOption(subLog, "All that happened in a match; only you see it",
		textOption("match", "Which match; only needed when you play several", false))}
	return dispatch.Command{
		Spec:       command,
		Run:        h.orLast(show, h.matchLog), // the only one
		Complete:   map[string]dispatch.Completer{"match": h.completeMatch(isOpen)},
		Components: map[string]dispatch.Component{logVerb: {Run: show, Inline: true}},
	}
}

// logButton shows what happened in m.
func logButton(t i18n.Printer, m *match.Match) ui.Button {
	return ui.Button{ID: stateID(logVerb, m, ""), Label: t.Text(msgLogButton, nil)}
}

// subOption returns the definition of a command within a command.
func subOption(name, description string, options ...discord.CommandOption) discord.CommandOption {
	return discord.CommandOption{Type: discord.SubOption, Name: name, Description: description, Options: options}
}

// matchLog shows a page of what happened in a match.
func (h *handlers) matchLog(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	m, events, err := h.service.History(ctx, c.Actor, id)
	if err != nil {
		return answer{}, err
	}
	pages := text.Log(c.T, &m.Match, events, discord.MaxContent-warningRoom)
	at, err := strconv.Atoi(c.ID.Arg)
	if err != nil || at < 0 || at >= len(pages) {
		at = len(pages) - 1
	}
	people := i18n.Args{"Red": text.Mention(m.Challenger), "Blue": text.Mention(m.Opponent)}
	msg := ui.Message{Text: pages[at]}
	if m.Opponent != "" {
		msg.Text = c.T.Text(msgLogTitle, people) + "\n" + msg.Text
	}
	page := func(to int, name i18n.Message) ui.Button {
		return ui.Button{ID: stateID(logVerb, &m.Match, strconv.Itoa(to)), Label: c.T.Text(name, nil),
			Off: to < 0 || to >= len(pages)}
	}
	if len(pages) > 1 {
		msg.Rows = ui.Buttons(page(at-1, msgLogOlder), page(at+1, msgLogNewer))
	}
	kind := settle(c)
	if c.ID.Verb == logVerb && c.ID.Arg != "" {
		kind = dispatch.Update
	}
	return answer{match: m, reply: dispatch.Reply{Kind: kind, Message: msg}}, nil
}
