package look

import (
	"context"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
	"madbot/rules/record"
)

// Buttons that turn the pages of the list of turns, in private.
var (
	msgEarlierTurns = i18n.Message{ID: "turns.earlier", Other: "Earlier turns"}
	msgLaterTurns   = i18n.Message{ID: "turns.later", Other: "Later turns"}
)

// warningRoom is how many characters a page leaves for warnings, which show.Picker may add.
const warningRoom = 500

// turnList returns a page of the turns of m, by default the last one, with the record as a file.
func (h *Handlers) turnList(ctx context.Context, c *dispatch.Call, m play.Match, l ui.LookArg) ui.Message {
	pages := turns.List(c.T, &m.Game, discord.MaxContent-warningRoom)
	at := min(l.At, len(pages)-1)
	if at < 0 {
		at = len(pages) - 1
	}
	msg := ui.Message{Text: pages[at], File: h.record(ctx, c, &m)}
	turn := func(to int, name i18n.Message) ui.Button {
		return ui.Button{ID: ui.OnMatch(ui.Look, &m.Match, ui.LookArg{What: ui.LookTurns, At: to, Side: l.Side}.String()),
			Label: c.T.Text(name, nil), Disabled: to < 0 || to >= len(pages)}
	}
	var row []ui.Button
	if len(pages) > 1 {
		row = []ui.Button{turn(at-1, msgEarlierTurns), turn(at+1, msgLaterTurns)}
	}
	msg.Rows = ui.Buttons(append(row, logButton(c.T, &m.Match))...)
	return msg
}

// record returns the record of m. It names people by their accounts: files leave servers, and nicknames must not.
func (h *Handlers) record(ctx context.Context, c *dispatch.Call, m *play.Match) *ui.File {
	name := func(p match.PlayerID) record.Tag {
		tag := record.Tag{Name: record.TagRed, Value: h.People.Name(ctx, c.T, "", p)}
		if p == m.Players.Blue {
			tag.Name = record.TagBlue
		}
		return tag
	}
	r := record.Record{Game: m.Game, Tags: []record.Tag{name(m.Players.Red), name(m.Players.Blue),
		{Name: record.TagDate, Value: m.Started.UTC().Format(record.DateLayout)}}}
	if m.Past.CalledOff {
		r.Tags = append(r.Tags, record.Tag{Name: "CalledOff", Value: "agreement"})
	}
	return &ui.File{Name: "mad-" + string(m.ID) + ".txt", Data: []byte(r.String())}
}
