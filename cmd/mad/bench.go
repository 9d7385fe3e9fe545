package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"madbot/rules/engine"
)

const benchUsage = `

Searches a fixed list of positions to a fixed depth. The last line is "Bench: NODES nodes NPS nps".
NODES is the same on every run and machine, until the search changes.
`

func runBench(std stdio, args []string) error {
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	if err := parse(std, fs, args, benchUsage); err != nil {
		return err
	}
	endings := smallEndings()
	begun := time.Now()
	nodes, err := engine.Bench(context.Background(), endings)
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	_, err = fmt.Fprintf(std.out, "Bench: %d nodes %d nps\n", nodes, speed(nodes, time.Since(begun)))
	return err
}
