package play

import (
	"cmp"
	"context"
	"strings"
	"time"

	"madbot/rules/match"
)

// Venue is where a match is shown and in which language.
type Venue struct {
	Guild   string // empty outside a guild
	Channel string
	Locale  string // of what everybody there reads
	Away    bool   // the bot does not post there by itself, or cannot: it only answers
}

// Post is the message that shows a match in a channel. The zero value is none.
type Post struct {
	Channel, Message string
}

// Delivery is how a match is shown, and how much of it people have been told.
type Delivery struct {
	Venue  Venue
	Closed bool // the channel refused the last news
	Post   Post // the board message that stands
	// Thread is the thread that was made for it under the channel of Venue. Empty: there is none; that
	// channel itself: and there will be none.
	Thread  string
	Told    int // the Seq of the last event that was told
	Sending int // the Seq of the last event that may have been sent; 0: nothing is under way
	// Edits reports whether what is under way changes the post that stands, so that no other can have come of it.
	Edits  bool
	Serial int // numbers the announcements; it is that of the last one begun
	Shares Shares
}

// Shares is what players have shown to all of a match that is over, each once.
type Shares [2]Share

// Shared is what of a match is shown to all. Its numbers are stable: they are stored.
type Shared uint8

// What is shared.
const (
	SharedReview Shared = 0
	SharedReplay Shared = 1
)

// Share is how far something is shown to all. The zero value is not at all.
type Share struct {
	Channel string    `json:"channel,omitempty"`
	Since   time.Time `json:"since,omitzero"` // from when on it may have been posted there
	Done    bool      `json:"done,omitempty"` // it was; it may be gone again
}

// Shown returns the channel or the thread in which the match is shown.
func (d *Delivery) Shown() string { return cmp.Or(d.Thread, d.Venue.Channel) }

// OwnThread returns the thread that was made for the match; empty: there is none.
func (d *Delivery) OwnThread() string {
	if d.Thread == d.Venue.Channel {
		return ""
	}
	return d.Thread
}

// Starter returns the message of the channel under which the match has its thread, which has the same id;
// there may be no such message. The zero value is for a match without a thread.
func (d *Delivery) Starter() Post {
	if d.OwnThread() == "" {
		return Post{}
	}
	return Post{d.Venue.Channel, d.Thread}
}

// Replaced returns the post that the next one replaces; zero for none: the message under which there is a
// thread stays.
func (d *Delivery) Replaced() Post {
	if d.Post == d.Starter() {
		return Post{}
	}
	return d.Post
}

// Edited returns the post that is edited when news are silent; zero: there is none where the match is shown.
func (d *Delivery) Edited() Post {
	if d.Closed || d.Post.Channel != d.Shown() {
		return Post{}
	}
	return d.Post
}

// moves reports whether the match is to be shown where its board does not stand.
func (d *Delivery) moves() bool { return d.Post != (Post{}) && d.Post.Channel != d.Shown() }

// Begin notes that everything up to the event seq is about to be announced. An announcement that
// is under way already goes first, as it was; false says that d is unchanged for that reason.
func (d *Delivery) Begin(seq int) bool {
	if d.Sending != 0 {
		return false
	}
	d.Sending = seq
	d.Serial++
	return true
}

// Announced notes that the announcement under way was made, as p. A zero p leaves the post that
// stands.
func (d *Delivery) Announced(p Post) {
	d.Told, d.Sending = d.Sending, 0
	if p != (Post{}) {
		d.Post, d.Closed = p, false
	}
}

// Refused notes that a channel or thread did not take the announcement under way: nothing was sent. What a
// thread of its own did not take goes to the channel.
func (d *Delivery) Refused(place string) {
	d.Sending = 0
	if place != "" && place == d.OwnThread() {
		d.Thread = d.Venue.Channel
		return
	}
	d.Shut(place)
}

// Shut notes that a channel did not take the announcement under way, which may have been sent before and is tried
// again.
func (d *Delivery) Shut(place string) { d.Closed = d.Closed || d.Shown() == place }

// String returns p as the subject of the job that removes it.
func (p Post) String() string { return p.Channel + "/" + p.Message }

// ParsePost reads what String wrote; false when it did not.
func ParsePost(s string) (Post, bool) {
	channel, message, ok := strings.Cut(s, "/")
	return Post{channel, message}, ok && message != ""
}

// Posted is the outcome of an attempt to post a message or to edit the one that stands: a Post, or a refusal.
type Posted struct {
	Post    Post
	Refused error // ErrGone or ErrClosed; nil: it was posted
}

// RemoveUnless schedules the removal of p's message unless it is the one that stands: another process made the same
// attempt and has already recorded its own message.
func (p Posted) RemoveUnless(ctx context.Context, tx Tx, standing Post) error {
	if p.Post.Message == "" || p.Post == standing {
		return nil
	}
	return RetirePost(ctx, tx, p.Post, tx.Now())
}

// Announcer shows matches to people.
type Announcer interface {
	// Announce posts a match as it is now. The key of the match is the same when the same announcement
	// is repeated, so that a message that was sent but not recorded is found and not sent twice, as far as the
	// bot may read what was said there. A zero post
	// leaves the one that stands. ErrGone and ErrClosed say that nothing was sent and that the
	// match needs another venue, or the bot its rights; after other errors the same is announced
	// again, alone.
	Announce(ctx context.Context, a Announcement) (Post, error)
	// Retire removes a post that another has replaced. ErrGone gives up; after other errors it is
	// tried again later.
	Retire(ctx context.Context, p Post) error
}

// Threads gives matches threads of their own.
type Threads interface {
	// OpenThread makes a thread for m under its channel and returns its id; where the message that shows m
	// can carry one, it is the same to do it again. ErrClosed says that the bot has no right to do it,
	// ErrFull that there can be no more threads, and ErrGone that there can be none here; after other
	// errors it is tried again.
	OpenThread(ctx context.Context, m Match) (string, error)
	// CloseThread archives the thread of m, which is over. ErrGone gives up; after other errors it is tried
	// again later.
	CloseThread(ctx context.Context, m Match) error
}

// Announcement is a match that is shown to people.
type Announcement struct {
	Match Match
	// News are the events not told before, oldest first; none when the match is only shown in another
	// place.
	News []match.Event
	Ping []match.PlayerID // who is notified; others may be named, and are not
	Edit Post             // the post that is changed, for it notifies nobody; zero: there is to be a new one
	// Since is from when on it may have been sent already, by a process that could not note so; zero: it was
	// not sent.
	Since time.Time
}

// Messenger tells players what is for one of them alone.
type Messenger interface {
	// Notify sends a notice and returns its message. Errors as Announcer.Announce: of a direct message,
	// ErrClosed and ErrGone say that the player takes none.
	Notify(ctx context.Context, n Notice) (Post, error)
	// Digest sends a digest in a direct message; errors as Notify.
	Digest(ctx context.Context, d Digest) error
}

// Digest is what a player is told once a week, and when they are back from a vacation.
type Digest struct {
	To      Player
	Back    []Notice  // what a vacation held back, in place of a notice for each; empty: it is that of the week
	Waiting []Summary // for them, the earliest deadline first
	Others  int       // matches that wait for somebody else
	Open    []Summary // both, in any order
	Key     string    // as that of an Announcement
}
