package main

import (
	"flag"
	"fmt"
)

const showUsage = `POSITION

Draws the board as text, Red at the bottom: a ship is its side's letter and its three digits,
and ships in exile stand beside their owner's home row. The position may stand in quotes or not,
or behind -position:

  mad show 6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -
`

func runShow(std stdio, args []string) error {
	fs := flag.NewFlagSet("show", flag.ContinueOnError)
	p, err := parseOnPosition(std, fs, args, showUsage)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.out, p.Diagram())
	return err
}
