package league

import (
	"cmp"
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

// The announcement that a season is over; and what decided between two people with equal points, after the first one's
// line.
var (
	msgSeasonOver = i18n.Message{ID: "league.end.over", Other: "**League, season {{.Season}}: over.**"}
	msgWinner     = i18n.Message{ID: "league.end.winner", Other: "**Group {{.Group}}**: {{.Winner}} wins."}
	msgNoWinner   = i18n.Message{ID: "league.end.nobody", Other: "**Group {{.Group}}**: nobody played to the end."}
	msgUp         = i18n.Message{ID: "league.end.up", Other: "{{.Player}} moves up to group {{.Group}}."}
	msgDown       = i18n.Message{ID: "league.end.down", Other: "{{.Player}} moves down to group {{.Group}}."}
	msgFollows    = i18n.Message{ID: "league.end.next", Other: "Season {{.Season}} begins {{.Date}}; until then, its groups can change. If you played and are still in the league, you're in it; **{{.Button}}** if you'd rather not be."}
	msgIdle       = i18n.Message{ID: "league.end.idle", Other: "Not in it, because they played no turn: {{.Players}}"}
	msgNoTurn     = i18n.Message{ID: "league.noturn", Other: "no turn"}
	msgNotMe      = i18n.Message{ID: "league.button.notme", Other: "Not me"}

	msgByDirect    = i18n.Message{ID: "league.tie.direct", Other: "ahead by the games among those level"}
	msgByVictories = i18n.Message{ID: "league.tie.victories", Other: "ahead by victories"}
	msgByTime      = i18n.Message{ID: "league.tie.time", Other: "ahead by fewer losses on time"}
	msgByLot       = i18n.Message{ID: "league.tie.lot", Other: "ahead by the draw"}
)

// tieBreaks returns the message for a tie-break.
func tieBreaks(by league.TieBreak) i18n.Message {
	return map[league.TieBreak]i18n.Message{league.ByDirect: msgByDirect, league.ByVictories: msgByVictories,
		league.ByTime: msgByTime, league.ByLot: msgByLot}[by]
}

// maxAnnouncement is the length of the announcement, in bytes, after which it shows no more tables.
const maxAnnouncement = 1700

// ending returns the post that announces the end of a season: winners, tables, who moves up and down, and what follows.
func (h *Handlers) ending(t i18n.Printer, n News) ui.Message {
	all := []string{t.Text(msgSeasonOver, i18n.Args{"Season": n.Post.Season})}
	length := 0
	for i := range n.Groups {
		part := outcome(t, n, i)
		if rows := lines(t, &n.Groups[i], n.Post.Idle...); length < maxAnnouncement {
			part = append(part, rows...)
		}
		for _, line := range part {
			length += len(line)
		}
		all = append(all, part...)
	}
	msg := ui.Message{Ping: n.Post.Ping}
	if next := n.Post.Season + 1; n.Phase == season.Joining && n.Season == next {
		all = append(all, t.Text(msgFollows, i18n.Args{"Season": next, "Date": text.Date(n.Until), "Button": t.Text(msgNotMe, nil)}))
		if len(n.Post.Idle) > 0 {
			all = append(all, t.Text(msgIdle, i18n.Args{"Players": mentions(t, n.Post.Idle)}))
		}
		msg.Rows = ui.Buttons(button(t, msgNotMe, argLeave, ui.Quiet))
	}
	msg.Text = strings.Join(all, "\n")
	return msg
}

// outcome says who has won a group of n and, if a season follows, who of the group moves up and down as of now.
func outcome(t i18n.Printer, n News, i int) []string {
	g := &n.Groups[i]
	line := t.Text(msgNoWinner, i18n.Args{"Group": i + 1})
	if seat := winner(g, n.Post.Idle); seat >= 0 {
		line = t.Text(msgWinner, i18n.Args{"Group": i + 1, "Winner": text.Mention(t, g.People[seat])})
	}
	next := n.nextGroups()
	for _, row := range g.Table() {
		p := g.People[row.Person]
		to, follows := next[p]
		if form := i18n.Either(to <= i, msgUp, msgDown); follows && to != i+1 {
			line += " " + t.Text(form, i18n.Args{"Player": text.Mention(t, p), "Group": strconv.Itoa(to)})
		}
	}
	return []string{line}
}

// nextGroups returns the groups, from 1, that the players of n's season have in the next one, or would have if it
// started now. It is empty if there is none.
func (n *News) nextGroups() map[match.PlayerID]int {
	groups := map[match.PlayerID]int{}
	switch {
	case n.Season != n.Post.Season+1:
		return groups
	case n.Phase == season.Running:
		for _, e := range n.Entered {
			groups[e.Player] = e.Group
		}
		return groups
	case n.Phase != season.Joining:
		return groups
	}
	in := slices.DeleteFunc(slices.Clone(n.Entered), func(e season.Entry) bool { return e.Seat == 0 }) // they come last
	slices.SortFunc(in, func(a, b season.Entry) int { return cmp.Compare(a.Seat, b.Seat) })
	for group, size := range league.Divide(len(n.Entered)) {
		for _, e := range in[:min(size, len(in))] {
			groups[e.Player] = group + 1
		}
		in = in[min(size, len(in)):]
	}
	return groups
}

func mentions(t i18n.Printer, people []match.PlayerID) string {
	var all []string
	for _, p := range people {
		all = append(all, text.Mention(t, p))
	}
	return strings.Join(all, ", ")
}
