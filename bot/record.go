package bot

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
	"madbot/rules/record"
)

// record writes m down as a file to keep (rules 6.5).
func (h *handlers) record(ctx context.Context, c *dispatch.Call, m *play.Match) *ui.File {
	name := func(p match.PlayerID) record.Tag {
		tag := record.Tag{Name: record.TagRed, Value: h.people.name(ctx, c.T, p)}
		if p == m.Blue {
			tag.Name = record.TagBlue
		}
		return tag
	}
	r := record.Record{Game: m.Game, Tags: []record.Tag{name(m.Red), name(m.Blue),
		{Name: record.TagDate, Value: m.Started.UTC().Format(record.DateLayout)}}}
	return &ui.File{Name: "mad-" + string(m.ID) + ".txt", Data: []byte(r.String())}
}
