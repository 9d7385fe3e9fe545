package review

import (
	"context"
	"io"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/render"
)

// overview returns the overview of a review: the curve, how the game went, the mistakes of each side, and buttons.
func (h *Handlers) overview(ctx context.Context, r reviewed) ui.Message {
	row := []ui.Button{r.button(ui.ReviewTurn, ui.Number(0), msgSteps)}
	if len(r.moments()) > 0 {
		first := r.button(ui.Moment, ui.Number(0), msgMoments)
		first.Style = ui.Strong
		row = append([]ui.Button{first}, row...)
	}
	row = append(row, show.Post(r.T, ui.PostReview, &r.match, play.SharedReview)...)
	if h.Service.IsOld(&r.state) {
		row = append(row, r.button(ui.Review, ui.Anew, msgAnew))
	}
	theme := h.View.Theme(ctx, r.Call)
	marked := 0
	if r.ID.Verb == ui.Review {
		marked, _ = ui.ReadNumber(r.ID.Arg)
	}
	picture := h.outlook(r, theme, marked)
	picture.Caption = r.T.Text(msgLine, nil)
	return ui.Message{Text: overviewText(r.T, &r.match.Game, &r.Judged), Picture: picture, Rows: ui.Buttons(row...)}
}

// outlook returns the picture of the curve, with a turn marked, counted from 1; 0 marks none.
func (h *Handlers) outlook(r reviewed, theme render.Theme, marked int) *ui.Picture {
	game := render.OutlookOf(&r.match.Game, &r.Review)
	game.Marked = marked
	game.Words = render.OutlookWords{RedWins: r.T.Text(msgRedWins, nil), BlueWins: r.T.Text(msgBlueWins, nil),
		Mistake: r.T.Text(msgLegendMistake, nil), Blunder: r.T.Text(msgLegendBlunder, nil),
		WonFrom: r.T.Text(msgLegendWon, nil)}
	return &ui.Picture{Alt: outlookAlt(r.T, &r.Review),
		Draw: func(w io.Writer) error { return h.Renderer.Outlook(w, game, render.Options{Theme: theme}) }}
}

// post posts the curve, how the game went and the costliest turn for everyone in the channel. It does so once a match.
func (h *Handlers) post(ctx context.Context, r reviewed) (dispatch.Reply, error) {
	c := r.Call
	shown := r
	shown.match.Shares[play.SharedReview].Done = true
	reply := dispatch.Reply{Kind: dispatch.Update, Message: h.overview(ctx, shown)}
	r.T = h.View.Catalog.Printer(r.match.Venue.Locale)
	var err error
	if r.Judged, err = h.Service.JudgedForAll(ctx, &r.match, &r.state); err != nil {
		return dispatch.Reply{}, err
	}
	reply.Post = &ui.Message{Text: postText(r.T, &r.match, &r.Review, r.moments()),
		Picture: h.outlook(r, render.Cosmos, 0), Rows: ui.Buttons(show.Review(r.T, &r.match.Match))}
	return h.Pick.Share(ctx, c, &r.match, play.SharedReview, reply)
}
