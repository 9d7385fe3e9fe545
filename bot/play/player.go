package play

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"madbot/bot/play/notice"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/bot/play/tries"
	"madbot/rules"
	"madbot/rules/match"
)

// Player is a person as the bot knows them. Matches only hold their id.
type Player struct {
	ID       match.PlayerID
	Locale   string // the locale of their Discord client when last seen, such as "fr"; empty: unknown
	Zone     string // IANA time zone, such as "Europe/Brussels"; empty: unknown
	Settings Settings
	Progress Progress
	Vacation Vacation
	Met      time.Time // when they first acted
}

// Settings are a player's choices; the zero value is the defaults. They are stored as one JSON value, so that a new
// setting needs no migration.
type Settings struct {
	Language string `json:"language,omitempty"` // a locale; empty: the one of their client
	Theme    string `json:"theme,omitempty"`    // of pictures that only they see; empty: the default
	// NoPictures replaces pictures that only they see by text.
	NoPictures bool `json:"nopictures,omitempty"`

	Bare   bool `json:"bare,omitempty"`   // there is no picture above the buttons with which they choose turns
	Menus  bool `json:"menus,omitempty"`  // turns are chosen in menus, not on a board of buttons
	Words  bool `json:"words,omitempty"`  // the board's buttons are labelled in words
	Lent   bool `json:"lent,omitempty"`   // Words is only on because pictures are off
	Plain  bool `json:"plain,omitempty"`  // the squares that a ship can go to are not marked
	Turned bool `json:"turned,omitempty"` // their own boards are shown from the opponent's side
	Quick  bool `json:"quick,omitempty"`  // a chosen turn is played without confirmation
	Gentle bool `json:"gentle,omitempty"` // hints come in steps: the ship to look at, the idea, the turn

	Reminders string       `json:"reminders,omitempty"` // as returned by notice.Write; empty: the default
	Quiet     notice.Quiet `json:"quiet,omitzero"`      // in the player's time zone
	Direct    bool         `json:"direct,omitempty"`    // notices are direct messages, not mentions in channels
	Refused   string       `json:"refused,omitempty"`   // players whose challenges they refuse, separated by spaces
	Digest    bool         `json:"digest,omitempty"`    // they get a weekly digest of matches that wait for them
	Named     bool         `json:"named,omitempty"`     // they are named publicly when they solve a puzzle
	Shares    bool         `json:"shares,omitempty"`    // others on the server may solve puzzles from their games

	// Unranked hides them from rankings. Stores query it.
	Unranked bool `json:"unranked,omitempty"`
	// Rating is who can see their rating. Stores query it.
	Rating Eyes `json:"rating,omitempty"`
}

// Eyes says who can see something about a player. The words are stored and must not change.
type Eyes string

// The values of Eyes.
const (
	AllEyes Eyes = ""
	OwnEyes Eyes = "own"  // the player
	NoEyes  Eyes = "none" // not even they
)

// Bottom returns the color to show at the bottom of a board for a player of the color own. If own is NoColor, it
// returns NoColor, the default orientation.
func (s *Settings) Bottom(own rules.Color) rules.Color {
	if s.Turned {
		return own.Other()
	}
	return own
}

// Progress is how far a player has come in the lessons, and what the bot still has to explain to them. It is stored as
// one JSON value; the zero value is a newcomer.
type Progress struct {
	Lesson string   `json:"lesson,omitempty"` // the current lesson; empty: the first
	Done   string   `json:"done,omitempty"`   // completed lessons, separated by spaces
	Game   match.ID `json:"game,omitempty"`   // their first game against the bot; empty: none yet
	// Away means that they have been shown how to play in a place where the bot cannot post.
	Away bool `json:"away,omitempty"`
	// Missed are the matches about which the bot could not notify them, separated by spaces.
	Missed string `json:"missed,omitempty"`
	Shut   bool   `json:"shut,omitempty"` // they refused a direct message, and have not been told so yet
	// Former is the pseudonym that replaces them while their data is being deleted; otherwise empty.
	Former match.PlayerID `json:"former,omitempty"`
}

// Location returns the player's time zone, or UTC if it is unknown.
func (p *Player) Location() *time.Location {
	if zone, err := notice.Zone(p.Zone); err == nil {
		return zone
	}
	return time.UTC
}

// wishes returns p's preferences for notices.
func (p *Player) wishes() notice.Wishes {
	return notice.Wishes{Zone: p.Location(), Quiet: p.Settings.Quiet, Reminders: notice.Read(p.Settings.Reminders)}
}

// Language returns the locale in which the bot writes to p.
func (p *Player) Language() string {
	if p.Settings.Language != "" {
		return p.Settings.Language
	}
	return p.Locale
}

// Actor is a person who uses the bot, as Discord describes them.
type Actor struct {
	ID     match.PlayerID
	Guild  string // the guild where they act; empty outside guilds
	Locale string // the locale of their client; empty: unknown
}

// Player returns a player. A player who never acted has the defaults.
func (s People) Player(ctx context.Context, id match.PlayerID) (Player, error) {
	p, err := s.deps.Store.Player(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Player{ID: id}, nil
	}
	return p, err
}

// ChangePlayer calls f to change the stored player of a, and returns the changed player.
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

// SetNotices calls f to change how and when a is notified, reschedules a's notices, and returns the changed player.
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

// QuietUntil returns the end of the quiet hours that contain now, or zero if now is not in quiet hours.
func (p *Player) QuietUntil(now time.Time) time.Time { return p.wishes().QuietUntil(now) }

// DigestDue returns when p's next digest is due: after a vacation that held back news, otherwise at the weekly time. It
// returns zero if p wants none.
func (p *Player) DigestDue(now time.Time) time.Time {
	if back := p.backAt(); !back.IsZero() {
		return later(back, now)
	}
	if !p.Settings.Digest {
		return time.Time{}
	}
	return p.wishes().NextDigest(now)
}

func scheduleDigest(ctx context.Context, tx Tx, p *Player) error {
	if due := p.DigestDue(tx.Now()); !due.IsZero() {
		return tx.Schedule(ctx, JobDigest, Subject(JobDigest, p.ID), due)
	}
	return nil
}

// Meet creates a row for a when they first act, and keeps their locale up to date.
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

// Kept is all data that the bot has stored about a player.
type Kept struct {
	Player   Player
	Blocked  *string        // why the operator has blocked them; nil: they are not blocked
	Matches  []KeptMatch    // newest first
	Ratings  []rated.Change // newest first
	Dailies  []Solver       // newest first
	Tries    []tries.Try    // newest first
	Own      []tries.Own    // puzzles from their games
	Leagues  []season.Entry
	Excluded []ExcludedOn    // exclusions from rankings, of them or by them, newest first
	Removed  []RemovedFrom   // removals from leagues, of them or by them, newest first
	Managed  []season.League // leagues whose current season they began early, or which they closed or opened again
	Deleted  []time.Time     // when they deleted a profile, as far as that is still stored; newest first
}

// KeptMatch is the part of a Kept about one match.
type KeptMatch struct {
	Match  Match
	Did    []match.Event // events by them, and match.Annulled and Reinstated
	Seat   Seat
	Review Review // zero unless they asked for it
}

// KeptOf returns the data stored about a player.
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

func (k *Kept) read(ctx context.Context, r Reader, p match.PlayerID) (err error) {
	if k.Ratings, err = r.RatingChanges(ctx, p, math.MaxInt32); err != nil {
		return err
	}
	formers, err := r.Formers(ctx, p, time.Time{})
	names := []match.PlayerID{p}
	for _, f := range formers {
		k.Deleted, names = append(k.Deleted, f.At), append(names, f.Name)
	}
	if err != nil {
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
	return k.readExclusions(ctx, r, p, names)
}

// keptIn returns the data of p in one match.
func keptIn(ctx context.Context, r Reader, id match.ID, p match.PlayerID) (k KeptMatch, err error) {
	if k.Match, err = r.Match(ctx, id); err != nil {
		return k, err
	}
	events, err := r.Events(ctx, id, 0, k.Match.Seq)
	if err != nil {
		return k, err
	}
	k.Did = slices.DeleteFunc(events, func(e match.Event) bool {
		return e.By != p && e.Kind != match.Annulled && e.Kind != match.Reinstated
	})
	if k.Seat, err = r.Seat(ctx, id, p); err != nil {
		return k, err
	}
	if k.Review, err = r.Review(ctx, id); k.Review.Asker != p {
		k.Review = Review{}
	}
	return k, err
}

// Kept returns the data stored about the actor.
func (s People) Kept(ctx context.Context, a Actor) (Kept, error) {
	return KeptOf(ctx, s.deps.Store, a.ID)
}

// firstGame returns a player's first game and ErrSame, if that game is in progress.
func firstGame(ctx context.Context, tx Lookup, id match.PlayerID) (Match, error) {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) || err == nil && p.Progress.Game == "" {
		return Match{}, nil
	}
	if err != nil {
		return Match{}, err
	}
	m, err := tx.Match(ctx, p.Progress.Game)
	switch {
	case errors.Is(err, ErrNotFound), err == nil && m.Status != match.Playing:
		return Match{}, nil
	case err != nil:
		return Match{}, err
	}
	return m, ErrSame
}

// playsFirst reports whether a player has never finished a game and is not playing their first one.
func (s Challenges) playsFirst(ctx context.Context, id match.PlayerID) (bool, error) {
	finished, err := s.deps.Store.Recent(ctx, id, 1)
	if err != nil || len(finished) > 0 {
		return false, err
	}
	if _, err = firstGame(ctx, s.deps.Store, id); errors.Is(err, ErrSame) {
		return false, nil
	}
	return err == nil, err
}

func recordFirstGame(ctx context.Context, tx Tx, a Actor, id match.ID) error {
	p, err := tx.Player(ctx, a.ID)
	if err != nil {
		return err
	}
	p.Progress.Game = id
	return tx.SavePlayer(ctx, p)
}

// Refused returns the people whose challenges p does not accept, the last added first.
func (p *Player) Refused() (ids []match.PlayerID) {
	for _, id := range strings.Fields(p.Settings.Refused) {
		ids = append(ids, match.PlayerID(id))
	}
	return ids
}

// Refuses reports whether p does not accept challenges from another player.
func (p *Player) Refuses(id match.PlayerID) bool {
	return slices.Contains(p.Refused(), id) || slices.Contains(p.Refused(), Veil(id))
}

// Refuse sets whether p refuses challenges from another player.
func (p *Player) Refuse(id match.PlayerID, refuses bool) {
	words := slices.DeleteFunc(strings.Fields(p.Settings.Refused), func(w string) bool {
		return w == string(id) || w == string(Veil(id))
	})
	if refuses {
		words = slices.Insert(words, 0, string(id))
	}
	p.Settings.Refused = strings.Join(words, " ")
}
