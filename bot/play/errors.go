package play

import "errors"

var (
	// ErrNoHint is returned by Service.Hint when there is nobody to ask.
	ErrNoHint = errors.New("no hints here")
	// ErrGone is returned by an Announcer when the channel or message does not exist any more or
	// is closed to the bot for good: trying again is no use.
	ErrGone = errors.New("channel or message is gone")
	// ErrClosed is returned by an Announcer when the bot may not write in the channel, which may
	// change.
	ErrClosed = errors.New("channel is closed to the bot")
)
