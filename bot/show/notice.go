package show

import (
	"context"

	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Notice returns the message of a notice, in the language of the channel or, as a direct message, of the player.
func (v *View) Notice(n play.Notice) ui.Message {
	t := v.Catalog.Printer(n.Match.Venue.Locale)
	if n.Direct {
		t = v.Catalog.Printer(n.To.Language())
	}
	msg := ui.Message{Text: text.Notice(t, &n)}
	switch {
	case n.Kind == play.TurnNotice, n.Kind == play.TimeNotice,
		(n.Kind == play.NewsNotice || n.Kind == play.LateNotice) && !n.Direct && n.Match.ToMove() == n.To.ID:
		msg.Rows = ui.Buttons(Play(t, &n.Match.Match))
	case n.Direct && n.Kind != play.TestNotice:
		msg.Rows = Under(t, &n.Match.Match, n.To.ID)
	}
	return msg
}

// Digest returns the message of a weekly digest.
func (v *View) Digest(d play.Digest) ui.Message {
	return ui.Message{Text: text.Digest(v.Catalog.Printer(d.To.Language()), &d)}
}

// ThreadTitle names the thread of m, or its post in a forum. Anybody who may still accept a challenge is “?”.
func (v *View) ThreadTitle(ctx context.Context, m play.Match) string {
	t := v.Catalog.Printer(m.Venue.Locale)
	name := func(p match.PlayerID) string {
		if p == "" {
			return "?"
		}
		return v.Names.Name(ctx, t, m.Venue.Guild, p)
	}
	red, blue := m.Players.Red, m.Players.Blue
	if m.Status == match.Proposed {
		red, blue = m.Challenger, m.Opponent
		if m.Terms.Side == match.PlayBlue {
			red, blue = blue, red
		}
	}
	return text.ThreadTitle(t, &m.Match, name(red), name(blue))
}

// ThreadStarter returns the message to which the thread of m is attached.
func (v *View) ThreadStarter(m play.Match) ui.Message {
	return ui.Message{Block: true, Text: text.ThreadSign(v.Catalog.Printer(m.Venue.Locale), &m.Match)}
}
