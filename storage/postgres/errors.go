package postgres

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

var (
	// ErrAddress is returned by Open when the address is not one of a PostgreSQL database.
	ErrAddress = errors.New("not an address like postgres://user@host:5432/database")
	// ErrUnreachable is returned by Open when there is no server at the address.
	ErrUnreachable = errors.New("no PostgreSQL server answers")
	// ErrRefused is returned by Open when the server does not accept the user or the password.
	ErrRefused = errors.New("the server refuses the user or the password")
	// ErrUnknown is returned by DB.Do when the connection was lost while the unit of work was being kept:
	// all of it was kept, or nothing.
	ErrUnknown = errors.New("unknown whether the unit of work was kept: the connection was lost at its end")
)

// The codes of errors that the server reports.
const (
	codeSerialization = "40001"
	codeDeadlock      = "40P01"
	codeLockTimeout   = "55P03"
	codePassword      = "28P01"
	codeAuthorization = "28000"
	codeStarting      = "57P03"
	codeFull          = "53300" // of connections
	codeReadOnly      = "25006"
)

// code returns the code of the error that the server reported; "" when it is none of the server's.
func code(err error) string {
	if reported, ok := errors.AsType[*pgconn.PgError](err); ok {
		return reported.Code
	}
	return ""
}

// explain returns an error of a first connection with what it means, and without the password, which the error
// of an address that cannot be read may hold.
func explain(err error) error {
	if _, ok := errors.AsType[*pgconn.ParseConfigError](err); ok {
		return ErrAddress
	}
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	switch c := code(err); {
	case c == codePassword || c == codeAuthorization:
		return fmt.Errorf("%w: %w", ErrRefused, err)
	case connecting && c == "":
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return err
}

// collided reports whether a transaction failed only because of others at the same time.
func collided(err error) bool {
	c := code(err)
	return c == codeSerialization || c == codeDeadlock || c == codeLockTimeout || errors.Is(err, errUpgrade)
}

// isFault reports whether err tells of the server, such as a full disk, and not of what was asked.
func isFault(err error) bool {
	c := code(err)
	return strings.HasPrefix(c, "53") && c != codeFull || strings.HasPrefix(c, "58") || strings.HasPrefix(c, "XX") ||
		c == codeReadOnly
}

// isAbsent reports whether no connection was to be had, for now.
func isAbsent(err error) bool {
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	c := code(err)
	return c == codeStarting || c == codeFull || connecting && c == ""
}

// isUndone reports whether an error of a commit says for certain that nothing was kept.
func isUndone(err error) bool {
	reported, ok := errors.AsType[*pgconn.PgError](err)
	return ok && reported.SeverityUnlocalized == "ERROR" || errors.Is(err, pgx.ErrTxCommitRollback) ||
		pgconn.SafeToRetry(err)
}
