package settings

import (
	"archive/zip"
	"flag"
	"maps"
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

var update = flag.Bool("update", false, "write the names of the time zones that Go knows")

// TestZones checks that zones.txt lists the zones that come with Go, and that each can be loaded.
func TestZones(t *testing.T) {
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
		require.NoError(t, os.WriteFile("zones.txt", []byte(strings.Join(names, "\n")+"\n"), 0o644))
		return
	}
	assert.Equal(t, names, strings.Fields(zoneNames), "go test ./bot/settings -run TestZones -update")
	for _, name := range slices.Concat(names, slices.Collect(maps.Values(nicknames))) {
		_, err := time.LoadLocation(name)
		assert.NoError(t, err)
	}
}

func TestReadZone(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{"Europe/Brussels": "Europe/Brussels", " europe/brussels": "Europe/Brussels",
		"America/New York": "America/New_York", "AMERICA/NEW_YORK": "America/New_York", "utc": "UTC",
		"America/Port-au-Prince": "America/Port-au-Prince", "Paris": "Europe/Paris", "berlin": "Europe/Berlin",
		"New York": "America/New_York", "new-york": "America/New_York", "nyc": "America/New_York", "São Paulo": "America/Sao_Paulo",
		"Paris, France": "Europe/Paris", "London (UK)": "Europe/London", "Berlin time": "Europe/Berlin",
		"St. Johns": "America/St_Johns", "st john’s": "America/St_Johns", "Buenos Aires": "America/Argentina/Buenos_Aires",
		"Poland": "Poland", "CET": "CET", "EST": "America/New_York", "Etc/GMT-2": "Etc/GMT-2", "etc/gmt+2": "Etc/GMT+2",
		"GMT": "GMT", "GMT+2": "UTC+2", "utc -03:30": "UTC-3:30", "UTC+5:30": "UTC+5:30", "+0545": "UTC+5:45",
		"UTC–8": "UTC-8", "gmt−1": "UTC-1", "UTC+0": "UTC", "GMT-00:00": "UTC", "+2h": "UTC+2", "UTC-0:30": "UTC-0:30"} {
		got, near := readZone(typed)
		assert.Equal(t, want, got, typed)
		assert.Empty(t, near, typed)
		_, err := notice.Zone(got)
		assert.NoError(t, err, typed)
	}
	for typed, want := range map[string][]string{"Brüssel": {"Europe/Brussels"}, "Berln": {"Europe/Berlin"},
		"West": {"Australia/West", "Brazil/West"}, "york": {"America/New_York"}, "Europe/Pari": {"Europe/Paris"}} {
		got, near := readZone(typed)
		assert.Empty(t, got, typed)
		for _, name := range want {
			assert.Contains(t, near, name, typed)
		}
		assert.LessOrEqual(t, len(near), maxNear)
	}
	_, near := readZone("buenos")
	assert.Len(t, near, 1, "two names of one zone are one")
	for _, typed := range []string{"", " ", "Local", "local", "../etc/passwd", "/etc/localtime", "Mars/Olympus", "UTC+15",
		"UTC-13", "+99", "the moon", "x", ",", "()", "🌍"} {
		got, near := readZone(typed)
		assert.Empty(t, got, typed)
		assert.Empty(t, near, typed)
	}
}

func FuzzReadZone(f *testing.F) {
	for _, typed := range []string{"Paris", "UTC+5:30", "(,", "-0:59"} {
		f.Add(typed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		name, near := readZone(typed)
		if name != "" {
			_, err := notice.Zone(name)
			assert.NoError(t, err)
			again, _ := readZone(name)
			if !strings.HasPrefix(name, "EST") && !strings.HasPrefix(name, "MST") {
				assert.Equal(t, name, again)
			}
		}
		for _, name := range near {
			_, err := notice.Zone(name)
			assert.NoError(t, err)
		}
	})
}
