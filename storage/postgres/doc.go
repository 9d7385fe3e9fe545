// Package postgres keeps matches, players and jobs in a PostgreSQL database, version 13 or later, for any number of
// processes. Once a method has returned without an error, its changes are as durable as the server's.
//
// A unit of work is one transaction. It is retried from the start if it collided with another one, or if the connection
// was lost before the commit was sent. If the reply to the commit is lost, the unit may or may not be committed: it
// returns ErrUnknown and is not retried.
//
// Units of work are serializable because each locks the names of what it reads and writes until its end, with advisory
// locks in read committed transactions. PostgreSQL's own serializable transactions lock whole index pages, and a bot's
// tables have few of them: with 16 concurrent units of work in different matches, four of ten were aborted, and a turn
// took up to 2 s; with advisory locks none was. If many units need the same names, they can wait for each other in
// circles. So none waits longer than a moment; one that has is rolled back and retried, and first locks in a fixed
// order everything that it needed before. Jobs are claimed with pg_try_advisory_xact_lock instead of FOR UPDATE SKIP
// LOCKED, because the latter skips only locked rows of jobs, not a match whose unit of work has not reached its jobs
// yet.
//
// Connections are pooled by database/sql, as in storage/sqlite, so the statements of storage/sqlstore run on both; a
// second pool below it would only add another limit and another queue. Notifications, health checks and the locks by
// which processes count each other use a small pool of their own: they must not wait when all units of work wait for
// one that is stuck.
//
// If several processes start at the same time, an advisory lock lets only one of them run the migrations. Versions have
// the same numbers, tables and columns as in storage/sqlite, which has migrations of its own.
package postgres
