package bot

import (
	"context"
	"strings"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

var (
	msgNoGames = i18n.Message{ID: "games.none",
		Other: "You have no matches. `/challenge` starts one."}
	msgOpenNow = i18n.Message{ID: "games.open",
		One: "**Your match**", Other: "**Your {{.N}} matches**"}
	msgEndedOf = i18n.Message{ID: "games.ended", Other: "**Ended lately**"}
	msgLine    = i18n.Message{ID: "games.line",
		Other: "{{.Who}} · {{.Board}} · {{.State}} · {{.Where}}"}
	msgAgainst = i18n.Message{ID: "games.against", Other: "against {{.Who}}"}
	msgLookAt  = i18n.Message{ID: "games.look", Other: "Look at a board"}
	msgWon     = i18n.Message{ID: "games.won", Other: "won"}
	msgLost    = i18n.Message{ID: "games.lost", Other: "lost"}
	msgSemiWon = i18n.Message{ID: "games.semiwon", Other: "semi-victory"}
	msgSemiOff = i18n.Message{ID: "games.semilost", Other: "lost by semi-victory"}
	msgNothing = i18n.Message{ID: "games.aborted", Other: "called off"}
)

const (
	listedOpen  = 12 // with those that ended they fit into a message
	listedEnded = 5
)

// games lists the caller's matches.
func (d *desk) games() Command {
	return Command{
		Spec: spec("games", "List your matches and challenges; only you see it"),
		Run:  d.listGames,
	}
}

// listGames lists the open matches, the ones that wait for the caller first, and the last ended.
func (d *desk) listGames(ctx context.Context, c *Call) (Reply, error) {
	open, err := d.service.Open(ctx, c.Actor)
	if err != nil {
		return Reply{}, err
	}
	ended, err := d.service.Recent(ctx, c.Actor, listedEnded)
	if err != nil {
		return Reply{}, err
	}
	if len(open)+len(ended) == 0 {
		return Reply{}, refuse(msgNoGames, nil)
	}
	waiting, others := split(open, c.Actor)
	open = append(waiting, others...)
	var lines []string
	if len(open) > 0 {
		lines = append(lines, c.T.Text(msgOpenNow, i18n.Args{"N": len(open)}))
		for _, m := range open[:min(len(open), listedOpen)] {
			lines = append(lines, gameLine(c, &m))
		}
	}
	if more := len(open) - listedOpen; more > 0 {
		lines = append(lines, "- "+c.T.Text(msgMore, i18n.Args{"N": more}))
	}
	if len(ended) > 0 {
		lines = append(lines, c.T.Text(msgEndedOf, nil))
		for _, m := range ended {
			lines = append(lines, gameLine(c, &m))
		}
	}
	return Reply{Message: Message{Text: strings.Join(lines, "\n"),
		Rows: d.look(ctx, c, append(open, ended...))}}, nil
}

// split takes the matches that wait for p out of list.
func split(list []match.Match, p match.PlayerID) (waiting, others []match.Match) {
	for _, m := range list {
		if m.ToMove() == p || m.Status == match.Proposed && m.Opponent == p {
			waiting = append(waiting, m)
			continue
		}
		others = append(others, m)
	}
	return waiting, others
}

// look is a menu that shows a board.
func (d *desk) look(ctx context.Context, c *Call, list []match.Match) []Row {
	r := d.ask(ctx, c, customID{Verb: "board", Ply: play.AnyPly, Arg: menuStays}, list)
	r.Message.Rows[0].Menu.Prompt = c.T.Text(msgLookAt, nil)
	return r.Message.Rows
}

// gameLine is a line of the list.
func gameLine(c *Call, m *match.Match) string {
	other := m.Opponent
	if other == c.Actor {
		other = m.Challenger
	}
	who := c.T.Text(msgAnyone, nil)
	if other != "" {
		who = c.T.Text(msgAgainst, i18n.Args{"Who": mention(other)})
	}
	state := c.T.Text(standing(m, c.Actor), nil)
	if m.ToMove() == c.Actor || m.Status == match.Proposed && m.Opponent == c.Actor {
		state = "**" + state + "**"
	}
	where := channelName(m)
	if m.Venue.Closed {
		where = c.T.Text(msgNowhere, i18n.Args{"Channel": where})
	}
	return "- " + c.T.Text(msgLine, i18n.Args{"Who": who, "Board": m.Terms.Options.Board,
		"State": state, "Where": where})
}

// score says how m ended for p.
func score(m *match.Match, p match.PlayerID) i18n.Message {
	o := m.Game.Outcome()
	mine := o.Winner == m.ColorOf(p)
	switch {
	case o.Winner == rules.NoColor:
		return msgNothing
	case o.IsSemi() && mine:
		return msgSemiWon
	case o.IsSemi():
		return msgSemiOff
	case mine:
		return msgWon
	}
	return msgLost
}
