package main

import (
	"cmp"
	"flag"
	"strings"
	"unicode"

	"madbot/rules"
)

func parsePosition(fs *flag.FlagSet, text string) (rules.Position, error) {
	p, err := rules.ParsePosition(text)
	if err != nil {
		return p, usagef("%s: %v; see mad help", fs.Name(), err)
	}
	return p, nil
}

// parseOnPosition parses the flags of a sub-command and its position: the value of -position, or an argument before,
// between or after the flags, in quotes or not.
func parseOnPosition(std stdio, fs *flag.FlagSet, args []string, usage string) (rules.Position, error) {
	flagged := fs.String("position", "", "the `position`, if it is not an argument")
	if err := parseFlags(std, fs, args, usage); err != nil {
		return rules.Position{}, err
	}
	bare, behind := cutPosition(fs.Args())
	if err := parse(std, fs, behind, usage); err != nil {
		return rules.Position{}, err
	}
	switch {
	case bare != "" && *flagged != "":
		return rules.Position{}, usagef("%s: two positions, %q and %q; see mad help %s", fs.Name(), bare,
			*flagged, fs.Name())
	case bare == "" && *flagged == "":
		return rules.Position{}, usagef("%s: a position is needed; see mad help %s", fs.Name(), fs.Name())
	}
	return parsePosition(fs, cmp.Or(bare, *flagged))
}

// cutPosition returns the position at the start of the arguments, and the rest. It ends before a flag, so that a
// position that is too short does not hide a flag.
func cutPosition(args []string) (position string, behind []string) {
	n := 0
	for n < min(len(args), positionFields) && !isFlag(args[n]) {
		n++
		if strings.Contains(args[0], " ") {
			break // in quotes
		}
	}
	return strings.Join(args[:n], " "), args[n:]
}

// isFlag reports whether an argument is a flag and not a field of a position. Fields have no letter after a dash,
// except after the dashes of a ship in exile.
func isFlag(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && unicode.IsLetter(rune(arg[1]))
}
