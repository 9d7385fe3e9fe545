package postgres

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

var (
	// ErrAddress is returned by Open if the address is not a PostgreSQL URL.
	ErrAddress = errors.New("not an address like postgres://user@host:5432/database")
	// ErrUnreachable is returned by Open if no server answers at the address.
	ErrUnreachable = errors.New("no PostgreSQL server answers")
	// ErrRefused is returned by Open if the server rejects the user or the password.
	ErrRefused = errors.New("the server refuses the user or the password")
	// ErrUnknown is returned by DB.Do if the connection was lost during the commit: the unit of work was kept completely
	// or not at all.
	ErrUnknown = errors.New("unknown whether the unit of work was kept: the connection was lost at its end")
)

// Error codes of the server.
const (
	codeSerialization = "40001"
	codeDeadlock      = "40P01"
	codeLockTimeout   = "55P03"
	codePassword      = "28P01"
	codeAuthorization = "28000"
	codeStarting      = "57P03"
	codeFull          = "53300" // no free connections
	codeReadOnly      = "25006"
	codeDiskFull      = "53100"
)

// code returns the error code that the server reported; "" if err is not an error of the server.
func code(err error) string {
	if reported, ok := errors.AsType[*pgconn.PgError](err); ok {
		return reported.Code
	}
	return ""
}

// explain adds to an error of the first attempt to connect what it means. It replaces the error of an unreadable
// address, which may contain the password.
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

// collided reports whether a transaction failed only because of concurrent ones.
func collided(err error) bool {
	c := code(err)
	return c == codeSerialization || c == codeDeadlock || c == codeLockTimeout || errors.Is(err, errUpgrade)
}

// isFault reports whether err is a fault of the server, such as a full disk, rather than of the request.
func isFault(err error) bool {
	c := code(err)
	return strings.HasPrefix(c, "53") && c != codeFull || strings.HasPrefix(c, "58") || strings.HasPrefix(c, "XX") ||
		c == codeReadOnly
}

// isAbsent reports whether no connection can be made for now.
func isAbsent(err error) bool {
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	c := code(err)
	return c == codeStarting || c == codeFull || connecting && c == ""
}

// isUndone reports whether err, returned by a commit, proves that nothing was kept.
func isUndone(err error) bool {
	reported, ok := errors.AsType[*pgconn.PgError](err)
	return ok && reported.SeverityUnlocalized == "ERROR" || errors.Is(err, pgx.ErrTxCommitRollback) ||
		pgconn.SafeToRetry(err)
}
