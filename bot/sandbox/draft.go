package sandbox

import (
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"
)

// maxContent is the length of a bot's message in characters.
const maxContent = 2000

// nonceWindow is how long enforce_nonce remembers; Discord says "the past few minutes".
const nonceWindow = 5 * time.Minute

// draft is a message as a request asks for it, checked as far as the request alone allows. nil
// fields were absent.
type draft struct {
	content     *string
	embeds      *[]Embed
	components  *[]Component
	attachments *[]attachmentSpec
	allowed     *allowedMentions
	reference   *Reference
	flags       int
	unflag      int // flags that an edit takes back
	tts         bool
	nonce       string
	enforce     bool
	files       []upload
	version     int // of the interface: 9 or 10
}

// draftRule says what kind of message a draft is read for.
type draftRule struct {
	flags   int  // those that may be set
	edit    bool // of a message that is there: flags that may not be set are ignored
	v2      bool // the message edited has components v2 already
	version int
	emojis  map[Snowflake]bool
}

// The flags that may be set on each kind of message.
const (
	flagsOfChannel  = FlagSuppressEmbeds | FlagSilent | FlagComponentsV2
	flagsOfCallback = flagsOfChannel | FlagEphemeral
	flagsOfEdit     = FlagSuppressEmbeds | FlagComponentsV2
)

// readDraft checks the message in a form.
func readDraft(f form, files []upload, rule draftRule) *draft {
	d := &draft{files: files, version: rule.version}
	flags, given := f.integer("flags", 0, 1<<31-1)
	if foreign := flags &^ rule.flags; given && foreign != 0 && !rule.edit {
		f.complain("flags", "BASE_TYPE_CHOICES", "Flags %d cannot be set here.", foreign)
	}
	if given && rule.edit {
		d.unflag = FlagSuppressEmbeds
	}
	d.flags, d.tts = flags&rule.flags, f.truth("tts")
	if f.given("content") {
		text := strings.TrimSpace(f.text("content", 0, maxContent))
		d.content = &text
	}
	v2 := rule.v2 || flags&FlagComponentsV2 != 0
	d.embeds = readEmbeds(f)
	d.components = readComponents(f, v2, rule.emojis)
	d.attachments = readAttachments(f)
	d.allowed = readMentions(f)
	if v2 {
		d.refuseLegacy(f)
	}
	if !rule.edit {
		d.readNonce(f)
	}
	if f.has("poll") {
		f.unknown("polls")
	}
	if len(f.list("sticker_ids", 3)) > 0 {
		f.unknown("stickers")
	}
	return d
}

// onlyEmbeds tells whether the draft shows embeds and nothing else.
func (d *draft) onlyEmbeds() bool {
	return d.embeds != nil && len(*d.embeds) > 0 && (d.content == nil || *d.content == "") &&
		(d.components == nil || len(*d.components) == 0) && len(d.files) == 0
}

// refuseLegacy complains of what cannot stand beside components v2. Empty values are let pass, as
// Discord does.
func (d *draft) refuseLegacy(f form) {
	legacy := func(name string, used bool) {
		if used {
			f.complain(name, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
				"The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", name)
		}
	}
	legacy("content", d.content != nil && *d.content != "")
	legacy("embeds", d.embeds != nil && len(*d.embeds) > 0)
}

// readNonce reads what guards against sending twice.
func (d *draft) readNonce(f form) {
	d.enforce = f.truth("enforce_nonce")
	switch nonce := f.obj["nonce"].(type) {
	case nil:
	case string:
		d.nonce = nonce
	case json.Number:
		d.nonce = nonce.String()
		if _, err := nonce.Int64(); err != nil {
			f.complain("nonce", "NONCE_TYPE", "Nonce must be a string or an integer.")
		}
	default:
		f.complain("nonce", "NONCE_TYPE", "Nonce must be a string or an integer.")
	}
	if utf8.RuneCountInString(d.nonce) > 25 {
		f.complain("nonce", "NONCE_TYPE_TOO_LONG", "Nonce must be 25 or fewer characters.")
	}
}

// readReference reads which message of the channel is replied to. mu must be held.
func (s *Server) readReference(f form, c *Channel) *Reference {
	r, ok := f.form("message_reference")
	if !ok {
		return nil
	}
	if kind, _ := r.integer("type", 0, 1); kind != 0 {
		r.unknown("forwarding")
	}
	r.need("message_id")
	id := r.id("message_id")
	if s.publicPost(c.ID, id) != nil {
		return &Reference{MessageID: id, ChannelID: c.ID, GuildID: c.GuildID}
	}
	if soft, given := r.obj["fail_if_not_exists"].(bool); !given || soft {
		r.complain("", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
	return nil
}
