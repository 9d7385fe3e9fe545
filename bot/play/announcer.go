package play

import (
	"context"

	"madbot/rules/match"
)

// Announcer shows matches to people.
type Announcer interface {
	// Announce posts a match as it is now. News are the events not told before, oldest first; none
	// when the match is only shown in another place. The key is the same when the same announcement
	// is repeated, so that a message that was sent but not recorded is not sent twice. A zero post
	// leaves the one that stands. ErrGone and ErrClosed say that nothing was sent and that the
	// match needs another venue, or the bot its rights; after other errors the same is announced
	// again, alone.
	Announce(ctx context.Context, m Match, news []match.Event) (Post, error)
	// Retire removes a post that another has replaced. ErrGone gives up; after other errors it is
	// tried again later.
	Retire(ctx context.Context, p Post) error
}
