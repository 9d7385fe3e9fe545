package play

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"madbot/rules/match"
)

// Venue is where a match is shown, and in which language.
type Venue struct {
	Guild   string // empty outside a guild
	Channel string
	Locale  string // the language of public texts there
	Away    bool   // the bot does not or cannot post there on its own; it only replies
	Forum   bool   // Channel is a forum, which has no messages: each match has a post in it
}

// Post identifies a message that shows a match in a channel. The zero value is no message.
type Post struct {
	Channel, Message string
}

// Delivery records where a match is shown, and which of its events have been posted.
type Delivery struct {
	Venue  Venue
	Closed bool // the channel refused the last news
	Post   Post // the current board message
	// Thread is the match's own thread in the channel of Venue, or its post in the forum. It is empty if there is none
	// yet, and Venue.Channel if there will never be one.
	Thread  string
	Told    int // the Seq of the last event that was posted
	Sending int // the Seq of the last event of the announcement in progress; 0: none is
	// Edits means that the announcement in progress edits Post, so that it cannot have created another message.
	Edits  bool
	Serial int // the number of the last announcement that was started
	Shares Shares
}

// Shares records what players have posted of a finished match for all to see, indexed by Shared.
type Shares [2]Share

// Shared is a kind of post about a finished match. The numbers are stored and must not change.
type Shared uint8

// The kinds of Shared.
const (
	SharedReview Shared = 0
	SharedReplay Shared = 1
)

// Share is the state of one kind of post. The zero value means that it was not posted.
type Share struct {
	Channel string    `json:"channel,omitempty"`
	Since   time.Time `json:"since,omitzero"` // when the attempt to post it there started
	Done    bool      `json:"done,omitempty"` // it was posted; it may have been deleted since
}

// Shown returns the channel or thread in which the match is shown.
func (d *Delivery) Shown() string { return cmp.Or(d.Thread, d.Venue.Channel) }

// OwnThread returns the match's own thread, or "" if it has none.
func (d *Delivery) OwnThread() string {
	if d.Thread == d.Venue.Channel {
		return ""
	}
	return d.Thread
}

// Starter returns the message to which the match's thread is attached, or the first message of its post in a forum.
// Both have the id of the thread. The message may have been deleted. It returns the zero Post for a match without a
// thread.
func (d *Delivery) Starter() Post {
	switch {
	case d.OwnThread() == "":
		return Post{}
	case d.Venue.Forum:
		return Post{d.Thread, d.Thread}
	}
	return Post{d.Venue.Channel, d.Thread}
}

// NeedsForumPost reports whether the match is to be shown in a forum, where it has no post yet.
func (d *Delivery) NeedsForumPost() bool { return d.Venue.Forum && d.Thread == "" }

// Replaced returns the post to delete once the next one is sent. It returns the zero Post if there is none, or if the
// match's thread is attached to it.
func (d *Delivery) Replaced() Post {
	if d.Post == d.Starter() {
		return Post{}
	}
	return d.Post
}

// Edited returns the post to edit for news that notify nobody, or the zero Post if the match has no post in its
// channel.
func (d *Delivery) Edited() Post {
	if d.Closed || d.Post.Channel != d.Shown() {
		return Post{}
	}
	return d.Post
}

// needsMove reports whether the board message is in another channel than the match.
func (d *Delivery) needsMove() bool { return d.Post != (Post{}) && d.Post.Channel != d.Shown() }

// Begin starts an announcement of all events up to seq. It returns false and changes nothing if another announcement
// is in progress.
func (d *Delivery) Begin(seq int) bool {
	if d.Sending != 0 {
		return false
	}
	d.Sending = seq
	d.Serial++
	return true
}

// Announced records that the announcement in progress was sent as the post p. A zero p keeps the current post.
func (d *Delivery) Announced(p Post) {
	d.Told, d.Sending = d.Sending, 0
	if p == (Post{}) {
		return
	}
	if d.NeedsForumPost() {
		d.Thread = p.Channel
	}
	d.Post, d.Closed = p, false
}

// Refused records that place refused the announcement in progress, so that nothing was sent.
func (d *Delivery) Refused(place string) {
	d.Sending = 0
	d.Shut(place)
}

// LeaveThread records that the match's own thread refused the announcement in progress. Unless the match has left that
// thread already, it moves to the channel, or to a new post in the forum.
func (d *Delivery) LeaveThread(thread string) {
	d.Sending = 0
	switch {
	case thread != d.OwnThread():
	case d.Venue.Forum:
		d.Thread = ""
	default:
		d.Thread = d.Venue.Channel
	}
}

// Shut records that place refused the announcement in progress, which an earlier attempt may have sent and which will
// be tried again.
func (d *Delivery) Shut(place string) { d.Closed = d.Closed || d.Shown() == place }

// String returns p as it appears in the subject of the job that deletes it.
func (p Post) String() string { return p.Channel + "/" + p.Message }

// ParsePost parses what String returned. It returns false for other text.
func ParsePost(s string) (Post, bool) {
	channel, message, ok := strings.Cut(s, "/")
	return Post{channel, message}, ok && message != ""
}

// Posted is the outcome of posting or editing a message: a Post, or a refusal.
type Posted struct {
	Post    Post
	Refused error // ErrGone or ErrClosed; nil: it was posted
}

// RemoveUnless schedules the deletion of p's message unless it is the current one. It is not if another process made
// the same attempt and has already recorded its own message.
func (p Posted) RemoveUnless(ctx context.Context, tx Tx, current Post) error {
	if p.Post.Message == "" || p.Post == current {
		return nil
	}
	return RetirePost(ctx, tx, p.Post, tx.Now())
}

// Announcer shows matches to people.
type Announcer interface {
	// Announce posts a match in its current state. Match.Key stays the same when an announcement is repeated, so that a
	// message that was sent but not recorded is found instead of sent twice, if the bot may read the channel's history. A
	// zero Post means that the current post is kept. After ErrGone and ErrClosed, nothing was sent, and the match needs
	// another venue or the bot more rights. After other errors the same announcement is retried.
	Announce(ctx context.Context, a Announcement) (Post, error)
	// Retire deletes a post that another one replaced. ErrGone gives up; other errors are retried later.
	Retire(ctx context.Context, p Post) error
}

// Threads gives matches threads of their own.
type Threads interface {
	// OpenThread creates a thread for m in its channel and returns its id. It is idempotent if the thread is attached to a
	// message that shows m. ErrClosed means that the bot lacks the right, ErrFull that there are too many threads,
	// ErrUnfit that such a channel has none, and ErrGone that none can be created there. Other errors are retried.
	OpenThread(ctx context.Context, m Match) (string, error)
	// CloseThread archives the thread of m, which is over. ErrGone gives up; other errors are retried later.
	CloseThread(ctx context.Context, m Match) error
}

// ThreadFault is why a match has no thread on a server with threads, or no post in a forum. The words are stored and
// must not change.
type ThreadFault string

// The faults.
const (
	ThreadRights ThreadFault = "rights" // the bot may not create threads or write in them
	ThreadsFull  ThreadFault = "full"   // the server has reached Discord's limit of threads
	ThreadsUnfit ThreadFault = "unfit"  // channels of that kind have no threads
	ForumRights  ThreadFault = "create" // the bot may not create posts in the forum
	ForumTag     ThreadFault = "tag"    // posts there need a tag that only moderators may apply
)

// WantsThread reports whether a thread is to be created for m before its news is announced: a person has just accepted
// the challenge, m has no thread yet, and the server uses threads.
func WantsThread(ctx context.Context, tx Tx, m *Match, news []match.Event) (bool, error) {
	begun := slices.ContainsFunc(news, func(e match.Event) bool { return e.Kind == match.Accepted })
	if !begun || m.Status != match.Playing || m.Robot() != "" || m.Thread != "" || m.Venue.Forum {
		return false, nil
	}
	server, err := serverOf(ctx, tx, m.Venue)
	return server.Settings.Threads, err
}

// NoteThread records why the last match of a guild has no thread; empty means that it has one.
func NoteThread(ctx context.Context, tx Tx, guild string, why ThreadFault) error {
	server, err := tx.Server(ctx, guild)
	if err != nil || server.Settings.Unthreaded == why {
		return err
	}
	server.Settings.Unthreaded = why
	return tx.SaveServer(ctx, server)
}

// Announcement is a match to be shown to people.
type Announcement struct {
	Match Match
	// News are the events that were not announced before, oldest first. It is empty if the match only moves to another
	// channel.
	News []match.Event
	Ping []match.PlayerID // the players to notify; others may be named without a mention
	Edit Post             // the post to edit, because nobody is notified; zero: send a new one
	// Since is when an earlier attempt started whose outcome was not recorded; zero if there was none.
	Since time.Time
}

// Messenger sends notices to individual players.
type Messenger interface {
	// Notify sends a notice and returns its message. Errors are as for Announcer.Announce; for a direct message,
	// ErrClosed and ErrGone mean that the player does not accept any.
	Notify(ctx context.Context, n Notice) (Post, error)
	// Digest sends a digest in a direct message. It returns the errors of Notify.
	Digest(ctx context.Context, d Digest) error
}

// Digest is the list of matches that a player is sent once a week, and after a vacation.
type Digest struct {
	To      Player
	Back    []Notice  // what the vacation held back, instead of a notice for each; empty: it is the weekly digest
	Waiting []Summary // waiting for the player, earliest deadline first
	Others  int       // the number of matches waiting for somebody else
	Open    []Summary // all of these, in any order
	Key     string    // as for an Announcement: the same for each retry
}
