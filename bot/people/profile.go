package people

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// `/profile`, in private: labels in lines below how somebody plays, “Red: 5½ of 8”; a button; and the description of
// the picture of their rating, of which First and the like are numbers.
var (
	msgRatedAt = i18n.Message{ID: "profile.rating", Other: "Rating: {{.Rating}}"}
	msgPoints  = i18n.Message{ID: "profile.points", Other: "Points: {{.Points}} of {{.All}}"}
	msgPart    = i18n.Message{ID: "profile.part", Other: "{{.Part}}: {{.Points}} of {{.All}}"}
	msgBeats   = i18n.Message{ID: "profile.beats", Other: "Beats me at level {{.Level}}, without hints"}
	msgStreak  = i18n.Message{ID: "profile.streak", One: "Puzzle of the day: {{.N}} day in a row",
		Other: "Puzzle of the day: {{.N}} days in a row"}
	msgAgainst  = i18n.Message{ID: "profile.against", Other: "Head to head"}
	msgExclude  = i18n.Message{ID: "profile.exclude", Other: "Leave out of the ranking"}
	msgInclude  = i18n.Message{ID: "profile.include", Other: "Put back into the ranking"}
	msgExcluded = i18n.Message{ID: "profile.excluded", Other: "{{.By}} left {{.Player}} out of this server's ranking on " +
		"{{.Date}}."}
	msgCurve = i18n.Message{ID: "profile.curve", Other: "Rating over {{.All}} rated games: from {{.First}} to {{.Now}}, " +
		"lowest {{.Low}}, highest {{.High}}."}
)

// profile shows how somebody plays.
func (h *Handlers) profile(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	p, err := h.named(ctx, c, optPerson)
	if err != nil {
		return dispatch.Reply{}, err
	}
	return h.profileOf(ctx, c, p)
}

// profileOf shows how p plays, and lets those who manage the server leave them out of its ranking.
func (h *Handlers) profileOf(ctx context.Context, c *dispatch.Call, p match.PlayerID) (dispatch.Reply, error) {
	f, err := h.Service.Profile(ctx, c.Actor, p)
	if err != nil {
		return dispatch.Reply{}, err
	}
	server, err := h.Service.Server(ctx, c.Venue.Guild)
	if err != nil {
		return dispatch.Reply{}, err
	}
	streak, err := h.Streaks.Streak(ctx, c.Actor, p)
	if err != nil {
		return dispatch.Reply{}, err
	}
	msg := ui.Message{Text: h.profileText(c.T, &f, streak), Picture: h.curve(ctx, c, f.Rated)}
	var row []ui.Button
	if p != c.Actor.ID && f.All.Matches > 0 {
		row = append(row, ui.Button{ID: ui.NoMatch(ui.Record, string(p)), Label: c.T.Text(msgAgainst, nil)})
	}
	e, out := server.Settings.Excludes(p)
	manages := mayManage(c) == nil
	if out && (manages || p == c.Actor.ID) {
		msg.Text += "\n" + c.T.Text(msgExcluded, i18n.Args{"By": text.Mention(c.T, e.By), "Player": text.Mention(c.T, p),
			"Date": text.Date(e.At)})
	}
	if manages {
		verb, label := ui.Exclude, msgExclude
		if out {
			verb, label = ui.Include, msgInclude
		}
		row = append(row, ui.Button{ID: ui.NoMatch(verb, string(p)), Label: c.T.Text(label, nil)})
	}
	msg.Rows = ui.Buttons(row...)
	return dispatch.Reply{Kind: dispatch.Update, Message: msg}, nil
}

// exclude leaves somebody out of the ranking of the server, or has them be in it, for one of those who manage it.
func (h *Handlers) exclude(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	if err := mayManage(c); err != nil {
		return dispatch.Reply{}, err
	}
	p, out := match.PlayerID(c.ID.Arg), c.ID.Verb == ui.Exclude
	if err := h.Service.Exclude(ctx, c.Actor, p, out); err != nil {
		return dispatch.Reply{}, err
	}
	c.Log.Info("ranking", "player", p, "excluded", out)
	return h.profileOf(ctx, c, p)
}

func (h *Handlers) profileText(t i18n.Printer, f *play.Profile, streak int) string {
	lines := []string{text.Habits(t, f.Player, f.Habits)}
	if len(f.Rated) > 0 {
		if now, shown := h.Service.RatingNow(f.Rated[0]); shown {
			lines = append(lines, t.Text(msgRatedAt, i18n.Args{"Rating": text.Rating(now)}))
		}
	}
	if f.All.Matches > 0 {
		lines = append(lines, points(t, f))
	}
	if f.Beats > 0 {
		lines = append(lines, t.Text(msgBeats, i18n.Args{"Level": f.Beats}))
	}
	if streak > 0 {
		lines = append(lines, t.Text(msgStreak, i18n.Args{"N": streak}))
	}
	for i := range f.Last {
		lines = append(lines, text.Line(t, &f.Last[i], f.Player, nil))
	}
	return strings.Join(lines, "\n")
}

// points says what somebody has in all, of which as each side, and on each board.
func points(t i18n.Printer, f *play.Profile) string {
	of := func(m i18n.Message, part string, t1 play.Tally) string {
		if t1.Matches == 0 {
			return ""
		}
		return t.Text(m, i18n.Args{"Part": part, "Points": text.Halves(t1.Halves), "All": t1.Matches})
	}
	labels := []string{of(msgPoints, "", f.All)}
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		labels = append(labels, of(msgPart, turns.Side(t, side).String(), f.Sides[side-rules.Red]))
	}
	for _, b := range rules.Boards() {
		labels = append(labels, of(msgPart, b.String(), f.Boards[b]))
	}
	return turns.Joined(" · ", labels...)
}

// curve draws the rating over the games that changed it, the last first; nil before it is shown.
func (h *Handlers) curve(ctx context.Context, c *dispatch.Call, changes []rated.Change) *ui.Picture {
	if len(changes) == 0 || changes[0].N < rated.Shown {
		return nil
	}
	first := changes[len(changes)-1].Before
	points := []float64{first.Points}
	for _, change := range slices.Backward(changes) {
		points = append(points, change.After.Points)
	}
	games := 0
	for _, change := range changes {
		if change.Why != rated.Annulled {
			games++
		}
	}
	whole := func(points float64) string { return strconv.Itoa(rating.Rating{Points: points}.Whole()) }
	theme := h.View.Theme(ctx, c)
	return &ui.Picture{
		Alt: c.T.Text(msgCurve, i18n.Args{"All": games, "First": whole(points[0]),
			"Now": whole(points[len(points)-1]), "Low": whole(slices.Min(points)), "High": whole(slices.Max(points))}),
		Draw: func(w io.Writer) error { return h.Renderer.Ratings(w, points, render.Options{Theme: theme}) },
	}
}

// `/record`, in private: what two people have from their games; and refusals.
var (
	msgRecord = i18n.Message{ID: "record.of", One: "**{{.Player}} {{.Points}}, {{.Other}} {{.Theirs}}** · {{.N}} game",
		Other: "**{{.Player}} {{.Points}}, {{.Other}} {{.Theirs}}** · {{.N}} games"}
	msgRecordNone  = i18n.Message{ID: "record.none", Other: "{{.Player}} and {{.Other}} haven't finished a game yet."}
	msgRecordAlone = i18n.Message{ID: "record.alone",
		Other: "Head to head is between two people: name somebody else."}
)

// record shows what two people have from their games, and leads to the last of them.
func (h *Handlers) record(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	p, other := c.Actor.ID, match.PlayerID(c.ID.Arg)
	if c.ID.Verb == "" {
		var err error
		if p, err = h.named(ctx, c, optPlayer); err != nil {
			return dispatch.Reply{}, err
		}
		if other, err = h.named(ctx, c, optOther); err != nil {
			return dispatch.Reply{}, err
		}
	}
	if p == other {
		return dispatch.Reply{}, text.Refuse(msgRecordAlone, nil)
	}
	score, last, err := h.Service.Record(ctx, c.Actor, p, other)
	args := i18n.Args{"Player": text.Mention(c.T, p), "Other": text.Mention(c.T, other), "Points": text.Halves(score.Halves[0]),
		"Theirs": text.Halves(score.Halves[1]), "N": score.Matches}
	switch {
	case err != nil:
		return dispatch.Reply{}, err
	case score.Matches == 0:
		return dispatch.Reply{}, text.Refuse(msgRecordNone, args)
	}
	if other == c.Actor.ID {
		p = other // who reads of their own games reads them as theirs
	}
	msg := ui.Message{Text: c.T.Text(msgRecord, args)}
	if len(last) > 0 {
		msg.Rows = h.Pick.Menu(ctx, c, ui.NoMatch(ui.Board, ui.MenuStays), show.Of{List: last, Player: p})
	}
	return dispatch.Reply{Message: msg}, nil
}
