package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseRecord reads a record (rules 6.5). Turns may be spelled as in rules 6.3 but without spaces,
// turn numbers may be missing, and so may all tags: the options are then the default ones. The
// names of the tags that every record has may be in any case, and comments anywhere outside a tag.
// The error is a *RecordError.
func ParseRecord(text string) (Record, error) {
	r := recordReader{recordScanner: newRecordScanner(text), given: map[string]placedTag{}}
	if err := r.read(); err != nil {
		return Record{}, err
	}
	return r.record, nil
}

// recordReader is a record being read.
type recordReader struct {
	*recordScanner
	record Record
	given  map[string]placedTag // all tags
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

// tags reads the tags, and comments between them.
func (r *recordReader) tags() error {
	for {
		if err := r.comments(); err != nil {
			return err
		}
		if r.peek() != '[' {
			return nil
		}
		at := r.pos
		t, ok := r.tag()
		if !ok {
			return r.fail(at, "["+t.Name, ErrSyntax)
		}
		t.Name = canonicalTag(t.Name)
		if _, twice := r.given[t.Name]; twice {
			return r.fail(at, t.Name, ErrTagTwice)
		}
		r.given[t.Name] = placedTag{t.Value, at}
		if !slices.Contains(gameTagNames(), t.Name) {
			r.record.Tags = append(r.record.Tags, t)
		}
	}
}

// comments reads the comments ahead.
func (r *recordReader) comments() error {
	for r.peek() == '{' {
		at := r.pos
		text, ok := r.comment()
		if !ok {
			return r.fail(at, "{", ErrSyntax)
		}
		r.record.Comments = append(r.record.Comments, Comment{r.record.Game.Ply(), text})
	}
	return nil
}

// badValue makes the error of the tag of that name, whose value it cannot have.
func (r *recordReader) badValue(name string) error {
	t := r.given[name]
	return r.fail(t.at, name, fmt.Errorf("%w: %q", ErrTagValue, t.value))
}

// start makes the game from the tags that say how it begins.
func (r *recordReader) start() error {
	o := DefaultOptions()
	var err error
	if t, ok := r.given[tagBoard]; ok {
		if o.Board, err = ParseBoard(strings.ToLower(t.value)); err != nil {
			return r.badValue(tagBoard)
		}
	}
	if t, ok := r.given[tagPositioning]; ok {
		o.Positioning = strings.EqualFold(t.value, positioningOn)
		if !o.Positioning && !strings.EqualFold(t.value, positioningOff) {
			return r.badValue(tagPositioning)
		}
	}
	if t, ok := r.given[tagStallLimit]; ok {
		if o.StallLimit, err = ParseStallLimit(t.value); err != nil {
			return r.badValue(tagStallLimit)
		}
	}
	r.record.Game = NewGame(o)
	if t, ok := r.given[tagPosition]; ok {
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
	if _, ok := r.given[tagBoard]; ok && o.Board != p.board {
		return r.fail(t.at, tagPosition, fmt.Errorf("%w: %q", ErrTagConflict, tagBoard))
	}
	if _, ok := r.given[tagPositioning]; ok && o.Positioning != (p.positioning != 0) {
		return r.fail(t.at, tagPosition, fmt.Errorf("%w: %q", ErrTagConflict, tagPositioning))
	}
	r.record.Game = GameFrom(p, o.StallLimit)
	return nil
}

// turns reads turns and comments up to the result, and comments behind it.
func (r *recordReader) turns() error {
	for {
		if err := r.comments(); err != nil {
			return err
		}
		at := r.pos
		switch r.peek() {
		case 0:
			if at == len(r.text) {
				return r.end(at, "")
			}
		case '[':
			return r.fail(at, r.word(), ErrTagLate)
		}
		word := r.word()
		if result, ok := parseResult(word); ok {
			if err := r.nothingMore(); err != nil {
				return err
			}
			return r.end(at, result)
		}
		if err := r.turn(at, word); err != nil {
			return err
		}
	}
}

// nothingMore reads the comments behind the result, where nothing else may stand.
func (r *recordReader) nothingMore() error {
	if err := r.comments(); err != nil {
		return err
	}
	if at := r.pos; at < len(r.text) {
		return r.fail(at, r.word(), ErrTrailing)
	}
	return nil
}

// turn reads a turn, or its number, or both in one word.
func (r *recordReader) turn(at int, word string) error {
	g := &r.record.Game
	digits := countDigits(word)
	text := strings.TrimLeft(word[digits:], ".…")
	if dots := len(word) - digits - len(text); digits > 0 && dots > 0 {
		if due := strconv.Itoa(turnNumber(&g.start, g.Ply())); word[:digits] != due {
			return r.fail(at, word, fmt.Errorf("%w: %s is due", ErrTurnNumber, due))
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
