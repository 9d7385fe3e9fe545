package settings

import (
	"context"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// The people from whom the reader takes no challenges: a line of `/settings`, in which List is mentions, and a menu of
// their names.
var (
	msgRefused     = i18n.Message{ID: "settings.refused", Other: "**No challenges from** {{.List}}, until you challenge them."}
	msgPickRefused = i18n.Message{ID: "settings.menu.refused", Other: "Take challenges again from…"}
)

// maxRefused is how many refused people /settings lists: as many as fit into a menu.
const maxRefused = 25

func listedRefused(p *play.Player) []match.PlayerID {
	refused := p.Refused()
	return refused[:min(len(refused), maxRefused)]
}

func refusedLine(t i18n.Printer, ids []match.PlayerID) []string {
	if len(ids) == 0 {
		return nil
	}
	var list []string
	for _, id := range ids {
		list = append(list, text.Mention(t, id))
	}
	return []string{t.Text(msgRefused, i18n.Args{"List": turns.And(t, list)})}
}

// refusedRow returns a menu to accept challenges from someone again; no row if ids is empty.
func (p Personal) refusedRow(ctx context.Context, t i18n.Printer, server string, ids []match.PlayerID) []ui.Row {
	if len(ids) == 0 {
		return nil
	}
	menu := &ui.Menu{ID: ui.NoMatch(ui.Set, argRefused), Prompt: t.Text(msgPickRefused, nil)}
	names := p.Names.Apart(ctx, t, server, ids)
	for _, id := range ids {
		menu.Items = append(menu.Items, ui.Item{Label: names[id], Value: string(id)})
	}
	return []ui.Row{{Menu: menu}}
}
