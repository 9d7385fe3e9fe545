// Package postgres keeps matches, players and jobs in a PostgreSQL database, from version 13 on, for any number
// of processes. What a method has returned without an error is kept as safely as the server keeps anything.
//
// A unit of work is one transaction, which is tried again from the start when it collided with another one, or when
// the connection was lost before the end was sent. When the answer to the end itself is lost, nobody knows what was
// kept: ErrUnknown says so, and it is not tried again.
//
// Units of work are serializable because each locks by name what it reads and writes, until its end: advisory locks
// in read committed transactions. PostgreSQL's own serializable transactions watch whole pages of indexes, and those
// of a bot's tables are few: of 16 that played at once in different matches four of ten were aborted, and a turn took
// up to 2 s; here none is. Where everybody does everything with everybody, units wait for each other in circles. So
// none waits for more than a moment; one that did begins again, and first locks in one order what it is going to need.
// Jobs are claimed by pg_try_advisory_xact_lock instead of FOR UPDATE SKIP LOCKED, since that passes by rows of jobs
// alone, and not by a match whose unit of work has not come to its jobs yet.
//
// Connections are pooled by database/sql, as those of storage/sqlite are, and so the statements of storage/sqlstore
// run on both; a second pool below it would only add another limit and another queue. Notifications, health checks and
// what processes know of each other have a small pool beside it: they do not wait when all units of work wait for one
// that is stuck.
//
// An advisory lock lets one of several processes that start at the same time run the migrations. A version has the same
// number, tables and columns as in storage/sqlite, whose migrations are its own files.
package postgres
