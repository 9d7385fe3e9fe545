package main

import (
	"regexp"
	"strings"
)

// short splits an act into the act without its short form, and the function that shortens its transcript.
func short(act string) (whole string, shorten func(transcript string) string) {
	if whole, found := strings.CutSuffix(act, ", roughly"); found {
		return whole, beginnings
	}
	if whole, found := strings.CutSuffix(act, ", briefly"); found {
		return whole, func(transcript string) string {
			return only(transcript, func(at int, _ string) bool { return at == 0 })
		}
	}
	if whole, text, found := strings.Cut(act, ", showing "); found {
		return whole, func(transcript string) string {
			return only(transcript, func(_ int, line string) bool { return strings.Contains(line, text) })
		}
	}
	return act, func(transcript string) string { return transcript }
}

// inFull returns an act without its short form.
func inFull(act string) string {
	act, _ = short(act)
	return act
}

// only leaves out the lines of messages for which keep returns false; at is the number of the line in its message. "…"
// replaces each run of them.
func only(transcript string, keep func(at int, line string) bool) string {
	var out strings.Builder
	at, left := 0, false
	for line := range strings.Lines(transcript) {
		body := strings.HasPrefix(line, "    ")
		switch {
		case !body:
			at, left = 0, false
			out.WriteString(line)
			continue
		case keep(at, line):
			out.WriteString(line)
			left = false
		case !left:
			out.WriteString("    …\n")
			left = true
		}
		at++
	}
	return out.String()
}

var (
	wholeLine = regexp.MustCompile(`(?m)^.*$`)
	variable  = regexp.MustCompile(`( ?(\*\*[^@]|[\x60\d(]|Proven)|: ).*$`)
	advice    = regexp.MustCompile(`(?m)^( *)(Hint …)\n(?:.*\n)*?( *\[Play …)`)
)

// beginnings cuts each line of a message where its first number, turn or judgement begins, and a hint after its first
// line. Lines about deletions and pings are kept.
func beginnings(transcript string) string {
	cut := wholeLine.ReplaceAllStringFunc(transcript, func(line string) string {
		if strings.HasPrefix(line, "  gone: ") || strings.HasPrefix(line, "  pinged: ") {
			return line
		}
		return variable.ReplaceAllString(line, " …")
	})
	return advice.ReplaceAllString(cut, "$1$2\n$1…\n$3")
}
