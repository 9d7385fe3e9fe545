package zones

import (
	"cmp"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// packed is the file of places, made by TestPlaces. Each line has four fields, separated by tabs:
//
//   - the place's area: BE, US-CA, or empty for a time such as Pacific Time; with @ if the place is that area itself
//   - its name; for an area in English and, where known, in French and German, separated by semicolons
//   - its zones, separated by semicolons, the largest first: the zone, how many thousand people live there, and, for
//     an area, the zone's largest city, separated by equals signs
//   - its keys, each between vertical bars
//
//go:embed places.txt.gz
var packed string

// places returns the unpacked file, which begins with a line break. It panics if the file is damaged.
var places = sync.OnceValue(func() string {
	file, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(file)
	if err != nil {
		panic(err)
	}
	return "\n" + string(text)
})

type place struct {
	area, name, zone string
	people           int  // in thousands
	whole            bool // the line is about a country or region, and name is the zone's largest city
	usual            bool // it was found by its usual name, not by a former or foreign one; set by likely
	longer           bool // its usual name begins with the words it was found by; set by likely
}

func linesWith(key string) (lines []string) {
	all, wanted := places(), "|"+key+"|"
	for at := 0; key != ""; {
		found := strings.Index(all[at:], wanted)
		if found < 0 {
			break
		}
		from, to := strings.LastIndexByte(all[:at+found], '\n')+1, at+found+strings.IndexByte(all[at+found:], '\n')
		lines, at = append(lines, all[from:to]), to
	}
	return lines
}

// parse returns the places of lines, the largest first.
func parse(lines []string) (list []place) {
	for _, line := range lines {
		f := strings.Split(line, "\t")
		area, whole := strings.CutPrefix(f[0], "@")
		for part := range strings.SplitSeq(f[2], ";") {
			zone := strings.Split(part, "=")
			people, _ := strconv.Atoi(zone[1])
			p := place{area: area, name: f[1], zone: zone[0], people: people, whole: whole}
			if whole {
				p.name = zone[2]
			}
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b place) int { return cmp.Compare(b.people, a.people) })
	return list
}

// label names p for a choice, in a language of the bot: “San José, Costa Rica”, “Portland, Oregon, United States”.
func (p place) label(language string) string {
	country, region, _ := strings.Cut(p.area, "-")
	parts := []string{p.name}
	if region != "" {
		parts = append(parts, areaName(p.area, language))
	}
	if country != "" {
		parts = append(parts, areaName(country, language))
	}
	return strings.Join(slices.Compact(slices.DeleteFunc(parts, func(s string) bool { return s == "" })), ", ")
}

func areaName(area, language string) string {
	_, rest, found := strings.Cut(places(), "\n@"+area+"\t")
	if !found {
		return ""
	}
	names := strings.Split(rest[:strings.IndexByte(rest, '\t')], ";")
	if i := slices.Index([]string{"en", "fr", "de"}, language); i >= 0 && i < len(names) {
		return names[i]
	}
	return names[0]
}

// sameTime reports whether clocks in two zones agree all year.
func sameTime(a, b string) bool {
	if a == b {
		return true
	}
	one, err := time.LoadLocation(a)
	other, fault := time.LoadLocation(b)
	if err != nil || fault != nil {
		return false
	}
	for day := 1; day < 365; day += 6 {
		at := time.Date(2026, time.January, day, 0, 0, 0, 0, time.UTC)
		_, first := at.In(one).Zone()
		_, second := at.In(other).Zone()
		if first != second {
			return false
		}
	}
	return true
}
