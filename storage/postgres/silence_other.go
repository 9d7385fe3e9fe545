//go:build !linux

package postgres

import "syscall"

// limitSilence does nothing; the system decides when to give up a connection.
func limitSilence(string, string, syscall.RawConn) error { return nil }
