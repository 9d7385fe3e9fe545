package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"madbot/rules"
)

const replayUsage = `[-limit N] < FILE

Each line of standard input is "POSITION ; T1 T2 ...". Plays the turns and prints
"POSITION ; RESULT" with the position after them; RESULT is *, 1-0, 0-1, ½-0 or 0-½. If turn N is
illegal, it prints "illegal: N: REASON" instead. It reports each bad line on standard error, and
then exits with 1.
`

func runReplay(std stdio, args []string) error {
	fs := flag.NewFlagSet("replay", flag.ContinueOnError)
	limit := fs.Uint("limit", uint(rules.DefaultStallLimit),
		"the game stops after `N` turns without an expulsion, 0 to 200; 0 means never")
	if err := parse(std, fs, args, replayUsage); err != nil {
		return err
	}
	if *limit > uint(rules.MaxStallLimit) {
		return usagef("replay: -limit %d is above %d", *limit, rules.MaxStallLimit)
	}
	return eachLine(std, "replay", func(dst, line []byte) ([]byte, error) {
		answer, err := replay(string(line), rules.StallLimit(*limit))
		if err != nil {
			return dst, err
		}
		return append(append(dst, answer...), '\n'), nil
	})
}

// replay plays the turns of a line and returns the answer. It returns an error if the line is malformed.
func replay(line string, limit rules.StallLimit) (string, error) {
	g, err := parseReplay(line, limit)
	var illegal *illegalTurn
	if errors.As(err, &illegal) {
		return illegal.Error(), nil
	}
	if err != nil {
		return "", err
	}
	return g.Position().String() + " ; " + g.Outcome().Result(), nil
}

// parseReplay plays the turns of a line. The error is an *illegalTurn, or reports a malformed line.
func parseReplay(line string, limit rules.StallLimit) (rules.Game, error) {
	text, turns, ok := strings.Cut(line, ";")
	if !ok {
		return rules.Game{}, errors.New("no semicolon behind the position")
	}
	p, err := rules.ParsePosition(strings.TrimSpace(text))
	if err != nil {
		return rules.Game{}, err
	}
	g := rules.GameFrom(p, limit)
	for i, word := range strings.Fields(turns) {
		if err := g.PlayText(word); err != nil {
			return rules.Game{}, &illegalTurn{i + 1, err}
		}
	}
	return g, nil
}

// illegalTurn is the error of parseReplay for a turn that breaks the rules. Turns are counted from 1.
type illegalTurn struct {
	number int
	err    error
}

func (e *illegalTurn) Error() string { return fmt.Sprintf("illegal: %d: %s", e.number, reason(e.err)) }

func reason(err error) string {
	if errors.Is(err, rules.ErrSyntax) {
		return rules.ErrSyntax.Error()
	}
	return err.Error()
}
