package ui

import (
	"errors"
	"strconv"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/rules/match"
)

// ErrID is returned by ParseID for a text that String does not write.
var ErrID = errors.New("not a custom id")

// ID is the custom id of a control: "verb:match:ply:argument". It holds all that the bot must know, so
// a button works after a restart, and its ply shows when it is stale. Who may use it, the match
// decides.
type ID struct {
	Verb  Verb
	Match match.ID // empty: none
	Ply   int      // the match.Match.Moment when the button was made, or play.AnyPly
	Arg   string   // anything; empty: none
}

// String returns the text, with as much of Arg as Discord has room for, counted in bytes to be safe.
func (c ID) String() string {
	text := string(c.Verb) + ":" + string(c.Match) + ":"
	if c.Ply >= 0 {
		text += strconv.Itoa(c.Ply)
	}
	text += ":"
	if room := discord.MaxCustomID - len(text); len(c.Arg) > room {
		return text + strings.ToValidUTF8(c.Arg[:room], "")
	}
	return text + c.Arg
}

// ParseID reads what String wrote; the error is ErrID.
func ParseID(text string) (ID, error) {
	parts := strings.SplitN(text, ":", 4)
	if len(text) > discord.MaxCustomID || len(parts) != 4 || !Verb(parts[0]).IsValid() {
		return ID{}, ErrID
	}
	c := ID{Verb: Verb(parts[0]), Ply: play.AnyPly, Arg: parts[3]}
	if parts[1] != "" {
		id, err := match.ParseID(parts[1])
		if err != nil {
			return ID{}, ErrID
		}
		c.Match = id
	}
	if parts[2] != "" {
		ply, err := strconv.ParseUint(parts[2], 10, 16)
		if err != nil || strconv.FormatUint(ply, 10) != parts[2] {
			return ID{}, ErrID
		}
		c.Ply = int(ply)
	}
	return c, nil
}
