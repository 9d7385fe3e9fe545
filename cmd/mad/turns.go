package main

import (
	"bytes"
	"flag"
	"slices"

	"madbot/rules"
)

const turnsUsage = `< FILE

For each position on standard input, prints "POSITION ; T1 T2 ...", its legal turns sorted bytewise.
The rest of an input line after a semicolon is ignored. It reports each bad line on standard error,
and then exits with 1.
`

func runTurns(std stdio, args []string) error {
	fs := flag.NewFlagSet("turns", flag.ContinueOnError)
	if err := parse(std, fs, args, turnsUsage); err != nil {
		return err
	}
	var l turnList
	return eachLine(std, "turns", l.answer)
}

// turnList holds the buffers that the answers of mad turns share.
type turnList struct {
	turns []rules.Turn
	text  []byte   // the texts of the turns
	words [][]byte // slices of text
}

func (l *turnList) answer(dst, line []byte) ([]byte, error) {
	text, _, _ := bytes.Cut(line, []byte(";"))
	p, err := rules.ParsePosition(string(bytes.TrimSpace(text)))
	if err != nil {
		return dst, err
	}
	l.sort(&p)
	dst = append(p.AppendText(dst), " ;"...)
	for _, word := range l.words {
		dst = append(append(dst, ' '), word...)
	}
	return append(dst, '\n'), nil
}

func (l *turnList) sort(p *rules.Position) {
	l.turns = p.AppendTurns(l.turns[:0])
	l.text, l.words = slices.Grow(l.text[:0], len(l.turns)*rules.MaxTurnText), l.words[:0]
	for _, t := range l.turns {
		start := len(l.text)
		l.text = t.AppendText(l.text)
		l.words = append(l.words, l.text[start:])
	}
	slices.SortFunc(l.words, bytes.Compare)
}
