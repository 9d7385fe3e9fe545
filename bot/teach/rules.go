package teach

import (
	"context"
	"io"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/render"
)

// Around the pages of /rules, a private message: its heading, its buttons, and the menu of its pages.
var (
	msgRulesPage = i18n.Message{ID: "rules.page",
		Other: "**{{.Title}}** · {{.Number}} of {{.All}}\n{{.Text}}"}
	msgRulesMenu = i18n.Message{ID: "rules.menu", Other: "Which section?"}
	msgAllRules  = i18n.Message{ID: "rules.button.all", Other: "All the rules"}
)

const rulesMenu = "menu"

// sectionOption offers all pages.
func sectionOption() *discordgo.ApplicationCommandOption {
	o := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString,
		Name: "section", Description: "Where to begin"}
	for _, p := range Pages() {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: p.Title.Other, Value: string(p.ID)})
	}
	return o
}

// showRules shows the page that the option, the button or the menu names; the first one if none does.
func (h *Handlers) showRules(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	reply, page := dispatch.Reply{}, c.Text("section")
	if c.ID.Verb != "" {
		reply.Kind, page = dispatch.Update, c.ID.Arg
	}
	if len(c.Values) > 0 {
		page = c.Values[0]
	}
	n := Index(PageID(page))
	reply.Message = ui.Message{Text: rulesText(c.T, n), Picture: h.diagram(ctx, c, Pages()[n]),
		Rows: rulesRows(c.T, n)}
	return reply, nil
}

// rulesText is the text of page n, counted from 0, without what its picture shows.
func rulesText(t i18n.Printer, n int) string {
	pages := Pages()
	rule, _ := pages[n].Parts(t)
	return t.Text(msgRulesPage, i18n.Args{"Title": t.Text(pages[n].Title, nil), "Number": n + 1, "All": len(pages),
		"Text": rule})
}

// diagram is the picture of p in the colours that the caller chose; no text names any but those of the sides.
func (h *Handlers) diagram(ctx context.Context, c *dispatch.Call, p Page) *ui.Picture {
	o := render.Options{Theme: h.View.Theme(ctx, c)}
	_, shown := p.Parts(c.T)
	return &ui.Picture{Alt: c.T.Text(p.Alt, nil), Caption: "\n" + shown, Draw: func(w io.Writer) error {
		return h.Renderer.Diagram(w, p.Diagram, o)
	}}
}

// rulesRows are the menu of all pages, and the ways from page n to its neighbours and to the lessons.
func rulesRows(t i18n.Printer, n int) []ui.Row {
	pages := Pages()
	menu := &ui.Menu{ID: ui.NoMatch(ui.Rules, rulesMenu), Prompt: t.Text(msgRulesMenu, nil)}
	for i, p := range pages {
		menu.Items = append(menu.Items, ui.Item{Value: string(p.ID), Selected: i == n,
			Label: t.Text(msgLessonItem, i18n.Args{"Number": i + 1, "Title": t.Text(p.Title, nil)})})
	}
	var buttons []ui.Button
	before, after := show.Steps(t)
	if n > 0 {
		buttons = append(buttons, ui.Button{ID: ui.NoMatch(ui.Rules, string(pages[n-1].ID)), Label: before})
	}
	if n < len(pages)-1 {
		buttons = append(buttons, ui.Button{ID: ui.NoMatch(ui.Rules, string(pages[n+1].ID)), Label: after,
			Style: ui.Strong})
	}
	return append([]ui.Row{{Menu: menu}}, ui.Buttons(append(buttons, show.Learn(t))...)...)
}
