package world

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

// maxLine is how many public messages are kept per channel, and how many private ones per person and channel.
const maxLine = 20_000

// nonceWindow is how long enforce_nonce remembers; Discord says "the past few minutes".
const nonceWindow = 5 * time.Minute

// Post is a stored message with all its files. It is immutable: an edit replaces it.
type Post struct {
	wire.Message
	To        wire.Snowflake    `json:"to,omitempty"`      // the recipient of an ephemeral message
	Answers   wire.Snowflake    `json:"answers,omitempty"` // the interaction that it responds to
	Pings     []wire.Snowflake  `json:"pings,omitempty"`
	Files     []wire.Attachment `json:"files,omitempty"`
	Shown     []wire.Snowflake  `json:"shown,omitempty"`     // files shown by a component
	Dismissed bool              `json:"dismissed,omitempty"` // the recipient has dismissed it
}

// SeenBy reports whether a person in its channel sees the message.
func (p *Post) SeenBy(person wire.Snowflake) bool {
	return !p.Dismissed && (p.To == 0 || p.To == person)
}

// ping sets whom a new message pings.
func (p *Post) ping() {
	for _, u := range p.Mentions {
		p.Pings = append(p.Pings, u.ID)
	}
}

// show derives what is visible from what is stored.
func (p *Post) show() {
	p.Attachments = []wire.Attachment{}
	for _, a := range p.Files {
		if !slices.Contains(p.Shown, a.ID) {
			p.Attachments = append(p.Attachments, a)
		}
	}
	p.Ephemeral = p.Flags&discordgo.MessageFlagsEphemeral != 0
	p.Thinking = p.Flags&discordgo.MessageFlagsLoading != 0
}

// place is a channel as a person sees it.
type place struct{ person, channel wire.Snowflake }

// line is a list of messages of a channel: the public ones (person 0), those for one person, or those that the
// person has dismissed.
type line struct {
	place
	dismissed bool
}

func (p *Post) line() line { return line{place{p.To, p.ChannelID}, p.Dismissed} }

type nonce struct {
	channel wire.Snowflake
	text    string
}

type sent struct {
	nonce
	at time.Time
}

// posts are the messages by id and in their lines, oldest first.
type posts struct {
	most   int // per line
	byID   map[wire.Snowflake]*Post
	lines  map[line][]*Post
	nonces map[nonce]wire.Snowflake // of the bot's messages, for nonceWindow
	sent   []sent                   // when each nonce was used, oldest first
}

func newPosts() posts {
	return posts{most: maxLine, byID: map[wire.Snowflake]*Post{}, lines: map[line][]*Post{},
		nonces: map[nonce]wire.Snowflake{}}
}

// search returns the index of a message in its list, or where it would be inserted.
func search(list []*Post, id wire.Snowflake) (int, bool) {
	if n := len(list); n == 0 || list[n-1].ID < id {
		return n, false
	}
	return slices.BinarySearchFunc(list, id, func(p *Post, id wire.Snowflake) int {
		return cmp.Compare(p.ID, id)
	})
}

// put stores a message, or replaces the one with its id. It returns the message that it dropped to make room, or
// nil.
func (ps *posts) put(p *Post) *Post {
	if old := ps.byID[p.ID]; old != nil && old.line() != p.line() {
		ps.remove(old)
	}
	ps.byID[p.ID] = p
	list := ps.lines[p.line()]
	i, found := search(list, p.ID)
	if found {
		list[i] = p
		return nil
	}
	list = slices.Insert(list, i, p)
	var oldest *Post
	if len(list) > ps.most {
		oldest, list[0] = list[0], nil
		list = list[1:]
		delete(ps.byID, oldest.ID)
	}
	ps.lines[p.line()] = list
	return oldest
}

func (ps *posts) remove(p *Post) {
	delete(ps.byID, p.ID)
	list := ps.lines[p.line()]
	if i, found := search(list, p.ID); found {
		ps.lines[p.line()] = slices.Delete(list, i, i+1)
	}
}

// empty drops the messages of a channel.
func (ps *posts) empty(channel wire.Snowflake) {
	for l, list := range ps.lines {
		if l.channel != channel {
			continue
		}
		for _, p := range list {
			delete(ps.byID, p.ID)
		}
		delete(ps.lines, l)
	}
}

// takeNonce records the nonce of a new message, unless an earlier one has it.
func (ps *posts) takeNonce(p *Post) {
	for len(ps.sent) > 0 && p.Timestamp.Sub(ps.sent[0].at) >= nonceWindow {
		delete(ps.nonces, ps.sent[0].nonce)
		ps.sent = ps.sent[1:]
	}
	n := nonce{p.ChannelID, p.Nonce}
	if _, taken := ps.nonces[n]; taken || p.Nonce == "" || p.Author.ID != wire.BotID {
		return
	}
	ps.nonces[n] = p.ID
	ps.sent = append(ps.sent, sent{n, p.Timestamp})
}

// public returns the public messages of a channel, oldest first. The slice must not be modified.
func (ps *posts) public(channel wire.Snowflake) []*Post {
	return ps.lines[line{place: place{channel: channel}}]
}

// backward yields what a person sees in a channel, newest first, before a message id.
func (ps *posts) backward(in place, before wire.Snowflake) iter.Seq[*Post] {
	until := func(person wire.Snowflake) []*Post {
		list := ps.lines[line{place: place{person, in.channel}}]
		i, _ := search(list, before)
		return list[:i]
	}
	public, private := until(0), until(in.person)
	return func(yield func(*Post) bool) {
		for len(public)+len(private) > 0 {
			from := &public
			if len(public) == 0 ||
				len(private) > 0 && private[len(private)-1].ID > public[len(public)-1].ID {
				from = &private
			}
			last := len(*from) - 1
			if !yield((*from)[last]) {
				return
			}
			*from = (*from)[:last]
		}
	}
}
