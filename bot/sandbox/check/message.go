package check

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

// MaxContent is the maximum length of a message's content, in characters.
const MaxContent = 2000

// Draft is a message in a request, checked as far as possible without knowing the channel.
type Draft struct {
	Flags   discordgo.MessageFlags // flags to set
	Nonce   string                 // "" if there is none
	Enforce bool                   // send only once under the nonce
	Allowed *Mentions              // nil if absent
	Reply   Reply                  // the message it replies to
	Files   []Upload

	version int                    // of the API: 9 or 10
	unflag  discordgo.MessageFlags // flags that an edit clears

	// nil if absent
	content     *string
	components  *[]wire.Component
	attachments *[]attachmentSpec
}

// Reply identifies the message that a draft replies to.
type Reply struct {
	To   wire.Snowflake // 0 if it is not a reply
	Soft bool           // a missing message is not an error
	form Form
}

// MessageRule says which kind of message to check.
type MessageRule struct {
	Flags   discordgo.MessageFlags // flags that may be set
	Edit    bool                   // an edit, which ignores flags that may not be set
	V2      bool                   // the edited message already has v2 components
	Version int                    // of the API: 9 or 10
	Emojis  map[wire.Snowflake]bool
}

// The flags that may be set for each kind of message.
const (
	EditFlags     = discordgo.MessageFlagsSuppressEmbeds | discordgo.MessageFlagsIsComponentsV2
	ChannelFlags  = EditFlags | discordgo.MessageFlagsSuppressNotifications
	CallbackFlags = ChannelFlags | discordgo.MessageFlagsEphemeral
)

// Message checks the message in f. The draft is valid only if f has no complaints.
func Message(f Form, files []Upload, rule MessageRule) *Draft {
	d := &Draft{Files: files, version: rule.Version}
	flags, given := f.flags()
	if foreign := flags &^ rule.Flags; given && foreign != 0 && !rule.Edit {
		f.complain("flags", "BASE_TYPE_CHOICES", "Flags %d cannot be set here.", foreign)
	}
	if given && rule.Edit {
		d.unflag = discordgo.MessageFlagsSuppressEmbeds
	}
	d.Flags = flags & rule.Flags
	f.truth("tts")
	if f.given("content") {
		text := strings.TrimSpace(f.text("content", 0, MaxContent))
		d.content = &text
	}
	v2 := rule.V2 || flags&discordgo.MessageFlagsIsComponentsV2 != 0
	if v2 && d.content != nil && *d.content != "" {
		legacy(f, "content")
	}
	d.components = components(f, v2, rule.Emojis)
	d.attachments = attachments(f)
	d.Allowed = mentions(f)
	if !rule.Edit {
		d.readNonce(f)
		d.readReply(f)
	}
	refuseOthers(f, v2)
	return d
}

// legacy complains about a field that v2 messages may not have. Empty values are accepted, as by Discord.
func legacy(f Form, name string) {
	f.complain(name, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
		"The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", name)
}

// refuseOthers refuses fields that the sandbox does not support.
func refuseOthers(f Form, v2 bool) {
	switch embeds := len(f.list("embeds", 10)) > 0; {
	case embeds && v2:
		legacy(f, "embeds")
	case embeds:
		f.unknown("embeds")
	case f.has("poll") && v2:
		legacy(f, "poll")
	case f.has("poll"):
		f.unknown("polls")
	case len(f.list("sticker_ids", 3)) > 0 && v2:
		legacy(f, "sticker_ids")
	case len(f.list("sticker_ids", 3)) > 0:
		f.unknown("stickers")
	}
}

// readNonce reads the nonce, which prevents sending a message twice.
func (d *Draft) readNonce(f Form) {
	d.Enforce = f.truth("enforce_nonce")
	switch nonce := f.obj["nonce"].(type) {
	case nil:
	case string:
		d.Nonce = nonce
	case json.Number:
		d.Nonce = nonce.String()
		if _, err := nonce.Int64(); err != nil {
			f.complain("nonce", "NONCE_TYPE", "Nonce must be a string or an integer.")
		}
	default:
		f.complain("nonce", "NONCE_TYPE", "Nonce must be a string or an integer.")
	}
	if utf8.RuneCountInString(d.Nonce) > 25 {
		f.complain("nonce", "NONCE_TYPE_TOO_LONG", "Nonce must be 25 or fewer characters.")
	}
}

func (d *Draft) readReply(f Form) {
	r, ok := f.form("message_reference")
	if !ok {
		return
	}
	if kind, _ := r.integer("type", 0, 1); kind != 0 {
		r.unknown("forwarding")
	}
	r.need("message_id")
	strict, given := r.obj["fail_if_not_exists"].(bool)
	d.Reply = Reply{To: r.id("message_id"), Soft: given && !strict, form: r}
}

// Missing complains in the form that the message to reply to does not exist, unless r is Soft.
func (r Reply) Missing() {
	if !r.Soft {
		r.form.complain("", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
}

// MaySend refuses a message if the bot lacks the permissions for it in c.
func (d *Draft) MaySend(c *wire.Channel, may wire.Permission) *Refusal {
	switch {
	case c.Context() == discordgo.InteractionContextBotDM:
		return nil
	case !c.WithBot(), !may.Has(discordgo.PermissionViewChannel):
		return MissingAccess
	case c.IsForum():
		return NonTextChannel
	case !may.Has(wire.SendIn(c)),
		len(d.Files) > 0 && !may.Has(discordgo.PermissionAttachFiles):
		return MissingPermissions
	case d.Reply.To != 0 && !may.Has(discordgo.PermissionReadMessageHistory):
		return ReplyWithoutRead
	}
	return Locked(c, may)
}
