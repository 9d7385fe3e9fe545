package postgres

import (
	"strings"
	"syscall"
)

// tcpUserTimeout is TCP_USER_TIMEOUT of linux/tcp.h, which package syscall does not have.
const tcpUserTimeout = 18

// limitSilence ends a TCP connection over which what was sent is not acknowledged within silenceLimit. Keep-alive
// does not look at such a one, and the system would send again for a quarter of an hour.
func limitSilence(network, _ string, c syscall.RawConn) (err error) {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	failed := c.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(silenceLimit.Milliseconds()))
	})
	if failed != nil {
		return failed
	}
	return err
}
