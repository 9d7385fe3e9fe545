package zones

import (
	"archive/zip"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play/notice"
)

// TestNames checks that names.txt lists the zones that come with Go, and that each can be loaded.
func TestNames(t *testing.T) {
	t.Parallel()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	require.NoError(t, err)
	archive, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Skip("Go has no zones here: ", err)
	}
	defer archive.Close()
	var names []string
	for _, f := range archive.File {
		if !f.FileInfo().IsDir() && path.Base(f.Name) != "Factory" { // which is no place
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	if *update {
		require.NoError(t, os.WriteFile("names.txt", []byte(strings.Join(names, "\n")+"\n"), 0o644))
		return
	}
	assert.Equal(t, names, strings.Fields(zoneNames), "go test ./bot/text/zones -run TestNames -update")
	for _, name := range names {
		_, err := time.LoadLocation(name)
		assert.NoError(t, err)
	}
}

// linesOf returns the lines of a file in testdata.
func linesOf(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// tally counts how names were understood.
type tally struct {
	names, sure   int
	asked, missed []string
}

// count reads a name of a place in a zone. It fails t if another zone is returned.
func (y *tally) count(t *testing.T, name, want string) {
	t.Helper()
	y.names++
	zone, choices := Read(name, "en")
	switch {
	case zone != "":
		y.sure++
		assert.True(t, sameTime(zone, want), "%s is %s, want %s", name, zone, want)
	case slices.ContainsFunc(choices, func(c Choice) bool { return sameTime(c.Zone, want) }):
		y.asked = append(y.asked, name)
	default:
		y.missed = append(y.missed, name)
	}
}

// check fails t if fewer than 99 % of the names were understood, or many need a choice.
func (y *tally) check(t *testing.T) {
	t.Helper()
	t.Logf("%d names: %d understood; %d lead to a choice: %s; %d unknown: %s", y.names, y.sure,
		len(y.asked), strings.Join(y.asked, ", "), len(y.missed), strings.Join(y.missed, ", "))
	assert.LessOrEqual(t, 100*len(y.missed), y.names)
	assert.LessOrEqual(t, 100*len(y.asked), 2*y.names)
}

// TestCities reads large cities by names in English, French, German and their own language.
func TestCities(t *testing.T) {
	t.Parallel()
	var y tally
	for _, line := range linesOf(t, "cities.txt") {
		zone, names, _ := strings.Cut(line, ": ")
		for name := range strings.SplitSeq(names, ", ") {
			y.count(t, name, zone)
		}
	}
	y.check(t)
}

// TestCities_Largest reads the 600 largest cities of the world by their usual name, in capitals, and without accents.
func TestCities_Largest(t *testing.T) {
	t.Parallel()
	var cities []place
	for _, p := range parse(strings.Split(strings.TrimSpace(places()), "\n")) {
		if !p.whole && len(cities) < 600 {
			cities = append(cities, p)
		}
	}
	var y tally
	for _, p := range cities {
		for _, name := range []string{p.name, strings.ToUpper(p.name), keyOf(p.name)} {
			y.count(t, name, p.zone)
		}
	}
	y.check(t)
}

// TestRead reads other things than names of cities.
func TestRead(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{"Europe/Brussels": "Europe/Brussels", " europe/brussels": "Europe/Brussels",
		"America/New York": "America/New_York", "utc": "UTC", "America/Port-au-Prince": "America/Port-au-Prince",
		"Paris, France": "Europe/Paris", "London (UK)": "Europe/London", "London, ON": "America/Toronto",
		"London, Ontario, Canada": "America/Toronto", "Portland Oregon": "America/Los_Angeles", "Portland, OR": "America/Los_Angeles",
		"San José, Costa Rica": "America/Costa_Rica", "San Jose CA": "America/Los_Angeles", "Birmingham, AL": "America/Chicago",
		"Valencia España": "Europe/Madrid", "Córdoba (Spanien)": "Europe/Madrid", "Hyderabad, Inde": "Asia/Kolkata",
		"Philadelphia": "America/New_York", "Frankfurt": "Europe/Berlin", "Islamabad": "Asia/Karachi", "Washington": "America/New_York", "Seattle": "America/Los_Angeles",
		"Berlin time": "Europe/Berlin", "heure de Paris": "Europe/Paris", "the Netherlands": "Europe/Amsterdam",
		"Muenster": "Europe/Berlin", "Zuerich": "Europe/Zurich", "Tromsø": "Europe/Oslo", "NYC": "America/New_York",
		"India": "Asia/Kolkata", "Inde": "Asia/Kolkata", "Indien": "Asia/Kolkata", "भारत": "Asia/Kolkata",
		"Deutschland": "Europe/Berlin", "Allemagne": "Europe/Berlin", "Österreich": "Europe/Vienna", "Schweiz": "Europe/Zurich",
		"Suisse": "Europe/Zurich", "Belgien": "Europe/Brussels", "Japan": "Asia/Tokyo", "日本": "Asia/Tokyo", "UK": "Europe/London",
		"England": "Europe/London", "Poland": "Europe/Warsaw", "China": "Asia/Shanghai", "Spain": "Europe/Madrid",
		"California": "America/Los_Angeles", "Ontario": "America/Toronto", "Québec": "America/Toronto",
		"CET": "CET", "MEZ": "CET", "EST": "America/New_York", "PST": "America/Los_Angeles", "GMT": "GMT",
		"Pacific Time": "America/Los_Angeles", "Mitteleuropäische Zeit": "Europe/Paris", "heure d’Europe centrale": "Europe/Paris",
		"Etc/GMT-2": "Etc/GMT-2", "GMT+2": "UTC+2", "utc -03:30": "UTC-3:30", "UTC+5:30": "UTC+5:30", "+0545": "UTC+5:45",
		"UTC–8": "UTC-8", "gmt−1": "UTC-1", "UTC+0": "UTC", "GMT-00:00": "UTC", "+2h": "UTC+2", "UTC-0:30": "UTC-0:30"} {
		zone, choices := Read(typed, "en")
		assert.Equal(t, want, zone, "%s %v", typed, choices)
	}
}

// TestRead_Choices: what has several meanings, or is misspelled, is returned as choices in the person's language.
func TestRead_Choices(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"San José":     "San Jose, California, États-Unis; San José, Costa Rica; San Jose, Philippines",
		"IST":          "Mumbai, Inde; Jerusalem, Israël; Dublin, Irlande",
		"CST":          "Chicago, Illinois, États-Unis; Shanghai, Chine; Havana, Cuba",
		"BST":          "London, Angleterre, Royaume-Uni; Dhaka, Bangladesh",
		"Georgia":      "Atlanta, Georgia, États-Unis; Tbilisi, Géorgie",
		"Berln":        "Berlin, Allemagne",
		"Barcleona":    "Barcelona, Espagne; Barcelona, Venezuela",
		"Newcastle":    "Newcastle, Afrique du Sud; Newcastle, New South Wales, Australie; Newcastle upon Tyne, Angleterre, Royaume-Uni",
		"Odessa":       "Odesa, Ukraine; Odessa, Texas, États-Unis",
		"Sion":         "Jerusalem, Israël; Sitten, Suisse",
		"Boston, Mars": "Boston, Massachusetts, États-Unis",
		"buenos":       "Buenos Aires, Argentine",
		"Paris, Texas": "Houston, Texas, États-Unis; El Paso, Texas, États-Unis",
	} {
		zone, choices := Read(typed, "fr")
		assert.Empty(t, zone, typed)
		var labels []string
		for _, c := range choices {
			labels = append(labels, c.Label)
		}
		assert.Equal(t, want, strings.Join(labels, "; "), typed)
	}
	_, choices := Read("USA", "en")
	assert.Greater(t, len(choices), 5)
	assert.Equal(t, "America/New_York", choices[0].Zone)
	_, choices = Read("Россия", "en")
	assert.Greater(t, len(choices), 9)
}

// TestRead_Continent: a misspelled name is never taken for one on another continent.
func TestRead_Continent(t *testing.T) {
	t.Parallel()
	for typed, wrong := range map[string]string{"Bostok": "Antarctica/Vostok", "Genera": "Mexico/General",
		"Indianna": "Asia/Kolkata", "Romme": "America/New_York"} {
		zone, choices := Read(typed, "en")
		assert.NotEqual(t, wrong, zone)
		for _, c := range choices {
			assert.Equal(t, continent(choices[0].Zone), continent(c.Zone), typed)
			assert.NotEqual(t, wrong, c.Zone, typed)
		}
	}
	for _, typed := range []string{"Midan", "Melan"} { // Milan or Medan
		_, choices := Read(typed, "en")
		assert.Empty(t, choices, typed)
	}
}

// TestKey: case, accents, punctuation and some spellings do not matter.
func TestKey(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"São Paulo": "sao paulo", " new-YORK ": "new york", "Straßburg": "strassburg",
		"Łódź": "lodz", "København": "kobenhavn", "Saint-Louis": "st louis", "St. Louis": "st louis", "L’Aquila": "laquila",
		"القاهرة": "قاهرة", "臺北": "台北", "Đà Nẵng": "da nang", "…": ""} {
		assert.Equal(t, want, keyOf(name))
	}
	assert.Contains(t, formsOf("Luebbenau Time"), "lubbenau")
}

// TestSuggest suggests places while their name is typed.
func TestSuggest(t *testing.T) {
	t.Parallel()
	label := func(typed string) string {
		if list := Suggest(typed, "de", 3); len(list) > 0 {
			return list[0].Zone + " " + list[0].Label
		}
		return ""
	}
	assert.Equal(t, "Europe/Berlin Munich, Deutschland", label("Mün"))
	assert.Equal(t, "America/Sao_Paulo São Paulo, Brasilien", label("sao p"))
	assert.Equal(t, "UTC+5:30 UTC+5:30", label("UTC+5:30"))
	assert.Equal(t, "Europe/Brussels Europe/Brussels", label("europe/brussels"))
	assert.Empty(t, label(""))
	assert.Empty(t, label("the moon"))
	assert.Len(t, Suggest("San", "de", 3), 3)
}

// TestWrong: a text that is no place has no zone, and resembles none.
func TestWrong(t *testing.T) {
	t.Parallel()
	for _, typed := range linesOf(t, "wrong.txt") {
		zone, choices := Read(typed, "en")
		assert.Empty(t, zone, typed)
		assert.Empty(t, choices, typed)
	}
}

func FuzzRead(f *testing.F) {
	for _, typed := range []string{"Paris", "UTC+5:30", "(,", "-0:59", "Portland, OR", "İ"} {
		f.Add(typed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		zone, choices := Read(typed, "fr")
		if zone != "" {
			_, err := notice.Zone(zone)
			assert.NoError(t, err)
			assert.Empty(t, choices)
		}
		for _, c := range slices.Concat(choices, Suggest(typed, "de", 25)) {
			_, err := notice.Zone(c.Zone)
			assert.NoError(t, err)
		}
	})
}
