package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine is the length of the longest line that is read, in bytes: ten times the longest game.
const maxLine = 1 << 20

// byteOrderMark is written by some editors at the start of a text.
const byteOrderMark = "\ufeff"

var errLongLine = fmt.Errorf("line longer than %d bytes", maxLine)

// lineWork appends its answer to a line to dst. The line is not empty and has no spaces around it. An error rejects the
// line.
type lineWork func(dst, line []byte) ([]byte, error)

// eachLine calls work with the lines of standard input, one at a time and in constant memory. For a rejected line it
// prints a message on standard error and, at the end, returns errReported. It stops at an error of reading or writing.
func eachLine(std stdio, name string, work lineWork) error {
	in := bufio.NewReaderSize(std.in, maxLine)
	out := bufio.NewWriterSize(std.out, 1<<16)
	failed := false
	var text []byte
	for number := 1; ; number++ {
		line, readErr := readLine(in)
		if readErr != nil && !errors.Is(readErr, io.EOF) && !errors.Is(readErr, errLongLine) {
			return errors.Join(fmt.Errorf("%s: line %d: %w", name, number, readErr), out.Flush())
		}
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte(byteOrderMark))
		}
		var err error
		if text, err = answer(text[:0], line, readErr, work); err != nil {
			fmt.Fprintf(std.err, "mad: %s: line %d: %v\n", name, number, err)
			text, failed = text[:0], true
		}
		end := errors.Is(readErr, io.EOF)
		if err := write(out, text, end || !hasLine(in)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if end {
			break
		}
	}
	if failed {
		return errReported
	}
	return nil
}

func answer(dst, line []byte, readErr error, work lineWork) ([]byte, error) {
	if errors.Is(readErr, errLongLine) {
		return dst, errLongLine
	}
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return dst, nil
	}
	return work(dst, line)
}

func hasLine(in *bufio.Reader) bool {
	ahead, _ := in.Peek(in.Buffered())
	return bytes.IndexByte(ahead, '\n') >= 0
}

// write writes text, and flushes it unless the next line is buffered, so that a program that waits for the answer gets
// it.
func write(out *bufio.Writer, text []byte, last bool) error {
	if _, err := out.Write(text); err != nil || !last {
		return err
	}
	return out.Flush()
}

// readLine returns the next line, valid until the next call, with io.EOF for the last one. It skips a line that is too
// long and returns errLongLine.
func readLine(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = in.ReadSlice('\n')
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return nil, errLongLine // the next call returns the end of input
}
