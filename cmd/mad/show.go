package main

import (
	"flag"
	"fmt"
	"strings"

	"madbot/rules"
)

const showUsage = `POSITION

Draws the board as text. The position may stand in quotes or not.
`

// runShow draws a position.
func runShow(std stdio, args []string) error {
	fs := flag.NewFlagSet("show", flag.ContinueOnError)
	if err := parse(std, fs, args, showUsage); err != nil {
		return err
	}
	if fs.NArg() == 0 {
		return usagef("show: a position is needed; see mad help show")
	}
	p, err := rules.ParsePosition(strings.Join(fs.Args(), " "))
	if err != nil {
		return usagef("show: %v", err)
	}
	_, err = fmt.Fprintln(std.out, p.Diagram())
	return err
}
