package zones

import (
	"slices"
	"strings"
)

// readQualified reads a city with its country or region: “Portland, Oregon”, “San José (Costa Rica)”, “London ON”. If
// something else follows the city, it returns choices.
func readQualified(typed, language string) (zone string, choices []Choice) {
	parts := strings.FieldsFunc(typed, func(r rune) bool { return strings.ContainsRune(",;()、，", r) })
	if len(parts) < 2 {
		return readWords(strings.Fields(keyOf(typed)), language)
	}
	list := parse(linesWith(keyOf(parts[0])))
	areas := areasOf(parts[1:])
	if here := in(list, areas); len(here) > 0 {
		return decide(here, language)
	}
	if len(areas) > 0 {
		list = nil
		for _, area := range areas {
			list = append(list, parse(areaLines(area))...)
		}
	}
	return "", choicesOf(list, language)
}

func readWords(words []string, language string) (zone string, choices []Choice) {
	for n := len(words) - 1; n > 0; n-- {
		list := parse(linesWith(strings.Join(words[:n], " ")))
		if here := in(list, areasOf([]string{strings.Join(words[n:], " ")})); len(here) > 0 {
			return decide(here, language)
		}
	}
	return "", nil
}

// areasOf returns the codes of the countries and regions that parts name. The code of a region has its country's.
func areasOf(parts []string) (areas []string) {
	for _, part := range parts {
		key := keyOf(part)
		if key == "usa" || key == "u s a" || key == "u s" {
			key = "us"
		}
		code := strings.ToUpper(key)
		for _, area := range []string{code, "US-" + code, "CA-" + code, "AU-" + code, "GB-" + code} {
			if len(areaLines(area)) > 0 && key != "" {
				areas = append(areas, area)
			}
		}
		for _, line := range linesWith(key) {
			area, _, _ := strings.Cut(line, "\t")
			if area, whole := strings.CutPrefix(area, "@"); whole && !slices.Contains(areas, area) {
				areas = append(areas, area)
			}
		}
	}
	return areas
}

func areaLines(area string) []string {
	_, rest, found := strings.Cut(places(), "\n@"+area+"\t")
	if !found {
		return nil
	}
	return []string{"@" + area + "\t" + rest[:strings.IndexByte(rest, '\n')]}
}

// in returns the cities of list in one of the regions of areas or, if there are none, in one of the countries.
func in(list []place, areas []string) []place {
	var byRegion, byCountry []place
	for _, p := range list {
		country, region, _ := strings.Cut(p.area, "-")
		switch {
		case p.whole:
		case region != "" && slices.Contains(areas, p.area):
			byRegion = append(byRegion, p)
		case slices.Contains(areas, country):
			byCountry = append(byCountry, p)
		}
	}
	if len(byRegion) > 0 {
		return byRegion
	}
	return byCountry
}
