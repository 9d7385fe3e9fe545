package postgrestest

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// superuser is the user of the tests, who owns everything.
const superuser = "madbot"

type cluster struct {
	folder string // also of its socket
	life   *os.File
	admin  *sql.DB // of its first database, to create others
	idle   idle
}

// errMissing is returned if PostgreSQL is not installed.
var errMissing = errors.New("PostgreSQL is not installed: apt-get install postgresql")

// programs returns the folder of the newest installed PostgreSQL's programs, or errMissing.
func programs() (string, error) {
	if os.Getenv(wanted) == "none" {
		return "", errMissing
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", err
	}
	if len(found) > 0 {
		slices.SortFunc(found, func(a, b string) int { return version(b) - version(a) })
		return filepath.Dir(found[0]), nil
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	return "", errMissing
}

func version(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}

// start creates a cluster in a new folder and starts its server.
func start() (*cluster, error) { return startIn("") }

// startIn is start with a parent for the new folder.
func startIn(parent string) (*cluster, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(parent, "madbot-postgres-")
	if err != nil {
		return nil, err
	}
	who, err := unprivileged(folder)
	if err != nil {
		return nil, err
	}
	c := &cluster{folder: folder}
	if err := c.run(bin, who); err != nil {
		return nil, errors.Join(fmt.Errorf("start PostgreSQL in %s: %w", folder, err), os.RemoveAll(folder))
	}
	c.admin, err = sql.Open("pgx", address(folder, "postgres"))
	return c, err
}

func (c *cluster) exec(statement string) error {
	_, err := c.admin.Exec(statement)
	return err
}

// address returns the address of a database on the server whose socket is in folder. Its timeouts are long enough for a
// busy machine.
func address(folder, database string) string {
	return "postgres:///" + database + "?host=" + folder + "&user=" + superuser + "&statement_timeout=300s" +
		"&lock_timeout=300s&idle_in_transaction_session_timeout=300s&connect_timeout=300"
}

// unprivileged returns the user that runs the server, nil for this process's user, and gives them the folder:
// PostgreSQL refuses to run as root.
func unprivileged(folder string) (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	who, err := user.Lookup("postgres")
	if err != nil {
		who, err = user.Lookup("nobody")
	}
	if err != nil {
		return nil, err
	}
	uid, err := strconv.Atoi(who.Uid)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.Atoi(who.Gid)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, os.Chown(folder, uid, gid)
}

// script creates a cluster in the folder $2 with the programs in $1; only its user "guarded" needs a password. It runs
// the server until its input ends, which happens when the process at the other end exits for any reason, and then
// deletes the folder.
const script = `
cd "$2" || exit
"$1/initdb" -D data -U ` + superuser + ` -A trust --no-sync --no-locale -E UTF8 >log 2>&1 </dev/null || echo >failed
printf 'local all guarded scram-sha-256\nlocal all all trust\n' >data/pg_hba.conf
"$1/postgres" -D data -k "$2" -h '' -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
	-c shared_buffers=32MB -c max_connections=1000 -c wal_level=minimal -c max_wal_senders=0 \
	-c autovacuum_naptime=10s >>log 2>&1 </dev/null &
cat >/dev/null
"$1/pg_ctl" stop -D data -m fast >>log 2>&1
cd / && rm -rf "$2"
`

// startLimit is the maximum time to start a cluster, even on a slow machine.
const startLimit = time.Minute

// run starts the server and waits until it listens.
func (c *cluster) run(bin string, who *syscall.Credential) error {
	input, life, err := os.Pipe()
	if err != nil {
		return err
	}
	defer input.Close()
	c.life = life
	cmd := exec.Command("/bin/sh", "-c", script, "sh", bin, c.folder)
	cmd.Stdin = input
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: who, Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	return c.await()
}

func (c *cluster) await() error {
	deadline := time.NewTimer(startLimit)
	defer deadline.Stop()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		status, _ := os.ReadFile(filepath.Join(c.folder, "data", "postmaster.pid"))
		if bytes.Contains(status, []byte("ready")) {
			return nil
		}
		_, err := os.Stat(filepath.Join(c.folder, "failed"))
		if err == nil {
			return c.failure()
		}
		select {
		case <-deadline.C:
			return c.failure()
		case <-look.C:
		}
	}
}

func (c *cluster) failure() error {
	said, err := os.ReadFile(filepath.Join(c.folder, "log"))
	return errors.Join(fmt.Errorf("it is not ready: %s", said), err)
}
