//go:build !linux

package postgres

import "syscall"

// limitSilence does nothing: the system decides when to give a connection up.
func limitSilence(string, string, syscall.RawConn) error { return nil }
