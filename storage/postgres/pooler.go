package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// ErrPooler is returned by Open if the address leads to a pooler in transaction mode, where prepared statements,
// session locks and notifications do not work. Its text is for the operator.
var ErrPooler = errors.New("the address leads to a pooler that gives every transaction another session, as PgBouncer " +
	"and Supabase do in transaction mode: give the address of the server itself, or of a pooler in session mode")

// selectBackend returns the id of the server process that runs it.
const selectBackend = "SELECT pg_backend_pid()"

// checkSessions reports whether the address leads to a pooler. It returns ErrPooler unless connections keep their
// sessions between transactions.
func checkSessions(ctx context.Context, config *pgx.ConnConfig) (pooled bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*config.ConnectTimeout)
	defer cancel()
	one, before, err := session(ctx, config)
	if err != nil {
		return false, err
	}
	defer one.Close(context.WithoutCancel(ctx))
	if before == one.PID() {
		return false, nil // a pooler announces a number of its own
	}
	other, held, err := session(ctx, config, "BEGIN")
	if err != nil {
		return true, err
	}
	defer other.Close(context.WithoutCancel(ctx))
	if held == before { // while one is still connected
		return true, ErrPooler
	}
	after, err := backend(ctx, one)
	if err == nil && after != before {
		err = ErrPooler
	}
	return true, err
}

// session opens a connection, runs statements, and returns it with the id of its server process.
func session(ctx context.Context, config *pgx.ConnConfig, statements ...string) (*pgconn.PgConn, uint32, error) {
	c, err := pgconn.ConnectConfig(ctx, config.Config.Copy())
	if err != nil {
		return nil, 0, err
	}
	for _, s := range statements {
		if _, err = c.Exec(ctx, s).ReadAll(); err != nil {
			break
		}
	}
	pid := uint32(0)
	if err == nil {
		pid, err = backend(ctx, c)
	}
	if err != nil {
		return nil, 0, errors.Join(err, c.Close(context.WithoutCancel(ctx)))
	}
	return c, pid, nil
}

// backend returns the id of the server process that serves c now.
func backend(ctx context.Context, c *pgconn.PgConn) (uint32, error) {
	results, err := c.Exec(ctx, selectBackend).ReadAll()
	if err != nil {
		return 0, err
	}
	if len(results) != 1 || len(results[0].Rows) != 1 || len(results[0].Rows[0]) != 1 {
		return 0, fmt.Errorf("%s: no answer", selectBackend)
	}
	pid, err := strconv.ParseUint(string(results[0].Rows[0][0]), 10, 32)
	return uint32(pid), err
}

// configure sets parameters of the sessions that the address does not set: at the start, which poolers refuse, or after
// connecting. It replaces what an earlier call set after connecting.
func configure(config *pgx.ConnConfig, pooled bool, settings map[string]string) {
	var statements strings.Builder
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		_, given := config.RuntimeParams[name]
		switch {
		case given:
		case pooled:
			fmt.Fprintf(&statements, "SET %s = '%s';", name, settings[name])
		default:
			config.RuntimeParams[name] = settings[name]
		}
	}
	if !pooled {
		return
	}
	config.AfterConnect = func(ctx context.Context, c *pgconn.PgConn) error {
		_, err := c.Exec(ctx, statements.String()).ReadAll()
		return err
	}
}
