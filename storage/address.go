package storage

import (
	"errors"
	"strings"
)

var (
	// ErrAddress is returned for what is neither the address of a PostgreSQL database nor a path.
	ErrAddress = errors.New("an address begins with postgres:// or postgresql://, and a path has no :// in it")
	// ErrServer is returned when what is to be a file is the address of a server.
	ErrServer = errors.New("a file is wanted, not a server")
	// ErrNotInPlace is returned when a backup is to take the place of what a server has.
	ErrNotInPlace = errors.New("a PostgreSQL database is restored by filling an empty one, with madbot db copy FILE " +
		"ADDRESS, which storage.path then names")
)

// afterScheme stands between what kind of server there is and where it is.
const afterScheme = "://"

// CheckAddress returns ErrAddress when a store cannot be at an address, which the error does not hold: there may be a
// password in it.
func CheckAddress(address string) error {
	if strings.Contains(address, afterScheme) && !isServer(address) {
		return ErrAddress
	}
	return nil
}

// CheckFile returns ErrServer when path is the address of a server, as CheckAddress does.
func CheckFile(path string) error {
	if strings.Contains(path, afterScheme) {
		return ErrServer
	}
	return nil
}

// isServer reports whether an address is that of a database which several processes share, and not of a file.
func isServer(address string) bool {
	scheme, _, ok := strings.Cut(address, afterScheme)
	return ok && (strings.EqualFold(scheme, "postgres") || strings.EqualFold(scheme, "postgresql"))
}

// lowered returns the address of a server with its scheme in small letters, as the driver wants it.
func lowered(address string) string {
	scheme, rest, _ := strings.Cut(address, afterScheme)
	return strings.ToLower(scheme) + afterScheme + rest
}
