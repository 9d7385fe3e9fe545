package postgrestest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// held makes this binary start a server, print its folder and keep it running.
const held = "MADBOT_TEST_HELD"

// patience bounds every wait of these tests.
const patience = time.Minute

func TestMain(m *testing.M) {
	if _, ok := os.LookupEnv(held); !ok {
		os.Exit(m.Run())
	}
	c, err := start()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(c.folder)
	_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
}

// TestNew_Killed: when a process is killed, its server ends and removes its files.
func TestNew_Killed(t *testing.T) {
	t.Parallel()
	if _, err := programs(); err != nil {
		New(t) // reports what is missing
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), held+"=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	_, err = cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	folder, err := bufio.NewReader(out).ReadString('\n')
	folder = strings.TrimSpace(folder)
	require.NoError(t, err)
	status, err := os.ReadFile(filepath.Join(folder, "data", "postmaster.pid"))
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(status), "\n")
	server, err := strconv.Atoi(first)
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(server, 0), "it runs")

	require.NoError(t, cmd.Process.Kill())
	assert.Error(t, cmd.Wait())
	require.Eventually(t, func() bool {
		_, err := os.Stat(folder)
		return os.IsNotExist(err) && syscall.Kill(server, 0) != nil
	}, patience, 20*time.Millisecond)
}

// TestNew: each database is a new one, on the same server.
func TestNew(t *testing.T) {
	t.Parallel()
	one, other := New(t), NewEmpty(t)
	assert.NotEqual(t, one, other)
	assert.Equal(t, one[strings.Index(one, "host="):], other[strings.Index(other, "host="):])
}
