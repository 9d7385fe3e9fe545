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

// ErrPooler is returned by Open if the address leads to a pooler in transaction mode. Prepared statements, session
// locks and notifications, which the bot needs, do not work there. Its text is for the operator.
var ErrPooler = errors.New("the address leads to a pooler that gives every transaction another session, as PgBouncer " +
	"and Supabase do in transaction mode: give the address of the server itself, or of a pooler in session mode")

// selectBackend returns the process id of the server's process that runs it.
const selectBackend = "SELECT pg_backend_pid()"

// checkSessions returns ErrPooler unless connections keep their sessions between transactions.
func checkSessions(ctx context.Context, config *pgx.ConnConfig) error {
	ctx, cancel := context.WithTimeout(ctx, 2*config.ConnectTimeout)
	defer cancel()
	one, before, err := session(ctx, config)
	if err != nil {
		return err
	}
	defer one.Close(context.WithoutCancel(ctx))
	if before == one.PID() {
		return nil // a pooler announces a number of its own
	}
	other, held, err := session(ctx, config, "BEGIN")
	if err != nil {
		return err
	}
	defer other.Close(context.WithoutCancel(ctx))
	if held == before { // while one is still connected
		return ErrPooler
	}
	after, err := backend(ctx, one)
	if err == nil && after != before {
		err = ErrPooler
	}
	return err
}

// session opens a connection, runs statements, and returns it with the process id of its server process.
func session(ctx context.Context, config *pgx.ConnConfig, statements ...string) (*pgconn.PgConn, uint32, error) {
	plain := config.Config.Copy()
	plain.AfterConnect = nil // a setting could stay on a session that others use
	c, err := pgconn.ConnectConfig(ctx, plain)
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

// backend returns the process id of the server process that serves c now.
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

// setAfterConnect makes each new connection set the parameters that the address does not set. They are no startup
// parameters, because poolers refuse those.
func setAfterConnect(config *pgx.ConnConfig, settings map[string]string) {
	var statements strings.Builder
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if _, given := config.RuntimeParams[name]; !given {
			fmt.Fprintf(&statements, "SET %s = '%s';", name, settings[name])
		}
	}
	config.AfterConnect = func(ctx context.Context, c *pgconn.PgConn) error {
		_, err := c.Exec(ctx, statements.String()).ReadAll()
		return err
	}
}
