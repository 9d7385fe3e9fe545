package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// TestSignal: each signal stops the bot while it starts and while it runs, with exit code 0, and with a last heartbeat
// if it had recorded one before.
func TestSignal(t *testing.T) {
	t.Parallel()
	for name, sig := range map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP} {
		if signal.Ignored(sig) {
			continue // by the process that runs the tests
		}
		t.Run(name+" while it starts", func(t *testing.T) {
			t.Parallel()
			v := newSubprocess(t)
			v.launch()
			require.Eventually(t, func() bool { return pathExists(v.database + "-wal") }, patience, time.Millisecond)
			require.NoError(t, v.child.Process.Signal(sig))
			assert.NoError(t, v.child.Wait())
		})
		t.Run(name+" while it plays", func(t *testing.T) {
			t.Parallel()
			v := newSubprocess(t)
			before := time.Now()
			v.start()
			require.NoError(t, v.child.Process.Signal(sig))
			assert.NoError(t, v.child.Wait())
			v.requireFarewell(before)
		})
	}
}

// TestSignal_NoHUP: a bot that ignores SIGHUP keeps running when its terminal closes.
func TestSignal_NoHUP(t *testing.T) {
	t.Parallel()
	v := newSubprocess(t)
	v.launch("sh", "-c", `trap "" HUP; exec "$@"`, "sh")
	require.NoError(t, v.server.AwaitBot(v.ctx))
	require.NoError(t, v.child.Process.Signal(syscall.SIGHUP))
	require.NoError(t, v.server.AwaitCommands(v.ctx, 1))
	answer, err := v.server.Actor("alice").Command(v.ctx, v.place, "help")
	require.NoError(t, err)
	assert.NotNil(t, answer.Message)
	v.stop()
}

// TestSignal_NoReader: a bot whose log has no reader any more shuts down in order, with an error.
func TestSignal_NoReader(t *testing.T) {
	t.Parallel()
	v := newSubprocess(t)
	v.configure("log: {level: debug}")
	read, write, err := os.Pipe()
	require.NoError(t, err)
	v.stderr = write
	v.launch()
	require.NoError(t, write.Close())
	line, err := bufio.NewReaderSize(read, 1).ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, line, "msg=started version=", "the first line")
	require.NoError(t, read.Close())
	ended := v.child.Wait()
	failed, ok := errors.AsType[*exec.ExitError](ended)
	require.True(t, ok, ended)
	assert.Equal(t, exitFailed, failed.ExitCode(), "%v", ended)
	v.requireFarewell(time.Time{})
}

func pathExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// requireFarewell checks that the bot closed its database in order, with a heartbeat later than after.
func (v *subprocess) requireFarewell(after time.Time) {
	v.t.Helper()
	assert.NoFileExists(v.t, v.database+"-wal")
	var alive play.Alive
	require.NoError(v.t, openStore(v.t, v.database).Do(v.t.Context(), func(tx play.Tx) (err error) {
		alive, err = tx.Alive(v.t.Context())
		return err
	}))
	assert.GreaterOrEqual(v.t, alive.At.UnixMilli(), after.UnixMilli())
}

// TestUnlessOver: a long operation is abandoned when the program stops.
func TestUnlessOver(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	assert.NoError(t, unlessOver(ctx, func() error { return nil }))
	assert.ErrorIs(t, unlessOver(ctx, func() error { return os.ErrInvalid }), os.ErrInvalid)
	err := unlessOver(ctx, func() error { cancel(); <-t.Context().Done(); return nil })
	assert.ErrorIs(t, err, context.Canceled)
}
