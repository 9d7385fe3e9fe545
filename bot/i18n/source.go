package i18n

import (
	"bufio"
	"bytes"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
)

// Source records which English text a translation was made from, as short hashes of both. With the hash of the
// translation, UpdateSources notices that a translator has rewritten it.
type Source struct{ English, Translation string }

// ParseSources reads a file that SourcesFile wrote: the sources of a language by message id. The error names the line
// at fault.
func ParseSources(data []byte) (map[string]Source, error) {
	sources := map[string]Source{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if len(fields) != 3 {
			return nil, fmt.Errorf("line %d: want an id and two hashes", n)
		}
		sources[fields[0]] = Source{fields[1], fields[2]}
	}
	return sources, lines.Err()
}

// SourcesFile writes sources with one line per message, sorted by id.
func SourcesFile(sources map[string]Source) []byte {
	var out bytes.Buffer
	for _, id := range slices.Sorted(maps.Keys(sources)) {
		fmt.Fprintln(&out, id, sources[id].English, sources[id].Translation)
	}
	return out.Bytes()
}

// UpdateSources returns the sources of texts, given those recorded before. A translation that is new or was rewritten
// counts as made from the present English text; an unchanged one keeps its source.
func UpdateSources(english, texts map[string]Text, recorded map[string]Source) map[string]Source {
	sources := map[string]Source{}
	for id, source := range english {
		if !texts[id].IsTranslated() {
			continue
		}
		now := Source{source.hash(), texts[id].hash()}
		if before, known := recorded[id]; known && before.Translation == now.Translation {
			now.English = before.English
		}
		sources[id] = now
	}
	return sources
}

// Outdated returns the ids of the messages whose English text has changed since they were translated, sorted.
func Outdated(english map[string]Text, sources map[string]Source) []string {
	var outdated []string
	for id, s := range sources {
		if source, known := english[id]; known && s.English != source.hash() {
			outdated = append(outdated, id)
		}
	}
	slices.Sort(outdated)
	return outdated
}

// hash returns a short hash of the forms of t.
func (t Text) hash() string {
	h := fnv.New32a()
	for _, form := range slices.Sorted(maps.Keys(t.Forms)) {
		fmt.Fprintf(h, "%s\x00%s\x00", form, t.Forms[form])
	}
	return fmt.Sprintf("%08x", h.Sum32())
}
