package play

import "errors"

var (
	// ErrNotFound is returned when no match, or no player, has the id, and when the match is not
	// for the eyes of whoever asks.
	ErrNotFound = errors.New("not found")
	// ErrExists is returned by Tx.CreateMatch when the id is taken.
	ErrExists = errors.New("match id is taken")
	// ErrSame is returned by Service.Challenge, with the challenge that waits, for one by and to the
	// same person, on the same terms, in the same channel; and with the first game that is played.
	ErrSame = errors.New("same challenge waits")
	// ErrStale is returned by a use case when the match went on since the person looked at it.
	ErrStale = errors.New("match went on meanwhile")
	// ErrForeign is returned by Service.Rehome for a venue in another guild.
	ErrForeign = errors.New("venue in another guild")
	// ErrShown is returned by Service.Rehome for a match whose channel takes its news.
	ErrShown = errors.New("match is shown where it is")
	// ErrLeaseLost is returned by Tx.Renew, Tx.Done and Tx.Return when somebody else has the job by now.
	ErrLeaseLost = errors.New("lease is lost")
	// ErrNoHint is returned by Service.Hint when there is nobody to ask.
	ErrNoHint = errors.New("no hints here")
	// ErrNotesFull is returned by Service.Note when there are MaxNotes already.
	ErrNotesFull = errors.New("notes are full")
	// ErrGone is returned by an Announcer when the channel or message no longer exists or is
	// closed to the bot for good: trying again is no use.
	ErrGone = errors.New("channel or message is gone")
	// ErrFull is returned by a Threads when a guild can have no more threads for now.
	ErrFull = errors.New("too many threads")
	// ErrClosed is returned by an Announcer when the bot may not write in the channel, which may
	// change.
	ErrClosed = errors.New("channel is closed to the bot")
)
