package sqlite

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// head is the user version of a file: the version of the schema in the lowest byte, and above it a mark that differs
// for each process that has written the file.
type head int32

const versionBits = 8

func (h head) version() int { return int(h & (1<<versionBits - 1)) }

// at returns h with this version.
func (h head) at(version int) head { return h - head(h.version()) + head(version) }

func (h head) marked() head {
	var mark [4]byte
	_, _ = rand.Read(mark[:]) // it never fails
	return head(binary.BigEndian.Uint32(mark[:]) >> 1).at(h.version())
}

// statement returns the statement that writes h.
func (h head) statement() string { return fmt.Sprintf("PRAGMA user_version = %d", h) }

// origin distinguishes a file from its copies at other times: the counter of schema changes, which VACUUM increments,
// and the head. Every transaction writes the page that contains both.
type origin struct {
	cookie uint32
	head   head
}

// Offsets in the first page, and lengths and offsets in the log; see https://sqlite.org/fileformat2.html.
const (
	cookieAt, headAt     = 40, 60
	logHead, frameHead   = 32, 24
	pageSizeAt, logSalts = 8, 16
	frameSalts           = 8
)

// originOf returns the origin in the beginning of a first page.
func originOf(page []byte) origin {
	return origin{binary.BigEndian.Uint32(page[cookieAt:]), head(binary.BigEndian.Uint32(page[headAt:]))}
}

// checkLog returns ErrMixed if the log next to the file at path was started on another file. Another process may write
// both meanwhile: what the log contains when it is read, the file contains then or later.
func checkLog(ctx context.Context, path string) error {
	known, err := logged(path + "-wal")
	if err != nil || len(known) == 0 {
		return err
	}
	db, err := connect(headReader, 1) // through SQLite, because closing the file here would drop SQLite's locks on it
	if err != nil {
		return err
	}
	var own origin
	if _, err = db.ExecContext(ctx, "ATTACH ? AS bare", dsn(path, bareSettings)); err == nil {
		err = errors.Join(db.QueryRowContext(ctx, "PRAGMA bare.schema_version").Scan(&own.cookie),
			db.QueryRowContext(ctx, "PRAGMA bare.user_version").Scan(&own.head))
	}
	err = errors.Join(err, db.Close())
	if err == nil && !known[own] {
		err = ErrMixed
	}
	return err
}

// logged returns the origins of the first pages in a log; none if there is no log.
func logged(path string) (map[origin]bool, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	known := map[origin]bool{}
	var begin [logHead]byte
	if _, err := f.ReadAt(begin[:], 0); err != nil {
		return nil, ignoreEOF(err)
	}
	size := int64(frameHead) + int64(binary.BigEndian.Uint32(begin[pageSizeAt:]))
	salts := [8]byte(begin[logSalts:])
	frame := make([]byte, frameHead+headAt+4)
	for at := int64(logHead); ; at += size {
		if _, err := f.ReadAt(frame, at); err != nil {
			return known, ignoreEOF(err)
		}
		if [8]byte(frame[frameSalts:]) != salts { // left from before the last checkpoint
			return known, nil
		}
		if binary.BigEndian.Uint32(frame) == 1 {
			known[originOf(frame[frameHead:])] = true
		}
	}
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
