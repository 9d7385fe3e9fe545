package rules

import (
	"strconv"
	"strings"
)

// ParseRecord reads a record (rules 6.5). Turns may be spelled as in rules 6.3 but without spaces,
// turn numbers may be missing, and so may all tags: the options are then the default ones. The
// error is a *RecordError.
func ParseRecord(text string) (Record, error) {
	r := recordReader{recordScanner: newRecordScanner(text), game: map[string]placedTag{}}
	err := r.read()
	if err != nil {
		return Record{}, err
	}
	return r.record, nil
}

// recordReader is a record being read.
type recordReader struct {
	*recordScanner
	record Record
	game   map[string]placedTag // those that follow from the game
}

// placedTag is a tag's value and where it stands.
type placedTag struct {
	value string
	at    int
}

func (r *recordReader) read() error {
	if err := r.tags(); err != nil {
		return err
	}
	if err := r.start(); err != nil {
		return err
	}
	return r.turns()
}

// tags reads the tags.
func (r *recordReader) tags() error {
	for r.peek() == '[' {
		at := r.pos
		t, ok := r.tag()
		if !ok {
			return r.fail(at, "["+t.Name, ErrSyntax)
		}
		if _, twice := r.game[t.Name]; twice || r.record.has(t.Name) {
			return r.fail(at, t.Name, ErrTagTwice)
		}
		if isGameTag(t.Name) {
			r.game[t.Name] = placedTag{t.Value, at}
		} else {
			r.record.Tags = append(r.record.Tags, t)
		}
	}
	return nil
}

// has reports whether r has a tag of that name, be it empty.
func (r *Record) has(name string) bool {
	for _, t := range r.Tags {
		if t.Name == name {
			return true
		}
	}
	return false
}

// start makes the game from the tags that say how it begins.
func (r *recordReader) start() error {
	o := DefaultOptions()
	if t, ok := r.game[tagBoard]; ok {
		board, err := ParseBoard(t.value)
		if err != nil {
			return r.fail(t.at, tagBoard, ErrTagValue)
		}
		o.Board = board
	}
	if t, ok := r.game[tagPositioning]; ok {
		o.Positioning = t.value == positioningOn
		if !o.Positioning && t.value != positioningOff {
			return r.fail(t.at, tagPositioning, ErrTagValue)
		}
	}
	if t, ok := r.game[tagStallLimit]; ok {
		limit, err := ParseStallLimit(t.value)
		if err != nil {
			return r.fail(t.at, tagStallLimit, ErrTagValue)
		}
		o.StallLimit = limit
	}
	r.record.Game = NewGame(o)
	if t, ok := r.game[tagPosition]; ok {
		return r.startAt(t, o)
	}
	return nil
}

// startAt makes the game begin at a position, which the other tags must not contradict.
func (r *recordReader) startAt(t placedTag, o Options) error {
	p, err := ParsePosition(t.value)
	if err != nil {
		return r.fail(t.at, tagPosition, err)
	}
	_, board := r.game[tagBoard]
	_, positioning := r.game[tagPositioning]
	if board && o.Board != p.board || positioning && o.Positioning != (p.positioning != 0) {
		return r.fail(t.at, tagPosition, ErrTagConflict)
	}
	r.record.Game = GameFrom(p, o.StallLimit)
	return nil
}

// turns reads turns and comments up to the result.
func (r *recordReader) turns() error {
	for {
		at := r.pos
		if at == len(r.text) {
			return r.end(at, "")
		}
		if r.peek() == '{' {
			text, ok := r.comment()
			if !ok {
				return r.fail(at, "{", ErrSyntax)
			}
			r.record.Comments = append(r.record.Comments, Comment{r.record.Game.Ply(), text})
			continue
		}
		word := r.word()
		if result, ok := parseResult(word); ok {
			if at := r.pos; at < len(r.text) {
				return r.fail(at, r.word(), ErrTrailing)
			}
			return r.end(at, result)
		}
		if err := r.turn(at, word); err != nil {
			return err
		}
	}
}

// turn reads a turn, or its number, or both in one word.
func (r *recordReader) turn(at int, word string) error {
	g := &r.record.Game
	digits := countDigits(word)
	text := strings.TrimLeft(word[digits:], ".")
	if dots := len(word) - digits - len(text); digits > 0 && dots > 0 {
		if word[:digits] != strconv.Itoa(turnNumber(&g.start, g.Ply())) {
			return r.fail(at, word, ErrTurnNumber)
		}
		if text == "" {
			return nil
		}
		at += digits + dots
	} else {
		text = word
	}
	if err := g.PlayText(text); err != nil {
		e := r.fail(at, text, err)
		e.Turn = g.Ply() + 1
		return e
	}
	return nil
}
