package bot

import (
	"encoding/json"
	"strconv"
)

// interaction is what Discord says a person did. It is decoded here and not by discordgo, whose
// decoding fails as a whole when a message holds a component it does not know, and which leaves
// out the channel.
type interaction struct {
	ID          string          `json:"id"`
	App         string          `json:"application_id"`
	Type        interactionType `json:"type"`
	Token       string          `json:"token"`
	Guild       string          `json:"guild_id"`
	ChannelID   string          `json:"channel_id"`
	Channel     channel         `json:"channel"`
	Member      *member         `json:"member"` // in a guild
	User        *user           `json:"user"`   // elsewhere
	Permissions string          `json:"app_permissions"`
	Locale      string          `json:"locale"`
	GuildLocale string          `json:"guild_locale"`
	Message     struct {
		Flags int `json:"flags"`
	} `json:"message"` // whose control was pressed
	Data interactionData `json:"data"`
}

// interactionType is Discord's number for the kind of an interaction.
type interactionType int

// The kinds the bot answers.
const (
	commandInteraction      interactionType = 2
	componentInteraction    interactionType = 3
	autocompleteInteraction interactionType = 4
)

// interactionData is what was chosen, typed or pressed.
type interactionData struct {
	Name     string   `json:"name"`
	Options  []option `json:"options"`
	Resolved struct {
		Users   map[string]user   `json:"users"`
		Members map[string]member `json:"members"`
	} `json:"resolved"`
	CustomID string   `json:"custom_id"`
	Values   []string `json:"values"`
}

// option is a value given to a command.
type option struct {
	Name    string          `json:"name"`
	Value   json.RawMessage `json:"value"`
	Focused bool            `json:"focused"` // the one being typed
}

// text returns the value as text, whatever its type; "" when there is none.
func (o option) text() string {
	var text string
	if json.Unmarshal(o.Value, &text) == nil {
		return text
	}
	return string(o.Value)
}

// channel is where it happened.
type channel struct {
	Type int `json:"type"`
}

// isThread reports whether the channel is a thread, which has a permission of its own.
func (c channel) isThread() bool { return c.Type >= 10 && c.Type <= 12 }

// user is an account.
type user struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

// member is an account in a guild.
type member struct {
	User        *user  `json:"user"` // nil in resolved data
	Nick        string `json:"nick"`
	Permissions string `json:"permissions"` // in this channel
}

// actor returns who did it, and their nickname here.
func (i *interaction) actor() (u user, nick string) {
	switch {
	case i.Member != nil && i.Member.User != nil:
		return *i.Member.User, i.Member.Nick
	case i.User != nil:
		return *i.User, ""
	}
	return user{}, ""
}

// parsePermissions reads Discord's decimal text; false when there is none.
func parsePermissions(text string) (permissions, bool) {
	bits, err := strconv.ParseUint(text, 10, 64)
	return permissions(bits), err == nil
}
