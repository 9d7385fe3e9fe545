package main

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// decode reads the one document of raw into cfg, strictly. An error is one line.
func decode(raw []byte, cfg *Config) error {
	d := yaml.NewDecoder(bytes.NewReader(raw))
	d.KnownFields(true)
	err := d.Decode(cfg)
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return errors.New(oneLine(err))
	case !errors.Is(d.Decode(new(yaml.Node)), io.EOF):
		return errors.New("there is more than one document in it")
	}
	return nil
}

// oneLine words an error of the yaml package for the person who wrote the file.
func oneLine(err error) string {
	faults := []string{strings.TrimPrefix(err.Error(), "yaml: ")}
	if wrong, ok := errors.AsType[*yaml.TypeError](err); ok {
		faults = wrong.Errors
	}
	for i, fault := range faults {
		fault = missingField.ReplaceAllString(fault, "unknown key $1")
		faults[i] = strings.Join(strings.Fields(misfit.ReplaceAllStringFunc(fault, plainMisfit)), " ")
	}
	return strings.Join(faults, "; ")
}

// How the yaml package says that a key or a value does not fit the Go type it is for.
var (
	missingField = regexp.MustCompile(`field (\S+) not found in type \S+`)
	misfit       = regexp.MustCompile("cannot unmarshal !!(\\w+)(?: `(.*)`)? into (\\S+)")
)

// plainMisfit words a misfit without the names of types.
func plainMisfit(fault string) string {
	found := misfit.FindStringSubmatch(fault)
	value, wanted := found[2], map[string]string{"int": "a whole number", "string": "a text"}[found[3]]
	switch {
	case found[1] == "seq":
		value = "a list"
	case found[1] == "map":
		value = "a group of keys"
	}
	if wanted == "" {
		wanted = "a group of keys"
	}
	return value + " is not " + wanted
}
