package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Response is the first response to an interaction, due within three seconds.
// https://discord.com/developers/docs/interactions/receiving-and-responding#responding-to-an-interaction
type Response struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data ResponseData                      `json:"data,omitempty"` // nil: none
}

// ResponseData is the data of a Response: a Message, a Deferral, Choices or a Modal.
type ResponseData interface {
	files() []File
}

// Deferral announces a message. Discord accepts nothing but its flags.
type Deferral struct {
	Flags discordgo.MessageFlags `json:"flags"`
}

// Choices are at most MaxChoices suggestions for autocompletion.
type Choices []*discordgo.ApplicationCommandOptionChoice

// MarshalJSON implements json.Marshaler. Discord requires an empty list instead of null.
func (c Choices) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string][]*discordgo.ApplicationCommandOptionChoice{"choices": nonNil(c)})
}

func (m Message) files() []File { return m.Files }
func (Deferral) files() []File  { return nil }
func (Choices) files() []File   { return nil }
func (Modal) files() []File     { return nil }

// responseLimit leaves time for a second attempt within the three seconds for the first response.
const responseLimit = 1200 * time.Millisecond

// CreateResponse sends the first response to in. The error is ErrDoubtful if in has a response already and it may
// not be r.
func (c *Client) CreateResponse(ctx context.Context, in *Interaction, r Response) error {
	q := request{op: "answer interaction", method: http.MethodPost, body: r, retryable: true,
		doneCode: discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged, doneErr: ErrDoubtful,
		url: callbackURL(in), limit: responseLimit}
	if r.Data != nil {
		q.files = r.Data.files()
	}
	return c.do(ctx, q, nil)
}

// EditResponse replaces the message of the first response to in, or fills in a deferred one.
func (c *Client) EditResponse(ctx context.Context, in *Interaction, m Message) error {
	return c.do(ctx, request{op: "edit answer", method: http.MethodPatch, body: m, files: m.Files,
		url: originalURL(in), retryable: true}, nil)
}

// DeleteResponse deletes the message of the first response to in.
func (c *Client) DeleteResponse(ctx context.Context, in *Interaction) error {
	return c.do(ctx, request{op: "remove answer", method: http.MethodDelete, retryable: true,
		doneCode: discordgo.ErrCodeUnknownMessage, url: originalURL(in)}, nil)
}

// CreateFollowup sends another message after the first response to in. It is not retried if the first attempt may
// have succeeded, because Discord would post it twice.
func (c *Client) CreateFollowup(ctx context.Context, in *Interaction, m Message) error {
	return c.do(ctx, request{op: "follow up", method: http.MethodPost, body: m, files: m.Files,
		url: followupURL(in)}, nil)
}
