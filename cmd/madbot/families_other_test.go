//go:build !linux

package main

// familiesEnv restricts the address families of the process on Linux.
const familiesEnv = "MADBOT_TEST_FAMILIES"

func restrictFamilies(string) {}
