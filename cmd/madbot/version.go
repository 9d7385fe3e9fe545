package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"

	"madbot/storage/sqlstore"
)

// runVersion prints the version of madbot, of its database schema, and of what it was built with.
func runVersion(_ context.Context, args []string, std stdio) error {
	err := parse(flag.NewFlagSet("version", flag.ContinueOnError), args, std)
	if err != nil {
		return ignoreHelp(err)
	}
	fmt.Fprintf(std.out, "madbot %s schema %d %s %s/%s\n", version(), sqlstore.Version, runtime.Version(),
		runtime.GOOS, runtime.GOARCH)
	return nil
}

// version returns the module's version, or the commit it was built from, or "devel".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return "devel"
}
