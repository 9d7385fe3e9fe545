//go:build unix

package sqlite

import (
	"os"
	"syscall"
)

// chown gives the file at path the owner of another file, unless it already has it.
func chown(path string, like os.FileInfo) error {
	now, err := os.Stat(path)
	if err != nil {
		return err
	}
	want, ok := like.Sys().(*syscall.Stat_t)
	have, known := now.Sys().(*syscall.Stat_t)
	if !ok || !known || want.Uid == have.Uid && want.Gid == have.Gid {
		return nil
	}
	return os.Chown(path, int(want.Uid), int(want.Gid))
}
