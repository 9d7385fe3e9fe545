package league

import (
	"slices"
	"strconv"
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/play/season"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/league"
	"madbot/rules/match"
)

// Texts in the channel of a league and in `/league`: about the season; about a group, where a line may show the best
// place that can still be reached; and about the result.
var (
	msgJoining = i18n.Message{ID: "league.joining",
		Other: "**League, season {{.Season}}**: begins {{.Date}}.\n" +
			"Players so far: {{.Count}}\n" +
			"Round robin in groups of 3 to 6, all at once; 1 day per turn, bank 5, rated."}
	msgRunning = i18n.Message{ID: "league.running",
		Other: "**League, season {{.Season}}**: runs until {{.Date}} at the latest. Whoever joins now is in the " +
			"next one."}
	msgLast = i18n.Message{ID: "league.last",
		Other: "**League, season {{.Season}}**: the last one; runs until {{.Date}} at the latest."}
	msgOver   = i18n.Message{ID: "league.over", Other: "**League, season {{.Season}}**: over."}
	msgFew    = i18n.Message{ID: "league.few", Other: "**League**: fewer than 3 joined, so there's no season."}
	msgClosed = i18n.Message{ID: "league.closed", Other: "**League**: closed; no season follows."}
	msgGroup  = i18n.Message{ID: "league.group", Other: "**Season {{.Season}}, group {{.Group}}**"}
	msgRow    = i18n.Message{ID: "league.row",
		Other: "#{{.Place}} · points: {{.Points}} · games: {{.Count}} of {{.All}}"}
	msgThread    = i18n.Message{ID: "league.thread", Other: "MAD · League {{.Season}} · group {{.Group}}"}
	msgPick      = i18n.Message{ID: "league.pick", Other: "Group {{.Group}}"}
	msgLeft      = i18n.Message{ID: "league.left", Other: "left"}
	msgGone      = i18n.Message{ID: "league.gone", Other: "no longer here"}
	msgBegun     = i18n.Message{ID: "league.begun", Other: "Your games have begun: `/games` lists them."}
	msgReach     = i18n.Message{ID: "league.reach", Other: "can still finish {{.Best}}–{{.Worst}}"}
	msgUnrated   = i18n.Message{ID: "league.unrated", Other: "You can't play rated games at the moment, so as it is your games count for the league alone."}
	msgNoRank    = i18n.Message{ID: "league.excluded", Other: "You're left out of this server's ranking, so you can't join its league."}
	msgBarred    = i18n.Message{ID: "league.barred", Other: "{{.Player}}, removed on {{.Date}} by {{.By}}: {{.Reason}}"}
	msgBarredYou = i18n.Message{ID: "league.barredyou", Other: "You were removed from this league on {{.Date}} by {{.By}}: {{.Reason}}"}
	msgAdmitted  = i18n.Message{ID: "league.admitted", Other: "{{.Player}}, kept out on {{.Date}} by {{.By}}, back on {{.Until}} by {{.Other}}"}
	msgDecided   = i18n.Message{ID: "league.decided", Other: "You keep {{.Player}} out since {{.Date}}, so you can't join."}
	msgDecidedOn = i18n.Message{ID: "league.decided.before", Other: "You can't join season {{.Season}}, because you decided on {{.Date}} who's in it."}
	msgHalved    = i18n.Message{ID: "league.halved", Other: "Your game against {{.Other}} is left out, because one of you takes no challenges from the other: ½ for both."}
	msgEarly     = i18n.Message{ID: "league.by.early", Other: "Begun early by {{.By}}."}
	msgClosedBy  = i18n.Message{ID: "league.by.closed", Other: "Closed by {{.By}}."}
	msgReopened  = i18n.Message{ID: "league.by.opened", Other: "Opened again by {{.By}}."}
	msgShut      = i18n.Message{ID: "league.shut", Other: "**I can't post in {{.Channel}}.**"}
)

// Message returns the post for n.
func (h *Handlers) Message(n News) ui.Message {
	t := h.View.Catalog.Printer(n.Locale)
	if n.Groups != nil {
		return h.ending(t, n)
	}
	if n.Group == nil {
		msg := ui.Message{Text: about(t, n)}
		if !n.IsPast() {
			msg.Rows = ui.Buttons(append(entering(t, &n.League), table(t, 0))...)
		}
		return msg
	}
	all := append([]string{heading(t, n.Post.Season, n.Post.Group)}, lines(t, n.Group)...)
	if !n.IsPast() && !n.Group.IsDone() {
		all = append(all, t.Text(msgBegun, nil))
	}
	return ui.Message{Text: strings.Join(all, "\n"), Rows: ui.Buttons(table(t, n.Post.Group)), Ping: n.Post.Ping}
}

// Title returns the name of the thread under the post of n.
func (h *Handlers) Title(n News) string {
	return h.View.Catalog.Printer(n.Locale).Text(msgThread, i18n.Args{"Season": n.Post.Season, "Group": n.Post.Group})
}

// about returns the text about a season, with the managers who began it early, or closed the league or opened it again.
func about(t i18n.Printer, n News) string {
	all := []string{status(t, n)}
	add := func(m i18n.Message, by match.PlayerID) {
		if by != "" && n.Post.Season == n.Season {
			all = append(all, t.Text(m, i18n.Args{"By": text.Mention(t, by)}))
		}
	}
	if n.Phase == season.Running {
		add(msgEarly, n.EarlyBy)
	}
	if n.Last || n.Phase != season.Over {
		add(i18n.Either(n.Last, msgClosedBy, msgReopened), n.LastBy)
	}
	return strings.Join(all, "\n")
}

// status says when a season begins or ends.
func status(t i18n.Printer, n News) string {
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

// table returns the button that shows a group; 0 means the group of the person who presses it.
func table(t i18n.Printer, group int) ui.Button {
	return button(t, msgTable, strconv.Itoa(group), ui.Quiet)
}

// lines returns the lines of a table, with idle people marked.
func lines(t i18n.Printer, g *season.Group, idle ...match.PlayerID) (all []string) {
	for _, row := range g.Table() {
		line := text.Mention(t, g.People[row.Person]) + " · " + t.Text(msgRow, i18n.Args{"Place": row.Place,
			"Points": text.Halves(row.Half), "Count": row.Played, "All": row.Played + row.Open})
		switch {
		case slices.Contains(g.Left, row.Person):
			line += " · " + t.Text(msgLeft, nil)
		case slices.Contains(g.Gone, row.Person):
			line += " · " + t.Text(msgGone, nil)
		case slices.Contains(idle, g.People[row.Person]):
			line += " · " + t.Text(msgNoTurn, nil)
		}
		if row.Ahead != league.NoTie && g.Lots != nil {
			line += " · " + t.Text(tieBreaks(row.Ahead), nil)
		}
		all = append(all, line)
	}
	return all
}

// reaching returns the lines of a table with the places that can still be reached.
func reaching(t i18n.Printer, g *season.Group) []string {
	all := lines(t, g)
	for i, row := range g.Table() {
		if best, worst := g.Reach(row.Person); best < worst {
			together := "\u2060" + strconv.Itoa(worst) // keeps a line from ending with the dash
			all[i] += " · " + t.Text(msgReach, i18n.Args{"Best": best, "Worst": together})
		}
	}
	return all
}
