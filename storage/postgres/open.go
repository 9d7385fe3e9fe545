package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
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
	connLifetime   = time.Hour // after which a connection is made again, as for a server that was moved
)

// Options are the settings of a DB. The zero value is fit for use.
type Options struct {
	Conns int           // connections of this process at most that units of work have; 0: ten
	Tries time.Duration // how long a unit of work that collides with others is tried again; 0: ten seconds
	// Migrate brings a database of an older version up to date, which is refused otherwise.
	Migrate    bool
	Migrations fs.FS // migrations/*.sql, the n-th of which leads to version n of the schema; nil: those of this program

	Clock func() time.Time // the time of units of work; nil: they ask for none
}

// files returns the migrations.
func (o Options) files() fs.FS {
	if o.Migrations == nil {
		return migrationFiles
	}
	return o.Migrations
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	sqlstore.Reader // of the pool
	pool            *sql.DB
	urgent          *sql.DB // for what cannot wait until units of work, which wait for each other, end
	config          *pgx.ConnConfig
	texts           *sync.Map
	tries           time.Duration
	version, newest int           // of the schema, as it was found, and of the migrations
	id              string        // tells this process from the others
	listener        atomic.Uint32 // the number of the server's end of the connection that listens
	notifier        *notifier
	faults          sqlstore.Faults
	clock           func() time.Time
}

// Open connects to the database at a postgres:// or postgresql:// address, and makes its tables when it is empty.
// What the address leaves out, such as the password, comes from PostgreSQL's environment variables, such as
// PGPASSWORD and PGPASSFILE. It returns ErrAddress, ErrUnreachable, ErrRefused, sqlstore.ErrNewer, sqlstore.ErrOlder,
// sqlstore.ErrInUse or sqlstore.ErrFormer; no error holds the password. What a process had claimed that is gone can be
// claimed again, unless another one uses the database by Watch: then when its lease ends.
func Open(ctx context.Context, address string, o Options) (*DB, error) {
	d, err := connectTo(ctx, address, o)
	if err != nil {
		return nil, err
	}
	if d.IsOlder() {
		err = d.migrate(ctx, address, o)
	}
	if err == nil {
		err = d.freeLeases(ctx)
	}
	return d.orClosed(err)
}

// migrate makes the tables of an empty database, or brings them up to date if it may. Another process may do so
// meanwhile.
func (d *DB) migrate(ctx context.Context, address string, o Options) error {
	if d.version > 0 {
		if err := d.mayMigrate(ctx, o); err != nil {
			return err
		}
	}
	return migrate(ctx, address, o.files())
}

// mayMigrate returns why the database, which has an older version, is not to be migrated.
func (d *DB) mayMigrate(ctx context.Context, o Options) error {
	if !o.Migrate {
		return sqlstore.ErrOlder
	}
	others, err := d.Others(ctx)
	if err != nil || others == 0 {
		return err
	}
	if now, err := schemaVersion(ctx, d.pool, d.newest); err != nil || now == d.newest {
		return err
	}
	return sqlstore.ErrInUse
}

// OpenView connects to the database at an address, as Open does, to read it as it is.
func OpenView(ctx context.Context, address string, o Options) (*DB, error) {
	o.Conns = 1
	return connectTo(ctx, address, o)
}

// connectTo connects to the database at an address, as it is.
func connectTo(ctx context.Context, address string, o Options) (*DB, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	d := connect(config, o)
	names, err := fs.Glob(o.files(), "migrations/*.sql")
	if d.newest = len(names); err == nil {
		d.version, err = schemaVersion(ctx, d.pool, d.newest)
	}
	return d.orClosed(err)
}

// orClosed returns d, or closes it when there is an error, which it explains.
func (d *DB) orClosed(err error) (*DB, error) {
	if err != nil {
		err = fmt.Errorf("open database %s of %s: %w", d.config.Database, d.config.Host, explain(err))
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Version returns the version of the schema when the database was opened; 0: it was empty.
func (d *DB) Version() int { return d.version }

// IsOlder reports whether the version of the schema was before the newest when the database was opened.
func (d *DB) IsOlder() bool { return d.version < d.newest }

// About returns how the database was found.
func (d *DB) About() sqlstore.About {
	return sqlstore.About{Kind: "PostgreSQL", Where: d.config.Database + " of " + d.config.Host, Version: d.version}
}

// parse reads an address.
func parse(address string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", explain(err))
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	config.DialFunc = (&net.Dialer{Timeout: config.ConnectTimeout, KeepAliveConfig: keepAlive(),
		Control: limitSilence}).DialContext
	set(config, "application_name", "madbot")
	for name, value := range serverSilence() {
		set(config, name, value)
	}
	return config, nil
}

// keepAlive ends a connection whose server has been silent for silenceLimit, as when its machine was lost.
func keepAlive() net.KeepAliveConfig {
	return net.KeepAliveConfig{Enable: true, Idle: silenceLimit / 3, Interval: silenceLimit / 3, Count: 2}
}

// serverSilence has the server end a connection whose client has been silent likewise, with the locks by which other
// processes know of it.
func serverSilence() map[string]string {
	seconds := strconv.Itoa(int(silenceLimit.Seconds()) / 3)
	return map[string]string{"tcp_keepalives_idle": seconds, "tcp_keepalives_interval": seconds,
		"tcp_keepalives_count": "2", "tcp_user_timeout": strconv.FormatInt(silenceLimit.Milliseconds(), 10)}
}

// connect returns a DB whose connections are made when they are needed.
func connect(config *pgx.ConnConfig, o Options) *DB {
	config = config.Copy()
	for name, value := range sessionSettings() {
		set(config, name, value)
	}
	conns := cmp.Or(o.Conns, defaultConns)
	d := &DB{pool: newPool(config, conns), urgent: newPool(config, urgentConns), config: config,
		texts: new(sync.Map), tries: cmp.Or(o.Tries, tryLimit), clock: o.Clock, id: rand.Text()}
	d.Reader = sqlstore.NewReader(conn{d.pool, d.texts}, dialect())
	d.notifier = newNotifier(func(ctx context.Context) error {
		_, err := d.urgent.ExecContext(ctx, "SELECT pg_notify($1, $2)", channel, d.id)
		return err
	})
	return d
}

// newPool returns a pool of up to n connections.
func newPool(config *pgx.ConnConfig, n int) *sql.DB {
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(n)
	pool.SetMaxIdleConns(n)
	pool.SetConnMaxLifetime(connLifetime)
	return pool
}

// set sets a parameter of the sessions, unless the address does.
func set(config *pgx.ConnConfig, name, value string) {
	if _, given := config.RuntimeParams[name]; !given {
		config.RuntimeParams[name] = value
	}
}

// sessionSettings are the parameters of the sessions. The timeouts end what a process holds that was lost, or
// that waits too long. Statements are too short to be compiled.
func sessionSettings() map[string]string {
	return map[string]string{
		"statement_timeout":                   "10s",
		"lock_timeout":                        "5s",
		"idle_in_transaction_session_timeout": "5s",
		"jit":                                 "off",
	}
}

// Close ends all connections. No method may be called after it.
func (d *DB) Close() error {
	d.notifier.close()
	return errors.Join(d.pool.Close(), d.urgent.Close())
}

// Ping returns nil when the database can be read and written: for health checks. It writes what is there already. A
// fault of the server that units of work met not long ago counts too.
func (d *DB) Ping(ctx context.Context) error {
	if err := d.faults.Recent(); err != nil {
		return err
	}
	if _, err := d.urgent.ExecContext(ctx, "UPDATE alive SET at = at"); err != nil {
		return fmt.Errorf("ping database: %w", err)
	}
	return nil
}
