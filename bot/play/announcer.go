package play

import (
	"context"

	"madbot/rules/match"
)

// MaxKey is the length of the longest key given to an Announcer.
const MaxKey = 25

// Announcer shows matches to people.
type Announcer interface {
	// Announce posts a match as it is now; news are the events not told before, oldest first,
	// at least one. key is the same when the same news are announced again, at most MaxKey bytes
	// long, so that a message that was sent but not recorded is not sent twice. A zero post
	// leaves the one that stands. ErrGone and ErrClosed say that nothing was sent, and that the
	// match needs another venue or the bot its rights; after other errors the same news are
	// announced again, alone.
	Announce(ctx context.Context, m match.Match, news []match.Event, key string) (match.Post, error)
	// Retire removes a post that another has replaced. ErrGone gives up; after other errors it is
	// tried again later.
	Retire(ctx context.Context, p match.Post) error
}
