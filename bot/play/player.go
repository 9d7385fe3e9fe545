package play

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"madbot/bot/play/notice"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/bot/play/tries"
	"madbot/rules"
	"madbot/rules/match"
)

// Player is a person as the bot knows them. A match holds only their id.
type Player struct {
	ID       match.PlayerID
	Locale   string // of their Discord client when last seen, such as "fr"; empty: not known
	Zone     string // IANA time zone, such as "Europe/Brussels"; empty: not known
	Settings Settings
	Progress Progress
	Vacation Vacation
	Met      time.Time // when they first acted
}

// Settings are what a player chose; the zero value is the defaults. They are stored as one JSON
// value, so that a new choice needs no migration.
type Settings struct {
	Language string `json:"language,omitempty"` // a locale; empty: that of their client
	Theme    string `json:"theme,omitempty"`    // of what is drawn for them alone; empty: the usual one
	// NoPictures says that what only they see comes in words.
	NoPictures bool `json:"nopictures,omitempty"`

	Menus  bool `json:"menus,omitempty"`  // they choose turns in menus, not on a board of buttons
	Words  bool `json:"words,omitempty"`  // the buttons of the board say in words what stands there
	Plain  bool `json:"plain,omitempty"`  // no help to see where a ship can go
	Turned bool `json:"turned,omitempty"` // they see boards on which they play from the other side
	Quick  bool `json:"quick,omitempty"`  // a turn that was chosen is played without Confirm
	Gentle bool `json:"gentle,omitempty"` // a hint first names the ship to look at, then the idea, then the turn

	Reminders string       `json:"reminders,omitempty"` // as notice.Write writes them; empty: the usual ones
	Quiet     notice.Quiet `json:"quiet,omitzero"`      // in the zone of the player
	Direct    bool         `json:"direct,omitempty"`    // they are told in direct messages, not mentioned in channels
	Refused   string       `json:"refused,omitempty"`   // from whom they take no challenges, a space between two
	Digest    bool         `json:"digest,omitempty"`    // once a week they are told which matches wait for them
	Named     bool         `json:"named,omitempty"`     // all may read that they solved a puzzle
	Shares    bool         `json:"shares,omitempty"`    // others on the server may solve puzzles from their games

	// Unranked says that they are in no ranking. Stores look for it.
	Unranked bool `json:"unranked,omitempty"`
	// Rating is who sees their rating. Stores look for it.
	Rating Eyes `json:"rating,omitempty"`
}

// Eyes says who sees something of a player. Its words are stable: they are stored.
type Eyes string

// The eyes.
const (
	AllEyes Eyes = ""
	OwnEyes Eyes = "own"  // the player
	NoEyes  Eyes = "none" // not even they
)

// Bottom returns the side at the bottom of a board on which the player has own; NoColor, for whom nothing is turned,
// for somebody who does not play.
func (s *Settings) Bottom(own rules.Color) rules.Color {
	if s.Turned {
		return own.Other()
	}
	return own
}

// Progress is how far a player has come with what the bot teaches and has told them. It is stored as
// one JSON value; the zero value is a newcomer.
type Progress struct {
	Lesson string   `json:"lesson,omitempty"` // where they are in the lessons; empty: at the first
	Done   string   `json:"done,omitempty"`   // the lessons that they have done, a space between two
	Game   match.ID `json:"game,omitempty"`   // their first game against the bot; empty: none yet
	// Away says that they know how a match goes on where the bot cannot post.
	Away bool `json:"away,omitempty"`
	// Missed are the matches of which the bot could not tell them, a space between two.
	Missed string `json:"missed,omitempty"`
	Shut   bool   `json:"shut,omitempty"` // they took no direct message, and were not told that yet
	// Former is in whose name their matches go on while they are forgotten; empty: they are not.
	Former match.PlayerID `json:"former,omitempty"`
}

// Location returns the time zone of p, UTC where it is not known.
func (p *Player) Location() *time.Location {
	if zone, err := notice.Zone(p.Zone); err == nil {
		return zone
	}
	return time.UTC
}

// wishes returns when p wants to be told of matches.
func (p *Player) wishes() notice.Wishes {
	return notice.Wishes{Zone: p.Location(), Quiet: p.Settings.Quiet, Reminders: notice.Read(p.Settings.Reminders)}
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

// Player returns a player; somebody who never acted has the defaults.
func (s People) Player(ctx context.Context, id match.PlayerID) (Player, error) {
	p, err := s.deps.Store.Player(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Player{ID: id}, nil
	}
	return p, err
}

// ChangePlayer changes what is kept of a and returns them as they are then.
func (s People) ChangePlayer(ctx context.Context, a Actor, f func(*Player)) (p Player, err error) {
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if err := Meet(ctx, tx, a); err != nil {
			return err
		}
		if p, err = tx.Player(ctx, a.ID); err != nil {
			return err
		}
		f(&p)
		return tx.SavePlayer(ctx, p)
	})
	return p, err
}

// SetNotices changes how and when a wants to be told, and returns them as they are then. What is due
// follows.
func (s People) SetNotices(ctx context.Context, a Actor, f func(*Player)) (p Player, err error) {
	open, err := s.deps.Store.Open(ctx, a.ID)
	if err != nil {
		return Player{}, err
	}
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if err := Meet(ctx, tx, a); err != nil {
			return err
		}
		if p, err = tx.Player(ctx, a.ID); err != nil {
			return err
		}
		f(&p)
		if err := tx.SavePlayer(ctx, p); err != nil {
			return err
		}
		for _, m := range open {
			if err := tx.Schedule(ctx, JobRemind, Subject(JobRemind, m.ID), tx.Now()); err != nil {
				return err
			}
		}
		return scheduleDigest(ctx, tx, &p)
	})
	if err == nil {
		s.deps.Wake()
	}
	return p, err
}

// QuietUntil returns when the quiet hours of p end that now is in; zero: it is in none.
func (p *Player) QuietUntil(now time.Time) time.Time { return p.wishes().QuietUntil(now) }

// DigestDue returns when the next digest of p comes, from now on: after a vacation whose news are to be told, else the
// next one of the week; zero: they want none.
func (p *Player) DigestDue(now time.Time) time.Time {
	if back := p.backAt(); !back.IsZero() {
		return later(back, now)
	}
	if !p.Settings.Digest {
		return time.Time{}
	}
	return p.wishes().NextDigest(now)
}

// scheduleDigest makes the next digest of p due.
func scheduleDigest(ctx context.Context, tx Tx, p *Player) error {
	if due := p.DigestDue(tx.Now()); !due.IsZero() {
		return tx.Schedule(ctx, JobDigest, Subject(JobDigest, p.ID), due)
	}
	return nil
}

// Meet keeps a row for a, made when they first act.
func Meet(ctx context.Context, tx Tx, a Actor) error {
	p, err := tx.Player(ctx, a.ID)
	switch {
	case errors.Is(err, ErrNotFound):
		p = Player{ID: a.ID, Met: tx.Now()}
	case err != nil:
		return err
	case a.Locale == "" || a.Locale == p.Locale:
		return nil
	}
	p.Locale = a.Locale
	return tx.SavePlayer(ctx, p)
}

// Kept is what is kept of a player.
type Kept struct {
	Player   Player
	Blocked  *string        // why the operator has blocked them; nil: they are not
	Matches  []KeptMatch    // the newest first
	Ratings  []rated.Change // the last first
	Dailies  []Solver       // the last first
	Tries    []tries.Try    // the last first
	Own      []tries.Own    // puzzles from their games
	Leagues  []season.Entry
	Excluded []ExcludedOn // from rankings, they or others by them, the last first
}

// KeptMatch is what is kept of a match of theirs.
type KeptMatch struct {
	Match  Match
	Did    []match.Event // by them, and that it was annulled
	Seat   Seat
	Review Review // the zero Review, unless they had it made
}

// KeptOf returns what is kept of a player.
func KeptOf(ctx context.Context, r Reader, p match.PlayerID) (k Kept, err error) {
	k.Player, err = r.Player(ctx, p)
	if errors.Is(err, ErrNotFound) {
		k.Player, err = Player{ID: p}, nil
	}
	if err != nil {
		return k, err
	}
	orders, err := r.Orders(ctx)
	if err != nil {
		return k, err
	}
	if why, blocked := orders.People[p]; blocked {
		k.Blocked = &why
	}
	if err := k.read(ctx, r, p); err != nil {
		return k, err
	}
	ids, err := r.MatchIDs(ctx, p, math.MaxInt32)
	if err != nil {
		return k, err
	}
	for _, id := range ids {
		m, err := keptIn(ctx, r, id, p)
		if err != nil {
			return k, err
		}
		k.Matches = append(k.Matches, m)
	}
	slices.SortFunc(k.Matches, func(a, b KeptMatch) int {
		return cmp.Or(b.Match.Created.Compare(a.Match.Created), cmp.Compare(a.Match.ID, b.Match.ID))
	})
	return k, err
}

// read reads what is kept of p apart from matches.
func (k *Kept) read(ctx context.Context, r Reader, p match.PlayerID) (err error) {
	if k.Ratings, err = r.RatingChanges(ctx, p, math.MaxInt32); err != nil {
		return err
	}
	if k.Dailies, err = r.SolvedBy(ctx, p); err != nil {
		return err
	}
	if k.Tries, err = r.PuzzleTries(ctx, p); err != nil {
		return err
	}
	if k.Own, err = r.OwnPuzzles(ctx, p); err != nil {
		return err
	}
	if k.Leagues, err = r.EnteredBy(ctx, p); err != nil {
		return err
	}
	return k.readExclusions(ctx, r, p)
}

// keptIn returns what is kept of p in a match.
func keptIn(ctx context.Context, r Reader, id match.ID, p match.PlayerID) (k KeptMatch, err error) {
	if k.Match, err = r.Match(ctx, id); err != nil {
		return k, err
	}
	events, err := r.Events(ctx, id, 0, k.Match.Seq)
	if err != nil {
		return k, err
	}
	k.Did = slices.DeleteFunc(events, func(e match.Event) bool { return e.By != p && e.Kind != match.Annulled })
	if k.Seat, err = r.Seat(ctx, id, p); err != nil {
		return k, err
	}
	if k.Review, err = r.Review(ctx, id); k.Review.Asker != p {
		k.Review = Review{}
	}
	return k, err
}

// Kept returns what is kept of whoever acts.
func (s People) Kept(ctx context.Context, a Actor) (Kept, error) {
	return KeptOf(ctx, s.deps.Store, a.ID)
}
