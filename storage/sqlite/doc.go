// Package sqlite keeps matches, players and jobs in one SQLite file, for one process. What a method
// has returned without an error is on the disk: neither a crash nor a loss of power takes it back.
//
// One connection writes, each transaction being immediate and synchronous; others only read.
package sqlite
