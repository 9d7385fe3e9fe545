// Package zones finds the time zone that a person means: by a city, a country, a region or an abbreviation in several
// languages, by an offset from UTC, or by its name in the tz database. It never guesses: a text with several meanings,
// or one that only resembles a name, yields choices.
package zones

import (
	_ "embed"
	"slices"
	"strings"
)

// Choice is a zone that a text may mean.
type Choice struct {
	Zone  string // a name that notice.Zone accepts
	Label string // names a place in the zone, in the person's language
}

const (
	maxChoices = 20 // that Read returns; Russia has eleven times
	// dominance is how many times more people must live in the best known place with a name than in any other. Everybody
	// who says London means England, unless they say Ontario.
	dominance = 5
	// nickname is how many times more people must live in a place that also has a name than in the place that usually has
	// it, if the name may mean the former: Odessa in Ukraine, but not Amman, which was called Philadelphia.
	nickname = 8
	// shortened is the same for a place whose usual name begins with the text and is longer: Frankfurt am Main.
	shortened = 3
)

// Read returns the zone that typed names. Otherwise it returns "" and what typed may mean, the likeliest first, with
// labels in a language of the bot; no choices if the text resembles nothing.
func Read(typed, language string) (zone string, choices []Choice) {
	if name, ok := atOffset(typed); ok {
		return name, nil
	}
	if name := named(typed); strings.Contains(name, "/") {
		return name, nil
	}
	forms := formsOf(typed)
	for _, key := range forms {
		if zones, known := abbreviations[key]; known {
			if len(zones) == 1 {
				return zones[0], nil
			}
			return "", choicesOf(nearest(zones), language)
		}
		if list := parse(linesWith(key)); len(list) > 0 {
			return decide(likely(list, key), language)
		}
	}
	if zone, choices := readQualified(typed, language); zone != "" || choices != nil {
		return zone, choices
	}
	if name := named(typed); name != "" {
		return name, nil
	}
	return "", choicesOf(similar(forms[0]), language)
}

// Suggest returns up to most zones of places whose name begins with typed, the largest places first, with labels in a
// language of the bot.
func Suggest(typed, language string, most int) []Choice {
	key := keyOf(typed)
	if key == "" {
		return nil
	}
	var usual, other []string
	for line := range strings.Lines(places()) {
		switch line = strings.TrimSuffix(line, "\n"); {
		case strings.HasPrefix(line, "@"):
		case strings.Contains(line, "\t|"+key):
			usual = append(usual, line)
		case strings.Contains(line, "|"+key):
			other = append(other, line)
		}
	}
	zone, choices := Read(typed, language)
	for _, p := range append(parse(usual), parse(other)...) {
		choice := Choice{p.zone, p.label(language)}
		if len(choices) < most && !slices.Contains(choices, choice) {
			choices = append(choices, choice)
		}
	}
	if zone != "" && !slices.ContainsFunc(choices, func(c Choice) bool { return c.Zone == zone }) {
		choices = slices.Insert(choices, 0, Choice{zone, zone})
	}
	return choices[:min(most, len(choices))]
}

// zoneNames are the names in the tz database that comes with Go, one a line, written by TestNames.
//
//go:embed names.txt
var zoneNames string

// named returns the zone with a name in the tz database, in any case and with spaces for underscores; "" if none has.
func named(typed string) string {
	typed = strings.ReplaceAll(strings.TrimSpace(typed), " ", "_")
	for name := range strings.FieldsSeq(zoneNames) {
		if strings.EqualFold(name, typed) {
			return name
		}
	}
	return ""
}

// formsOf returns the keys to look for: the key of typed, without words such as “time” around it, and with umlauts for
// ae, oe and ue.
func formsOf(typed string) []string {
	forms := []string{keyOf(typed)}
	short := forms[0]
	for _, word := range []string{"the ", "time zone ", "timezone ", "heure de ", "heure d ", "fuseau "} {
		short = strings.TrimPrefix(short, word)
	}
	for _, word := range []string{" zone", " time", " timezone", " zeit", " zeitzone", " standard"} {
		short = strings.TrimSuffix(short, word)
	}
	for _, form := range []string{short, umlauts.Replace(short)} {
		if !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	return forms
}

// likely drops the places of list that people rarely mean by key. If key is the usual name of a place, it drops places
// for which key is a former or foreign name, unless far more people live there. If that place is a large city, it also
// drops regions: people in the state of Washington can say Seattle.
func likely(list []place, key string) []place {
	largest := -1
	for i, p := range list {
		list[i].usual = p.whole || keyOf(p.name) == key
		list[i].longer = strings.HasPrefix(keyOf(p.name), key+" ")
		if largest < 0 && list[i].usual && !p.whole {
			largest = i
		}
	}
	if largest < 0 {
		return list
	}
	city := list[largest]
	return slices.DeleteFunc(slices.Clone(list), func(p place) bool {
		if p.whole {
			return city.people >= minResident && strings.Contains(p.area, "-")
		}
		isShort := p.longer && p.people*shortened > city.people
		return !p.usual && !isShort && p.people < nickname*city.people
	})
}

// decide returns the zone of the first place in list. It returns choices if another place has another time and is a
// rival.
func decide(list []place, language string) (zone string, choices []Choice) {
	for _, p := range list[1:] {
		if rivals(list[0], p) && !sameTime(p.zone, list[0].zone) {
			return "", choicesOf(list, language)
		}
	}
	return list[0].zone, nil
}

// rivals reports whether a name that fits two places may mean other, the smaller one: it is large, too, or usually has
// that name, or neither usually has it and they are on different continents.
func rivals(first, other place) bool {
	switch {
	case other.people*dominance > first.people:
		return true
	case first.usual:
		return false
	}
	return other.usual || !first.longer && continent(other.zone) != continent(first.zone)
}

func choicesOf(list []place, language string) (choices []Choice) {
	for _, p := range list {
		same := func(c Choice) bool { return sameTime(c.Zone, p.zone) }
		if len(choices) < maxChoices && !slices.ContainsFunc(choices, same) {
			choices = append(choices, Choice{p.zone, p.label(language)})
		}
	}
	return choices
}

func nearest(zones []string) (list []place) {
	for _, zone := range zones {
		var lines []string
		for line := range strings.Lines(places()) {
			if strings.Contains(line, "\t"+zone+"=") && !strings.HasPrefix(line, "@") {
				lines = append(lines, strings.TrimSuffix(line, "\n"))
			}
		}
		p := place{name: zone, zone: zone}
		if found := parse(lines); len(found) > 0 {
			p = found[0]
		}
		list = append(list, p)
	}
	return list
}
