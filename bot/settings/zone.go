package settings

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"madbot/bot/play/notice"
)

// zoneNames are the names in the tz database that comes with Go, one a line. TestZones writes them with -update.
//
//go:embed zones.txt
var zoneNames string

// nicknames are what people call large cities and their time, where the tz database has another name or meaning.
var nicknames = map[string]string{"nyc": "America/New_York", "est": "America/New_York",
	"edt": "America/New_York", "cst": "America/Chicago", "mst": "America/Denver",
	"la": "America/Los_Angeles", "san francisco": "America/Los_Angeles", "pst": "America/Los_Angeles",
	"pdt": "America/Los_Angeles", "cdt": "America/Chicago", "mdt": "America/Denver", "bst": "Europe/London",
	"cest": "Europe/Berlin", "mez": "Europe/Berlin", "mesz": "Europe/Berlin", "z": "UTC"}

// offset matches an offset from UTC as people write it: “GMT+2”, “utc -03:30”, “+5.30”.
var offset = regexp.MustCompile(`^(?:utc|gmt|z)? ?([+-−–]) ?(\d{1,2})(?:[:.h]?([0-5]\d))?h?$`)

// maxNear is how many similar zones are suggested for an unknown one.
const maxNear = 3

// zone is an entry of the tz database.
type zone struct {
	name string // such as America/New_York
	key  string // normalized: “america new york”
	city string // the end of the key: “new york”
}

func zones() (list []zone) {
	for name := range strings.FieldsSeq(zoneNames) {
		list = append(list, zone{name, keyOf(name), keyOf(name[strings.LastIndex(name, "/")+1:])})
	}
	return list
}

// keyOf normalizes text for comparison: lower-case letters without accents, digits, and one space between words.
func keyOf(text string) string {
	var key strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(text)) {
		switch {
		case unicode.Is(unicode.Mn, r) || r == '\'' || r == '’':
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			key.WriteRune(r)
		default:
			key.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(key.String()), " ")
}

// readZone parses a time zone as people write it: “Europe/Brussels”, “berlin”, “New York”, “Paris, France”, “GMT+2”.
// For an unknown zone it returns "" and up to maxNear similar names.
func readZone(typed string) (name string, near []string) {
	if found := offset.FindStringSubmatch(strings.ToLower(strings.Join(strings.Fields(typed), " "))); found != nil {
		return atOffset(found[1], found[2], found[3]), nil
	}
	all := zones()
	for _, part := range []string{typed, strings.SplitN(typed, ",", 2)[0], strings.SplitN(typed, "(", 2)[0]} {
		key := keyOf(part)
		key = strings.TrimSuffix(strings.TrimSuffix(key, " time"), " zone")
		if name, known := nicknames[key]; known {
			return name, nil
		}
		for _, fits := range []func(zone) bool{
			func(z zone) bool { return strings.EqualFold(z.name, strings.TrimSpace(typed)) },
			func(z zone) bool { return z.key == key },
			func(z zone) bool { return z.city == key },
		} {
			if found := namesOf(all, fits); len(found) > 0 && key != "" {
				return sameZone(found)
			}
		}
	}
	return "", nearest(all, keyOf(typed))
}

// namesOf returns the names of the zones in all that fit.
func namesOf(all []zone, fits func(zone) bool) (names []string) {
	for _, z := range all {
		if fits(z) {
			names = append(names, z.name)
		}
	}
	return names
}

// sameZone returns the first of names if they all keep the same time. Otherwise it returns them as suggestions.
func sameZone(names []string) (name string, near []string) {
	for _, other := range names[1:] {
		if !keepsTimeOf(names[0], other) {
			return "", names[:min(maxNear, len(names))]
		}
	}
	return names[0], nil
}

// keepsTimeOf reports whether clocks in two zones agree in winter and in summer.
func keepsTimeOf(a, b string) bool {
	one, err := time.LoadLocation(a)
	other, fault := time.LoadLocation(b)
	if err != nil || fault != nil {
		return false
	}
	for _, month := range []time.Month{time.January, time.July} {
		at := time.Date(2026, month, 1, 0, 0, 0, 0, time.UTC)
		_, first := at.In(one).Zone()
		_, second := at.In(other).Zone()
		if first != second {
			return false
		}
	}
	return true
}

// atOffset returns the name of the zone with that offset from UTC, or "" if there is none.
func atOffset(sign, hours, minutes string) string {
	if sign != "+" {
		sign = "-"
	}
	hours = strings.TrimLeft(hours, "0")
	switch {
	case hours == "" && strings.Trim(minutes, "0") == "":
		return "UTC"
	case hours == "":
		hours = "0"
	}
	name := "UTC" + sign + hours
	if strings.Trim(minutes, "0") != "" {
		name += ":" + minutes
	}
	if _, err := notice.Zone(name); err != nil {
		return ""
	}
	return name
}

// nearest returns the names of the zones most similar to key: the city contains it, or differs by few letters.
func nearest(all []zone, key string) (names []string) {
	type candidate struct {
		name  string
		edits int
	}
	var found []candidate
	for _, z := range all {
		n := min(edits(z.city, key), edits(z.key, key))
		if len(key) >= 3 && strings.Contains(z.city, key) {
			n = 1
		}
		if n <= max(1, len(key)/3) && len(key) >= 3 {
			found = append(found, candidate{z.name, n})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.edits - b.edits })
	for _, c := range found {
		same := slices.ContainsFunc(names, func(name string) bool { return keepsTimeOf(name, c.name) })
		if !same && len(names) < maxNear {
			names = append(names, c.name)
		}
	}
	return names
}

// edits returns the edit distance between two texts: how many letters to add, remove or change.
func edits(from, to string) int {
	a, b := []rune(from), []rune(to)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0]
		row[0] = i + 1
		for j := range b {
			change := before
			if a[i] != b[j] {
				change++
			}
			before, row[j+1] = row[j+1], min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
