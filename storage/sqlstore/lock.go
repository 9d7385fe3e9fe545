package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"madbot/rules/match"
)

// Name is what a unit of work locks until its end, before it reads or writes the rows that the name stands for. That
// makes units of work serializable: each sees all changes by earlier holders of its locks, and none by later ones. A
// lock is on a name instead of rows, so that rows that do not exist yet can be locked.
type Name string

// Locks locks names that are not yet locked, and waits for units of work that hold conflicting locks.
type Locks interface {
	// Exclusive locks names exclusively.
	Exclusive(ctx context.Context, names ...Name) error
	// Shared takes shared locks on names.
	Shared(ctx context.Context, names ...Name) error
}

// locked is a Runner that takes locks before each statement.
type locked struct {
	Runner
	locks             Locks // nil: no locks are needed
	exclusive, shared []Name
}

// on returns a Runner that locks names exclusively.
func (r Reader) on(names ...Name) locked { return locked{r.conn, r.locks, names, nil} }

// shared returns a Runner that takes shared locks on names.
func (r Reader) shared(names ...Name) locked { return r.on().andShared(names...) }

func (l locked) andShared(names ...Name) locked {
	l.shared = names
	return l
}

func (l locked) lock(ctx context.Context) error {
	if l.locks == nil {
		return nil
	}
	err := l.locks.Exclusive(ctx, l.exclusive...)
	if err == nil {
		err = l.locks.Shared(ctx, l.shared...)
	}
	return err
}

func (l locked) ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	if err := l.lock(ctx); err != nil {
		return nil, err
	}
	return l.Runner.ExecContext(ctx, statement, args...)
}

func (l locked) QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error) {
	if err := l.lock(ctx); err != nil {
		return nil, err
	}
	return l.Runner.QueryContext(ctx, statement, args...)
}

// SubjectName is the lock of a match with its turns, events, seats and delivery, and of the jobs whose subject ends
// with its id, so that a worker that has claimed a job can load its match without waiting. For other jobs it locks the
// last part of the subject.
func SubjectName(subject string) Name {
	return Name("subject/" + subject[strings.LastIndexByte(subject, '/')+1:])
}

func matchName(id match.ID) Name { return SubjectName(string(id)) }

func playerName(id match.PlayerID) Name { return Name("player/" + id) }

// listName stands for the list of a player's matches, with their statuses and channels. Reading the list locks it
// exclusively; changing the entry of a match takes a shared lock. Other data in a list may be newer than what the unit
// of work has read before: only the match itself is authoritative.
func listName(id match.PlayerID) Name { return Name("list/" + id) }

// channelName stands for the list of matches shown in a channel; it is locked like listName.
func channelName(id string) Name { return Name("channel/" + id) }

func serverName(id string) Name { return Name("server/" + id) }

func ratingName(id match.PlayerID) Name { return Name("rating/" + id) }

func standingName(id match.PlayerID) Name { return Name("standing/" + id) }

// dailyName stands for a server's puzzles of the day and their solvers; it is locked like listName.
func dailyName(server string) Name { return Name("daily/" + server) }

func solvedName(id match.PlayerID) Name { return Name("solved/" + id) }

func puzzleName(id string) Name { return Name("puzzle/" + id) }

func leagueName(server string) Name { return Name("league/" + server) }

// enteredName stands for the list of leagues that a player has entered; it is locked like listName.
func enteredName(id match.PlayerID) Name { return Name("entered/" + id) }

const (
	ratingsName Name = "ratings" // stands for the rating changes of all players; reading them locks it exclusively
	reviewsName Name = "reviews" // stands for the list of unfinished reviews; locked like listName
	ordersName  Name = "orders"  // stands for the operator's orders
	aliveName   Name = "alive"   // stands for when the bot was last running
	formersName Name = "formers" // stands for the removal of deleted profiles that are no longer needed
)

// place decides in which lists a match is found.
type place struct {
	status               match.Status
	practice             bool
	challenger, opponent match.PlayerID
	guild, channel       string
}

const selectPlace = `SELECT status, practice, challenger, opponent, coalesce(guild, ''), coalesce(channel, '')
	FROM matches LEFT JOIN deliveries ON match = id WHERE id = ?1`

// leavePlace takes shared locks on the lists that a match is in, and on more names, if changes reports that they will
// change.
func (t Tx) leavePlace(ctx context.Context, id match.ID, changes func(place) bool, more ...Name) error {
	if t.locks == nil {
		return nil
	}
	was, err := One(ctx, t.on(matchName(id)), selectPlace, func(from Scanner) (p place, err error) {
		err = from.Scan(&p.status, &p.practice, &p.challenger, &p.opponent, &p.guild, &p.channel)
		return p, err
	}, id)
	switch {
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return err
	case !changes(was):
		return nil
	}
	return t.locks.Shared(ctx, append(more, listName(was.challenger), listName(was.opponent), channelName(was.channel))...)
}
