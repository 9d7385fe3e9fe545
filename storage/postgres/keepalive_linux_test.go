package postgres

import (
	"net"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestParse_KeepAlive: the operating system soon notices that a connection's server is gone.
func TestParse_KeepAlive(t *testing.T) {
	t.Parallel()
	server, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer server.Close()
	config, err := parse("postgres://u@127.0.0.1/x")
	require.NoError(t, err)
	c, err := config.DialFunc(t.Context(), "tcp", server.Addr().String())
	require.NoError(t, err)
	defer c.Close()
	raw, err := c.(*net.TCPConn).SyscallConn()
	require.NoError(t, err)
	require.NoError(t, raw.Control(func(fd uintptr) {
		for option, want := range map[int]int{syscall.TCP_KEEPIDLE: 5, syscall.TCP_KEEPINTVL: 5, syscall.TCP_KEEPCNT: 2,
			tcpUserTimeout: 15000} {
			got, err := syscall.GetsockoptInt(int(fd), syscall.IPPROTO_TCP, option)
			assert.NoError(t, err)
			assert.Equal(t, want, got)
		}
	}))
}
