package rules

import (
	"math"
	"strconv"
	"strings"
)

// String returns the written position (rules 6.1).
func (p Position) String() string { return string(p.AppendText(nil)) }

// AppendText appends the written position (rules 6.1) to dst.
func (p *Position) AppendText(dst []byte) []byte {
	dst = append(dst, p.board.String()...)
	for _, f := range p.fleets {
		dst = append(dst, ' ')
		for s := Ship111; s <= Ship222; s++ {
			dst = append(dst, f.square(s).String()...)
		}
	}
	dst = append(dst, ' ')
	dst = append(dst, p.side.letter()...)
	dst = append(dst, ' ')
	dst = append(dst, positioningTexts[p.positioning&3]...)
	dst = append(dst, ' ')
	dst = strconv.AppendUint(dst, uint64(p.quiet), 10)
	dst = append(dst, ' ')
	return append(dst, p.last.letter()...)
}

// positioningTexts is indexed by Position.positioning.
var positioningTexts = [4]string{"-", "r", "b", "rb"}

func (c Color) letter() string { return c.String()[:1] }

// ParsePosition parses a written position (rules 6.1). The error is a *PositionError.
func ParsePosition(s string) (Position, error) {
	var fields [8]string
	rest, more := s, true
	for i := FieldBoard; i < FieldLast; i++ {
		fields[i], rest, more = strings.Cut(rest, " ")
		if !more {
			return Position{}, &PositionError{Field: NoField, Text: s, Err: ErrSyntax}
		}
	}
	fields[FieldLast] = rest
	var p Position
	for f := FieldBoard; f <= FieldLast; f++ {
		if err := p.parseField(f, fields[f]); err != nil {
			return Position{}, &PositionError{Field: f, Text: fields[f], Err: err}
		}
	}
	if !p.present[0].has(Ship111) && !p.present[1].has(Ship111) {
		return Position{}, &PositionError{Field: NoField, Text: s, Err: ErrNoCorvette}
	}
	return p, nil
}

// parseField parses one field into p, which must already hold the fields before it.
func (p *Position) parseField(f Field, s string) error {
	switch f {
	case FieldBoard:
		return p.parseBoard(s)
	case FieldRed:
		return p.parseFleet(Red, s)
	case FieldBlue:
		return p.parseFleet(Blue, s)
	case FieldSide:
		p.side = parseColor(s)
		if p.side == NoColor {
			return ErrSyntax
		}
	case FieldPositioning:
		return p.parsePositioning(s)
	case FieldQuiet:
		return p.parseQuiet(s)
	case FieldLast:
		p.last = parseColor(s)
		if p.last == NoColor && s != "-" {
			return ErrSyntax
		}
	}
	return nil
}

func parseColor(s string) Color {
	switch s {
	case "r":
		return Red
	case "b":
		return Blue
	}
	return NoColor
}

func (p *Position) parseBoard(s string) error {
	for _, b := range [2]Board{Board6x4, Board5x5} {
		if b.String() == s {
			p.board = b
			return nil
		}
	}
	return ErrSyntax
}

func (p *Position) parseFleet(c Color, s string) error {
	if len(s) != 16 {
		return ErrSyntax
	}
	for ship := Ship111; ship <= Ship222; ship++ {
		text := s[2*(ship-1) : 2*ship]
		if text == "--" {
			continue
		}
		sq, err := ParseSquare(text)
		switch {
		case err != nil:
			return ErrSyntax
		case !p.board.Has(sq):
			return ErrOffBoard
		case (p.occupied[0]|p.occupied[1])&sq.bit() != 0:
			return ErrSquareTaken
		}
		p.put(c, ship, sq)
	}
	return nil
}

func (p *Position) parsePositioning(s string) error {
	for i, text := range positioningTexts {
		if text == s {
			p.positioning = uint8(i)
			return nil
		}
	}
	return ErrSyntax
}

func (p *Position) parseQuiet(s string) error {
	if s == "" || len(s) > 1 && s[0] == '0' || strings.Trim(s, "0123456789") != "" {
		return ErrSyntax
	}
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil || n > math.MaxUint16 {
		return ErrCounterTooBig
	}
	p.quiet = uint16(n)
	return nil
}
