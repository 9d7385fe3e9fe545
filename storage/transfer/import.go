package transfer

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"

	"madbot/storage/sqlstore"
)

// maxLine is the maximum length of a line in an export, in bytes.
const maxLine = 16 << 20

// ErrVersion is returned by Import for an export that only another version of the program can read.
var ErrVersion = errors.New("the export is for another version of the program")

var (
	errLong   = errors.New("a line is too long")
	errCut    = errors.New("the export is cut off")
	errSum    = errors.New("the export was altered: its checksum is another")
	errCounts = errors.New("the export has other rows than it says")
	errMore   = errors.New("something follows the end of the export")
)

// Import fills an empty store with what Export wrote. It returns ErrNotEmpty, ErrVersion, or an error that names the
// line if the export is incomplete or altered. On an error, the caller must roll back.
func Import(ctx context.Context, to sqlstore.Conn, r io.Reader, progress Progress) (Counts, error) {
	if err := requireEmpty(ctx, to, sqlstore.Tables()); err != nil {
		return nil, err
	}
	i := importer{from: bufio.NewReaderSize(r, 1<<16), sum: sha256.New(), counts: Counts{}, progress: progress}
	if err := i.load(ctx, to); err != nil {
		return nil, fmt.Errorf("import: line %d: %w", i.number, err)
	}
	return i.counts, nil
}

// importer reads the lines of an export with one line of lookahead.
type importer struct {
	from     *bufio.Reader
	sum      hash.Hash
	line     []byte // the next one; empty: not read yet
	number   int    // of line, from 1
	counts   Counts
	progress Progress
}

func (i *importer) load(ctx context.Context, to sqlstore.Conn) error {
	if err := i.head(); err != nil {
		return err
	}
	for _, t := range sqlstore.Tables() {
		if err := i.section(t); err != nil {
			return err
		}
		n, err := write(ctx, to, t, inOrder(t, i.rows(t)), i.progress)
		if err != nil {
			return err
		}
		i.counts[t.Name] = n
	}
	return i.tail()
}

func (i *importer) head() error {
	var h head
	line, err := i.peek()
	if err != nil {
		return err
	}
	switch err := json.Unmarshal(line, &h); {
	case err != nil, h.Madbot != exportWord:
		return fmt.Errorf("this is no export: %w", errShape)
	case h.Version != formatVersion, h.Schema != sqlstore.Version:
		return fmt.Errorf("%w: it has version %d and schema %d, this one reads version %d and schema %d",
			ErrVersion, h.Version, h.Schema, formatVersion, sqlstore.Version)
	}
	i.take()
	return nil
}

func (i *importer) section(t sqlstore.Table) error {
	var s section
	line, err := i.peek()
	if err != nil {
		return err
	}
	if err := decode(line, &s); err != nil || !s.is(sectionOf(t)) {
		return fmt.Errorf("table %s and its columns: %w", t.Name, errShape)
	}
	i.take()
	return nil
}

// rows returns the rows up to the first line that is not a row.
func (i *importer) rows(t sqlstore.Table) rows {
	return func(yield func(values, error) bool) {
		for {
			line, err := i.peek()
			if err == nil && line[0] != '[' {
				return
			}
			var v values
			if err == nil {
				v, err = parseRow(line, t)
			}
			if err == nil {
				i.take()
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// tail reads the last line, which must be exactly as Export writes it, and checks that nothing follows.
func (i *importer) tail() error {
	line, err := i.peek()
	if err != nil {
		return err
	}
	var end tail
	if err := decode(line, &end); err != nil {
		return fmt.Errorf("the last line: %w", errShape)
	}
	want, err := encode(tail{i.counts, hex.EncodeToString(i.sum.Sum(nil))})
	switch {
	case err != nil:
		return err
	case !maps.Equal(end.Rows, i.counts):
		return errCounts
	case !bytes.Equal(line, want):
		return errSum
	}
	if _, err := i.from.Peek(1); !errors.Is(err, io.EOF) {
		return errMore
	}
	return nil
}

// peek returns the next line, including its end.
func (i *importer) peek() ([]byte, error) {
	if len(i.line) > 0 {
		return i.line, nil
	}
	i.number++
	for {
		part, err := i.from.ReadSlice('\n')
		i.line = append(i.line, part...)
		switch {
		case len(i.line) > maxLine:
			return nil, errLong
		case err == nil:
			return i.line, nil
		case errors.Is(err, io.EOF) && len(i.line) > 0:
			i.line = i.line[:0]
			return nil, fmt.Errorf("%w in the middle of a line", errCut)
		case errors.Is(err, io.EOF):
			return nil, errCut
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// take consumes the line that peek returned.
func (i *importer) take() {
	i.sum.Write(i.line) // it never fails
	i.line = i.line[:0]
}
