package play

import (
	"context"
	"time"

	"madbot/rules/match"
)

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

// Digest is what a player is told once a week.
type Digest struct {
	To      Player
	Waiting []Summary // for them, the earliest deadline first
	Others  int       // matches that wait for somebody else
	Key     string    // as that of an Announcement
}

// tellLook is the time between two looks at how news get on.
const tellLook = 40 * time.Millisecond

// Told returns m, as it was changed last, with its Delivery as it is once that was announced or
// refused, or else when ctx ends.
func (s *Service) Told(ctx context.Context, m Match) Match {
	begun := m.Serial
	for m.Told < m.Seq && (m.Serial == begun || m.Sending != 0) {
		select {
		case <-ctx.Done():
			return m
		case <-time.After(tellLook):
		}
		now, err := s.deps.Store.Match(ctx, m.ID)
		if err != nil {
			return m // what was done is done
		}
		m.Delivery = now.Delivery
	}
	return m
}
