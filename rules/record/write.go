package record

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"madbot/rules"
)

// lineWidth is the maximum length of a line of turns, in characters; a comment may be longer.
const lineWidth = 80

// String returns the record as text (rules 6.5), which Parse reads back. It replaces what the format cannot hold (line
// ends in tags, carriage returns and closing braces in comments). It omits tags that are malformed or follow from the
// game.
func (r Record) String() string {
	var b strings.Builder
	for _, name := range rosterTags() {
		value := r.Tag(name)
		if value == "" {
			value = unknownValue
		}
		writeTag(&b, Tag{name, value})
	}
	for _, t := range gameTags(&r.Game) {
		writeTag(&b, t)
	}
	for _, t := range r.Tags {
		if isFreeTag(t.Name) {
			writeTag(&b, t)
		}
	}
	b.WriteString("\n")
	w := wordWriter{to: &b}
	r.writeTurns(&w)
	w.word(r.Game.Outcome().Result())
	b.WriteString("\n")
	return b.String()
}

// isFreeTag reports whether name is well formed and unknown to rules 6.5.
func isFreeTag(name string) bool {
	notName := func(c rune) bool { return c > unicode.MaxASCII || !isTagName(byte(c)) }
	name = canonicalTag(name)
	return name != "" && strings.IndexFunc(name, notName) < 0 &&
		!slices.Contains(rosterTags(), name) && !slices.Contains(gameTagNames(), name)
}

func writeTag(b *strings.Builder, t Tag) {
	value := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(t.Value)
	fmt.Fprintf(b, "[%s \"%s\"]\n", t.Name, value)
}

// writeTurns writes the turns with their numbers, and the comments. Blue's turns are numbered only at the start and
// after a comment.
func (r *Record) writeTurns(w *wordWriter) {
	start, turns := r.Game.Start(), r.Game.Turns()
	red := start.Side() == rules.Red
	numbered := false
	comments := r.Comments
	commentText := strings.NewReplacer("}", ")", "\r\n", "\n", "\r", "\n")
	for ply := 0; ; ply, red = ply+1, !red {
		for len(comments) > 0 && (comments[0].Ply <= ply || ply == len(turns)) {
			w.word("{" + commentText.Replace(comments[0].Text) + "}")
			comments, numbered = comments[1:], false
		}
		if ply == len(turns) {
			return
		}
		text := turns[ply].String()
		if red || !numbered {
			text = r.Game.Dotted(ply) + " " + text
		}
		w.word(text)
		numbered = true
	}
}

// wordWriter writes words separated by spaces, or by a line end if the line is full.
type wordWriter struct {
	to     *strings.Builder
	column int // characters on the current line
}

func (w *wordWriter) word(s string) {
	width := utf8.RuneCountInString(s)
	switch {
	case w.column == 0:
	case w.column+1+width > lineWidth:
		w.to.WriteString("\n")
		w.column = 0
	default:
		w.to.WriteString(" ")
		w.column++
	}
	w.to.WriteString(s)
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		w.column, width = 0, utf8.RuneCountInString(s[i+1:])
	}
	w.column += width
}
