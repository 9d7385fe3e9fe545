package play

import (
	"cmp"
	"strings"

	"madbot/rules/match"
)

// Venue is where a match is shown and in which language.
type Venue struct {
	Guild   string // empty outside a guild
	Channel string
	Locale  string // of what everybody there reads
	Away    bool   // the bot cannot post there by itself: it only answers
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
	Serial  int // numbers the announcements; it is that of the last one begun
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
	d.Closed = d.Closed || d.Shown() == place
}

// String returns p as the subject of the job that removes it.
func (p Post) String() string { return p.Channel + "/" + p.Message }

// ParsePost reads what String wrote; false when it did not.
func ParsePost(s string) (Post, bool) {
	channel, message, ok := strings.Cut(s, "/")
	return Post{channel, message}, ok && message != ""
}

// threadSubject begins a ThreadSubject; no id of a match has it.
const threadSubject = "thread/"

// ThreadSubject returns the subject of the job that archives the thread of a match.
func ThreadSubject(id match.ID) string { return threadSubject + string(id) }

// ParseThreadSubject reads what ThreadSubject wrote; false when it did not.
func ParseThreadSubject(s string) (match.ID, bool) {
	id, ok := strings.CutPrefix(s, threadSubject)
	return match.ID(id), ok && id != ""
}
