package league

import (
	"context"
	"slices"
	"time"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// Direct messages to one player of a league, whose channel is Channel.
var (
	msgTellStart = i18n.Message{ID: "league.tell.start",
		Other: "**League {{.Channel}}: season {{.Season}} has begun.** You're in group {{.Group}}; `/games` lists your games."}
	msgTellGone = i18n.Message{ID: "league.tell.gone",
		Other: "**League {{.Channel}}: you're out of season {{.Season}}**, because I looked for you on its server on 3 days and you weren't there. " +
			"Come back while you have open games in it, and you're in again."}
	msgTellRemoved = i18n.Message{ID: "league.tell.removed",
		Other: "**League {{.Channel}}: {{.Other}} removed you.** The reason: {{.Reason}}"}
	msgTellClosed = i18n.Message{ID: "league.tell.closed",
		Other: "**League {{.Channel}}: {{.Other}} closed it**, so you're out. If it opens again, you can join again."}
	msgTellLeftOut = i18n.Message{ID: "league.tell.leftout",
		Other: "**League {{.Channel}}: your game against {{.Other}} is left out**, because one of you takes no challenges " +
			"from the other. You both get ½."}
)

// nextTell returns the next direct message that is due, and records that the first attempt begins. If none is due, it
// makes at the time when one will be, unless at is already earlier.
func nextTell(ctx context.Context, tx play.Tx, l *season.League, at *time.Time) (*season.Tell, error) {
	for i := range l.Tells {
		t := &l.Tells[i]
		if t.Due.After(tx.Now()) {
			*at = earliest(*at, t.Due)
			continue
		}
		due := *t
		if !t.Begun.IsZero() {
			return &due, nil
		}
		t.Begun = tx.Now()
		return &due, tx.SaveLeague(ctx, *l)
	}
	return nil, nil
}

// tellClosed schedules messages that the league is closed to those who have entered, except the manager who closed it.
func tellClosed(ctx context.Context, tx play.Tx, l *season.League, entries []season.Entry) error {
	for _, e := range entries {
		p, err := tx.Player(ctx, e.Player)
		if err != nil {
			return err
		}
		if e.Player != l.LastBy {
			l.Tells = append(l.Tells, season.Tell{Player: e.Player, Kind: season.TellClosed, Season: l.Season,
				Other: l.LastBy, Due: later(p.QuietUntil(tx.Now()), tx.Now())})
		}
	}
	return nil
}

// RecordTell records that t was sent, or that its player takes no direct messages.
func RecordTell(ctx context.Context, tx play.Tx, server string, t season.Tell) error {
	l, err := tx.League(ctx, server)
	if err != nil {
		return err
	}
	same := func(o season.Tell) bool {
		return o.Player == t.Player && o.Kind == t.Kind && o.Season == t.Season && o.Other == t.Other
	}
	if at := slices.IndexFunc(l.Tells, same); at >= 0 {
		l.Tells = slices.Delete(l.Tells, at, at+1)
	}
	return tx.SaveLeague(ctx, l)
}

// tellInstead schedules direct messages to the players whom the refused first post of a group would have mentioned.
func tellInstead(l *season.League, p *season.Post, now time.Time) {
	for _, id := range p.Ping {
		if p.Group > 0 {
			l.Tells = append(l.Tells, season.Tell{Player: id, Kind: season.TellStart, Season: p.Season, Group: p.Group,
				Due: now})
		}
	}
	p.Ping = nil
}

// tellText returns the message for t in its player's language.
func tellText(t i18n.Printer, l *season.League, about season.Tell) ui.Message {
	form := map[season.TellKind]i18n.Message{season.TellStart: msgTellStart, season.TellGone: msgTellGone,
		season.TellRemoved: msgTellRemoved, season.TellClosed: msgTellClosed,
		season.TellLeftOut: msgTellLeftOut}[about.Kind]
	return ui.Message{Text: t.Text(form, i18n.Args{"Channel": text.Channel(l.Channel), "Season": about.Season,
		"Group": about.Group, "Other": text.Mention(t, about.Other), "Reason": about.Reason})}
}
