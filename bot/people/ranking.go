package people

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// `/ranking`, a private list: its heading, a line for each person, a button, and refusals. Value is points or a rating,
// as the heading says.
var (
	msgRankPoints    = i18n.Message{ID: "ranking.points", Other: "**Points, this quarter**"}
	msgRankAllPoints = i18n.Message{ID: "ranking.points.all", Other: "**Points, all time**"}
	msgRankRating    = i18n.Message{ID: "ranking.rating", Other: "**Rating, this quarter's players**"}
	msgRankAllRating = i18n.Message{ID: "ranking.rating.all", Other: "**Rating**"}
	msgRank          = i18n.Message{ID: "ranking.line", One: "{{.Player}} · #{{.Place}} · {{.Value}} · {{.N}} game",
		Other: "{{.Player}} · #{{.Place}} · {{.Value}} · {{.N}} games"}
	msgRankMe     = i18n.Message{ID: "ranking.me", Other: "My place"}
	msgRankNobody = i18n.Message{ID: "ranking.none",
		Other: "Nobody is ranked here yet. It takes 5 games with people here, and 5 rated ones for a rating."}
	msgRankNobodyNow = i18n.Message{ID: "ranking.none.now", Other: "Nobody is ranked here this quarter yet: it takes " +
		"5 games with people here, and 5 rated ones for a rating. Older games are in `season:all time`."}
	msgRankOut     = i18n.Message{ID: "ranking.out", Other: "-# Left out by managers: {{.Count}}"}
	msgRankNowhere = i18n.Message{ID: "ranking.nowhere", Other: "Each server has a ranking of its own: ask there."}
)

// The options of /ranking, and the values that are not the default.
const (
	optSeason, chosenAll = "season", "all"
	optBy, chosenRating  = "by", "rating"
)

// pageSize is how many people a page shows.
const pageSize = 10

func rankingSpec() discordgo.ApplicationCommand {
	type choice = discordgo.ApplicationCommandOptionChoice
	option := func(name, description string, choices ...*choice) *discordgo.ApplicationCommandOption {
		return &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString, Name: name,
			Description: description, Choices: choices}
	}
	return dispatch.Spec("ranking", "This server's ranking; only you see it",
		option(optSeason, "By default this quarter",
			&choice{Name: "this quarter", Value: "season"}, &choice{Name: "all time", Value: chosenAll}),
		option(optBy, "By default points",
			&choice{Name: "points", Value: "points"}, &choice{Name: "rating", Value: chosenRating}))
}

func (h *Handlers) ranking(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	if !c.InGuild() {
		return dispatch.Reply{}, text.Refuse(msgRankNowhere, nil)
	}
	at := ui.ReadRanking(c.ID.Arg)
	if c.ID.Verb == "" {
		at.RankingKind = play.RankingKind{All: c.Text(optSeason) == chosenAll, Rating: c.Text(optBy) == chosenRating}
	}
	rows, leftOut, err := h.Service.Ranked(ctx, c.Venue.Guild, at.RankingKind)
	if err != nil {
		return dispatch.Reply{}, err
	}
	page := h.memberPage(ctx, c, rows, at)
	if len(page.list) == 0 && leftOut == 0 {
		return dispatch.Reply{}, text.Refuse(nobody(at.RankingKind), nil)
	}
	at.Page = page.at
	lines := []string{c.T.Text(i18n.Either(len(page.list) > 0, heading(at.RankingKind), nobody(at.RankingKind)), nil)}
	for _, p := range page.list {
		line, err := h.rankLine(ctx, c, p, at.RankingKind)
		if err != nil {
			return dispatch.Reply{}, err
		}
		lines = append(lines, line)
	}
	if leftOut > 0 {
		lines = append(lines, c.T.Text(msgRankOut, i18n.Args{"Count": leftOut}))
	}
	return dispatch.Reply{Kind: dispatch.Update, Message: ui.Message{Text: strings.Join(lines, "\n"),
		Rows: pageButtons(c.T, at, page.last, page.reader)}}, nil
}

type page struct {
	list     []rated.Place
	at, last int  // the number of this page and of the last one, from 0
	reader   bool // the reader is somewhere in the ranking
}

// maxLookups is how often a page is checked for people who have left, because those who move up may have left, too.
const maxLookups = 3

// memberPage returns page at of the people in rows who are on the server. It only looks up people on that page: others
// who have left stay in the ranking until somebody opens their page.
func (h *Handlers) memberPage(ctx context.Context, c *dispatch.Call, rows []rated.Row, at ui.RankingArg) (p page) {
	guild, now := c.Venue.Guild, h.Service.Now()
	h.Members.Meet(guild, c.Actor.ID, now)
	for range maxLookups {
		rows = slices.DeleteFunc(rows, func(r rated.Row) bool { return h.Members.HasLeft(guild, r.Player, now) })
		p = pageOf(rated.Ranking(rows, at.Rating), c.Actor.ID, at.Page)
		people := make([]match.PlayerID, len(p.list))
		for i, r := range p.list {
			people[i] = r.Player
		}
		if c.Venue.Away || !h.Members.Find(ctx, guild, people, now) {
			return p
		}
	}
	return p // the next call leaves out the people found to have left in the last lookup
}

// pageOf returns page at of a ranking, counted from 0, or the nearest page. ui.PageOfReader means the reader's page.
func pageOf(list []rated.Place, reader match.PlayerID, at int) page {
	own := slices.IndexFunc(list, func(p rated.Place) bool { return p.Player == reader })
	if at == ui.PageOfReader {
		at = max(own, 0) / pageSize
	}
	last := max(len(list)-1, 0) / pageSize
	at = min(max(at, 0), last)
	return page{list[at*pageSize : min(len(list), (at+1)*pageSize)], at, last, own >= 0}
}

func nobody(k play.RankingKind) i18n.Message {
	return i18n.Either(k.All, msgRankNobody, msgRankNobodyNow)
}

func heading(k play.RankingKind) i18n.Message {
	switch {
	case k.Rating && k.All:
		return msgRankAllRating
	case k.Rating:
		return msgRankRating
	case k.All:
		return msgRankAllPoints
	}
	return msgRankPoints
}

func (h *Handlers) rankLine(ctx context.Context, c *dispatch.Call, p rated.Place, k play.RankingKind) (string, error) {
	value := text.Halves(p.Halves)
	if k.Rating {
		now, _, err := h.Service.Rating(ctx, c.Actor.ID, p.Player)
		if err != nil {
			return "", err
		}
		value = text.Rating(now)
	}
	return c.T.Text(msgRank, i18n.Args{"Player": text.Mention(c.T, p.Player), "Place": p.N, "Value": value,
		"N": p.Matches}), nil
}

// pageButtons returns buttons to the previous and the next page, and to the reader's page if the reader is ranked. A
// single page has none.
func pageButtons(t i18n.Printer, at ui.RankingArg, last int, ranked bool) []ui.Row {
	if last == 0 {
		return nil
	}
	id := func(page int) ui.ID {
		return ui.NoMatch(ui.Ranking, ui.RankingArg{RankingKind: at.RankingKind, Page: page}.String())
	}
	return ui.Buttons(append(show.PagesBy(t, show.Page{At: at.Page, Last: last}, id),
		ui.Button{ID: id(ui.PageOfReader), Label: t.Text(msgRankMe, nil), Disabled: !ranked})...)
}
