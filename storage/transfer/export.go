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

// Export writes everything in a store to w; the package comment describes the format.
func Export(ctx context.Context, from sqlstore.Conn, w io.Writer, progress Progress) (Counts, error) {
	e := exporter{to: w, sum: sha256.New(), counts: Counts{}, progress: progress}
	if err := e.export(ctx, from); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return e.counts, nil
}

type exporter struct {
	to       io.Writer
	sum      hash.Hash
	counts   Counts
	progress Progress
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
			e.progress.report(t.Name, e.counts[t.Name])
		}
	}
	e.counts[t.Name] += 0 // so that empty tables are listed, too
	e.progress.report(t.Name, e.counts[t.Name])
	return nil
}

func (e *exporter) encode(v any) error {
	line, err := encode(v)
	if err != nil {
		return err
	}
	return e.write(line)
}

func (e *exporter) write(line []byte) error {
	if len(line) > maxLine {
		return errLong
	}
	e.sum.Write(line) // it never fails
	_, err := e.to.Write(line)
	return err
}
