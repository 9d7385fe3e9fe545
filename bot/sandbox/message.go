package sandbox

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// The message flags the sandbox knows.
const (
	FlagSuppressEmbeds = 1 << 2
	FlagEphemeral      = 1 << 6
	FlagLoading        = 1 << 7
	FlagSilent         = 1 << 12
	FlagComponentsV2   = 1 << 15
)

// The message types the sandbox makes.
const (
	typePlain   = 0
	typeReply   = 19
	typeCommand = 20
	typeMenu    = 23 // answer to a user or message command
)

// Message is a message, as Discord writes one. Ephemeral and Thinking are additions for the page
// and for tests.
type Message struct {
	ID              Snowflake       `json:"id"`
	Type            int             `json:"type"`
	ChannelID       Snowflake       `json:"channel_id"`
	Author          User            `json:"author"`
	Content         string          `json:"content"`
	Timestamp       time.Time       `json:"timestamp"`
	Edited          *time.Time      `json:"edited_timestamp"`
	TTS             bool            `json:"tts"`
	MentionEveryone bool            `json:"mention_everyone"`
	Mentions        []User          `json:"mentions"`
	MentionRoles    []Snowflake     `json:"mention_roles"`
	Attachments     []Attachment    `json:"attachments"`
	Embeds          []Embed         `json:"embeds"`
	Components      []Component     `json:"components"`
	Pinned          bool            `json:"pinned"`
	Flags           int             `json:"flags"`
	Nonce           string          `json:"nonce,omitempty"`
	ApplicationID   Snowflake       `json:"application_id,omitempty"`
	WebhookID       Snowflake       `json:"webhook_id,omitempty"`
	Reference       *Reference      `json:"message_reference,omitempty"`
	Referenced      *Message        `json:"referenced_message,omitempty"`
	Origin          *Origin         `json:"interaction_metadata,omitempty"`
	Interaction     *OldInteraction `json:"interaction,omitempty"`
	Ephemeral       bool            `json:"ephemeral,omitempty"`
	Thinking        bool            `json:"thinking,omitempty"`
}

// Reference points to the message that is replied to.
type Reference struct {
	Type      int       `json:"type"`
	MessageID Snowflake `json:"message_id"`
	ChannelID Snowflake `json:"channel_id"`
	GuildID   Snowflake `json:"guild_id,omitempty"`
}

// Origin says which interaction a message answers: Discord's interaction_metadata, and the
// command's name for the page.
type Origin struct {
	ID                  Snowflake         `json:"id"`
	Type                InteractionType   `json:"type"`
	User                User              `json:"user"`
	Name                string            `json:"name,omitempty"`
	Owners              map[string]string `json:"authorizing_integration_owners"`
	OriginalMessageID   Snowflake         `json:"original_response_message_id,omitempty"`
	InteractedMessageID Snowflake         `json:"interacted_message_id,omitempty"`
	TriggeringMetadata  *Origin           `json:"triggering_interaction_metadata,omitempty"`
}

// OldInteraction is the older form of Origin, still sent on answers to commands.
type OldInteraction struct {
	ID   Snowflake       `json:"id"`
	Type InteractionType `json:"type"`
	Name string          `json:"name"`
	User User            `json:"user"`
}

// post is a message as it is kept: with all its files, and who sees it.
type post struct {
	Message
	To        Snowflake    `json:"to,omitempty"`      // the one person an ephemeral message is for
	Answers   Snowflake    `json:"answers,omitempty"` // the interaction whose webhook made it
	Pings     []Snowflake  `json:"pings,omitempty"`
	Files     []Attachment `json:"files,omitempty"`
	Shown     []Snowflake  `json:"shown,omitempty"`     // files shown by an embed or component
	Dismissed bool         `json:"dismissed,omitempty"` // the person no longer sees it
}

// show derives what the outside sees from what is kept.
func (p *post) show() {
	p.Attachments = slices.DeleteFunc(slices.Clone(p.Files), func(a Attachment) bool {
		return slices.Contains(p.Shown, a.ID)
	})
	if p.Attachments == nil {
		p.Attachments = []Attachment{}
	}
	p.Ephemeral = p.Flags&FlagEphemeral != 0
	p.Thinking = p.Flags&FlagLoading != 0
}

// seenBy tells whether a person sees the message in a channel they are in.
func (p *post) seenBy(person Snowflake) bool {
	return !p.Dismissed && (p.To == 0 || p.To == person)
}

// text is everything in the message that can mention somebody.
func (m *Message) text() string {
	var b strings.Builder
	b.WriteString(m.Content)
	walk(m.Components, nil, func(c *Component, _ []string) {
		if c.Type == ComponentText {
			b.WriteString("\n" + c.Content)
		}
	})
	return b.String()
}

// clone copies the message with everything below it.
func (m *Message) clone() Message { return copied(*m) }

// copied is a copy of plain data with everything below it.
func copied[T any](v T) T {
	var out T
	data, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		panic(err) // not plain data: a defect here
	}
	return out
}

// post finds a kept message, or nil. mu must be held.
func (s *Server) post(id Snowflake) *post {
	i, found := slices.BinarySearchFunc(s.posts, id, func(p *post, id Snowflake) int {
		switch {
		case p.ID < id:
			return -1
		case p.ID > id:
			return 1
		}
		return 0
	})
	if !found {
		return nil
	}
	return s.posts[i]
}

// publicPost finds a message that the bot can reach through its channel: not an ephemeral one. mu
// must be held.
func (s *Server) publicPost(channel, id Snowflake) *post {
	p := s.post(id)
	if p == nil || p.ChannelID != channel || p.To != 0 {
		return nil
	}
	return p
}

// put stores a new or changed message and tells everybody. mu must be held.
func (s *Server) put(p *post) {
	isNew := s.post(p.ID) == nil
	p.show()
	if isNew {
		s.posts = append(s.posts, p)
	}
	s.write(entry{Post: p})
	s.tellMessage(p, isNew)
}

// remove deletes a message with its files and tells everybody. mu must be held.
func (s *Server) remove(p *post) {
	s.posts = slices.DeleteFunc(s.posts, func(o *post) bool { return o == p })
	s.write(entry{Gone: p.ID})
	s.dropFiles(p.Files, nil)
	s.tellDeleted(p)
}
