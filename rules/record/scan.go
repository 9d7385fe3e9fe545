package record

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner splits a record into words, comments and tags.
type scanner struct {
	text string
	pos  int
}

// newScanner returns a scanner at the first word of text, with all line ends converted to "\n".
func newScanner(text string) *scanner {
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	s := &scanner{text: text}
	s.skipSpace()
	return s
}

// isGap reports whether c separates words. People who type a record put commas between turns.
func isGap(c rune) bool { return unicode.IsSpace(c) || c == ',' || c == ';' }

func (s *scanner) skipSpace() {
	rest := s.text[s.pos:]
	s.pos += len(rest) - len(strings.TrimLeftFunc(rest, isGap))
}

func (s *scanner) peek() byte {
	if s.pos == len(s.text) {
		return 0
	}
	return s.text[s.pos]
}

// word reads up to a gap or a brace, and skips the gap after it.
func (s *scanner) word() string {
	rest := s.text[s.pos:]
	ends := func(c rune) bool { return c == '{' || isGap(c) }
	if i := strings.IndexFunc(rest, ends); i >= 0 {
		rest = rest[:i]
	}
	s.pos += len(rest)
	s.skipSpace()
	return rest
}

// comment returns the text of a comment, or false if the closing brace is missing.
func (s *scanner) comment() (string, bool) {
	text, _, ok := strings.Cut(s.text[s.pos+1:], "}")
	if ok {
		s.pos += len(text) + len("{}")
		s.skipSpace()
	}
	return text, ok
}

func (s *scanner) tag() (Tag, bool) {
	s.pos++
	s.skipSpace()
	var t Tag
	start := s.pos
	for isTagName(s.peek()) {
		s.pos++
	}
	t.Name = s.text[start:s.pos]
	s.skipSpace()
	if t.Name == "" {
		return t, false
	}
	value, ok := s.value()
	t.Value = value
	s.skipSpace()
	if !ok || s.peek() != ']' {
		return t, false
	}
	s.pos++
	s.skipSpace()
	return t, true
}

// curlyQuotes are the quotation marks that phones and word processors put in place of straight ones.
const curlyQuotes = "“”„‟«»″"

// value reads the value of a tag from its opening quote. A value in curly quotes ends at the last one before the
// bracket. It returns false if the value is not quoted or does not end on its line.
func (s *scanner) value() (string, bool) {
	if s.peek() == '"' {
		return s.quoted()
	}
	rest, _, _ := strings.Cut(s.text[s.pos:], "\n")
	opening, size := utf8.DecodeRuneInString(rest)
	if rest == "" || !strings.ContainsRune(curlyQuotes, opening) {
		return "", false
	}
	inside, _, ok := strings.Cut(rest[size:], "]")
	quoted := strings.TrimRightFunc(inside, unicode.IsSpace)
	value := strings.TrimRightFunc(quoted, func(c rune) bool { return c == '"' || strings.ContainsRune(curlyQuotes, c) })
	if !ok || value == quoted {
		return "", false
	}
	s.pos += size + len(inside)
	return strings.TrimSpace(value), true
}

func isTagName(b byte) bool {
	return b >= '0' && b <= '9' || b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z'
}

func (s *scanner) quoted() (string, bool) {
	var b strings.Builder
	for s.pos++; s.pos < len(s.text); s.pos++ {
		switch c := s.text[s.pos]; c {
		case '"':
			s.pos++
			return b.String(), true
		case '\n':
			return "", false
		case '\\':
			if next := s.text[s.pos+1:]; next != "" && (next[0] == '"' || next[0] == '\\') {
				s.pos++
			}
			b.WriteByte(s.text[s.pos])
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

func (s *scanner) fail(at int, text string, err error) *ParseError {
	before := s.text[:at]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return &ParseError{
		Line:   strings.Count(before, "\n") + 1,
		Column: utf8.RuneCountInString(line) + 1,
		Text:   text,
		Err:    err,
	}
}
