package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"madbot/rules/match"
)

// Name is what a unit of work locks before it reads or writes what it stands for, until its end. Units that take
// their locks so are serializable: each sees all that was done by those that had a lock of it before, and nothing
// by those that have it after. A lock is on a name and not on rows, so that what is not there yet can be locked.
type Name string

// Locks locks names, as far as they are not yet, and waits for others to end that have them.
type Locks interface {
	// Alone has nobody else have the names.
	Alone(ctx context.Context, names ...Name) error
	// Beside has others have the names who lock them so.
	Beside(ctx context.Context, names ...Name) error
}

// locked is a Runner that locks names before.
type locked struct {
	Runner
	locks         Locks // nil: there are none
	alone, beside []Name
}

// on returns a Runner for what names stand for, which nobody else then has.
func (r Reader) on(names ...Name) locked { return locked{r.conn, r.locks, names, nil} }

// beside returns a Runner for what names stand for, beside others that lock them so.
func (r Reader) beside(names ...Name) locked { return r.on().and(names...) }

// and is l, which also locks names beside others that lock them so.
func (l locked) and(names ...Name) locked {
	l.beside = names
	return l
}

// lock locks the names.
func (l locked) lock(ctx context.Context) error {
	if l.locks == nil {
		return nil
	}
	err := l.locks.Alone(ctx, l.alone...)
	if err == nil {
		err = l.locks.Beside(ctx, l.beside...)
	}
	return err
}

// ExecContext implements Runner.
func (l locked) ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	if err := l.lock(ctx); err != nil {
		return nil, err
	}
	return l.Runner.ExecContext(ctx, statement, args...)
}

// QueryContext implements Runner.
func (l locked) QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error) {
	if err := l.lock(ctx); err != nil {
		return nil, err
	}
	return l.Runner.QueryContext(ctx, statement, args...)
}

// SubjectName stands for a match with its turns, events, seats and delivery, and for the jobs whose subject ends with
// its id, so that whoever claims a job can load its match without waiting. Of other jobs it stands for the last
// part of their subject.
func SubjectName(subject string) Name {
	return Name("subject/" + subject[strings.LastIndexByte(subject, '/')+1:])
}

// matchName stands for what there is of a match.
func matchName(id match.ID) Name { return SubjectName(string(id)) }

// playerName stands for what is kept of a player.
func playerName(id match.PlayerID) Name { return Name("player/" + id) }

// listName stands for which matches a player has, with which status and where they are shown. Whoever reads the list
// has it alone; those that change that of a match share it. What else is in a list may be newer than the rest that a
// unit of work sees: nothing but the match itself tells it for certain.
func listName(id match.PlayerID) Name { return Name("list/" + id) }

// channelName stands for which matches are shown in a channel, as listName does.
func channelName(id string) Name { return Name("channel/" + id) }

// serverName stands for what is kept of a server.
func serverName(id string) Name { return Name("server/" + id) }

// ratingName stands for how a player is rated.
func ratingName(id match.PlayerID) Name { return Name("rating/" + id) }

// standingName stands for what a player has from matches.
func standingName(id match.PlayerID) Name { return Name("standing/" + id) }

// dailyName stands for the puzzles of the day of a server, which many read, and, as listName does, for their
// solvers.
func dailyName(server string) Name { return Name("daily/" + server) }

// solvedName stands for what a player solved and tried, and for the puzzles of their own.
func solvedName(id match.PlayerID) Name { return Name("solved/" + id) }

// puzzleName stands for how hard a puzzle is.
func puzzleName(id string) Name { return Name("puzzle/" + id) }

// leagueName stands for the league of a server, who is in it and how their matches count there.
func leagueName(server string) Name { return Name("league/" + server) }

// enteredName stands for in which leagues a player is, as listName does.
func enteredName(id match.PlayerID) Name { return Name("entered/" + id) }

const (
	reviewsName Name = "reviews" // stands for which reviews are under way, as listName does
	ordersName  Name = "orders"  // stands for what the operator has ordered
	aliveName   Name = "alive"   // stands for when the bot was last there
)

// place is where a match is found in lists.
type place struct {
	status               match.Status
	practice             bool
	challenger, opponent match.PlayerID
	guild, channel       string
}

const selectPlace = `SELECT status, practice, challenger, opponent, coalesce(guild, ''), coalesce(channel, '')
	FROM matches LEFT JOIN deliveries ON match = id WHERE id = ?1`

// leavePlace locks the lists in which a match is found, and those of more names, if it is to be found otherwise now.
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
	return t.locks.Beside(ctx, append(more, listName(was.challenger), listName(was.opponent), channelName(was.channel))...)
}
