package play

import (
	"context"
	"time"

	"madbot/rules/match"
)

// Store keeps matches, what must still be told about them, and the messages that show them. What
// a method has returned without an error survives a crash at any later moment.
type Store interface {
	Matches
	Outbox
}

// Matches is the part of a Store that keeps matches, which is all a Service needs.
type Matches interface {
	// Create stores a new match and puts its events in the outbox; match.ErrExists when the id
	// is taken.
	Create(context.Context, match.Match, []match.Event) error
	// Update changes a match in one transaction, which also puts the events in the outbox, due as
	// match.Match.TellAt says; postponed notices of the match become due with them. When change
	// returns an error, nothing changes, and the match as stored is returned beside the error.
	// match.ErrNotFound when there is none. change must not call the store.
	Update(ctx context.Context, id match.ID,
		change func(*match.Match) ([]match.Event, error)) (match.Match, error)
	// Match returns a match, or match.ErrNotFound.
	Match(context.Context, match.ID) (match.Match, error)
	// Open returns the proposed and playing matches of a player, those proposed to them
	// included, the newest change first.
	Open(context.Context, match.PlayerID) ([]match.Match, error)
	// Recent returns up to limit finished matches of a player, the newest end first.
	Recent(ctx context.Context, p match.PlayerID, limit int) ([]match.Match, error)
	// AwaitingRobot returns up to limit matches in which the robot is to act, those that have
	// waited longest first.
	AwaitingRobot(ctx context.Context, limit int) ([]match.ID, error)
}

// Outbox is the part of a Store that remembers what must still be told, and where matches are
// shown.
type Outbox interface {
	// Notices returns up to limit notices that are due at now, the oldest event first.
	Notices(ctx context.Context, now time.Time, limit int) ([]match.Notice, error)
	// NextNotice returns when the earliest of the notices that are due after a time is; false when
	// there is none. After the zero time come all.
	NextNotice(ctx context.Context, after time.Time) (time.Time, bool, error)
	// Sending notes of the notices that they are being told, which a crash may leave unknown.
	Sending(ctx context.Context, ids []int64) error
	// Told removes the notices and makes p the standing post of its match; another one before it
	// becomes a retired one. With an empty p.Message the standing post stays. A post where the match
	// has its venue says that it is not closed.
	Told(ctx context.Context, ids []int64, p match.Post) error
	// Postpone counts an attempt on each of the notices and makes them due as s says, together with
	// any newer ones of the same match, so that these do not overtake them. They are being sent no
	// more unless s is unsure. A match whose venue is the closed channel of s has it closed; one
	// that has left that channel meanwhile stays due as it is.
	Postpone(ctx context.Context, ids []int64, s match.Setback) error
	// Post returns the standing post of a match; false when there is none.
	Post(context.Context, match.ID) (match.Post, bool, error)
	// Retired returns up to limit posts still to be removed from their channel, oldest first.
	Retired(ctx context.Context, limit int) ([]match.Post, error)
	// Forget drops a retired post, which was removed.
	Forget(context.Context, match.Post) error
}
