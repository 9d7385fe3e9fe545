package league

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play/season"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/league"
)

// Texts in the channel of a league and in `/league`: about the season; about a group, where a line may show the best
// place that can still be reached; and about the result.
var (
	msgJoining = i18n.Message{ID: "league.joining", Other: "**League, season {{.Season}}**: begins {{.Date}}.\nPlayers so far: {{.Count}}\n" +
		"Groups of 3 to 6; everybody plays everybody, all games at once. A day for each turn, 5 in the bank, rated."}
	msgRunning = i18n.Message{ID: "league.running", Other: "**League, season {{.Season}}**: runs until {{.Date}} at the latest. Whoever joins now is in the next one."}
	msgLast    = i18n.Message{ID: "league.last", Other: "**League, season {{.Season}}**: the last one; runs until {{.Date}} at the latest."}
	msgOver    = i18n.Message{ID: "league.over", Other: "**League, season {{.Season}}**: over."}
	msgFew     = i18n.Message{ID: "league.few", Other: "**League**: fewer than 3 joined, so there's no season."}
	msgClosed  = i18n.Message{ID: "league.closed", Other: "**League**: closed; no season follows."}
	msgGroup   = i18n.Message{ID: "league.group", Other: "**Season {{.Season}}, group {{.Group}}**: points, games played"}
	msgThread  = i18n.Message{ID: "league.thread", Other: "MAD · League {{.Season}} · group {{.Group}}"}
	msgPick    = i18n.Message{ID: "league.pick", Other: "Group {{.Group}}"}
	msgLeft    = i18n.Message{ID: "league.left", Other: "left"}
	msgReach   = i18n.Message{ID: "league.reach", Other: "can still finish {{.Best}}–{{.Worst}}"}
	msgCross   = i18n.Message{ID: "league.cross", Other: "Indented: points against each."}
	msgOpen    = i18n.Message{ID: "league.cell.open", Other: "open"}
	msgVoid    = i18n.Message{ID: "league.cell.void", Other: "void"}
	msgEnds    = i18n.Message{ID: "league.ends", Other: "**The season ends {{.When}}**: open games then count as they stand."}
	msgShut    = i18n.Message{ID: "league.shut", Other: "**I can't post in {{.Channel}}.**"}
)

// Message returns the post for n.
func (h *Handlers) Message(n News) ui.Message {
	t := h.View.Catalog.Printer(n.Locale)
	if n.Group == nil {
		msg := ui.Message{Text: about(t, n)}
		if !n.IsPast() {
			msg.Rows = ui.Buttons(append(entering(t, &n.League), table(t, 0))...)
		}
		return msg
	}
	return ui.Message{Text: heading(t, n.Post.Season, n.Post.Group) + "\n" + strings.Join(lines(t, n.Group), "\n"),
		Rows: ui.Buttons(table(t, n.Post.Group))}
}

// Title returns the name of the thread under the post of n.
func (h *Handlers) Title(n News) string {
	return h.View.Catalog.Printer(n.Locale).Text(msgThread, i18n.Args{"Season": n.Post.Season, "Group": n.Post.Group})
}

// about returns the text about a season.
func about(t i18n.Printer, n News) string {
	args := i18n.Args{"Season": n.Post.Season, "Date": text.Date(n.Until), "Count": len(n.Entered)}
	switch {
	case n.Post.Season < n.Season:
		return t.Text(msgOver, args)
	case n.Phase == season.Joining:
		return t.Text(msgJoining, args)
	case n.Phase == season.Running:
		return t.Text(i18n.Either(n.Last, msgLast, msgRunning), args)
	}
	return t.Text(i18n.Either(n.Last, msgClosed, msgFew), nil)
}

func heading(t i18n.Printer, number, group int) string {
	return t.Text(msgGroup, i18n.Args{"Season": number, "Group": group})
}

// table returns the button that shows a group. 0 stands for the group of the person who presses it.
func table(t i18n.Printer, group int) ui.Button {
	return button(t, msgTable, strconv.Itoa(group), ui.Quiet)
}

// lines returns the lines of a table.
func lines(t i18n.Printer, g *season.Group) (all []string) {
	for _, row := range g.Table() {
		line := text.Mention(t, g.People[row.Person]) + " · #" + strconv.Itoa(row.Place) + " · " + text.Halves(row.Half) +
			" · " + strconv.Itoa(row.Played) + "/" + strconv.Itoa(row.Played+row.Open)
		if slices.Contains(g.Left, row.Person) {
			line += " · " + t.Text(msgLeft, nil)
		}
		all = append(all, line)
	}
	return all
}

// crossed returns the lines of a table with the places that can still be reached and the points against each opponent.
func crossed(t i18n.Printer, g *season.Group) []string {
	all, rows, settled := lines(t, g), g.Table(), g.Settled()
	for i, row := range rows {
		if best, worst := g.Reach(row.Person); best < worst {
			together := "\u2060" + strconv.Itoa(worst) // keeps a line from ending with the dash
			all[i] += " · " + t.Text(msgReach, i18n.Args{"Best": best, "Worst": together})
		}
		var cells []string
		for _, other := range rows {
			if other.Person != row.Person {
				cells = append(cells, text.Mention(t, g.People[other.Person])+" "+cell(t, settled, row.Person, other.Person))
			}
		}
		all[i] += "\n> " + strings.Join(cells, " · ")
	}
	return append(all, t.Text(msgCross, nil))
}

// cell returns the points of own against other.
func cell(t i18n.Printer, g league.Group, own, other int) string {
	for _, m := range g.Matches {
		red := m.Pairing == league.Pairing{Red: own, Blue: other}
		if !red && m.Pairing != (league.Pairing{Red: other, Blue: own}) {
			continue
		}
		switch r := m.Result; {
		case r == league.Open:
			return t.Text(msgOpen, nil)
		case r == league.Void:
			return t.Text(msgVoid, nil)
		case red:
			return text.Halves([...]int{league.RedVictory: 2, league.RedSemi: 1, league.BlueSemi: 0, league.BlueVictory: 0}[r])
		default:
			return text.Halves([...]int{league.RedVictory: 0, league.RedSemi: 0, league.BlueSemi: 1, league.BlueVictory: 2}[r])
		}
	}
	return "–"
}

// look shows the league, the group that the reader chose or their own, and the buttons for what they can do.
func (h *Handlers) look(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	v, err := h.Service.Look(ctx, c.Actor)
	if err != nil {
		return dispatch.Reply{}, err
	}
	if !c.InGuild() || v.Phase == season.None && !c.Manages() {
		return dispatch.Reply{}, text.Refuse(msgNone, nil)
	}
	msg := ui.Message{Text: strings.Join(h.paragraphs(c, v), "\n")}
	if len(v.Groups) > 1 {
		menu := &ui.Menu{ID: ui.NoMatch(ui.League, "pick"), Prompt: c.T.Text(msgTable, nil)}
		for i := range v.Groups[:min(len(v.Groups), maxItems)] {
			menu.Items = append(menu.Items, ui.Item{Label: c.T.Text(msgPick, i18n.Args{"Group": i + 1}), Value: strconv.Itoa(i + 1)})
		}
		msg.Rows = []ui.Row{{Menu: menu}}
	}
	msg.Rows = append(msg.Rows, ui.Buttons(actions(c, v)...)...)
	return dispatch.Reply{Kind: dispatch.Update, Message: msg}, nil
}

// maxItems is the maximum number of items in a menu.
const maxItems = 25

// paragraphs returns the paragraphs of look.
func (h *Handlers) paragraphs(c *dispatch.Call, v View) (all []string) {
	if v.Phase == season.None {
		return []string{c.T.Text(msgNoneYet, nil)}
	}
	all = append(all, about(c.T, News{League: v.League, Post: season.Post{Season: v.Season}, Entered: v.Entered}))
	goesOn := v.Phase == season.Joining || v.Phase == season.Running
	add := func(when bool, m i18n.Message, args i18n.Args) {
		if when {
			all = append(all, c.T.Text(m, args))
		}
	}
	add(v.Shut, msgShut, i18n.Args{"Channel": text.Channel(v.Channel)})
	switch {
	case v.InNow || v.InNext && v.Phase == season.Joining:
		add(goesOn, msgIn, nil)
	case v.InNext:
		add(goesOn, msgNext, nil)
	default:
		add(goesOn, msgNotIn, nil)
	}
	add(v.Busy > 0 && goesOn, msgBusy, i18n.Args{"Count": v.Busy})
	add(v.Phase == season.Running && v.Until.Sub(h.Service.Now()) <= season.Warned, msgEnds, i18n.Args{"When": text.FromNow(v.Until)})
	if group := chosen(c, v); group > 0 {
		all = append(all, heading(c.T, v.Shown, group))
		all = append(all, crossed(c.T, &v.Groups[group-1])...)
	}
	return all
}

// chosen returns the group that c names, or the reader's, or the first; 0: there are no groups.
func chosen(c *dispatch.Call, v View) int {
	arg := c.ID.Arg
	if len(c.Values) > 0 {
		arg = c.Values[0]
	}
	group, err := strconv.Atoi(arg)
	if err != nil || group <= 0 {
		group = max(v.Own, 1)
	}
	return min(group, len(v.Groups))
}

// actions returns the buttons for what the reader can do.
func actions(c *dispatch.Call, v View) (all []ui.Button) {
	goesOn := v.Phase == season.Joining || v.Phase == season.Running
	switch {
	case goesOn && (v.InNow || v.InNext):
		all = append(all, button(c.T, msgLeave, argLeave, ui.Quiet))
	case v.CanJoin():
		all = append(all, button(c.T, msgJoin, argJoin, ui.Good))
	}
	if !c.Manages() {
		return all
	}
	if goesOn {
		if v.Shut || v.Channel != c.Venue.Channel {
			all = append(all, button(c.T, msgHere, argOpen, ui.Quiet))
		}
		if v.Last {
			return append(all, button(c.T, msgMore, argMore, ui.Quiet))
		}
		return append(all, button(c.T, msgEnd, argEnd, ui.Danger))
	}
	return append(all, button(c.T, msgStart, argOpen, ui.Strong))
}
