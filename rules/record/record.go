// Package record is the written form of a whole game (rules 6.5): a text that people can keep and
// share, after the fashion of chess's PGN. Parse reads it, Record's String writes it.
package record

import (
	"slices"
	"strings"

	"madbot/rules"
)

// Record is a game with what people say about it. The zero value is not a record.
type Record struct {
	Game     rules.Game
	Tags     []Tag     // those that do not follow from Game, each name once
	Comments []Comment // in the order of their plies
}

// Tag is a pair of a name, made of letters, digits and underscores, and a text of one line.
type Tag struct{ Name, Value string }

// Comment is a remark on a game: a text without a closing brace.
type Comment struct {
	Ply  int // how many turns stand before it
	Text string
}

// The tags that every record has, in this order; the value of an unknown one is "?".
const (
	TagEvent = "Event"
	TagSite  = "Site"
	TagDate  = "Date" // "2026.11.20", with question marks for what is not known
	TagRed   = "Red"
	TagBlue  = "Blue"
)

// DateLayout is the form of TagDate for time.Time's Format.
const DateLayout = "2006.01.02"

// The tags that follow from the game.
const (
	tagBoard       = "Board"
	tagPositioning = "Positioning"
	tagStallLimit  = "StallLimit"
	tagResult      = "Result"
	tagTermination = "Termination"
	tagPosition    = "Position"
)

// The values of the tag Positioning.
const (
	positioningOn  = "on"
	positioningOff = "off"
)

// unknownValue stands for a value that nobody gave.
const unknownValue = "?"

// rosterTags are those of every record that do not follow from the game.
func rosterTags() []string { return []string{TagEvent, TagSite, TagDate, TagRed, TagBlue} }

// gameTagNames are the names of the tags that gameTags returns.
func gameTagNames() []string {
	return []string{tagBoard, tagPositioning, tagStallLimit, tagResult, tagTermination, tagPosition}
}

// Tag returns the value of the tag in Tags with that name, "" when there is none. Tags that
// follow from the game are not among them.
func (r *Record) Tag(name string) string {
	i := slices.IndexFunc(r.Tags, func(t Tag) bool { return t.Name == name })
	if i < 0 {
		return ""
	}
	return r.Tags[i].Value
}

// canonicalTag returns a name known to rules 6.5 as it is written there, whatever its case, and
// any other name as it is.
func canonicalTag(name string) string {
	for _, known := range slices.Concat(rosterTags(), gameTagNames()) {
		if strings.EqualFold(known, name) {
			return known
		}
	}
	return name
}

// gameTags returns the tags that follow from g, in their order.
func gameTags(g *rules.Game) []Tag {
	start := g.Start()
	positioning := positioningOff
	if hasPositioning(&start) {
		positioning = positioningOn
	}
	tags := []Tag{
		{tagBoard, start.Board().String()},
		{tagPositioning, positioning},
		{tagStallLimit, g.Limit().String()},
		{tagResult, g.Outcome().Result()},
		{tagTermination, g.Outcome().Reason.String()},
	}
	if start != rules.Start(start.Board(), hasPositioning(&start)) {
		tags = append(tags, Tag{tagPosition, start.String()})
	}
	return tags
}

// hasPositioning reports whether any positioning turn is still to come.
func hasPositioning(p *rules.Position) bool {
	return p.Positioning(rules.Red) || p.Positioning(rules.Blue)
}
