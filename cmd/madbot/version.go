package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"

	"madbot/storage/sqlstore"
)

// runVersion prints the versions of madbot and of its tables, and what it was built from and with.
func runVersion(_ context.Context, args []string, std stdio) error {
	err := parse(flag.NewFlagSet("version", flag.ContinueOnError), args, std)
	if err != nil {
		return ignoreHelp(err)
	}
	fmt.Fprintf(std.out, "madbot %s commit %s schema %d %s %s/%s\n", version(), commit(), sqlstore.Version,
		runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

// version returns the module's version, or "devel".
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// commit returns the commit that the program was built from, or "unknown".
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return "unknown"
}
