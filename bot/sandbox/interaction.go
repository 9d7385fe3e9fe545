package sandbox

import (
	"crypto/rand"
	"encoding/base64"
	"maps"
	"time"
)

// InteractionType says what a person did.
type InteractionType int

// The interaction types.
const (
	InteractionCommand      InteractionType = 2
	InteractionComponent    InteractionType = 3
	InteractionAutocomplete InteractionType = 4
	InteractionModal        InteractionType = 5
)

// How long an interaction may be answered: interactions/receiving-and-responding of Discord's
// documentation.
const tokenLife = 15 * time.Minute

// guildLocale is the guild's language.
const guildLocale = "en-US"

// interaction is one thing a person did and how it was answered.
type interaction struct {
	ID        Snowflake       `json:"id"`
	Token     string          `json:"token"`
	Type      InteractionType `json:"type"`
	Person    Snowflake       `json:"person"`
	ChannelID Snowflake       `json:"channel"`
	Created   time.Time       `json:"created"`
	Menu      bool            `json:"menu,omitempty"`     // a user or message command
	MessageID Snowflake       `json:"message,omitempty"`  // that was clicked, or opened the modal
	Original  Snowflake       `json:"original,omitempty"` // what "@original" means
	Answered  CallbackType    `json:"answered,omitempty"`
	Origin    *Origin         `json:"origin"`
	Modal     *Modal          `json:"modal,omitempty"` // the modal it was answered with

	kind    OptionType    // of the option being completed
	expired bool          // the person has been told that nobody answered
	done    chan struct{} // closed at the first answer
	answer  Answer        // valid once done is closed
}

// revive makes an interaction read from the journal complete: it has been answered, or never will
// be.
func (i *interaction) revive() {
	i.done = make(chan struct{})
	close(i.done)
	i.expired = i.Answered == 0
}

// newInteraction makes and keeps an interaction; name is the command's. mu must be held.
func (s *Server) newInteraction(v visit, name string) *interaction {
	secret := make([]byte, 96)
	rand.Read(secret) //nolint:errcheck // it never fails
	i := &interaction{
		ID:        s.newID(),
		Token:     base64.RawURLEncoding.EncodeToString(secret),
		Type:      v.Type,
		Person:    v.person,
		ChannelID: v.channel.ID,
		Created:   s.now().UTC(),
		done:      make(chan struct{}),
	}
	i.Origin = &Origin{ID: i.ID, Type: v.Type, User: *s.users[v.person], Name: name,
		Owners: owners(v.channel)}
	s.forgetInteractions()
	s.interactions[i.Token] = i
	return i
}

// forgetInteractions drops those whose token has run out; an hour more keeps the refusal exact for
// late calls. mu must be held.
func (s *Server) forgetInteractions() {
	now := s.now()
	maps.DeleteFunc(s.interactions, func(_ string, i *interaction) bool {
		return now.Sub(i.Created) > tokenLife+time.Hour
	})
}

// owners says for whom the application is installed: the guild, or in a direct conversation nobody
// ("0").
func owners(c *Channel) map[string]string {
	return map[string]string{"0": c.GuildID.String()}
}

// locale is a person's language. mu must be held.
func (s *Server) locale(person Snowflake) string {
	if l := s.locales[person]; l != "" {
		return l
	}
	return guildLocale
}

// event is the interaction as the gateway tells it. mu must be held.
func (s *Server) event(i *interaction, c *Channel, data map[string]any) map[string]any {
	channel := s.channelJSON(c)
	channel.Permissions = personPermissions(i.Person)
	e := map[string]any{
		"id": i.ID, "application_id": BotID, "type": i.Type, "token": i.Token, "version": 1,
		"data": data, "channel_id": c.ID, "channel": channel,
		"app_permissions": s.botPermissions(c), "locale": s.locale(i.Person),
		"entitlements": []any{}, "entitlement_sku_ids": []any{},
		"authorizing_integration_owners": owners(c),
		"attachment_size_limit":          maxFile,
	}
	if c.Type == ChannelDM {
		e["user"], e["context"] = s.users[i.Person], 1
	} else {
		m := s.member(i.Person, true)
		m.Permissions = personPermissions(i.Person)
		e["member"], e["context"] = m, 0
		e["guild_id"], e["guild_locale"] = c.GuildID, guildLocale
		e["guild"] = map[string]any{"id": c.GuildID, "locale": guildLocale, "features": []string{}}
	}
	if p := s.post(i.MessageID); p != nil {
		e["message"] = s.forBot(p)
	}
	return e
}

// answered notes the first answer and wakes whoever waits for it. mu must be held.
func (s *Server) answered(i *interaction, kind CallbackType, a Answer) {
	i.Answered = kind
	a.Kind, a.InteractionID = kind, i.ID
	i.answer = a
	s.write(entry{Interaction: i})
	close(i.done)
	s.wake()
}
