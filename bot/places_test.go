package bot

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/dispatch"
)

// placeNotes says what places hold, for translators, by their name; with the beginning of an id before it where a
// place of that name holds something else there.
var placeNotes = map[string]string{
	"All":         "a number, how many there are",
	"Answer":      "a turn in the notation, as 222-c4",
	"AnswerWords": "a turn in words, as in 222 sails from c1",
	"Arrow":       "the number of an arrow in the picture",
	"At":          "a moment that Discord writes in the reader's language",
	"Bank":        "a length of time, as 3 days",
	"Blue":        "the person who plays Blue, as @Bob",
	"BlueBank":    "a length of time, as 3 days, or clock.empty",
	"Blues":       "a number of points, as 2½",
	"Board":       "6x4 or 5x5",
	"By":          "a person, as @Alice",
	"Channel":     "a channel, as #mad",
	"Channels":    "channels, as #mad",
	"Closest":     "turns in the notation, as in 211-c4 or 112=221",
	"Count":       "a number",
	"Date":        "a date that Discord writes in the reader's language",
	"Done":        "a number",
	"Enemy":       "a ship of the other side, as 121",
	"EnemyAt":     "a square, as c4",
	"Exiled":      "a ship, as 211",
	"First":       "a ship, as 211",
	"FirstAt":     "a square, as c4",
	"From":        "a square, as c4",
	"Grace":       "a length of time, as 2 days",
	"Habits":      "labels about the person, separated by dots",
	"Home":        "a ship, as 211",
	"HomeAt":      "a square, as c4",
	"In":          "a ship, as 211",
	"InAt":        "a square, as c4",
	"InWay":       "a ship, as 211",
	"Is":          "an item of the menu",
	"Language":    "a language in itself, as Deutsch",
	"Last":        "what comes last",
	"LastColumn":  "the letter of a column",
	"LastRow":     "the number of a row",
	"Late":        "a person, as @Alice",
	"Leaver":      "a person, as @Alice",
	"Length":      "a length of time, as 3 days",
	"Level":       "a level of the bot, from 1 to 10",
	"Life":        "a length of time, as 7 days",
	"Limit":       "a number",
	"Line":        "a line of a plan, as in If @Bob plays 211xb3: 222-c4",
	"Link":        "a link to a message",
	"List":        "a list, as in a, b and c",
	"Loser":       "Red or Blue, or a person",
	"Lost":        "a number",
	"Match":       "a match, as in against Bob",
	"Max":         "a number",
	"Move":        "a move in words, as in 221 sails from b5",
	"Mover":       "a person, as @Alice",
	"N":           "a count, as 3",
	"Name":        "the name of a person, as Bob",
	"Next":        "the number of a turn",
	"Notation":    "a turn in the notation, as 211-c4",
	"Note":        "what the person wrote",
	"Number":      "a number",
	"Offer":       "a sentence about an offer",
	"Other":       "a person, as @Alice",
	"Out":         "a ship, as 211",
	"Pace":        "a pace, as in 3 days per turn, bank 3 days",
	"Places":      "a list of turn.place, turn.return and turn.exile",
	"Played":      "a turn in the notation, as 211-c4",
	"Player":      "a person, as @Alice",
	"Points":      "1 or ½",
	"Preset":      "the name of a preset, as Club",
	"Prompt":      "one or more sentences",
	"Reasons":     "one or more sentences",
	"Red":         "the person who plays Red, as @Alice",
	"RedBank":     "a length of time, as 3 days, or clock.empty",
	"Reds":        "a number of points, as 2½",
	"Reply":       "a turn in the notation, as 211-c4",
	"Rest":        "what comes before Last",
	"Risks":       "one or more sentences, each on a line of its own",
	"Robot":       "the bot, as @MAD",
	"Row":         "the number of a row",
	"Second":      "a ship, as 211",
	"SecondAt":    "a square, as c4",
	"Shift":       "a swap or rotation in the notation, as 112=221",
	"Ship":        "a ship, as 211",
	"Ships":       "ships, as 211 and 122",
	"Side":        "Red or Blue, as the language says it",
	"Square":      "a square, as c4",
	"Squares":     "a number",
	"Stake":       "a sentence of stake",
	"Stops":       "when the match stops, as in stops after 40 quiet turns",
	"Standing":    "a sentence of worth",
	"Steps":       "a number",
	"Targets":     "a list of told.yours or told.theirs",
	"Terms":       "terms of a challenge, separated by dots",
	"Text":        "what the person typed",
	"Theirs":      "terms of a challenge, separated by dots",
	"Theme":       "the name of a theme, as Cosmos",
	"Third":       "a ship, as 211",
	"ThirdAt":     "a square, as c4",
	"Time":        "a length of time, as 3 days",
	"Title":       "a title",
	"To":          "a person, as @Bob",
	"Turn":        "a turn in the notation, as 211-c4",
	"Turns":       "turns in the notation",
	"Typed":       "what the person typed",
	"Until":       "a moment that Discord writes in the reader's language",
	"Used":        "a number",
	"Verdict":     "the first sentence of a result",
	"Victim":      "a ship, as 211",
	"Waits":       "a person, as @Alice",
	"Was":         "a number",
	"What":        "an event, one of the others",
	"When":        "a moment that Discord writes in the reader's language, as in 3 days",
	"Where":       "where the challenge is, as in #mad (view)",
	"Which":       "what tells matches apart, as in 5x5, you are Red",
	"Who":         "a person, as @Alice",
	"Winner":      "Red or Blue, or a person",
	"Words":       "a turn in words, as in 211 sails from c2",
	"You":         "the reader, as @Alice",
	"Yours":       "terms of a challenge, separated by dots",
	"Zone":        "a time zone, as Europe/Brussels",

	"attacked.By":            "ships with their squares, as in 211 on c4 and 221 on c5",
	"attacked.Enemy":         "Red or Blue, as the language says it",
	"board.ply.Turn":         "the number of a turn",
	"dispatch.Number":        "some letters and digits",
	"fleet.exile.Ships":      "ship.name, ship.names or fleet.nobody, perhaps of both sides",
	"hint.line.Turns":        "a list of hint.line.you and hint.line.other",
	"hint.now.Turn":          "the number of a turn",
	"hint.strip.Turns":       "a list of hint.line.you and hint.line.other",
	"illegal.At":             "a square, as c4",
	"illegal.To":             "a square, as c4",
	"illegal.path.InWay":     "ships with their squares, as in 112 on c3 and 221 on c2",
	"learn.At":               "a square, as c4",
	"learn.To":               "a square, as c4",
	"learn.game.Turn":        "the number of a turn",
	"log.planned.Turn":       "the number of a turn",
	"log.turn.Turn":          "the number of a turn",
	"look.marked.Turns":      "ship.turns or ship.none",
	"note.Turn":              "the number of a turn",
	"notices.From":           "an hour of the day, from 0 to 23",
	"notices.To":             "an hour of the day, from 0 to 23",
	"notices.text.Digest":    "a whole line",
	"notices.text.Quiet":     "a whole line",
	"notices.text.Reminders": "a whole line",
	"notices.text.Where":     "a whole line",
	"pick.nth.Number":        "a number, as in 3",
	"past.Last":              "a number, how many turns there are",
	"past.turn.Turn":         "the number of a turn",
	"pick.turn.Turn":         "the number of a turn",
	"plan.To":                "a turn in the notation, as 211xb3",
	"plan.after.Line":        "turns in the notation",
	"reason.Other":           "a ship, as 211",
	"rules.page.Text":        "the text of the section",
	"settings.text.Board":    "a whole line",
	"settings.text.Confirm":  "a whole line",
	"settings.text.Hints":    "a whole line",
	"settings.text.Labels":   "a whole line",
	"settings.text.Marks":    "a whole line",
	"settings.text.Theme":    "a whole line",
	"strip.Turn":             "the number of a turn",
	"textboard.Other":        "Red or Blue, as the language says it",
	"textboard.Turn":         "the number of a turn",
	"thread.title.Blue":      "the name of the person who plays Blue, as Bob",
	"thread.title.Red":       "the name of the person who plays Red, as Alice",
	"told.Enemy":             "Red or Blue, as the language says it",
	"told.To":                "a square, as c4",
	"vacation.on.From":       "a moment that Discord writes in the reader's language, as in 3 days",
}

// placeNote returns the key of what placeNotes says of the place with a name in the message with an id.
func placeNote(id, name string) string {
	for at := len(id); at > 0; at = strings.LastIndex(id[:at], ".") {
		if key := id[:at] + "." + name; placeNotes[key] != "" {
			return key
		}
	}
	return name
}

// TestPlaceNotes: translators are told what each place of each message holds, and nothing of places that are gone.
func TestPlaceNotes(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	list := sourceMessages(t)
	for _, text := range dispatch.SpecTexts(newTable(t).commands().List) {
		list = append(list, texts{id: text.ID, other: text.English})
	}
	for _, m := range list {
		for _, name := range namesOf(m.other) {
			key := placeNote(m.id, name)
			assert.NotEmpty(t, placeNotes[key], "%s of %s", name, m.id)
			used[key] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(placeNotes)) {
		assert.True(t, used[key], "%s is a place of no message", key)
	}
}

// namesOf are the names of the places of a text, each once.
func namesOf(text string) (names []string) {
	for _, place := range placesOf(text) {
		if name, isData := strings.CutPrefix(place, "{{."); isData {
			names = append(names, strings.TrimSuffix(name, "}}"))
		}
	}
	return names
}
