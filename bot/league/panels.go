package league

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play/season"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Private panels of a league: its rules; and for people who manage the server the choice whom to remove and whom to let
// in again, with a form for the reason.
var (
	msgHow   = i18n.Message{ID: "league.button.rules", Other: "How it works"}
	msgRules = i18n.Message{ID: "league.rules", Other: "**How the league works**\n" +
		"- Victory 1, semi-victory ½. Equal points: games against each other, victories, fewer losses on time, a lot.\n" +
		"- Games lost on time less than 7 days apart are one absence. Two, and you're out.\n" +
		"- If you leave before half of your games have ended, none counts, and either side can call them off; later, the others win " +
		"the open ones.\n" +
		"- If I miss you on the server 3 days in a row, you're out, until you come back while your games are open. What's " +
		"finished counts.\n" +
		"- A game open when the season ends is a victory for a side clearly ahead. Otherwise ½ goes to the side " +
		"that isn't to move.\n" +
		"- A game is rated from 4 turns on, if you two can play rated when the season begins.\n" +
		"- If one of you takes no challenges from the other, you don't play, and both get ½.\n" +
		"- If you play no turn, you don't win your group, and aren't in the next season.\n" +
		"- The first of a group moves up, the last one down.\n" +
		"- Managers in the league decide nobody's place in it, and annul no games; while they keep somebody out, they don't join. " +
		"You see who decided. I can't tell second accounts."}
	msgRemove  = i18n.Message{ID: "league.button.remove", Other: "Remove a player"}
	msgWhom    = i18n.Message{ID: "league.remove.whom", Other: "Whom do you want to remove from the league? You'll be asked for a reason. The player reads it, with your name."}
	msgNobody  = i18n.Message{ID: "league.remove.nobody", Other: "Nobody is in the league."}
	msgAdmit   = i18n.Message{ID: "league.remove.admit", Other: "Let somebody join again"}
	msgReason  = i18n.Message{ID: "league.remove.reason", Other: "Reason"}
	msgTheyAre = i18n.Message{ID: "league.remove.note", Other: "The player reads it, with your name."}
)

const maxReason = 200

const maxLabel = 100

// panels returns the panel that a control opens, or nil if it opens none.
func (h *Handlers) panels(ctx context.Context, c *dispatch.Call) (*dispatch.Reply, error) {
	switch {
	case c.ID.Arg == argRules:
		return &dispatch.Reply{Kind: dispatch.Update, Message: ui.Message{Text: c.T.Text(msgRules, nil),
			Rows: ui.Buttons(table(c.T, 0))}}, nil
	case c.ID.Arg == argBegin && c.Manages():
		v, err := h.Service.Look(ctx, c.Actor)
		if err != nil || !canBegin(&v.League, len(v.Entered), h.Service.Now()) {
			return nil, err
		}
		return new(askBegin(c.T, len(v.Entered))), nil
	case c.ID.Arg != argOut && !strings.HasPrefix(c.ID.Arg, argOut+"-"):
		return nil, nil
	case !c.Manages():
		return nil, text.RefuseMember()
	}
	if err := h.Service.CheckDecide(ctx, c.Actor); err != nil {
		return nil, err
	}
	if len(c.Values) > 0 {
		return &dispatch.Reply{Kind: dispatch.Form, Form: discord.Modal{
			CustomID: ui.NoMatch(ui.League, argReason+"-"+c.Values[0]).String(), Title: c.T.Text(msgRemove, nil),
			Label: c.T.Text(msgReason, nil), Note: c.T.Text(msgTheyAre, nil), MaxLength: maxReason}}, nil
	}
	v, err := h.Service.Look(ctx, c.Actor)
	if err != nil {
		return nil, err
	}
	page, _ := strconv.Atoi(strings.TrimPrefix(c.ID.Arg, argOut+"-"))
	reply := h.removal(ctx, c, &v, page)
	return &reply, nil
}

// removable returns the players in the league of v.
func removable(v *View) (in []match.PlayerID) {
	for _, e := range v.Entered {
		in = append(in, e.Player)
	}
	if v.Phase == season.Running {
		for _, g := range v.Groups {
			for seat, p := range g.People {
				if !g.IsOut(seat) && !slices.Contains(in, p) {
					in = append(in, p)
				}
			}
		}
	}
	return slices.DeleteFunc(in, func(p match.PlayerID) bool { return p.IsFormer() })
}

// removal returns a page of the panel for removing players and letting them join again. It asks for the names of that
// page alone.
func (h *Handlers) removal(ctx context.Context, c *dispatch.Call, v *View, page int) dispatch.Reply {
	in := removable(v)
	bars := slices.DeleteFunc(slices.Clone(v.Bars), func(b season.Bar) bool { return !b.Stands() })
	slices.SortStableFunc(bars, func(a, b season.Bar) int { return b.At.Compare(a.At) })
	p := show.Page{At: page, Last: (max(len(in), len(bars), 1) - 1) / maxItems}
	p.At = max(0, min(p.At, p.Last))
	name := func(id match.PlayerID) string { return h.View.Names.Name(ctx, c.T, c.Actor.Guild, id) }
	var players, barred []ui.Item
	for _, id := range pageOf(in, p.At) {
		players = append(players, ui.Item{Label: name(id), Value: string(id)})
	}
	for _, b := range pageOf(bars, p.At) {
		note := b.At.UTC().Format(time.DateOnly) + " · " + name(b.By) + " · " + b.Reason
		note = discord.Truncate(note, maxLabel)
		barred = append(barred, ui.Item{Label: name(b.Player), Note: note, Value: string(b.Player)})
	}
	msg := ui.Message{Text: c.T.Text(i18n.Either(len(in) > 0, msgWhom, msgNobody), nil)}
	add := func(arg string, prompt i18n.Message, items []ui.Item) {
		if len(items) > 0 {
			menu := &ui.Menu{ID: ui.NoMatch(ui.League, arg), Prompt: c.T.Text(prompt, nil), Items: items}
			msg.Rows = append(msg.Rows, ui.Row{Menu: menu})
		}
	}
	add(argOut, msgRemove, players)
	add(argAdmit, msgAdmit, barred)
	if len(msg.Rows) > 0 {
		msg.Text = turns.Joined("\n", msg.Text, text.Forgone(c.T, &v.League))
	}
	others := show.PagesBy(c.T, p, func(n int) ui.ID { return ui.NoMatch(ui.League, argOut+"-"+strconv.Itoa(n)) })
	msg.Rows = append(msg.Rows, ui.Buttons(append(others, table(c.T, 0))...)...)
	return dispatch.Reply{Kind: dispatch.Update, Message: msg}
}

// pageOf returns the items of a page of all, which may be none.
func pageOf[T any](all []T, page int) []T {
	from := min(page*maxItems, len(all))
	return all[from:min(from+maxItems, len(all))]
}

// maxBars is the maximum number of removals of other people that `/league` shows, the latest first.
const maxBars = 3

// bars lists the reasons for which people were removed and let in again, as far as c may read them.
func bars(c *dispatch.Call, v *View) string {
	var lines []string
	others := 0
	for _, b := range slices.Backward(v.Bars) {
		own := b.Stands() && slices.Contains(v.Names, b.Player)
		if !own {
			if others++; !c.Manages() || others > maxBars {
				continue
			}
		}
		lines = append(lines, barLine(c.T, b, own))
	}
	return strings.Join(lines, "\n")
}

// barLine says who removed a player, and who let them in again. own means that the player reads it.
func barLine(t i18n.Printer, b season.Bar, own bool) string {
	args := i18n.Args{"Player": text.Mention(t, b.Player), "Date": text.Date(b.At), "By": text.Mention(t, b.By)}
	if b.Stands() {
		args["Reason"] = b.Reason
		return t.Text(i18n.Either(own, msgBarredYou, msgBarred), args)
	}
	args["Until"], args["Other"] = text.Date(b.Undo.At), text.Mention(t, b.Undo.By)
	return t.Text(msgAdmitted, args)
}

// decision says why the reader of v, who manages the server, cannot join.
func decision(t i18n.Printer, v *View) string {
	b := v.Decision
	if b.Stands() {
		return t.Text(msgDecided, i18n.Args{"Player": text.Mention(t, b.Player), "Date": text.Date(b.At)})
	}
	return t.Text(msgDecidedOn, i18n.Args{"Date": text.Date(b.Undo.At), "Season": v.Next()})
}
