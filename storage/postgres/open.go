package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"madbot/storage/sqlstore"
)

const (
	defaultConns   = 10
	urgentConns    = 3
	connectTimeout = 5 * time.Second
	silenceLimit   = 15 * time.Second
	tryLimit       = 10 * time.Second
	connLifetime   = time.Hour // so that a moved server is found again
)

// Options are the settings of a DB. The zero value is usable.
type Options struct {
	Conns int           // maximum connections for units of work; 0: ten
	Tries time.Duration // how long a unit of work that collides is retried; 0: ten seconds
	// Migrate migrates a database of an older version. Without it, Open returns sqlstore.ErrOlder.
	Migrate    bool
	Migrations fs.FS // migrations/*.sql; the n-th leads to version n of the schema; nil: those of this program

	Clock func() time.Time // the time of units of work; nil: they do not need one
	Lease time.Duration    // after which a silent process in Alone is replaced; 0: 15 s
}

func (o Options) files() fs.FS {
	if o.Migrations == nil {
		return migrationFiles
	}
	return o.Migrations
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	sqlstore.Reader // of pool
	pool            *sql.DB
	urgent          *sql.DB // for what must not wait for units of work that wait for each other
	config          *pgx.ConnConfig
	maintenance     *pgx.ConnConfig // without time limits
	texts           *sync.Map
	tries           time.Duration
	version         int // of the schema, as found
	steps           []sqlstore.Migration
	id              string        // identifies this process in notifications
	listener        atomic.Uint32 // the server's process id of the connection that listens
	notifier        *notifier
	faults          sqlstore.Faults
	claims          sqlstore.Claims
	clock           func() time.Time
	silence         time.Duration // Options.Lease
	lease           *lease
}

// Open connects to the database at a postgres:// or postgresql:// address, and creates the tables if it is empty. What
// the address omits, such as the password, comes from PostgreSQL's environment variables, such as PGPASSWORD and
// PGPASSFILE. It returns ErrAddress, ErrUnreachable, ErrRefused, ErrPooler, sqlstore.ErrNewer, sqlstore.ErrOlder,
// sqlstore.ErrInUse or sqlstore.ErrFormer; no error contains the password. Jobs claimed by a process that is gone can
// be claimed again immediately if no other process is in Watch, otherwise when their leases end.
func Open(ctx context.Context, address string, o Options) (*DB, error) {
	d, err := connectTo(ctx, address, o)
	if err != nil {
		return nil, err
	}
	if d.IsOlder() {
		err = d.migrate(ctx, o)
	}
	if err == nil {
		err = d.freeLeases(ctx)
	}
	return d.orClosed(err)
}

// migrate creates the tables of an empty database, or migrates an older one if allowed. Another process may do the same
// concurrently.
func (d *DB) migrate(ctx context.Context, o Options) error {
	if d.version > 0 {
		if err := d.mayMigrate(ctx, o); err != nil {
			return err
		}
	}
	return migrate(ctx, d.maintenance, o.files())
}

func (d *DB) mayMigrate(ctx context.Context, o Options) error {
	if !o.Migrate {
		return sqlstore.ErrOlder
	}
	others, err := d.Others(ctx)
	if err != nil || others == 0 {
		return err
	}
	if now, err := schemaVersion(ctx, d.pool, d.steps); err != nil || now == len(d.steps) {
		return err
	}
	return sqlstore.ErrInUse
}

// OpenView connects to the database at an address, as Open does, but only to read it, in whatever version it is.
func OpenView(ctx context.Context, address string, o Options) (*DB, error) {
	o.Conns = 1
	return connectTo(ctx, address, o)
}

func connectTo(ctx context.Context, address string, o Options) (*DB, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	pooled, err := checkSessions(ctx, config)
	configure(config, pooled, serverKeepalive())
	d := connect(config, pooled, o)
	if err != nil {
		return d.orClosed(err)
	}
	if d.steps, err = sqlstore.Migrations(o.files()); err == nil {
		d.version, err = schemaVersion(ctx, d.pool, d.steps)
	}
	return d.orClosed(err)
}

// orClosed returns d; on an error, it closes d and explains the error.
func (d *DB) orClosed(err error) (*DB, error) {
	if err != nil {
		err = fmt.Errorf("open database %s of %s: %w", d.config.Database, d.config.Host, explain(err))
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Version returns the version of the schema when the database was opened; 0 if it was empty.
func (d *DB) Version() int { return d.version }

// IsOlder reports whether the schema was older than the newest version when the database was opened.
func (d *DB) IsOlder() bool { return d.version < len(d.steps) }

// About returns the database as it was when it was opened.
func (d *DB) About() sqlstore.About {
	return sqlstore.About{Kind: "PostgreSQL", Where: d.config.Database + " of " + d.config.Host, Version: d.version}
}

func parse(address string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", explain(err))
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	config.DialFunc = (&net.Dialer{Timeout: config.ConnectTimeout, KeepAliveConfig: keepAlive(),
		Control: limitSilence}).DialContext
	if _, given := config.RuntimeParams["application_name"]; !given {
		config.RuntimeParams["application_name"] = "madbot"
	}
	return config, nil
}

// keepAlive ends a connection whose server has been silent for silenceLimit, for example because its machine was lost.
func keepAlive() net.KeepAliveConfig {
	return net.KeepAliveConfig{Enable: true, Idle: silenceLimit / 3, Interval: silenceLimit / 3, Count: 2}
}

// serverKeepalive returns the TCP settings with which the server drops silent clients, and so releases the locks by
// which processes count each other.
func serverKeepalive() map[string]string {
	seconds := strconv.Itoa(int(silenceLimit.Seconds()) / 3)
	return map[string]string{"tcp_keepalives_idle": seconds, "tcp_keepalives_interval": seconds,
		"tcp_keepalives_count": "2", "tcp_user_timeout": strconv.FormatInt(silenceLimit.Milliseconds(), 10)}
}

// connect returns a DB that connects when it is first used.
func connect(config *pgx.ConnConfig, pooled bool, o Options) *DB {
	inUnits, settings := config.Copy(), serverKeepalive()
	maps.Copy(settings, sessionSettings())
	configure(inUnits, pooled, settings)
	conns := cmp.Or(o.Conns, defaultConns)
	d := &DB{pool: newPool(inUnits, conns), urgent: newPool(inUnits, urgentConns), config: inUnits, maintenance: config,
		texts: new(sync.Map), tries: cmp.Or(o.Tries, tryLimit), clock: o.Clock, id: rand.Text(),
		silence: cmp.Or(o.Lease, leaderLease)}
	d.lease = &lease{limit: d.silence * 2 / 3, clock: o.Clock}
	d.Reader = sqlstore.NewReader(conn{d.pool, d.texts}, dialect())
	d.notifier = newNotifier(func(ctx context.Context) error {
		_, err := d.urgent.ExecContext(ctx, "SELECT pg_notify($1, $2)", channel, d.id)
		return err
	})
	return d
}

func newPool(config *pgx.ConnConfig, n int) *sql.DB {
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(n)
	pool.SetMaxIdleConns(n)
	pool.SetConnMaxLifetime(connLifetime)
	return pool
}

// sessionSettings are the parameters of the sessions. The timeouts release what a lost or stuck process holds.
// Statements are too short for JIT compilation to pay off.
func sessionSettings() map[string]string {
	return map[string]string{
		"statement_timeout":                   "10s",
		"lock_timeout":                        "5s",
		"idle_in_transaction_session_timeout": "5s",
		"jit":                                 "off",
	}
}

// Close closes all connections. No method may be called afterwards.
func (d *DB) Close() error {
	d.notifier.close()
	return errors.Join(d.pool.Close(), d.urgent.Close())
}

// Ping returns nil if the database can be read and written, for health checks. It rewrites an existing value. A recent
// fault of the server in a unit of work counts as well.
func (d *DB) Ping(ctx context.Context) error {
	if err := d.faults.Recent(); err != nil {
		if code(err) != codeDiskFull || d.hasRoom(ctx) != nil {
			return err
		}
		d.faults.Clear()
	}
	if _, err := d.urgent.ExecContext(ctx, "UPDATE alive SET at = at"); err != nil {
		return fmt.Errorf("ping database: %w", err)
	}
	return nil
}

// hasRoom returns nil if the server's disk has room again, for more than the largest unit of work.
func (d *DB) hasRoom(ctx context.Context) error {
	tx, err := d.urgent.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // nothing is to be kept
	_, err = tx.ExecContext(ctx, `CREATE TABLE probe AS
		SELECT md5(n::text) AS text FROM generate_series(1, 8192) AS n`) // 32 bytes each
	return err
}
