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

// complaints is the tree in a 50035 response: keys are fields or indexes, down to "_errors" with a list of codes
// and messages.
type complaints map[string]any

type complaint struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

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

// Form is a JSON object of a request that is being checked. Its methods collect complaints in a tree shared by the
// whole body. They return zero values for fields that are missing, null or invalid.
type Form struct {
	at    []string
	obj   map[string]any
	found *findings
}

// findings are shared by the forms of one body.
type findings struct {
	bad     complaints
	unknown string // what Discord would accept and the sandbox does not support; "" if nothing
}

// NewForm returns the form of a whole body as decoded by encoding/json, with json.Number for numbers. A nil body is
// an empty object; anything else that is not an object is a complaint.
func NewForm(body any) Form {
	obj, ok := body.(map[string]any)
	f := Form{obj: obj, found: &findings{bad: complaints{}}}
	if !ok && body != nil {
		f.complain("", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
	}
	return f
}

// Err returns the 50035 with all complaints so far, or that the sandbox does not support something, or nil.
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

// unknown records something that Discord would accept and the sandbox does not support.
func (f Form) unknown(what string) { f.found.unknown = what }

// below returns the form of a field at a path.
func (f Form) below(steps ...string) Form {
	return Form{append(f.at[:len(f.at):len(f.at)], steps...), nil, f.found}
}

// complain adds a complaint about a field, or about the object itself if name is "".
func (f Form) complain(name, code, format string, args ...any) {
	if name != "" {
		f = f.below(name)
	}
	f.found.bad.add(f.at, complaint{code, fmt.Sprintf(format, args...)})
}

func (f Form) given(name string) bool {
	_, ok := f.obj[name]
	return ok
}

func (f Form) has(name string) bool { return f.obj[name] != nil }

// need complains if a field is missing or null.
func (f Form) need(names ...string) {
	for _, name := range names {
		if !f.has(name) {
			f.complain(name, "BASE_TYPE_REQUIRED", "This field is required")
		}
	}
}

// text returns a string of least to most characters, or "" if it is absent.
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

func (f Form) badLength(name string, least, most int) {
	f.complain(name, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
}

// number returns a number within bounds. ok is false if it is absent or invalid.
func (f Form) number(name string, least, most float64) (n float64, ok bool) {
	if !f.has(name) {
		return 0, false
	}
	digits, isNumber := f.obj[name].(json.Number)
	if text, isText := f.obj[name].(string); isText { // strings of digits are accepted too
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

// integer is number for whole numbers.
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

// choice returns a whole number that must be one of among, or 0 if it is absent or invalid.
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

func (f Form) flags() (discordgo.MessageFlags, bool) {
	flags, given := f.integer("flags", 0, 1<<31-1)
	return discordgo.MessageFlags(flags), given
}

// foreign records a whole number that Discord would accept and the sandbox does not support. what describes it,
// with %d for the number.
func (f Form) foreign(name, what string, among ...int) bool {
	n, err := strconv.Atoi(fmt.Sprint(f.obj[name]))
	if err != nil || !slices.Contains(among, n) {
		return false
	}
	f.unknown(fmt.Sprintf(what, n))
	return true
}

// truth returns a boolean, or false if it is absent.
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

// id returns a snowflake, or 0 if it is absent.
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

// form returns an object, or false if it is absent or invalid.
func (f Form) form(name string) (Form, bool) {
	obj, ok := f.obj[name].(map[string]any)
	if f.has(name) && !ok {
		f.complain(name, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
	}
	f = f.below(name)
	f.obj = obj
	return f, ok
}

// list returns an array of up to most values.
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

// forms returns an array of objects.
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

// repeated complains about a duplicate in a set.
func (f Form) repeated() {
	f.complain("", "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
}

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

// choices checks a set of whole numbers, each one of among.
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
		seen[n], list[i] = true, n // strings of digits are accepted too
	}
}

// into decodes the object into target, after all checks have passed. What still does not fit is a complaint.
func (f Form) into(target any) {
	data, err := json.Marshal(f.obj)
	if err == nil {
		err = json.Unmarshal(data, target)
	}
	if err != nil {
		f.complain("", "MODEL_TYPE_CONVERT", "%v", err)
	}
}
