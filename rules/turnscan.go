package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenBad
	tokenShip   // three digits, whether or not they name a ship
	tokenSquare // a letter and a number, whether or not a board has it
	tokenLink   // between a ship and a square, or between ships
	tokenPlus   // between a movement and its bonus
	tokenPass
)

type token struct {
	kind        tokenKind
	ship        Ship   // NoShip if digits name none
	digits      string // of a ship
	column, row int8
	start       int // byte offset
}

// square returns the square that t names, or NoSquare if no board has it.
func (t token) square() Square { return MakeSquare(int(t.column), int(t.row)) }

// longLinks, linkSigns and all Unicode dashes are links (rules 6.3). Left arrows are not: they would mean another turn.
var longLinks = [...]string{"<->", "->", "=>", "<>"}

const linkSigns = "=>:xX×−→⇒⟶⟹➔➙➛➜➝➞➡➤⮕↔⇄⇆⇔⟷"

// turnScanner splits the text of a turn into tokens.
type turnScanner struct {
	text string
	pos  int
}

// next returns the next token, and tokenEnd at the end of the text.
func (s *turnScanner) next() token {
	s.skipSpace()
	t := token{start: s.pos}
	rest := s.text[s.pos:]
	switch {
	case rest == "":
		return t
	case rest[0] == '+':
		s.pos++
		t.kind = tokenPlus
	case isDigit(rest[0]):
		return s.ship(t)
	case len(rest) >= 4 && strings.EqualFold(rest[:4], "pass"):
		s.pos += 4
		t.kind = tokenPass
	default:
		return s.linkOrSquare(t)
	}
	return t
}

func (s *turnScanner) skipSpace() {
	rest := s.text[s.pos:]
	s.pos += len(rest) - len(strings.TrimLeftFunc(rest, isInvisible))
}

// isInvisible reports whether r is a space or a zero-width mark, which copied text may contain.
func isInvisible(r rune) bool {
	const emojiStyle = '\ufe0f' // follows the arrows of phone keyboards
	return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == emojiStyle
}

// ship scans the three digits of a ship from a run of digits whose length is a multiple of three.
func (s *turnScanner) ship(t token) token {
	digits := countDigits(s.text[s.pos:])
	if digits%3 != 0 {
		s.pos += digits
		t.kind = tokenBad
		return t
	}
	t.kind = tokenShip
	t.digits = s.text[s.pos : s.pos+3]
	t.ship = shipOfDigits(t.digits)
	s.pos += 3
	return t
}

// linkOrSquare scans a link, or a letter with one or two digits. If more digits follow, they are ships.
func (s *turnScanner) linkOrSquare(t token) token {
	rest := s.text[s.pos:]
	if size := linkSize(rest); size > 0 {
		s.pos += size
		t.kind = tokenLink
		return t
	}
	t.kind = tokenBad
	letter := rest[0] | 0x20
	digits := countDigits(rest[1:]) % 3
	if letter < 'a' || letter > 'z' || digits == 0 {
		return t
	}
	t.kind = tokenSquare
	t.column = int8(letter-'a') + 1
	for _, d := range []byte(rest[1 : 1+digits]) {
		t.row = 10*t.row + int8(d-'0')
	}
	s.pos += 1 + digits
	return t
}

// linkSize returns the length in bytes of the link at the start of s, or 0 if there is none.
func linkSize(s string) int {
	for _, link := range longLinks {
		if strings.HasPrefix(s, link) {
			return len(link)
		}
	}
	r, size := utf8.DecodeRuneInString(s)
	if strings.ContainsRune(linkSigns, r) || unicode.Is(unicode.Pd, r) {
		return size
	}
	return 0
}

func shipOfDigits(s string) Ship {
	ship := Ship111
	for i, d := range []byte(s) {
		if d != '1' && d != '2' {
			return NoShip
		}
		ship += Ship(d-'1') << (2 - i)
	}
	return ship
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func countDigits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}
