// Package transfer moves everything that a store keeps: from one store into another, and into a file of text
// and back. It knows rows and no games: what they mean is checked by package verify.
//
// An export is UTF-8, one JSON value a line: a header with its version and that of the tables, then for each table a
// line with its name and columns and a line a row, at last the number of rows and the SHA-256 of everything before.
// Times are milliseconds since 1970 in UTC, lengths milliseconds.
package transfer
