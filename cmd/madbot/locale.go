package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"madbot/bot/i18n"
	"madbot/storage/file"
)

// runLocale brings a locale file up to date for its translators: it keeps what is translated, adds what is missing,
// and leaves out what nobody says any more.
func runLocale(_ context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("locale", flag.ContinueOnError)
	if err := parse(flags, args, std, "FILE"); err != nil {
		return ignoreHelp(err)
	}
	path := flags.Arg(0)
	code, isJSON := strings.CutSuffix(filepath.Base(path), ".json")
	if !isJSON || code == "en" {
		return usagef("locale: %q is not the file of a language, such as fr.json; that of English is made from the "+
			"source", path)
	}
	english, err := i18n.English()
	if err != nil {
		return err
	}
	done, err := readLocale(path)
	if err != nil {
		return err
	}
	texts, err := i18n.Update(code, english, done)
	if err != nil {
		return usagef("locale: %v", err)
	}
	err = file.Replace(path, func(part string) error { return os.WriteFile(part, i18n.File(texts), 0o644) })
	if err != nil {
		return err
	}
	fmt.Fprintln(std.out, localeState(english, done))
	return nil
}

// readLocale reads a locale file; one that is not there has nothing.
func readLocale(path string) (map[string]i18n.Text, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	done, err := i18n.ParseLocale(data)
	if err != nil {
		return nil, usagef("%s: %v", path, err)
	}
	return done, nil
}

// localeState says how far a translation has come.
func localeState(english, done map[string]i18n.Text) string {
	translated, dropped := 0, 0
	for id, text := range done {
		switch _, known := english[id]; {
		case !known:
			dropped++
		case text.IsTranslated():
			translated++
		}
	}
	return fmt.Sprintf("%d of %d messages translated; %d no longer said and left out", translated, len(english), dropped)
}
