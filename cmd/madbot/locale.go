package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"madbot/bot/i18n"
)

// runLocale updates a locale file for its translators and prints what is left to do. It keeps the translations, adds
// missing messages, and drops those the program no longer has. The file next to it with the extension .sum records
// which English texts the translations were made from.
func runLocale(_ context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("locale", flag.ContinueOnError)
	if err := parse(flags, args, std, "FILE"); err != nil {
		return ignoreHelp(err)
	}
	path := flags.Arg(0)
	code, isJSON := strings.CutSuffix(filepath.Base(path), ".json")
	if !isJSON || code == "en" {
		return usagef("locale: %q is not the file of a language, such as fr.json; the English file is generated from "+
			"the source", path)
	}
	english, err := i18n.English()
	if err != nil {
		return err
	}
	done, err := readOr(path, i18n.ParseLocale)
	if err != nil {
		return err
	}
	texts, err := i18n.Update(code, english, done)
	if err != nil {
		return usagef("locale: %v", err)
	}
	sources, err := updateSources(strings.TrimSuffix(path, ".json")+".sum", english, texts)
	if err != nil {
		return err
	}
	if err := replaceFile(path, i18n.File(texts)); err != nil {
		return err
	}
	missing, err := i18n.Missing(code, english, texts)
	printProgress(std.out, english, missing, i18n.Outdated(english, sources))
	return err
}

// updateSources updates the file that records the English sources of texts, and returns them.
func updateSources(path string, english, texts map[string]i18n.Text) (map[string]i18n.Source, error) {
	recorded, err := readOr(path, i18n.ParseSources)
	if err != nil {
		return nil, err
	}
	sources := i18n.UpdateSources(english, texts, recorded)
	return sources, replaceFile(path, i18n.SourcesFile(sources))
}

// readOr parses the file at path. It returns nil if there is no such file.
func readOr[T any](path string, parse func([]byte) (map[string]T, error)) (map[string]T, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	parsed, err := parse(data)
	if err != nil {
		return nil, usagef("%s: %v", path, err)
	}
	return parsed, nil
}

// replaceFile writes data to path, which keeps its old content if that fails.
func replaceFile(path string, data []byte) error {
	part := path + ".part"
	if err := os.WriteFile(part, data, 0o644); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// printProgress lists the messages to translate, with their English texts, and sums up how far the language is.
func printProgress(out io.Writer, english map[string]i18n.Text, missing, outdated []string) {
	for _, id := range missing {
		fmt.Fprintf(out, "missing: %s: %s\n", id, english[id].Forms["other"])
	}
	for _, id := range outdated {
		fmt.Fprintf(out, "English changed: %s: %s\n", id, english[id].Forms["other"])
	}
	fmt.Fprintf(out, "%d of %d messages translated, %d of them from an older English text; ",
		len(english)-len(missing), len(english), len(outdated))
	if i18n.IsOffered(len(english), len(missing)) {
		fmt.Fprintln(out, "people can choose the language")
	} else {
		fmt.Fprintln(out, "people can choose the language from 95 % on")
	}
}
