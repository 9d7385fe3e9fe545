package people

import (
	"context"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// `/profile`, in private: lines with labels such as “Red: 5½ of 8”, buttons, the legend of the picture of a rating, and
// its description, in which First and the like are numbers.
var (
	msgRatedAt   = i18n.Message{ID: "profile.rating", Other: "Rating: {{.Rating}}"}
	msgUnsure    = i18n.Message{ID: "profile.provisional", Other: "(? = provisional)"}
	msgCorrected = i18n.Message{ID: "profile.corrected",
		Other: "-# {{.When}}: {{.Change}}, because an earlier result was annulled or counts again"}
	msgUntil  = i18n.Message{ID: "profile.until", Other: "{{.Count}} of {{.All}} rated games until the rating is shown"}
	msgPoints = i18n.Message{ID: "profile.points", Other: "Points: {{.Points}} of {{.All}}"}
	msgPart   = i18n.Message{ID: "profile.part", Other: "{{.Part}}: {{.Points}} of {{.All}}"}
	msgBeats  = i18n.Message{ID: "profile.beats", Other: "Beats me at level {{.Level}}, without hints"}
	msgStreak = i18n.Message{ID: "profile.streak", One: "Puzzle of the day: {{.N}} day in a row",
		Other: "Puzzle of the day: {{.N}} days in a row"}
	msgAgainst  = i18n.Message{ID: "profile.against", Other: "Head to head"}
	msgExclude  = i18n.Message{ID: "profile.exclude", Other: "Leave out of the ranking"}
	msgInclude  = i18n.Message{ID: "profile.include", Other: "Put back into the ranking"}
	msgExcluded = i18n.Message{ID: "profile.excluded", Other: "{{.By}} left {{.Player}} out of this server's ranking on " +
		"{{.Date}}."}
	msgWon   = i18n.Message{ID: "profile.won", Other: "won"}
	msgLost  = i18n.Message{ID: "profile.lost", Other: "lost"}
	msgBand  = i18n.Message{ID: "profile.band", Other: "uncertainty"}
	msgCurve = i18n.Message{ID: "profile.curve", Other: "Rating over {{.All}} rated games, {{.Won}} won and {{.Lost}} " +
		"lost: from {{.First}} to {{.Now}}, give or take {{.Off}}; lowest {{.Low}}, highest {{.High}}."}
)

func (h *Handlers) profile(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	p, err := h.named(ctx, c, optPerson)
	if err != nil {
		return dispatch.Reply{}, err
	}
	return h.profileOf(ctx, c, p)
}

// profileOf shows how p plays. Managers of the server can also exclude p from its ranking.
func (h *Handlers) profileOf(ctx context.Context, c *dispatch.Call, p match.PlayerID) (dispatch.Reply, error) {
	f, err := h.Service.Profile(ctx, c.Actor, p)
	if err != nil {
		return dispatch.Reply{}, err
	}
	e, excluded, err := h.Service.ExclusionOf(ctx, c.Venue.Guild, p)
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
	manages := mayManage(c) == nil
	if excluded && (manages || p == c.Actor.ID) {
		msg.Text += "\n" + c.T.Text(msgExcluded, i18n.Args{"By": text.Mention(c.T, e.By), "Player": text.Mention(c.T, p),
			"Date": text.Date(e.At)})
	}
	if manages && p != c.Actor.ID {
		verb, label := ui.Exclude, msgExclude
		if excluded {
			verb, label = ui.Include, msgInclude
		}
		row = append(row, ui.Button{ID: ui.NoMatch(verb, string(p)), Label: c.T.Text(label, nil)})
	}
	msg.Rows = ui.Buttons(row...)
	return dispatch.Reply{Kind: dispatch.Update, Message: msg}, nil
}

// confirmed follows the person's id in the argument of ui.Exclude and ui.Include once the manager has read the warning.
const confirmed = "-sure"

// exclude excludes a person from the server's ranking, or includes them again, for a manager of the server. If that
// keeps the manager from joining the next season of the league, it asks first.
func (h *Handlers) exclude(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	if err := mayManage(c); err != nil {
		return dispatch.Reply{}, err
	}
	id, sure := strings.CutSuffix(c.ID.Arg, confirmed)
	p, excluded := match.PlayerID(id), c.ID.Verb == ui.Exclude
	if !sure {
		l, err := h.Service.CheckExclude(ctx, c.Actor, p)
		if warning := text.Forgone(c.T, &l); err != nil || warning != "" {
			yes := ui.Button{ID: ui.NoMatch(c.ID.Verb, id+confirmed),
				Label: c.T.Text(i18n.Either(excluded, msgExclude, msgInclude), nil)}
			return dispatch.Reply{Kind: dispatch.Update, Message: ui.Message{Text: warning, Rows: ui.Buttons(yes)}}, err
		}
	}
	if err := h.Service.Exclude(ctx, c.Actor, p, excluded); err != nil {
		return dispatch.Reply{}, err
	}
	c.Log.Info("ranking", "player", p, "excluded", excluded)
	return h.profileOf(ctx, c, p)
}

// rating describes a player's rating, given its changes, newest first.
func (h *Handlers) rating(t i18n.Printer, changes []rated.Change) []string {
	if len(changes) == 0 {
		return nil
	}
	last := changes[0]
	now, shown := h.Service.RatingNow(last)
	if !shown {
		return []string{"**" + t.Text(msgUntil, i18n.Args{"Count": last.Games, "All": rated.Shown}) + "**"}
	}
	lines := []string{"**" + t.Text(msgRatedAt, i18n.Args{"Rating": text.Rating(now)}) + "**"}
	if !now.IsSure() {
		lines[0] += " " + t.Text(msgUnsure, nil)
	}
	if by := last.After.Points - last.Before.Points; last.Why.IsUndo() && math.Round(by) != 0 {
		lines = append(lines, t.Text(msgCorrected, i18n.Args{"When": text.Date(last.At), "Change": text.Signed(by)}))
	}
	return lines
}

func (h *Handlers) profileText(t i18n.Printer, f *play.Profile, streak int) string {
	lines := append(h.rating(t, f.Rated), text.Habits(t, f.Player, f.Habits))
	small := func(line string) { lines = append(lines, "-# "+line) }
	if f.All.Matches > 0 {
		small(points(t, f))
	}
	if f.Beats > 0 {
		small(t.Text(msgBeats, i18n.Args{"Level": f.Beats}))
	}
	if streak > 0 {
		small(t.Text(msgStreak, i18n.Args{"N": streak}))
	}
	for i := range f.Last {
		small(strings.TrimPrefix(text.Line(t, &f.Last[i], f.Player, nil), "- "))
	}
	return strings.Join(lines, "\n")
}

// points returns the points of a person: in all, as each side, and on each board.
func points(t i18n.Printer, f *play.Profile) string {
	of := func(m i18n.Message, part string, tally play.Tally) string {
		if tally.Matches == 0 {
			return ""
		}
		return t.Text(m, i18n.Args{"Part": part, "Points": text.Halves(tally.Halves), "All": tally.Matches})
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

// curve returns the picture of a rating, given its changes, latest first. It returns nil while the rating is not shown.
func (h *Handlers) curve(ctx context.Context, c *dispatch.Call, changes []rated.Change) *ui.Picture {
	if len(changes) == 0 || changes[0].Games < rated.Shown {
		return nil
	}
	now, _ := h.Service.RatingNow(changes[0])
	course, games := courseOf(changes, now)
	course.Value = text.Rating(now)
	course.Words = render.RatingWords{Won: c.T.Text(msgWon, nil), Lost: c.T.Text(msgLost, nil),
		Unsure: c.T.Text(msgBand, nil)}
	var marks [3]int // lost, neither and won
	var points []float64
	for _, point := range course.Points {
		marks[point.Mark+1]++
		points = append(points, point.Points)
	}
	whole := func(points float64) string { return strconv.Itoa(rating.Rating{Points: points}.Whole()) }
	theme := h.View.Theme(ctx, c)
	return &ui.Picture{
		Alt: c.T.Text(msgCurve, i18n.Args{"All": games, "Won": marks[2], "Lost": marks[0],
			"First": whole(points[0]), "Now": whole(points[len(points)-1]), "Off": whole(now.Deviation),
			"Low": whole(slices.Min(points)), "High": whole(slices.Max(points))}),
		Draw: func(w io.Writer) error { return h.Renderer.Ratings(w, course, render.Options{Theme: theme}) },
	}
}

// courseOf returns the course of a rating that is now as given, from its changes, latest first, and the number of
// games.
func courseOf(changes []rated.Change, now rating.Rating) (course render.Ratings, games int) {
	add := func(r rating.Rating, at time.Time, mark render.RatingMark) {
		course.Points = append(course.Points,
			render.RatingPoint{Points: r.Points, Deviation: r.Deviation, Date: at.UTC().Format(time.DateOnly), Mark: mark})
	}
	first := changes[len(changes)-1]
	add(first.Before, first.At, 0)
	for _, change := range slices.Backward(changes) {
		var mark render.RatingMark
		if !change.Why.IsUndo() {
			games++
			mark = render.GameLost
			if change.Score > rating.SemiDefeat {
				mark = render.GameWon
			}
		}
		add(change.After, change.At, mark)
	}
	course.Points[len(course.Points)-1].Deviation = now.Deviation
	return course, games
}
