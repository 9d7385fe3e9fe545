package postgres

import (
	"strings"
	"syscall"
)

// tcpUserTimeout is TCP_USER_TIMEOUT of linux/tcp.h, which package syscall does not define.
const tcpUserTimeout = 18

// limitSilence ends a TCP connection if sent data is not acknowledged within silenceLimit. Keep-alive does not cover
// that case, and the system would retransmit for a quarter of an hour.
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
