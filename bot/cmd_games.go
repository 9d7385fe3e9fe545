package bot

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

var (
	msgNoGames = i18n.Message{ID: "games.none",
		Other: "You have no matches. `/challenge` starts one."}
	msgOpenNow = i18n.Message{ID: "games.open",
		One: "**Your match**", Other: "**Your {{.N}} matches**"}
	msgEndedOf = i18n.Message{ID: "games.ended", Other: "**Ended recently**"}
	msgLookAt  = i18n.Message{ID: "games.look", Other: "Look at a board"}
)

const (
	listedEnded = 5
	headings    = 150 // characters, of all headings together
	endedRoom   = 500 // characters that open matches leave to those that ended
)

// games lists the caller's matches.
func (h *handlers) games() dispatch.Command {
	return dispatch.Command{
		Spec: spec("games", "List your matches and challenges; only you see it"),
		Run:  h.listGames,
	}
}

// listGames lists the open matches, first those that wait for the caller, the earliest deadline first, and those that ended last.
func (h *handlers) listGames(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	open, err := h.service.Open(ctx, c.Actor.ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	ended, err := h.service.Recent(ctx, c.Actor.ID, listedEnded)
	if err != nil {
		return dispatch.Reply{}, err
	}
	if len(open)+len(ended) == 0 {
		return dispatch.Reply{}, text.Refuse(msgNoGames, nil)
	}
	waiting, others := split(open, c.Actor.ID)
	slices.SortStableFunc(waiting, byDeadline)
	open = append(waiting, others...)
	away, err := h.service.Vacations(ctx, append(opponents(c, open), c.Actor.ID)...)
	if err != nil {
		return dispatch.Reply{}, err
	}
	return dispatch.Reply{Message: ui.Message{Text: listMatches(c, gameList{open, ended, away}),
		Rows: h.look(ctx, c, append(open, ended...))}}, nil
}

// gameList is what is listed: matches, and until when people are on vacation.
type gameList struct {
	open, ended []play.Summary
	away        map[match.PlayerID]time.Time
}

// opponents returns whom the caller plays in the matches of list that are played.
func opponents(c *dispatch.Call, list []play.Summary) (ids []match.PlayerID) {
	for _, m := range list {
		if other := m.Other(c.Actor.ID); m.Status == match.Playing && !slices.Contains(ids, other) {
			ids = append(ids, other)
		}
	}
	return ids
}

// listMatches lists as many of the open matches, and of those that ended, as fit into a message.
func listMatches(c *dispatch.Call, list gameList) string {
	open, ended, room := list.open, list.ended, discord.MaxContent-headings
	var lines []string
	if until, on := list.away[c.Actor.ID]; on {
		lines = append(lines, text.OnVacation(c.T, until))
		room -= utf8.RuneCountInString(lines[0]) + 1
	}
	if len(open) > 0 {
		shown, left := linesOf(c, list, open, room-min(len(ended), 1)*endedRoom)
		lines = append(append(lines, c.T.Text(msgOpenNow, i18n.Args{"N": len(open)})), shown...)
		if more := len(open) - len(shown); more > 0 {
			lines = append(lines, "- "+turns.More(c.T, more))
		}
		room = left + min(len(ended), 1)*endedRoom
	}
	if shown, _ := linesOf(c, list, ended, room); len(shown) > 0 {
		lines = append(append(lines, c.T.Text(msgEndedOf, nil)), shown...)
	}
	return strings.Join(lines, "\n")
}

// linesOf returns the lines of as many of list as there is room for, in characters, and what is left
// of the room.
func linesOf(c *dispatch.Call, all gameList, list []play.Summary, room int) (lines []string, left int) {
	for i := range list {
		line := text.Line(c.T, &list[i], c.Actor.ID)
		if until, on := all.away[list[i].Other(c.Actor.ID)]; on && list[i].Status == match.Playing {
			line += " · " + text.AwayUntil(c.T, until)
		}
		length := utf8.RuneCountInString(line) + 1
		if length > room {
			break
		}
		lines, room = append(lines, line), room-length
	}
	return lines, room
}

// split divides list into the matches that wait for p and the others.
func split(list []play.Summary, p match.PlayerID) (waiting, others []play.Summary) {
	for _, m := range list {
		if m.Waits(p) {
			waiting = append(waiting, m)
			continue
		}
		others = append(others, m)
	}
	return waiting, others
}

// byDeadline orders matches by their deadlines; those without one are last.
func byDeadline(a, b play.Summary) int {
	switch {
	case a.Deadline.IsZero() == b.Deadline.IsZero():
		return a.Deadline.Compare(b.Deadline)
	case a.Deadline.IsZero():
		return 1
	}
	return -1
}

// look returns a menu that shows a board.
func (h *handlers) look(ctx context.Context, c *dispatch.Call, list []play.Summary) []ui.Row {
	r := h.ask(ctx, c, ui.ID{Verb: "board", Ply: play.AnyPly, Arg: menuStays}, list)
	r.Message.Rows[0].Menu.Prompt = c.T.Text(msgLookAt, nil)
	return r.Message.Rows
}
