package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
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

const versionUsage = `

Prints one line: the version, the commit it was built from, the version of Go, and the platform.
`

func runVersion(std stdio, args []string) error {
	fs := flag.NewFlagSet("version", flag.ContinueOnError)
	if err := parse(std, fs, args, versionUsage); err != nil {
		return err
	}
	version, commit := "devel", "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		if v := info.Main.Version; v != "" && v != "(devel)" {
			version = v
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = s.Value
			}
		}
	}
	_, err := fmt.Fprintf(std.out, "mad %s commit %s %s %s/%s\n", version, commit, runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
	return err
}
