package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// familiesEnv restricts the address families of the process, as RestrictAddressFamilies= does under systemd.
const familiesEnv = "MADBOT_TEST_FAMILIES"

// restrictFamilies lets the process open sockets only of the given families, such as "AF_INET AF_UNIX".
func restrictFamilies(names string) {
	if names == "" {
		return
	}
	const (
		load  = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		give  = unix.BPF_RET | unix.BPF_K
	)
	number := map[string]uint32{"AF_UNIX": unix.AF_UNIX, "AF_INET": unix.AF_INET, "AF_INET6": unix.AF_INET6,
		"AF_NETLINK": unix.AF_NETLINK}
	allow := unix.SockFilter{Code: give, K: unix.SECCOMP_RET_ALLOW}
	filter := []unix.SockFilter{{Code: load, K: 0}, {Code: equal, K: unix.SYS_SOCKET, Jt: 1}, allow, {Code: load, K: 16}}
	for _, name := range strings.Fields(names) {
		filter = append(filter, unix.SockFilter{Code: equal, K: number[name], Jf: 1}, allow)
	}
	filter = append(filter, unix.SockFilter{Code: give, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EAFNOSUPPORT)})
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		panic(err)
	}
	_, _, failed := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&program)))
	if failed != 0 {
		panic(failed)
	}
}

// TestDeploy_Socket: under the address families of the systemd unit, the bot plays and takes admin commands.
func TestDeploy_Socket(t *testing.T) {
	t.Parallel()
	unit, err := os.ReadFile("deploy/madbot.service")
	require.NoError(t, err)
	families := regexp.MustCompile(`(?m)^RestrictAddressFamilies=(.*)$`).FindStringSubmatch(string(unit))
	require.NotNil(t, families)
	v := newSubprocess(t)
	socket := filepath.Join(t.TempDir(), "s")
	v.configure("log: {level: error}\nadmin: {socket: " + socket + "}")
	v.launch("env", familiesEnv+"="+families[1])
	require.NoError(t, v.server.AwaitBot(v.ctx))
	code, out, said := madbot(t, nil, "admin", "-config", v.config, "counts")
	assert.Equal(t, exitOK, code, said)
	assert.Contains(t, out, "matches")
	v.stop()
}
