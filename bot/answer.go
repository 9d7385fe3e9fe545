package bot

import (
	"context"
	"net/url"

	"github.com/bwmarrin/discordgo"
)

// responder gives the answers to an interaction; rest does it for Discord.
type responder interface {
	// callback is the first answer.
	callback(ctx context.Context, in *interaction, c wireCallback, files []upload) error
	// edit fills in or changes the first answer.
	edit(ctx context.Context, in *interaction, m wireMessage, files []upload) error
	// remove takes the first answer away.
	remove(ctx context.Context, in *interaction) error
	// follow sends another message after the first answer.
	follow(ctx context.Context, in *interaction, m wireMessage, files []upload) error
}

// callbackType is Discord's number for the kind of a first answer.
type callbackType int

// The first answers.
const (
	answerMessage callbackType = 4
	deferMessage  callbackType = 5 // an answer follows as a message; takes the ephemeral flag alone
	deferUpdate   callbackType = 6 // an answer may follow in the message of the button
	answerUpdate  callbackType = 7 // changes the message of the button
	answerChoices callbackType = 8
)

// wireCallback is a first answer; Data is a wireMessage, wireFlags, wireChoices or nil.
type wireCallback struct {
	Type callbackType `json:"type"`
	Data any          `json:"data,omitempty"`
}

// wireFlags is all that a deferral can say.
type wireFlags struct {
	Flags int `json:"flags"`
}

// wireChoices are suggestions; Discord wants an empty list, not null.
type wireChoices struct {
	Choices []wireChoice `json:"choices"`
}

// wireChoice is a suggestion.
type wireChoice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// The codes by which Discord says that what is asked was done before.
const (
	alreadyAnswered = 40060
	unknownMessage  = 10008
)

// callback implements responder. When it is sent again because the first attempt seemed to fail,
// the refusal of the second says that the first arrived.
func (r *rest) callback(ctx context.Context, in *interaction, c wireCallback,
	files []upload) error {
	return r.do(ctx, request{op: "answer interaction", method: "POST", body: c, files: files,
		again: true, arrived: alreadyAnswered,
		url: discordgo.EndpointInteractionResponse(in.ID, url.PathEscape(in.Token))}, nil)
}

// edit implements responder.
func (r *rest) edit(ctx context.Context, in *interaction, m wireMessage, files []upload) error {
	return r.do(ctx, request{op: "edit answer", method: "PATCH", body: m, files: files,
		url: original(in)}, nil)
}

// remove implements responder.
func (r *rest) remove(ctx context.Context, in *interaction) error {
	return r.do(ctx, request{op: "remove answer", method: "DELETE", url: original(in),
		again: true, arrived: unknownMessage}, nil)
}

// follow implements responder.
func (r *rest) follow(ctx context.Context, in *interaction, m wireMessage, files []upload) error {
	return r.do(ctx, request{op: "follow up", method: "POST", body: m, files: files,
		url: discordgo.EndpointFollowupMessage(in.App, url.PathEscape(in.Token))}, nil)
}

// original is the address of the first answer.
func original(in *interaction) string {
	return discordgo.EndpointInteractionResponseActions(in.App, url.PathEscape(in.Token))
}
