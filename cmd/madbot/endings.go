package main

import (
	"bufio"
	"os"
	"strings"
	"sync"

	"madbot/rules/engine"
)

// smallEndings returns the small endings of this process, which every App shares.
var smallEndings = sync.OnceValue(engine.NewEndings)

// loadEndings reads the file of endings, or builds the small ones if there is none.
func loadEndings(path string) (*engine.Endings, error) {
	if path == "" {
		return smallEndings(), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, configf("engine.endings: %v", err)
	}
	defer f.Close()
	endings, err := engine.ReadEndings(bufio.NewReaderSize(f, 1<<20))
	if err != nil {
		return nil, configf("engine.endings: %s: %s", path,
			strings.ReplaceAll(err.Error(), "\n", ": "))
	}
	return endings, nil
}
