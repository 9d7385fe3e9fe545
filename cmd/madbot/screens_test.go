package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

// maxScreenWords is the maximum number of words on all screens of testdata/scenario/bot/screens.txt.
const maxScreenWords = 676

// unread matches the lines of a screen that are not text: the board of buttons, descriptions of pictures, pings.
var unread = regexp.MustCompile(`(?m)^ +([\[(](blue|square|red|picture|[a-e][1-6][\])])|gone:|pinged:).*\n`)

// screen matches the text of a screen, without what happened before.
var screen = regexp.MustCompile(`(?m)^# screen: (.*)\n[^ ].*\n((?: +.*\n)*)`)

// TestScreens counts the words of the screens that people read most; -v prints them.
func TestScreens(t *testing.T) {
	t.Parallel()
	sum := 0
	for _, found := range screen.FindAllStringSubmatch(scenario(t, "bot/screens"), -1) {
		words := len(strings.Fields(unread.ReplaceAllString(found[2], "")))
		sum += words
		t.Logf("%4d words: %s", words, found[1])
	}
	t.Logf("%4d words in all", sum)
	assert.LessOrEqual(t, sum, maxScreenWords)
	assert.NotZero(t, sum)
}

// label matches a button or item that somebody clicks or picks.
var label = regexp.MustCompile(`(clicks|picks) ([^,]*)`)

// TestLanguages plays the most-read screens in each language, for reading aloud: -v prints them. In English it checks
// that the screens are the same as in TestScenarios.
func TestLanguages(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	english, err := i18n.English()
	require.NoError(t, err)
	screens := []string{"bot/evening", "bot/screens"}
	if *soak { // its searches take long
		screens = append(screens, "review/review")
	}
	for at, l := range catalog.Languages() {
		said := map[string][]string{}
		for id, text := range english {
			was := text.Forms["other"]
			said[was] = append(said[was], catalog.Translations(id)[l.Code])
		}
		for _, name := range screens {
			t.Run(l.Code+"/"+name, func(t *testing.T) {
				t.Parallel()
				script := scenario(t, name)
				if at == 0 {
					t.Log("\n" + script)
					return
				}
				s := newStage(t, nil)
				s.speak(l.Code)
				out := ""
				for line := range strings.Lines(script) {
					if act := strings.TrimSpace(line); act != "" && line[0] != ' ' && line[0] != '#' {
						act = translated(inFull(act), said, out)
						out += act + "\n" + s.do(act)
					}
				}
				t.Log("\n" + out)
				assert.NotContains(t, out, "the client:", "each control is there")
			})
		}
	}
}

// translated returns an act with the labels on the person's screen; said are the translations of each English label.
func translated(act string, said map[string][]string, screen string) string {
	return label.ReplaceAllStringFunc(act, func(found string) string {
		verb, was, _ := strings.Cut(found, " ")
		was, begins := strings.CutSuffix(was, "…")
		at := slices.IndexFunc(said[was], func(is string) bool {
			return strings.Contains(screen, "["+is+"]") || strings.Contains(screen, " "+is+"]") ||
				strings.Contains(screen, "<"+is+">") || begins && strings.Contains(screen, "["+is)
		})
		switch {
		case at < 0:
			return found
		case begins:
			return verb + " " + said[was][at] + "…"
		}
		return verb + " " + said[was][at]
	})
}
