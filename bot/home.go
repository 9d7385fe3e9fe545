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

// warn adds to the answer r to a player of m, which is as it was before r, that its news cannot be
// told, and what can be done about it. Nobody else would say so.
func (d *desk) warn(c *Call, m *match.Match, r Reply) Reply {
	mute := c.mute()
	silenced := len(mute) > 0 && c.Venue.Channel == m.Venue.Channel && m.Status.IsOpen()
	acted := r.Kind == Silence // who was nobody in m may be its player now
	concerned := acted || c.Actor == m.Challenger || c.Actor == m.Opponent
	if !concerned || c.ID.Verb == homeVerb || !m.Venue.Closed && !silenced {
		return r
	}
	if acted { // and nothing would show it
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

// rehome shows m in the channel of the call from now on; all there will see it. A match stays in its
// server; one that was in direct messages can go anywhere.
func (d *desk) rehome(ctx context.Context, c *Call, m match.Match) (Reply, error) {
	if m.Venue.Guild != "" && c.Venue.Guild != m.Venue.Guild {
		return Reply{}, text.Refuse(msgForeign, nil)
	}
	if mute := c.mute(); len(mute) > 0 {
		return Reply{}, text.RefuseHere(c.T, mute)
	}
	if _, err := d.service.Rehome(ctx, m.ID, c.Actor, c.Venue); err != nil {
		return Reply{}, err
	}
	c.Log.Info("rehome", "match", m.ID)
	return update(c.T.Text(msgHome, nil)), nil
}
