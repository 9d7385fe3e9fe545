package check

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

// Limits of application emojis: resources/emoji of Discord's documentation.
const (
	maxEmojis    = 2000
	maxEmojiSize = 256 << 10
	emojiKinds   = "image/png image/jpeg image/gif image/webp image/avif"
)

var emojiName = regexp.MustCompile(`^\w{2,32}$`)

// Emoji checks a new emoji of the application against its other emojis. It returns the emoji without an id, and its
// picture.
func Emoji(f Form, others []wire.Emoji) (wire.Emoji, []byte, *Refusal) {
	f.need("name", "image")
	name := f.text("name", 2, 32)
	if name != "" && !emojiName.MatchString(name) {
		f.complain("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
	if slices.ContainsFunc(others, func(e wire.Emoji) bool { return e.Name == name }) {
		f.complain("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
			"An emoji with that name already exists")
	}
	kind, data := dataURI(f.text("image", 1, MaxBody))
	switch {
	case data == nil && f.has("image"):
		f.complain("image", "IMAGE_INVALID", "Invalid image data")
	case len(data) > maxEmojiSize:
		f.complain("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
	}
	err := f.Err()
	if err == nil && len(others) >= maxEmojis {
		err = TooManyEmojis
	}
	return wire.Emoji{
		Name:          name,
		Roles:         []wire.Snowflake{},
		User:          wire.BotUser(),
		RequireColons: true,
		Animated:      kind == "image/gif",
		Available:     true,
	}, data, err
}

// dataURI parses "data:image/…;base64,…" with a type that emojis may have. For anything else data is nil.
func dataURI(text string) (kind string, data []byte) {
	rest, ok := strings.CutPrefix(text, "data:")
	kind, rest, found := strings.Cut(rest, ";base64,")
	if !ok || !found || !slices.Contains(strings.Fields(emojiKinds), kind) {
		return "", nil
	}
	data, err := base64.StdEncoding.DecodeString(rest)
	if err != nil {
		return "", nil
	}
	return kind, data
}

// Recipient checks the person to open direct messages with.
func Recipient(f Form, isPerson func(wire.Snowflake) bool) (wire.Snowflake, *Refusal) {
	f.need("recipient_id")
	to := f.id("recipient_id")
	switch {
	case f.Err() != nil:
		return 0, f.Err()
	case to == wire.BotID:
		return 0, ClosedDM
	case !isPerson(to):
		return 0, BadRecipient
	}
	return to, nil
}

// Callback checks the type of the first response to an interaction, which must be one of fit. f is the response's
// data.
func Callback(f Form, fit []discordgo.InteractionResponseType) (discordgo.InteractionResponseType, Form, *Refusal) {
	f.need("type")
	if f.foreign("type", "callbacks of type %d", 10, 12) {
		return 0, f, f.Err()
	}
	kind := choice(f, "type", fit...)
	if kind == discordgo.InteractionApplicationCommandAutocompleteResult {
		f.need("data")
	}
	data, _ := f.form("data")
	return kind, data, f.Err()
}

// Deferral checks a deferred response and returns its flags. Discord ignores all of them except EPHEMERAL.
func Deferral(data Form) discordgo.MessageFlags {
	flags, _ := data.flags()
	if flags&^discordgo.MessageFlagsEphemeral != 0 {
		data.complain("flags", "BASE_TYPE_CHOICES", "Only EPHEMERAL can be set when deferring.")
	}
	return flags
}
