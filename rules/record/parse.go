package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"madbot/rules"
)

// Parse reads a record (rules 6.5). Turns may be spelled as in rules 6.3, but without spaces. Turn numbers and tags may
// be missing; without tags, rules.DefaultOptions apply. Known tag names may be in any case, and comments may be
// anywhere outside a tag. The error is a *ParseError.
func Parse(text string) (Record, error) {
	r := reader{scanner: newScanner(text), given: map[string]placedTag{}}
	if err := r.read(); err != nil {
		return Record{}, err
	}
	return r.record, nil
}

// ParseAll reads any number of records. Only the last may lack its result. The error is a *ParseError.
func ParseAll(text string) (all []Record, err error) {
	s := newScanner(text)
	for s.peek() != 0 {
		r := reader{scanner: s, given: map[string]placedTag{}, more: true}
		if err := r.read(); err != nil {
			return nil, err
		}
		all = append(all, r.record)
	}
	return all, nil
}

// reader reads one record.
type reader struct {
	*scanner
	record Record
	given  map[string]placedTag // by canonical name, including those that follow from the game
	more   bool                 // another record may follow
}

type placedTag struct {
	value string
	at    int
}

func (r *reader) read() error {
	if err := r.tags(); err != nil {
		return err
	}
	if err := r.start(); err != nil {
		return err
	}
	return r.turns()
}

func (r *reader) tags() error {
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
			return r.fail(at, "["+t.Name, rules.ErrSyntax)
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

func (r *reader) comments() error {
	for r.peek() == '{' {
		at := r.pos
		text, ok := r.comment()
		if !ok {
			return r.fail(at, "{", rules.ErrSyntax)
		}
		r.record.Comments = append(r.record.Comments, Comment{r.record.Game.Ply(), text})
	}
	return nil
}

func (r *reader) badValue(name string) error {
	t := r.given[name]
	return r.fail(t.at, name, fmt.Errorf("%w: %q", ErrTagValue, t.value))
}

// start creates the game from the tags that describe its start.
func (r *reader) start() error {
	o := rules.DefaultOptions()
	var err error
	if t, ok := r.given[tagBoard]; ok {
		if o.Board, err = rules.ParseBoard(strings.ToLower(t.value)); err != nil {
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
		if o.StallLimit, err = rules.ParseStallLimit(t.value); err != nil {
			return r.badValue(tagStallLimit)
		}
	}
	r.record.Game = rules.NewGame(o)
	if t, ok := r.given[tagPosition]; ok {
		return r.startAt(t, o)
	}
	return nil
}

// startAt starts the game at the position in t, which must not contradict the other tags.
func (r *reader) startAt(t placedTag, o rules.Options) error {
	p, err := rules.ParsePosition(t.value)
	if err != nil {
		return r.fail(t.at, tagPosition, err)
	}
	if _, ok := r.given[tagBoard]; ok && o.Board != p.Board() {
		return r.fail(t.at, tagPosition, fmt.Errorf("%w: %q", ErrTagConflict, tagBoard))
	}
	if _, ok := r.given[tagPositioning]; ok && o.Positioning != hasPositioning(&p) {
		return r.fail(t.at, tagPosition, fmt.Errorf("%w: %q", ErrTagConflict, tagPositioning))
	}
	r.record.Game = rules.GameFrom(p, o.StallLimit)
	return nil
}

// turns reads turns and comments up to the result, and the comments after it.
func (r *reader) turns() error {
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

// nothingMore reads the comments after the result and fails on anything else.
func (r *reader) nothingMore() error {
	if err := r.comments(); err != nil {
		return err
	}
	if at := r.pos; at < len(r.text) && !(r.more && r.peek() == '[') {
		return r.fail(at, r.word(), ErrTrailing)
	}
	return nil
}

// turn reads a turn, its number, or both in one word.
func (r *reader) turn(at int, word string) error {
	g := &r.record.Game
	digits := len(word) - len(strings.TrimLeft(word, "0123456789"))
	text := strings.TrimLeft(word[digits:], ".…)")
	if dots := len(word) - digits - len(text); digits > 0 && dots > 0 {
		if due := strconv.Itoa(g.Number(g.Ply())); word[:digits] != due {
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
		e.Round = g.Number(g.Ply())
		return e
	}
	return nil
}
