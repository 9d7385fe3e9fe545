package postgrestest

import (
	"crypto/rand"
	"fmt"
	"os/exec"
	"syscall"
	"testing"
)

// NewServer returns the address of a database that nobody used, on a server of its own, and what restarts that: in
// order, or as after a crash. What was committed outlives both. It skips as Open does.
func NewServer(t testing.TB) (addr string, restart func(crash bool) error) {
	t.Helper()
	running(t) // there are the programs
	c, err := start()
	if err == nil {
		t.Cleanup(func() { _ = c.life.Close() })
		err = c.migrate()
	}
	name := "test_" + rand.Text()
	for _, statement := range []string{`CREATE DATABASE "` + name + `" TEMPLATE ` + template,
		`ALTER DATABASE "` + name + `" SET synchronous_commit = on`} {
		if err == nil {
			err = c.exec(statement)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return address(c.folder, name), c.restart
}

// restart ends the server and starts it again.
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
