package ui

import (
	"errors"
	"strconv"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/rules/match"
)

// ErrID is returned by ParseID for a text that is not a custom id.
var ErrID = errors.New("not a custom id")

// ID is the custom id of a control: "verb:match:ply:argument". It holds everything the bot needs, so a button still
// works after a restart, and its ply shows whether the button is stale. It does not say who may use the control.
type ID struct {
	Verb  Verb
	Match match.ID // empty: none
	Ply   int      // match.Match.Moment at the time the control was made, or play.AnyPly
	Arg   string   // the argument of the verb; empty: none
}

// String returns the custom id, with Arg cut to Discord's limit, counted in bytes to be safe.
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

// ParseID parses the result of String. The error is ErrID.
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
