package engine

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"madbot/rules"
)

// ErrEndingsFile is wrapped by the error of ReadEndings for a damaged file, or one of another kind or version.
var ErrEndingsFile = errors.New("not a sound endings file")

// endingsMagic is the start of a file; its last byte is the version.
const endingsMagic = "MAD endings\x00\x02"

// endingHeader precedes the tables of a board.
type endingHeader struct {
	Board, Ships uint8
	Size         uint32
}

// Write writes e in the format of ReadEndings: a magic word; for each board a header and two tables with a byte for
// each position; a zero header; and the SHA-256 of everything before it. It returns the error of w.
func (e *Endings) Write(w io.Writer) error {
	sum := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<20)
	if _, err := out.WriteString(endingsMagic); err != nil {
		return fmt.Errorf("write endings: %w", err)
	}
	for _, t := range e.boards {
		if t == nil {
			continue
		}
		h := endingHeader{uint8(t.board), uint8(t.ships), uint32(t.size)}
		if err := writeEnding(out, h, t); err != nil {
			return fmt.Errorf("write endings: %w", err)
		}
	}
	err := binary.Write(out, binary.LittleEndian, endingHeader{})
	if err = errors.Join(err, out.Flush()); err != nil {
		return fmt.Errorf("write endings: %w", err)
	}
	if _, err := w.Write(sum.Sum(nil)); err != nil {
		return fmt.Errorf("write endings: %w", err)
	}
	return nil
}

func writeEnding(out *bufio.Writer, h endingHeader, t *ending) error {
	if err := binary.Write(out, binary.LittleEndian, h); err != nil {
		return err
	}
	for _, table := range [][]result{t.turns, t.quiet} {
		for _, r := range table {
			if err := out.WriteByte(byte(r)); err != nil {
				return err
			}
		}
	}
	return nil
}

// ReadEndings reads what Write wrote. The error wraps ErrEndingsFile, the error of r, or both.
func ReadEndings(r io.Reader) (*Endings, error) {
	sum := sha256.New()
	in := io.TeeReader(r, sum)
	magic := make([]byte, len(endingsMagic))
	if _, err := io.ReadFull(in, magic); err != nil || string(magic) != endingsMagic {
		return nil, fmt.Errorf("read endings: no magic word: %w", ErrEndingsFile)
	}
	e := new(Endings)
	for {
		t, err := readEnding(in)
		if err != nil {
			return nil, fmt.Errorf("read endings: %w", err)
		}
		if t == nil {
			break
		}
		e.boards[t.board] = t
	}
	want := sum.Sum(nil)
	got := make([]byte, len(want))
	if _, err := io.ReadFull(r, got); err != nil || !bytes.Equal(got, want) {
		return nil, fmt.Errorf("read endings: wrong checksum: %w", ErrEndingsFile)
	}
	return e, nil
}

// readEnding reads the tables of one board, nil after the last board.
func readEnding(in io.Reader) (*ending, error) {
	var h endingHeader
	if err := binary.Read(in, binary.LittleEndian, &h); err != nil {
		return nil, errors.Join(ErrEndingsFile, err)
	}
	if h == (endingHeader{}) {
		return nil, nil
	}
	b := rules.Board(h.Board)
	if b.Rows() == 0 || h.Ships < 2 || h.Ships > FileShips {
		return nil, ErrEndingsFile
	}
	t := newEnding(b, int(h.Ships))
	if t.size != int(h.Size) {
		return nil, ErrEndingsFile
	}
	for _, table := range [][]result{t.turns, t.quiet} {
		if err := readResults(in, table); err != nil {
			return nil, errors.Join(ErrEndingsFile, err)
		}
	}
	t.measure()
	return t, nil
}

func readResults(in io.Reader, table []result) error {
	buffer := make([]byte, 1<<16)
	for len(table) > 0 {
		n := min(len(buffer), len(table))
		if _, err := io.ReadFull(in, buffer[:n]); err != nil {
			return err
		}
		for i, b := range buffer[:n] {
			table[i] = result(b)
		}
		table = table[n:]
	}
	return nil
}
