package main

import (
	"bufio"
	"os"
	"strings"

	"madbot/rules/engine"
)

// loadEndings reads the file of endings, or builds the small ones when there is none.
func loadEndings(path string) (*engine.Endings, error) {
	if path == "" {
		return engine.NewEndings(), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, usagef("engine.endings: %v", err)
	}
	defer f.Close()
	endings, err := engine.ReadEndings(bufio.NewReaderSize(f, 1<<20))
	if err != nil {
		return nil, usagef("engine.endings: %s: %s", path,
			strings.ReplaceAll(err.Error(), "\n", ": "))
	}
	return endings, nil
}
