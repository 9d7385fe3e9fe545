package zones

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
)

// countries adds a line for each country, with its names in the bot's languages and its own.
func (g *generator) countries(cities []city) {
	by := map[string][]city{}
	for _, c := range cities {
		by[c.country] = append(by[c.country], c)
	}
	for _, country := range slices.Sorted(maps.Keys(by)) {
		label, names := g.namesOf(country)
		g.add("@"+country, strings.Join(label, ";"), shares(by[country]), keys(names...))
	}
}

// namesOf returns the names of a country in English, French and German, and all that people may type.
func (g *generator) namesOf(country string) (label, names []string) {
	for _, language := range slices.Concat([]string{"en", "fr", "de"}, g.languages(country)) {
		file := filepath.Join("main", language, "territories.json")
		if _, err := os.Stat(filepath.Join(g.unpack("cldr-localenames-full"+cldrVersion), file)); err != nil {
			continue
		}
		all := g.read("cldr-localenames-full", file, "main", language, "localeDisplayNames", "territories")
		for _, variant := range []string{"-alt-short", "", "-alt-variant", "-alt-long"} {
			if name, ok := all[country+variant].(string); ok {
				names = append(names, name)
			}
		}
		short, _ := all[country+"-alt-short"].(string)
		if name, ok := all[country].(string); ok && len(label) < 3 {
			if country == "HK" || country == "MO" { // without “SAR China”
				name = short
			}
			label = append(label, name)
		}
	}
	return label, names
}

// regions adds a line for each region of the countries that have region codes.
func (g *generator) regions(cities []city) {
	by := map[string][]city{}
	for _, c := range cities {
		if c.region != "" {
			by[c.area()] = append(by[c.area()], c)
		}
	}
	for _, area := range slices.Sorted(maps.Keys(by)) {
		var names []string
		for _, language := range []string{"en", "fr"} {
			all := g.read("cldr-subdivisions-full", filepath.Join("subdivisions", language, language+".json"),
				"subdivisions", "localeDisplayNames", "subdivisions")
			if name, ok := all[strings.ToLower(strings.ReplaceAll(area, "-", ""))].(string); ok {
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			g.add("@"+area, strings.Join(names, ";"), shares(by[area]), keys(names...))
		}
	}
}

// times adds a line for each zone that CLDR names after a city, and each time that it names, such as Pacific Time.
func (g *generator) times() {
	golden := g.golden()
	cities, times := map[string][]string{}, map[string][]string{}
	for _, language := range []string{"en", "fr", "de"} {
		all := g.read("cldr-dates-full", filepath.Join("main", language, "timeZoneNames.json"),
			"main", language, "dates", "timeZoneNames")
		metazones := all["metazone"].(map[string]any)
		for _, meta := range slices.Sorted(maps.Keys(metazones)) {
			zone := cmp.Or(renamed[golden[meta]], golden[meta])
			long, _ := metazones[meta].(map[string]any)["long"].(map[string]any)
			for _, form := range []string{"generic", "standard", "daylight"} {
				if name, ok := long[form].(string); ok && zone != "" {
					times[zone] = append(times[zone], name)
				}
			}
		}
		gather(all["zone"].(map[string]any), "", cities)
	}
	for _, list := range []map[string][]string{cities, times} {
		for _, zone := range slices.Sorted(maps.Keys(list)) {
			if strings.Contains(zone, "/") && strings.Contains("\n"+zoneNames, "\n"+zone+"\n") {
				g.add("", list[zone][0], []share{{zone, 0, ""}}, keys(list[zone]...))
			}
		}
	}
}

// mapped matches a time that CLDR names, with its zone in most of the world.
var mapped = regexp.MustCompile(`"_other": "(.*)",\s*"_type": "(.*)",\s*"_territory": "001"`)

// golden returns the zones of the times that CLDR names.
func (g *generator) golden() map[string]string {
	text, err := os.ReadFile(filepath.Join(g.unpack("cldr-core"+cldrVersion), "supplemental", "metaZones.json"))
	require.NoError(g.t, err)
	zones := map[string]string{}
	for _, found := range mapped.FindAllStringSubmatch(string(text), -1) {
		zones[found[1]] = found[2]
	}
	require.NotEmpty(g.t, zones)
	return zones
}

// renamed are the present names of zones that CLDR calls by their first name.
var renamed = map[string]string{"Asia/Calcutta": "Asia/Kolkata", "Asia/Katmandu": "Asia/Kathmandu",
	"Asia/Saigon": "Asia/Ho_Chi_Minh", "Asia/Rangoon": "Asia/Yangon", "Africa/Asmera": "Africa/Asmara",
	"Europe/Kiev": "Europe/Kyiv", "America/Godthab": "America/Nuuk", "Atlantic/Faeroe": "Atlantic/Faroe",
	"America/Buenos_Aires": "America/Argentina/Buenos_Aires"}

// gather collects the exemplar cities below a node of CLDR's zones.
func gather(node map[string]any, path string, cities map[string][]string) {
	if name, ok := node["exemplarCity"].(string); ok {
		zone := cmp.Or(renamed[path], path)
		cities[zone] = append(cities[zone], name)
	}
	for key, value := range node {
		if below, ok := value.(map[string]any); ok && key != "long" && key != "short" {
			gather(below, strings.TrimPrefix(path+"/"+key, "/"), cities)
		}
	}
}
