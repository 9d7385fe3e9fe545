package bot

import (
	"context"
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
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
	listedOpen  = 12 // with those that ended they fit into a message
	listedEnded = 5
)

// games lists the caller's matches.
func (h *handlers) games() Command {
	return Command{
		Spec: spec("games", "List your matches and challenges; only you see it"),
		Run:  h.listGames,
	}
}

// listGames lists the open matches, first those that wait for the caller, and those that ended last.
func (h *handlers) listGames(ctx context.Context, c *Call) (Reply, error) {
	open, err := h.service.Open(ctx, c.Actor.ID)
	if err != nil {
		return Reply{}, err
	}
	ended, err := h.service.Recent(ctx, c.Actor.ID, listedEnded)
	if err != nil {
		return Reply{}, err
	}
	if len(open)+len(ended) == 0 {
		return Reply{}, text.Refuse(msgNoGames, nil)
	}
	waiting, others := split(open, c.Actor.ID)
	open = append(waiting, others...)
	var lines []string
	if len(open) > 0 {
		lines = append(lines, c.T.Text(msgOpenNow, i18n.Args{"N": len(open)}))
		for _, m := range open[:min(len(open), listedOpen)] {
			lines = append(lines, text.Line(c.T, &m, c.Actor.ID))
		}
	}
	if more := len(open) - listedOpen; more > 0 {
		lines = append(lines, "- "+text.More(c.T, more))
	}
	if len(ended) > 0 {
		lines = append(lines, c.T.Text(msgEndedOf, nil))
		for _, m := range ended {
			lines = append(lines, text.Line(c.T, &m, c.Actor.ID))
		}
	}
	return Reply{Message: Message{Text: strings.Join(lines, "\n"),
		Rows: h.look(ctx, c, append(open, ended...))}}, nil
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

// look returns a menu that shows a board.
func (h *handlers) look(ctx context.Context, c *Call, list []play.Summary) []Row {
	r := h.ask(ctx, c, customID{Verb: "board", Ply: play.AnyPly, Arg: menuStays}, list)
	r.Message.Rows[0].Menu.Prompt = c.T.Text(msgLookAt, nil)
	return r.Message.Rows
}
