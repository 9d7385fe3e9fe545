package check

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

// complaints is the tree of a 50035 answer: field or index, and so on, down to "_errors" and a list
// of codes and messages.
type complaints map[string]any

// complaint is one leaf of the tree.
type complaint struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// add hangs one complaint below the path.
func (c complaints) add(path []string, one complaint) {
	node := c
	for _, step := range path {
		next, ok := node[step].(complaints)
		if !ok {
			next = complaints{}
			node[step] = next
		}
		node = next
	}
	list, _ := node["_errors"].([]complaint)
	node["_errors"] = append(list, one)
}

// Form is one JSON object of a request while it is being checked. Its readers note what Discord
// would complain of, in the tree shared by the whole body, and give zero values for what is
// missing, null or bad.
type Form struct {
	at    []string
	obj   map[string]any
	found *findings
}

// findings are what the forms of one body share.
type findings struct {
	bad     complaints
	unknown string // what Discord would take and the sandbox does not know; "" when nothing
}

// NewForm starts with a whole body as JSON decodes it, with json.Number for numbers. No body is an
// empty object; anything but an object is complained of.
func NewForm(body any) Form {
	obj, ok := body.(map[string]any)
	f := Form{obj: obj, found: &findings{bad: complaints{}}}
	if !ok && body != nil {
		f.complain("", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
	}
	return f
}

// Err is the 50035 of all complaints so far, or that the sandbox does not know something, or nil.
func (f Form) Err() *Refusal {
	switch {
	case f.found.unknown != "":
		return Unhandled(f.found.unknown)
	case len(f.found.bad) > 0:
		r := InvalidForm("Invalid Form Body")
		r.Errors = f.found.bad
		return r
	}
	return nil
}

// unknown notes something that Discord would take and the sandbox does not know.
func (f Form) unknown(what string) { f.found.unknown = what }

// below is the place of a field, or of one in it.
func (f Form) below(steps ...string) Form {
	return Form{append(f.at[:len(f.at):len(f.at)], steps...), nil, f.found}
}

// complain notes a complaint about a field, or about the object itself when the name is empty.
func (f Form) complain(name, code, format string, args ...any) {
	if name != "" {
		f = f.below(name)
	}
	f.found.bad.add(f.at, complaint{code, fmt.Sprintf(format, args...)})
}

// given reports whether the field is there at all, null included.
func (f Form) given(name string) bool {
	_, ok := f.obj[name]
	return ok
}

// has reports whether the field is there and not null.
func (f Form) has(name string) bool { return f.obj[name] != nil }

// need complains when the field is missing or null.
func (f Form) need(names ...string) {
	for _, name := range names {
		if !f.has(name) {
			f.complain(name, "BASE_TYPE_REQUIRED", "This field is required")
		}
	}
}

// text reads a string of least to most characters. An absent one is "", without complaint.
func (f Form) text(name string, least, most int) string {
	if !f.has(name) {
		return ""
	}
	text, ok := f.obj[name].(string)
	if !ok {
		f.complain(name, "STRING_TYPE_CONVERT", "Could not interpret %v as string.", f.obj[name])
		return ""
	}
	switch n := utf8.RuneCountInString(text); {
	case n < least && n == 0:
		f.complain(name, "BASE_TYPE_REQUIRED", "This field is required")
	case n < least || n > most && least > 0:
		f.badLength(name, least, most)
	case n > most:
		f.complain(name, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	}
	return text
}

// badLength complains of a text or list that is too short or too long.
func (f Form) badLength(name string, least, most int) {
	f.complain(name, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
}

// number reads a number within bounds. ok is false when it is absent or bad.
func (f Form) number(name string, least, most float64) (n float64, ok bool) {
	if !f.has(name) {
		return 0, false
	}
	digits, isNumber := f.obj[name].(json.Number)
	if text, isText := f.obj[name].(string); isText { // strings of digits are taken too
		digits, isNumber = json.Number(text), true
	}
	n, err := digits.Float64()
	if !isNumber || err != nil {
		f.complain(name, "NUMBER_TYPE_COERCE", "Value %q is not a number.", fmt.Sprint(f.obj[name]))
		return 0, false
	}
	f.obj[name] = digits
	if n < least {
		f.complain(name, "NUMBER_TYPE_MIN", "Value should be greater than or equal to %v.", least)
	}
	if n > most {
		f.complain(name, "NUMBER_TYPE_MAX", "Value should be less than or equal to %v.", most)
	}
	return n, n >= least && n <= most
}

// integer reads a whole number within bounds.
func (f Form) integer(name string, least, most int) (int, bool) {
	n, ok := f.number(name, float64(least), float64(most))
	if ok && n != math.Trunc(n) {
		f.complain(name, "NUMBER_TYPE_COERCE", "Value %q is not int.", fmt.Sprint(f.obj[name]))
		ok = false
	}
	if !ok {
		return 0, false
	}
	return int(n), true
}

// choice reads a whole number that must be one of those given; 0 when it is absent or bad.
func choice[T ~int | ~uint | ~uint8](f Form, name string, among ...T) T {
	n, ok := f.integer(name, math.MinInt32, math.MaxInt32)
	if !ok {
		return 0
	}
	if slices.Contains(among, T(n)) {
		return T(n)
	}
	f.complain(name, "BASE_TYPE_CHOICES", "Value must be one of %v.", among)
	return 0
}

// flags reads the flags of a message.
func (f Form) flags() (discordgo.MessageFlags, bool) {
	flags, given := f.integer("flags", 0, 1<<31-1)
	return discordgo.MessageFlags(flags), given
}

// foreign notes a whole number that Discord would take and the sandbox does not know; what is to
// say of it, with %d for the number.
func (f Form) foreign(name, what string, among ...int) bool {
	n, err := strconv.Atoi(fmt.Sprint(f.obj[name]))
	if err != nil || !slices.Contains(among, n) {
		return false
	}
	f.unknown(fmt.Sprintf(what, n))
	return true
}

// truth reads a boolean; absent is false.
func (f Form) truth(name string) bool {
	if !f.has(name) {
		return false
	}
	yes, ok := f.obj[name].(bool)
	if !ok {
		f.complain(name, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return yes
}

// id reads a snowflake; absent is 0.
func (f Form) id(name string) wire.Snowflake {
	if !f.has(name) {
		return 0
	}
	id, err := wire.ParseSnowflake(fmt.Sprint(f.obj[name]))
	if err != nil {
		f.complain(name, "NUMBER_TYPE_COERCE", "Value %q is not snowflake.",
			fmt.Sprint(f.obj[name]))
	}
	return id
}

// form reads an object. The second result is false when it is absent or bad.
func (f Form) form(name string) (Form, bool) {
	obj, ok := f.obj[name].(map[string]any)
	if f.has(name) && !ok {
		f.complain(name, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
	}
	f = f.below(name)
	f.obj = obj
	return f, ok
}

// list reads an array of any values, complaining of more than most.
func (f Form) list(name string, most int) []any {
	if !f.has(name) {
		return nil
	}
	list, ok := f.obj[name].([]any)
	if !ok {
		f.complain(name, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	if len(list) > most {
		f.complain(name, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	}
	return list
}

// forms reads an array of objects.
func (f Form) forms(name string, most int) []Form {
	var out []Form
	for i, value := range f.list(name, most) {
		one, ok := f.below(name, strconv.Itoa(i)), false
		if one.obj, ok = value.(map[string]any); !ok {
			one.complain("", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
			continue
		}
		out = append(out, one)
	}
	return out
}

// repeated complains of a value that a set has already.
func (f Form) repeated() {
	f.complain("", "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
}

// ids reads a set of snowflakes.
func (f Form) ids(name string, most int) []wire.Snowflake {
	var out []wire.Snowflake
	for i, value := range f.list(name, most) {
		one := f.below(name, strconv.Itoa(i))
		id, err := wire.ParseSnowflake(fmt.Sprint(value))
		switch {
		case err != nil:
			one.complain("", "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", fmt.Sprint(value))
		case slices.Contains(out, id):
			one.repeated()
		}
		out = append(out, id)
	}
	return out
}

// choices checks a set of whole numbers, each one of those given.
func (f Form) choices(name string, among ...int) {
	seen := map[int]bool{}
	list := f.list(name, len(among))
	for i, value := range list {
		one := f.below(name, strconv.Itoa(i))
		n, err := strconv.Atoi(fmt.Sprint(value))
		switch {
		case err != nil || !slices.Contains(among, n):
			one.complain("", "BASE_TYPE_CHOICES", "Value must be one of %v.", among)
		case seen[n]:
			one.repeated()
		}
		seen[n], list[i] = true, n // strings of digits are taken too
	}
}

// into copies the object into a typed value. It is called once the checks have passed; what still
// does not fit is a complaint.
func (f Form) into(target any) {
	data, err := json.Marshal(f.obj)
	if err == nil {
		err = json.Unmarshal(data, target)
	}
	if err != nil {
		f.complain("", "MODEL_TYPE_CONVERT", "%v", err)
	}
}
