package practise

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/record"
)

// Texts of `/practise`: a form with its title, the name of its field and the note next to it, and private replies. The
// first reply is shown above menus of turns.
var (
	msgPaste = i18n.Message{ID: "paste.title", Other: "Practise from any position"}
	msgField = i18n.Message{ID: "paste.label", Other: "A game or a position"}
	msgNote  = i18n.Message{ID: "paste.note",
		Other: "A game as I write it, or turns alone, such as 1. pass 112=221 2. 211-c4"}
	msgWhich  = i18n.Message{ID: "paste.which", Other: "After which turn do you play on?"}
	msgUnread = i18n.Message{ID: "paste.unread", Other: "I can't read that as a game."}
	msgOdd    = i18n.Message{ID: "paste.odd", Other: "I can't read “{{.Text}}” in line {{.Line}}."}
	msgOver   = i18n.Message{ID: "paste.over", Other: "That position is the end of a game."}
)

const maxPasted = 4000

// openForm opens the form to paste a game in.
func openForm(_ context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	return dispatch.Reply{Kind: dispatch.Form, Form: discord.Modal{CustomID: ui.NoMatch(ui.Paste, "").String(),
		Title: c.T.Text(msgPaste, nil), Label: c.T.Text(msgField, nil), Note: c.T.Text(msgNote, nil),
		MaxLength: maxPasted, Long: true}}, nil
}

// pasted offers the positions of a pasted game to play on from.
func (h *Handlers) pasted(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	g, err := read(c.Input)
	if err != nil {
		return dispatch.Reply{}, err
	}
	var items []ui.Item
	var last *rules.Game
	for ply := range g.Ply() + 1 {
		past := g.At(ply)
		for _, b := range show.Practise(c.T, &past, 0) {
			_, turn := past.Last()
			label := c.T.Text(msgStart, nil)
			if ply > 0 {
				label = g.Dotted(ply-1) + " " + turn.String()
			}
			items, last = append(items, ui.Item{Label: label, Value: b.ID.Arg}), &past
		}
	}
	if last == nil {
		return dispatch.Reply{}, text.Refuse(msgOver, nil)
	}
	if len(items) == 1 {
		arg, _ := ui.ReadPractise(items[0].Value)
		return dispatch.Reply{Message: h.offer(ctx, c, arg)}, nil
	}
	settings := h.View.Settings(ctx, c)
	scene := show.Scene{Game: *last, Side: settings.Bottom(rules.Red), Theme: h.View.Theme(ctx, c)}
	return dispatch.Reply{Message: ui.Message{Text: c.T.Text(msgWhich, nil), Picture: h.View.Picture(c.T, scene),
		Rows: menus(items)}}, nil
}

func menus(items []ui.Item) (rows []ui.Row) {
	const most = discord.MaxChoices
	items = items[max(0, len(items)-discord.MaxRows*most):]
	for at := 0; at < len(items); at += most {
		part := items[at:min(at+most, len(items))]
		rows = append(rows, ui.Row{Menu: &ui.Menu{ID: ui.NoMatch(ui.Practise, ui.Number(at)), Items: part,
			Prompt: fmt.Sprintf("%s – %s", part[0].Label, part[len(part)-1].Label)}})
	}
	return rows
}

// markup matches what Discord shows in another form: quotes, items of lists, fences with the name of a language, bold
// text, spoilers and code; and marks that cannot be seen.
var markup = regexp.MustCompile("(?m)^[ \\t]*(?:>{1,3}|[-*])[ \\t]+|^[ \\t]*(?:```|~~~)[ \\t]*[a-zA-Z]*[ \\t]*$|" +
	"\\*\\*|\\|\\||`|\\p{Cf}")

// spaced matches a turn that is written with spaces around its sign.
var spaced = regexp.MustCompile(`\b([12]{3})[ \t]*([=x-])[ \t]*([12]{3}|[a-e][1-6])\b`)

// read parses a pasted game or position, which may contain markup, and spaces in turns.
func read(pasted string) (rules.Game, error) {
	g, err := readPlain(strings.Trim(strings.TrimSpace(pasted), "`"))
	if plain := spaced.ReplaceAllString(markup.ReplaceAllString(pasted, ""), "$1$2$3"); err != nil && plain != pasted {
		if inside, odd := readPlain(plain); odd == nil {
			return inside, nil
		}
	}
	return g, err
}

// readPlain parses a game or a position without markup.
func readPlain(pasted string) (rules.Game, error) {
	if p, err := rules.ParsePosition(strings.TrimSpace(pasted)); err == nil {
		return rules.GameFrom(p, rules.DefaultStallLimit), nil
	}
	r, err := record.Parse(pasted)
	if err != nil && !strings.HasPrefix(strings.TrimSpace(pasted), "[") { // turns alone, of a game without positioning turns
		if bare, odd := record.Parse(`[Positioning "off"] ` + pasted); odd == nil {
			r, err = bare, nil
		}
	}
	if odd, ok := errors.AsType[*record.ParseError](err); ok && odd.Text != "" {
		return rules.Game{}, text.Refuse(msgOdd,
			i18n.Args{"Text": discord.Truncate(odd.Text, rules.MaxTurnText), "Line": odd.Line})
	}
	if err != nil || r.Game.Ply() == 0 {
		return rules.Game{}, text.Refuse(msgUnread, nil)
	}
	return r.Game, nil
}
