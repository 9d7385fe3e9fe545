package play

import (
	"context"
	"errors"
	"time"

	"madbot/rules/match"
)

// Player is a person as the bot knows them. A match holds only their id.
type Player struct {
	ID       match.PlayerID
	Locale   string // of their Discord client when last seen, such as "fr"; empty: not known
	Zone     string // IANA time zone, such as "Europe/Brussels"; empty: not known
	Settings Settings
	Met      time.Time // when they first acted
}

// Settings are what a player chose; the zero value is the defaults. They are stored as one JSON
// value, so that a new choice needs no migration.
type Settings struct {
	Language string `json:"language,omitempty"` // a locale; empty: that of their client
}

// Language returns the locale in which p reads.
func (p *Player) Language() string {
	if p.Settings.Language != "" {
		return p.Settings.Language
	}
	return p.Locale
}

// Actor is a person who does something, as Discord tells of them.
type Actor struct {
	ID     match.PlayerID
	Guild  string // where they are; empty outside a guild
	Locale string // of their client; empty: not told
}

// meet keeps a row for a, made when they first act.
func meet(ctx context.Context, tx Tx, a Actor, now time.Time) error {
	p, err := tx.Player(ctx, a.ID)
	switch {
	case errors.Is(err, ErrNotFound):
		p = Player{ID: a.ID, Met: now}
	case err != nil:
		return err
	case a.Locale == "" || a.Locale == p.Locale:
		return nil
	}
	p.Locale = a.Locale
	return tx.SavePlayer(ctx, p)
}
