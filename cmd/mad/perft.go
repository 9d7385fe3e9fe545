package main

import (
	"flag"
	"fmt"
	"strconv"

	"madbot/rules"
)

const perftUsage = `[-position P] [-divide] N

Prints how many sequences of N turns the position has, alone on the last line.
`

// maxDepth is more than any machine can count.
const maxDepth = 100

func runPerft(std stdio, args []string) error {
	fs := flag.NewFlagSet("perft", flag.ContinueOnError)
	start := rules.Start(rules.Board6x4, true)
	text := fs.String("position", start.String(), "where to begin, the seven fields of `P`")
	divide := fs.Bool("divide", false, "also print a line for each first turn")
	if err := parseFlags(std, fs, args, perftUsage); err != nil {
		return err
	}
	if fs.NArg() != 1 {
		return usagef("perft: one depth is needed, behind the flags; see mad help perft")
	}
	depth, err := strconv.Atoi(fs.Arg(0))
	if err != nil || depth < 0 || depth > maxDepth {
		return usagef("perft: depth %q is not a number from 0 to %d", fs.Arg(0), maxDepth)
	}
	p, err := parsePosition(fs, *text)
	if err != nil {
		return err
	}
	if *divide && depth > 0 {
		return printDivided(std, &p, depth)
	}
	_, err = fmt.Fprintln(std.out, rules.Perft(p, depth))
	return err
}

// printDivided prints the leaves below each turn of p, then their sum.
func printDivided(std stdio, p *rules.Position, depth int) error {
	var sum uint64
	for _, t := range p.AppendTurns(nil) {
		n := rules.Perft(p.Play(t), depth-1)
		if _, err := fmt.Fprintf(std.out, "%v: %d\n", t, n); err != nil {
			return err
		}
		sum += n
	}
	_, err := fmt.Fprintln(std.out, sum)
	return err
}
