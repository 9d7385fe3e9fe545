package bot

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
)

// placeNotes explains placeholders to translators, usually with an example. A key is a name, or the beginning of a
// message id and a name if the placeholder means something else there.
var placeNotes = map[string]string{
	"Accuracy": "3",

	"After":               "a number from 0 to 100",
	"All":                 "a number, how many there are",
	"Answer":              "222-c4",
	"AnswerWords":         "222 sails from c1",
	"Arrow":               "the number of an arrow in the picture",
	"At":                  "May 3, 2026 8:00 PM",
	"Bank":                "3 days",
	"Before":              "a number from 0 to 100",
	"Best":                "112=221",
	"Blue":                "@Bob",
	"BlueBank":            "3 days, or clock.empty",
	"BlueHelped":          "3",
	"Blues":               "2½",
	"Blunders":            "3",
	"Board":               "6x4 or 5x5",
	"By":                  "@Alice",
	"Change":              "+12, or −9",
	"Channel":             "#mad",
	"Channels":            "#mad",
	"Closest":             "211-c4 or 112=221",
	"Count":               "3",
	"Date":                "May 3, 2026",
	"Done":                "3",
	"Enemy":               "121",
	"EnemyAt":             "c4",
	"EnemySide":           "Red",
	"Exiled":              "211",
	"First":               "211",
	"FirstAt":             "c4",
	"From":                "c4",
	"Grace":               "2 days",
	"Habits":              "labels about the person, separated by dots",
	"Home":                "211",
	"Hour":                "09:00",
	"HomeAt":              "c4",
	"In":                  "211",
	"InAt":                "c4",
	"InWay":               "211",
	"Is":                  "an item of the menu",
	"Last":                "what comes last",
	"LastColumn":          "the letter of a column",
	"LastRow":             "the number of a row",
	"Late":                "@Alice",
	"Leaver":              "@Alice",
	"Left":                "2",
	"Length":              "3 days",
	"puzzle.Level":        "a level of puzzles, from 1 to 7",
	"Level":               "a level of the bot, from 1 to 10",
	"Life":                "7 days",
	"Limit":               "3",
	"Lose":                "a number",
	"Once":                "2",
	"Rating":              "1512, or 1512? while it is not certain",
	"Said":                "one or more sentences",
	"Setting":             "“Open games per member”",
	"Value":               "“no limit” or 3",
	"Line":                "If @Bob plays 211xb3: 222-c4",
	"Link":                "a link to a message",
	"List":                "a, b and c",
	"Loser":               "@Alice",
	"Lost":                "3",
	"Match":               "against Bob",
	"Max":                 "3",
	"Mistakes":            "3",
	"Move":                "221 sails from b5",
	"Mover":               "@Alice",
	"N":                   "3",
	"Name":                "Bob",
	"Needs":               "the sentences of permission.needs",
	"Notation":            "211-c4",
	"Note":                "what the person wrote",
	"Number":              "3",
	"Offer":               "a sentence about an offer",
	"Other":               "@Alice",
	"Out":                 "211",
	"Outlook":             "a number from 0 to 100",
	"Outlooks":            "52 20 21 18",
	"Pace":                "3 days per turn, bank 3 days",
	"Places":              "a list of turn.place, turn.return and turn.exile",
	"Played":              "211-c4",
	"Player":              "@Alice",
	"Preset":              "Club",
	"Prompt":              "one or more sentences",
	"Role":                "@Referees, a role of the server",
	"Reason":              "> what a manager wrote, quoted",
	"Reasons":             "one or more sentences",
	"Red":                 "@Alice",
	"RedBank":             "3 days, or clock.empty",
	"RedHelped":           "3",
	"Reds":                "2½",
	"Reply":               "211-c4",
	"Rest":                "what comes before Last",
	"Risks":               "one or more sentences, each on a line of its own",
	"Robot":               "@MAD",
	"Row":                 "the number of a row",
	"Second":              "211",
	"SecondAt":            "c4",
	"Shift":               "112=221",
	"Round":               "12",
	"Ship":                "211",
	"Ships":               "211 and 122",
	"Side":                "Red",
	"Square":              "c4",
	"Squares":             "3",
	"Stake":               "a sentence of stake",
	"Standing":            "a sentence of worth",
	"Steps":               "3",
	"Stops":               "40 turns without expulsion",
	"Targets":             "a list of told.yours or told.theirs",
	"Terms":               "terms of a challenge, separated by dots",
	"Text":                "what the person typed",
	"Theirs":              "terms of a challenge, separated by dots",
	"Theme":               "Cosmos",
	"Third":               "211",
	"ThirdAt":             "c4",
	"Time":                "3 days",
	"Title":               "a title",
	"To":                  "@Bob",
	"Tries":               "2",
	"Turn":                "211-c4",
	"Turns":               "turns in the notation",
	"Typed":               "what the person typed",
	"Until":               "May 3, 2026 8:00 PM",
	"Used":                "3",
	"Verdict":             "the first sentence of a result",
	"Victim":              "211",
	"Waits":               "@Alice",
	"Was":                 "3",
	"What":                "an event, one of the others",
	"When":                "in 3 days",
	"Where":               "#mad (view)",
	"Which":               "5x5, you're Red",
	"Who":                 "@Alice",
	"Win":                 "a number",
	"Winner":              "@Alice",
	"Words":               "211 sails from c2",
	"Yours":               "terms of a challenge, separated by dots",
	"Zone":                "Europe/Brussels",
	"attacked.By":         "211 on c4 and 221 on c5",
	"dispatch.Number":     "some letters and digits",
	"fleet.exile.Ships":   "ship.name, ship.names or fleet.nobody, perhaps of both sides",
	"hint.line.Turns":     "a list of hint.line.you and hint.line.other",
	"hint.strip.Turns":    "a list of hint.line.you and hint.line.other",
	"High":                "1640",
	"Low":                 "1480",
	"profile.curve.Now":   "1512",
	"Off":                 "80",
	"Won":                 "5",
	"profile.curve.First": "1500",
	"Points":              "5½",
	"Part":                "Red, Blue, 6x4 or 5x5",
	"record.Theirs":       "5½",
	"ranking.Place":       "1",
	"games.league.Place":  "2",
	"league.row.Place":    "1",
	"Leaders":             "@Alice and @Bob",
	"Season":              "2",
	"league.Group":        "1",
	"league.often.Most":   "10",
	"league.end.Players":  "@Alice, @Bob",
	"league.end.Button":   "league.button.notme",
	"league.By":           "@Alice",
	"league.Reason":       "a reason in somebody's own words",
	"league.Best":         "1",
	"league.Place":        "1",
	"league.Size":         "5",
	"league.Blues":        "3",
	"Results":             "Bob 1, Cid open",
	"league.Worst":        "3",
	"ranking.Value":       "points such as 4½, or a rating",
	"illegal.At":          "c4",
	"illegal.To":          "c4",
	"illegal.path.InWay":  "112 on c3 and 221 on c2",
	"learn.At":            "c4",
	"learn.To":            "c4",
	"notices.From":        "22:00",
	"notices.To":          "7:30",
	"notices.Time":        "22:05",
	"past.Last":           "a number, how many rounds there are",
	"pick.nth.Number":     "3",
	"plan.To":             "211xb3",
	"plan.after.Line":     "turns in the notation",
	"resign.Game":         "@Bob (first game)",
	"reason.Other":        "211",
	"fault.Other":         "211",
	"rules.page.Text":     "the text of the section",
	"thread.title.Blue":   "Bob",
	"thread.title.Red":    "Alice",
	"told.To":             "c4",
	"vacation.on.From":    "in 3 days",
}

// placeNote returns the key in placeNotes for a placeholder of a message.
func placeNote(id, name string) string {
	for at := len(id); at > 0; at = strings.LastIndex(id[:at], ".") {
		if key := id[:at] + "." + name; placeNotes[key] != "" {
			return key
		}
	}
	return name
}

// placesFile lists the placeholders for translators.
const placesFile = "i18n/PLACES.md"

// placesText returns the intended contents of placesFile.
func placesText() []byte {
	var out strings.Builder
	out.WriteString("# Places\n\nWhat stands in double braces, mostly by example; behind the beginning of an id, what it is there alone.\n\n")
	for _, key := range slices.Sorted(maps.Keys(placeNotes)) {
		fmt.Fprintf(&out, "- `%s` %s\n", key, placeNotes[key])
	}
	return []byte(out.String())
}

// TestPlaceNotes: placeNotes explains every placeholder in use, and no other. -update rewrites the list.
func TestPlaceNotes(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	said := sourceMessages(t)
	for _, text := range dispatch.SpecTexts(newTable(t).commands().List) {
		said = append(said, texts{id: text.ID, other: text.English})
	}
	for _, m := range said {
		for _, name := range namesOf(m.other) {
			key := placeNote(m.id, name)
			assert.NotEmpty(t, placeNotes[key], "%s of %s", name, m.id)
			used[key] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(placeNotes)) {
		assert.True(t, used[key], "%s is a place of no message", key)
	}
	if *updateGolden {
		require.NoError(t, os.WriteFile(placesFile, placesText(), 0o644))
	}
	list, err := os.ReadFile(placesFile)
	require.NoError(t, err)
	assert.Equal(t, string(placesText()), string(list))
}

// namesOf returns the names of a text's placeholders, each once.
func namesOf(text string) (names []string) {
	for _, place := range placesOf(text) {
		if name, isData := strings.CutPrefix(place, "{{."); isData {
			names = append(names, strings.TrimSuffix(name, "}}"))
		}
	}
	return names
}
