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

// Around the pages of /rules, a private message: its heading, the menu of pages, and a button that opens it.
var (
	msgRulesPage = i18n.Message{ID: "rules.page",
		Other: "**{{.Title}}** · {{.Number}} of {{.All}}\n{{.Text}}"}
	msgRulesMenu = i18n.Message{ID: "rules.menu", Other: "Which section?"}
	msgAllRules  = i18n.Message{ID: "rules.button.all", Other: "All the rules"}
)

const rulesMenu = "menu"

func sectionOption() *discordgo.ApplicationCommandOption {
	o := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString,
		Name: "section", Description: "Where to begin"}
	for _, p := range RulePages() {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: p.Title.Other, Value: string(p.ID)})
	}
	return o
}

// showRules shows the page named by the option, the button or the menu, or the first page.
func (h *Handlers) showRules(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	reply, page := dispatch.Reply{}, c.Text("section")
	if c.ID.Verb != "" {
		reply.Kind, page = dispatch.Update, c.ID.Arg
	}
	if len(c.Values) > 0 {
		page = c.Values[0]
	}
	n := rulePageIndex(RulePageID(page))
	reply.Message = ui.Message{Text: rulesText(c.T, n), Picture: h.diagram(ctx, c, RulePages()[n]),
		Rows: rulesRows(c.T, n)}
	return reply, nil
}

func rulesText(t i18n.Printer, n int) string {
	pages := RulePages()
	rule, _ := pages[n].Parts(t)
	return t.Text(msgRulesPage, i18n.Args{"Title": t.Text(pages[n].Title, nil), "Number": n + 1, "All": len(pages),
		"Text": rule})
}

// diagram returns the picture of p in the caller's theme. That can be any theme, because the texts of the pages name no
// colours except the two sides'.
func (h *Handlers) diagram(ctx context.Context, c *dispatch.Call, p RulePage) *ui.Picture {
	o := render.Options{Theme: h.View.Theme(ctx, c)}
	_, shown := p.Parts(c.T)
	return &ui.Picture{Alt: c.T.Text(p.Alt, nil), Caption: "\n" + shown, Draw: func(w io.Writer) error {
		return h.Renderer.Diagram(w, p.Diagram, o)
	}}
}

// rulesRows returns the menu of all pages, and buttons to the pages before and after page n and to the lessons.
func rulesRows(t i18n.Printer, n int) []ui.Row {
	pages := RulePages()
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
