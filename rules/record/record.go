// Package record is the text form of a whole game (rules 6.5), modelled on chess's PGN. Parse reads it, Record.String
// writes it.
package record

import (
	"slices"
	"strings"

	"madbot/rules"
)

// Record is a game with tags and comments. The zero value is not a record.
type Record struct {
	Game     rules.Game
	Tags     []Tag     // tags that do not follow from Game; names are unique
	Comments []Comment // ordered by ply
}

// Tag is a name, made of letters, digits and underscores, with a one-line value.
type Tag struct{ Name, Value string }

// Comment is a remark on a game. Its text contains no closing brace.
type Comment struct {
	Ply  int // number of turns before it
	Text string
}

// The tags of every record, in this order. An unknown value is "?".
const (
	TagEvent = "Event"
	TagSite  = "Site"
	TagDate  = "Date" // "2026.11.20", with question marks for unknown parts
	TagRed   = "Red"
	TagBlue  = "Blue"
)

// DateLayout is the layout of TagDate for time.Time.Format.
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

const unknownValue = "?"

// rosterTags returns the tags of every record that do not follow from the game.
func rosterTags() []string { return []string{TagEvent, TagSite, TagDate, TagRed, TagBlue} }

func gameTagNames() []string {
	return []string{tagBoard, tagPositioning, tagStallLimit, tagResult, tagTermination, tagPosition}
}

// Tag returns the value of the named tag in Tags, or "" if there is none. It does not know the tags that follow from
// the game.
func (r *Record) Tag(name string) string {
	i := slices.IndexFunc(r.Tags, func(t Tag) bool { return t.Name == name })
	if i < 0 {
		return ""
	}
	return r.Tags[i].Value
}

// canonicalTag returns name with the case of rules 6.5 if they define it, and unchanged otherwise.
func canonicalTag(name string) string {
	for _, known := range slices.Concat(rosterTags(), gameTagNames()) {
		if strings.EqualFold(known, name) {
			return known
		}
	}
	return name
}

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

func hasPositioning(p *rules.Position) bool {
	return p.Positioning(rules.Red) || p.Positioning(rules.Blue)
}
