package bot

import (
	"context"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

var (
	msgElsewhere = i18n.Message{ID: "home.elsewhere",
		Other: "`/board` in another channel of its server lets you show it there."}
	msgShowHere = i18n.Message{ID: "home.button", Other: "Show it here"}
	msgHome     = i18n.Message{ID: "home.done", Other: "From now on the match is shown here."}
	msgQuietly  = i18n.Message{ID: "home.quietly", Other: "Done."}
)

// homeVerb shows a match where the button is pressed from now on.
const homeVerb = "home"

// warn returns the reply of a to a player of its match, with a warning when the news of the match
// cannot be posted, and with what can be done about it.
func (h *handlers) warn(c *dispatch.Call, a answer) dispatch.Reply {
	m, r, mute := &a.match, a.reply, c.Mute()
	silenced := len(mute) > 0 && c.Venue.Channel == m.Venue.Channel && (a.acted || m.Status.IsOpen())
	concerned := c.Actor.ID == m.Challenger || c.Actor.ID == m.Opponent
	if !concerned || !m.Closed && !silenced {
		r.Message.Text += a.next
		return r
	}
	if r.Kind == dispatch.Silence { // nothing else would show that it was done
		r = dispatch.InPrivate(c.T.Text(msgQuietly, nil))
	}
	said := text.Untold(c.T, m.Venue)
	if silenced {
		said = text.Muted(c.T, mute)
	}
	inServer := m.Venue.Guild != ""
	if inServer && (len(mute) > 0 || c.Venue.Guild != m.Venue.Guild) {
		r.Message.Text += "\n" + said + " " + c.T.Text(msgElsewhere, nil)
		return r
	}
	r.Message.Text += "\n" + said
	if r.Message.Block { // it has no room for another control
		return r
	}
	press := ui.ID{Verb: homeVerb, Match: m.ID, Ply: play.AnyPly}
	r.Message.Rows = append(r.Message.Rows,
		ui.Row{Buttons: []ui.Button{{ID: press, Label: c.T.Text(msgShowHere, nil), Style: ui.Strong}}})
	return r
}

// told returns m, which c changed, with how its news got on. In the channel of m that is known
// beforehand; elsewhere it is worth a moment.
func (h *handlers) told(ctx context.Context, c *dispatch.Call, m play.Match) play.Match {
	here := c.Venue.Channel == m.Venue.Channel && !m.Closed
	if here || m.AwaitsRobot() { // then news wait anyhow
		return m
	}
	limited, cancel := context.WithTimeout(ctx, h.await)
	defer cancel()
	return h.service.Told(limited, m)
}

// rehome shows a match in the channel of the call from now on.
func (h *handlers) rehome(ctx context.Context, c *dispatch.Call, id match.ID) (answer, error) {
	if len(c.Mute()) > 0 {
		return h.viewing(refuseHere)(ctx, c, id)
	}
	m, err := h.service.Rehome(ctx, c.Actor, id, c.Venue)
	if err != nil {
		return answer{match: m}, err
	}
	c.Log.Info("rehome", "match", id)
	return changed(m, dispatch.InPlace(c.T.Text(msgHome, nil))), nil
}

// refuseHere says why m cannot be shown where the bot may not post. Rights are not asked for where
// they would not help.
func refuseHere(_ context.Context, c *dispatch.Call, m play.Match) (dispatch.Reply, error) {
	if m.StaysElsewhere(c.Venue) {
		return dispatch.Reply{}, play.ErrForeign
	}
	return dispatch.Reply{}, text.RefuseHere(c.T, c.Mute())
}
