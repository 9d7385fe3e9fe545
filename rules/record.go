package rules

import (
	"slices"
	"strings"
)

// Record is a game as a text that people can keep and share (rules 6.5), after the fashion of
// chess's PGN. String writes it, ParseRecord reads it. The zero value is no record.
type Record struct {
	Game     Game
	Tags     []Tag     // what the game itself does not know, each name once
	Comments []Comment // in the order of their plies
}

// Tag is a pair of a name, made of letters, digits and underscores, and any text of one line.
type Tag struct{ Name, Value string }

// Comment is a remark on a game: a text without closing brace.
type Comment struct {
	Ply  int // after how many turns it stands
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

// The tags that follow from the game.
const (
	tagBoard       = "Board"
	tagPositioning = "Positioning"
	tagStallLimit  = "StallLimit"
	tagResult      = "Result"
	tagTermination = "Termination"
	tagPosition    = "Position"
)

// Words of the tag Positioning.
const (
	positioningOn  = "on"
	positioningOff = "off"
)

// unknownValue is the value of a tag whose value is not known.
const unknownValue = "?"

// rosterTags are those of every record that do not follow from the game.
func rosterTags() []string { return []string{TagEvent, TagSite, TagDate, TagRed, TagBlue} }

// Tag returns the value of the tag of that name, "" when there is none. Tags that follow from the
// game are not among Tags.
func (r *Record) Tag(name string) string {
	i := slices.IndexFunc(r.Tags, func(t Tag) bool { return t.Name == name })
	if i < 0 {
		return ""
	}
	return r.Tags[i].Value
}

// gameTagNames are those of the tags that follow from the game.
func gameTagNames() []string {
	return []string{tagBoard, tagPositioning, tagStallLimit, tagResult, tagTermination, tagPosition}
}

// canonicalTag returns the name as this package writes it, in whatever case it is given, and name
// itself when the form does not speak of it.
func canonicalTag(name string) string {
	for _, known := range slices.Concat(rosterTags(), gameTagNames()) {
		if strings.EqualFold(known, name) {
			return known
		}
	}
	return name
}

// gameTags returns the tags that follow from g, in their order.
func gameTags(g *Game) []Tag {
	start := g.Start()
	positioning := positioningOff
	if start.positioning != 0 {
		positioning = positioningOn
	}
	tags := []Tag{
		{tagBoard, start.board.String()},
		{tagPositioning, positioning},
		{tagStallLimit, g.limit.String()},
		{tagResult, g.outcome.Result()},
		{tagTermination, g.outcome.Reason.String()},
	}
	if start != Start(start.board, start.positioning != 0) {
		tags = append(tags, Tag{tagPosition, start.String()})
	}
	return tags
}

// turnNumber returns the number before the turn that follows ply turns from start: a number
// counts a turn of Red and one of Blue.
func turnNumber(start *Position, ply int) int {
	if start.side == Blue {
		ply++
	}
	return ply/2 + 1
}
