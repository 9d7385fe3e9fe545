package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// recordScanner walks through the text of a record.
type recordScanner struct {
	text string
	pos  int
}

// newRecordScanner begins at the first part of text, with one kind of line end.
func newRecordScanner(text string) *recordScanner {
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	s := &recordScanner{text: text}
	s.skipSpace()
	return s
}

func (s *recordScanner) skipSpace() {
	rest := s.text[s.pos:]
	s.pos += len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
}

// peek returns the byte ahead, 0 at the end.
func (s *recordScanner) peek() byte {
	if s.pos == len(s.text) {
		return 0
	}
	return s.text[s.pos]
}

// word returns what stands ahead, up to a space or a brace, and skips it.
func (s *recordScanner) word() string {
	rest := s.text[s.pos:]
	ends := func(c rune) bool { return c == '{' || unicode.IsSpace(c) }
	if i := strings.IndexFunc(rest, ends); i >= 0 {
		rest = rest[:i]
	}
	s.pos += len(rest)
	s.skipSpace()
	return rest
}

// comment returns the text between the braces ahead and skips it; false when it has no end.
func (s *recordScanner) comment() (string, bool) {
	text, _, ok := strings.Cut(s.text[s.pos+1:], "}")
	if ok {
		s.pos += len(text) + len("{}")
		s.skipSpace()
	}
	return text, ok
}

// tag returns the tag that begins with the bracket ahead and skips it; false when it is none.
func (s *recordScanner) tag() (Tag, bool) {
	s.pos++
	s.skipSpace()
	var t Tag
	start := s.pos
	for isTagName(s.peek()) {
		s.pos++
	}
	t.Name = s.text[start:s.pos]
	s.skipSpace()
	if t.Name == "" || s.peek() != '"' {
		return t, false
	}
	value, ok := s.quoted()
	t.Value = value
	s.skipSpace()
	if !ok || s.peek() != ']' {
		return t, false
	}
	s.pos++
	s.skipSpace()
	return t, true
}

func isTagName(b byte) bool {
	return isDigit(b) || b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z'
}

// quoted returns the text in quotation marks ahead and skips it; false when it does not end on
// its line.
func (s *recordScanner) quoted() (string, bool) {
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

// fail makes the error of what stands at a byte offset.
func (s *recordScanner) fail(at int, text string, err error) *RecordError {
	before := s.text[:at]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return &RecordError{
		Line:   strings.Count(before, "\n") + 1,
		Column: utf8.RuneCountInString(line) + 1,
		Text:   text,
		Err:    err,
	}
}
