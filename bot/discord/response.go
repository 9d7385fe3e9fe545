package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Response is the first answer to an interaction, due within three seconds.
// https://discord.com/developers/docs/interactions/receiving-and-responding#responding-to-an-interaction
type Response struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data ResponseData                      `json:"data,omitempty"` // nil: none
}

// ResponseData is what goes with a Response: a Message, a Deferral, Choices or a Modal.
type ResponseData interface {
	files() []File
}

// Deferral is all that can be said of a message that follows.
type Deferral struct {
	Flags discordgo.MessageFlags `json:"flags"`
}

// Choices are at most MaxChoices suggestions for the option that is being typed.
type Choices []*discordgo.ApplicationCommandOptionChoice

// MarshalJSON implements json.Marshaler. Discord wants an empty list, not null.
func (c Choices) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string][]*discordgo.ApplicationCommandOptionChoice{"choices": notNil(c)})
}

func (m Message) files() []File { return m.Files }
func (Deferral) files() []File  { return nil }
func (Choices) files() []File   { return nil }
func (Modal) files() []File     { return nil }

// firstLimit leaves time for a second sending within the three seconds for a first answer.
const firstLimit = 1200 * time.Millisecond

// CreateResponse gives the first answer to in. The error is ErrDoubtful when there is an answer, and
// it is not known whether it is r.
func (c *Client) CreateResponse(ctx context.Context, in *Interaction, r Response) error {
	q := request{op: "answer interaction", method: http.MethodPost, body: r, again: true,
		arrived: discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged, then: ErrDoubtful,
		url: callbackURL(in), limit: firstLimit}
	if r.Data != nil {
		q.files = r.Data.files()
	}
	return c.do(ctx, q, nil)
}

// EditResponse fills in or changes the first answer to in.
func (c *Client) EditResponse(ctx context.Context, in *Interaction, m Message) error {
	return c.do(ctx, request{op: "edit answer", method: http.MethodPatch, body: m, files: m.Files,
		url: originalURL(in), again: true}, nil)
}

// DeleteResponse takes the first answer to in away.
func (c *Client) DeleteResponse(ctx context.Context, in *Interaction) error {
	return c.do(ctx, request{op: "remove answer", method: http.MethodDelete, again: true,
		arrived: discordgo.ErrCodeUnknownMessage, url: originalURL(in)}, nil)
}

// CreateFollowup sends another message after the first answer to in. Discord does not recognise a
// second sending, so a failure after which the first may have arrived is final.
func (c *Client) CreateFollowup(ctx context.Context, in *Interaction, m Message) error {
	return c.do(ctx, request{op: "follow up", method: http.MethodPost, body: m, files: m.Files,
		url: followupURL(in)}, nil)
}
