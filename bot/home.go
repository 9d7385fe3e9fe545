package bot

import (
	"context"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/rules/match"
)

var (
	msgElsewhere = i18n.Message{ID: "home.elsewhere",
		Other: "`/board` in another channel of its server lets you show it there."}
	msgShowHere = i18n.Message{ID: "home.button", Other: "Show it here"}
	msgHome     = i18n.Message{ID: "home.done", Other: "From now on the match is shown here."}
	msgForeign  = i18n.Message{ID: "home.foreign",
		Other: "That match belongs to another server; it can only be shown there."}
	msgQuietly = i18n.Message{ID: "home.quietly", Other: "Done."}
)

// homeVerb shows a match where the button is pressed from now on.
const homeVerb = "home"

// warn returns r, the answer to a player of m, with a warning when the news of m cannot be posted, and
// with what can be done about it. m is as it was before r.
func (h *handlers) warn(c *Call, m *match.Match, r Reply) Reply {
	mute := c.mute()
	silenced := len(mute) > 0 && c.Venue.Channel == m.Venue.Channel && m.Status.IsOpen()
	acted := r.Kind == Silence // somebody who was not a player of m may be one now
	concerned := acted || c.Actor == m.Challenger || c.Actor == m.Opponent
	if !concerned || c.ID.Verb == homeVerb || !m.Venue.Closed && !silenced {
		return r
	}
	if acted { // nothing else would show that it was done
		r = private(c.T.Text(msgQuietly, nil))
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
	press := customID{Verb: homeVerb, Match: m.ID, Ply: play.AnyPly}
	r.Message.Rows = append(r.Message.Rows,
		Row{Buttons: []Button{{press, c.T.Text(msgShowHere, nil), Strong}}})
	return r
}

// rehome shows m in the channel of the call from now on. A match stays in its server; one that was in
// direct messages can go anywhere.
func (h *handlers) rehome(ctx context.Context, c *Call, m match.Match) (Reply, error) {
	if m.Venue.Guild != "" && c.Venue.Guild != m.Venue.Guild {
		return Reply{}, text.Refuse(msgForeign, nil)
	}
	if mute := c.mute(); len(mute) > 0 {
		return Reply{}, text.RefuseHere(c.T, mute)
	}
	if _, err := h.service.Rehome(ctx, m.ID, c.Actor, c.Venue); err != nil {
		return Reply{}, err
	}
	c.Log.Info("rehome", "match", m.ID)
	return update(c.T.Text(msgHome, nil)), nil
}
