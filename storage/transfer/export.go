package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"

	"madbot/storage/sqlstore"
)

// Export writes all that a store has to w, as lines of JSON: what it is, of each table its name and columns and
// then its rows, and at the end how many there are and a checksum.
func Export(ctx context.Context, from sqlstore.Conn, w io.Writer, told Progress) (Counts, error) {
	e := exporter{to: w, sum: sha256.New(), counts: Counts{}, told: told}
	if err := e.export(ctx, from); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return e.counts, nil
}

// exporter writes lines.
type exporter struct {
	to     io.Writer
	sum    hash.Hash
	counts Counts
	told   Progress
}

func (e *exporter) export(ctx context.Context, from sqlstore.Conn) error {
	if err := e.encode(head{exportWord, formatVersion, sqlstore.Version}); err != nil {
		return err
	}
	for _, t := range sqlstore.Tables() {
		if err := e.table(t, read(ctx, from, t)); err != nil {
			return err
		}
	}
	return e.encode(tail{e.counts, hex.EncodeToString(e.sum.Sum(nil))})
}

// table writes the section of a table and its rows.
func (e *exporter) table(t sqlstore.Table, all rows) error {
	if err := e.encode(sectionOf(t)); err != nil {
		return err
	}
	var line []byte
	for v, err := range all {
		if err == nil {
			line, err = appendRow(line[:0], t, v)
		}
		if err == nil {
			err = e.write(line)
		}
		if err != nil {
			return err
		}
		if e.counts[t.Name]++; e.counts[t.Name]%maxRows == 0 {
			e.told.tell(t.Name, e.counts[t.Name])
		}
	}
	e.counts[t.Name] += 0 // named though it is empty
	e.told.tell(t.Name, e.counts[t.Name])
	return nil
}

// encode writes v as a line.
func (e *exporter) encode(v any) error {
	line, err := encode(v)
	if err != nil {
		return err
	}
	return e.write(line)
}

// write writes a line.
func (e *exporter) write(line []byte) error {
	if len(line) > maxLine {
		return errLong
	}
	e.sum.Write(line) // it never fails
	_, err := e.to.Write(line)
	return err
}
