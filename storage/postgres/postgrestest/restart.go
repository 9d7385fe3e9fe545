package postgrestest

import (
	"crypto/rand"
	"fmt"
	"os/exec"
	"syscall"
	"testing"
)

// NewServer returns the address of a new database on a server of its own, and a function that restarts this server,
// cleanly or as after a crash. Committed changes survive both. Without PostgreSQL it does as Open.
func NewServer(t testing.TB) (addr string, restart func(crash bool) error) {
	t.Helper()
	return newServer(t, start, "")
}

// NewOnDisk is NewServer with all files in a folder, which may be on a disk of its own. If tables is set, only the
// tables are there, and the write-ahead log is elsewhere.
func NewOnDisk(t testing.TB, folder string, tables bool) (addr string, restart func(crash bool) error) {
	t.Helper()
	if tables {
		return newServer(t, start, folder)
	}
	return newServer(t, func() (*cluster, error) { return startIn(folder) }, "")
}

// newServer starts a server, with the tables of its database in a folder unless that is empty.
func newServer(t testing.TB, start func() (*cluster, error), folder string) (addr string,
	restart func(crash bool) error) {
	t.Helper()
	running(t) // skips the test without PostgreSQL
	c, err := start()
	if err == nil {
		t.Cleanup(func() { _ = c.life.Close() })
		err = c.migrate()
	}
	space := ""
	if folder != "" && err == nil {
		space = " TABLESPACE small"
		if _, err = unprivileged(folder); err == nil {
			err = c.exec("CREATE TABLESPACE small LOCATION '" + folder + "'")
		}
	}
	name := "test_" + rand.Text()
	for _, statement := range []string{`CREATE DATABASE "` + name + `" TEMPLATE ` + template + space,
		`ALTER DATABASE "` + name + `" SET synchronous_commit = on`,
		"CHECKPOINT"} { // with wal_level=minimal, a crash before it would damage the copies of unlogged tables
		if err == nil {
			err = c.exec(statement)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return address(c.folder, name), c.restart
}

// restart stops the server and starts it again.
func (c *cluster) restart(crash bool) error {
	bin, err := programs()
	if err != nil {
		return err
	}
	who, err := unprivileged(c.folder)
	if err != nil {
		return err
	}
	mode := "fast"
	if crash {
		mode = "immediate"
	}
	cmd := exec.Command(bin+"/pg_ctl", "restart", "-D", "data", "-m", mode, "-l", "log")
	cmd.Dir, cmd.SysProcAttr = c.folder, &syscall.SysProcAttr{Credential: who, Setpgid: true}
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	return nil
}
