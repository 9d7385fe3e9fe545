// Package sqlite keeps matches, players and jobs in one SQLite file, for one process. When a method has returned
// without an error, its changes are on the disk: neither a crash nor a power failure undoes them.
//
// One connection writes, in immediate and synchronous transactions; the others only read.
package sqlite
