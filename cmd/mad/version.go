package main

import (
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

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
