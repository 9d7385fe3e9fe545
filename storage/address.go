package storage

import (
	"errors"
	"regexp"
	"strings"
)

var (
	// ErrAddress is returned for an address that is neither a PostgreSQL URL nor a path.
	ErrAddress = errors.New("an address begins with postgres:// or postgresql://, and a path has neither :// nor " +
		"host= or the like in it")
	// ErrServer is returned if the path of a file is wanted and a server's address is given.
	ErrServer = errors.New("a file is wanted, not a server")
	// ErrNotInPlace is returned if a backup is to be restored over a PostgreSQL database.
	ErrNotInPlace = errors.New("a PostgreSQL database is restored by filling an empty one, with madbot db copy FILE " +
		"ADDRESS, which storage.path then names")
)

const afterScheme = "://"

// CheckAddress returns ErrAddress if no store can be at address. The error does not contain the address, which may
// contain a password.
func CheckAddress(address string) error {
	if !isServer(address) && (strings.Contains(address, afterScheme) || isKeywords(address)) {
		return ErrAddress
	}
	return nil
}

// keyword matches a connection parameter in the other form of libpq's addresses: host=db user=madbot.
var keyword = regexp.MustCompile(
	`(?i)(^|\s)(host|hostaddr|port|dbname|database|user|password|passfile|service|sslmode)\s*=`)

// isKeywords reports whether an address is a list of connection parameters. It may contain a password, so it must not
// become a file name.
func isKeywords(address string) bool { return keyword.MatchString(address) }

// CheckFile returns ErrServer if path is the address of a server; its error does not contain the address either.
func CheckFile(path string) error {
	if strings.Contains(path, afterScheme) || isKeywords(path) {
		return ErrServer
	}
	return nil
}

func isServer(address string) bool {
	scheme, _, ok := strings.Cut(address, afterScheme)
	return ok && (strings.EqualFold(scheme, "postgres") || strings.EqualFold(scheme, "postgresql"))
}

// lowered returns the address of a server with its scheme in lower case, as the driver requires.
func lowered(address string) string {
	scheme, rest, _ := strings.Cut(address, afterScheme)
	return strings.ToLower(scheme) + afterScheme + rest
}
