package look

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Texts of `/games`, a private list of the reader's matches: headings, page buttons, and the text for an empty list.
var (
	msgNoGames = i18n.Message{ID: "games.none",
		Other: "You have no games. `/challenge` starts one."}
	msgOpenNow      = i18n.Message{ID: "games.open", Other: "**Games and challenges: {{.Count}}**"}
	msgEndedOf      = i18n.Message{ID: "games.ended", Other: "**Ended recently**"}
	msgAhead        = i18n.Message{ID: "games.league", Other: "**League**: first is {{.Leaders}}; you're #{{.Place}}."}
	msgEarlierGames = i18n.Message{ID: "games.earlier", Other: "Back"}
	msgLaterGames   = i18n.Message{ID: "games.later", Other: "More games"}
)

// Stands in a menu of matches before one is chosen, in private.
var (
	msgLookAt = i18n.Message{ID: "games.look", Other: "Look at a board"}
)

const (
	listedEnded = 5
	maxAhead    = 3
	headings    = 300 // characters, of all headings together
)

// listGames lists the open matches of the caller and those that ended recently. Matches that wait for the caller come
// first, then the earliest deadline.
func (h *Handlers) listGames(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	open, err := h.Service.Open(ctx, c.Actor.ID)
	if err != nil {
		return dispatch.Reply{}, err
	}
	ended, err := h.Service.Recent(ctx, c.Actor.ID, listedEnded)
	if err != nil {
		return dispatch.Reply{}, err
	}
	if len(open)+len(ended) == 0 {
		return dispatch.Reply{}, text.Refuse(msgNoGames, nil)
	}
	waiting, others := split(open, c.Actor.ID)
	slices.SortStableFunc(waiting, play.ByDeadline)
	slices.SortStableFunc(others, play.ByDeadline)
	away, err := h.Service.Vacations(ctx, append(opponents(c, open), c.Actor.ID)...)
	if err != nil {
		return dispatch.Reply{}, err
	}
	list := gameList{c, away, open}
	pages := list.paged(append(waiting, others...), ended)
	at, _ := strconv.Atoi(c.ID.Arg)
	at = min(max(at, 0), len(pages)-1)
	msg := ui.Message{Text: list.text(pages[at], len(open)),
		Rows: h.menu(ctx, c, slices.Concat(pages[at].open, pages[at].ended))}
	stand, err := h.Service.League(ctx, c.Actor)
	if err != nil {
		return dispatch.Reply{}, err
	}
	if len(stand.Leaders) > 0 {
		msg.Text = ahead(c.T, stand) + "\n" + msg.Text
	}
	row := show.NextButton(c.T, open, c.Actor.ID, "")
	if len(pages) > 1 {
		row = append(row, pageButton(c.T, at-1, len(pages), msgEarlierGames),
			pageButton(c.T, at+1, len(pages), msgLaterGames))
	}
	msg.Rows = append(msg.Rows, ui.Buttons(row...)...)
	return dispatch.Reply{Kind: dispatch.Update, Message: msg}, nil
}

// ahead says who leads the league.
func ahead(t i18n.Printer, s season.Rank) string {
	var leaders []string
	for _, p := range s.Leaders[:min(len(s.Leaders), maxAhead)] {
		leaders = append(leaders, text.Mention(t, p))
	}
	return t.Text(msgAhead, i18n.Args{"Leaders": turns.And(t, leaders), "Place": s.Place})
}

// opponents returns the opponents of the caller in the matches of list that are being played.
func opponents(c *dispatch.Call, list []play.Summary) (ids []match.PlayerID) {
	for _, m := range list {
		if other := m.Other(c.Actor.ID); m.Status == match.Playing && !slices.Contains(ids, other) {
			ids = append(ids, other)
		}
	}
	return ids
}

type gameList struct {
	*dispatch.Call
	away map[match.PlayerID]time.Time // when vacations end
	all  []play.Summary               // the open matches
}

func (l gameList) line(m *play.Summary) string {
	line := text.Line(l.T, m, l.Actor.ID, l.all)
	if until, on := l.away[m.Other(l.Actor.ID)]; on && m.Status == match.Playing && m.Terms.Pace.AllowsAbsence() {
		line += " · " + text.AwayUntil(l.T, until)
	}
	return line
}

// vacation says that the caller is on vacation, or "" if not.
func (l gameList) vacation() string {
	if until, on := l.away[l.Actor.ID]; on {
		return text.OnVacation(l.T, until)
	}
	return ""
}

type page struct{ open, ended []play.Summary }

// paged divides the matches into pages, each as long as a message and a menu can be.
func (l gameList) paged(open, ended []play.Summary) []page {
	pages := make([]page, 1)
	whole := discord.MaxContent - headings - utf8.RuneCountInString(l.vacation()) - 1
	room, count := whole, 0
	add := func(m play.Summary) *page {
		length := utf8.RuneCountInString(l.line(&m)) + 1
		if length > room || count == discord.MaxChoices {
			pages = append(pages, page{})
			room, count = whole, 0
		}
		room, count = room-length, count+1
		return &pages[len(pages)-1]
	}
	for _, m := range open {
		p := add(m)
		p.open = append(p.open, m)
	}
	for _, m := range ended {
		p := add(m)
		p.ended = append(p.ended, m)
	}
	return pages
}

func pageButton(t i18n.Printer, to, all int, name i18n.Message) ui.Button {
	return ui.Button{ID: ui.NoMatch(ui.Games, strconv.Itoa(to)),
		Label: t.Text(name, nil), Disabled: to < 0 || to >= all}
}

// text lists the matches of a page. Open is how many are open on all pages.
func (l gameList) text(p page, open int) string {
	var lines []string
	if said := l.vacation(); said != "" {
		lines = append(lines, said)
	}
	add := func(heading string, list []play.Summary) {
		if len(list) > 0 {
			lines = append(lines, heading)
		}
		for i := range list {
			lines = append(lines, l.line(&list[i]))
		}
	}
	add(l.T.Text(msgOpenNow, i18n.Args{"Count": open}), p.open)
	add(l.T.Text(msgEndedOf, nil), p.ended)
	return strings.Join(lines, "\n")
}

// split returns the matches of list that wait for p, and the others.
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

// menu returns a menu of boards to look at.
func (h *Handlers) menu(ctx context.Context, c *dispatch.Call, list []play.Summary) []ui.Row {
	rows := h.View.Menu(ctx, c, ui.NoMatch(ui.Board, ui.MenuStays), list, c.Actor.ID)
	rows[0].Menu.Prompt = c.T.Text(msgLookAt, nil)
	return rows
}
