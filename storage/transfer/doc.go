// Package transfer copies everything in a store to another store, or to a text file and back. It knows rows, not games:
// sqlstore.Check checks what they mean.
//
// An export is UTF-8 with one JSON value a line: a header with its version and that of the schema; for each table, a
// line with its name and columns, and a line for each row; finally the number of rows and the SHA-256 of all lines
// before. Times are milliseconds since 1970 in UTC, durations are milliseconds.
package transfer
