package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Client makes calls to Discord's REST API. It keeps to the rate limits, tries again what may be
// sent twice when it seems to have failed, and its errors hold no secrets: they wrap an *APIError
// when Discord refused. It is safe for concurrent use.
type Client struct {
	token     string // with the word Bot before it
	transport *transport
	http      *http.Client
	red       redactor
	contact   contact
	app       atomic.Pointer[string] // the id of the application; nil: not known yet
}

// restLimit bounds a call that nobody waits for.
const restLimit = 20 * time.Second

// NewClient returns a Client for the bot with token, with or without the word Bot before it, that finds
// Discord at an address. The error says what of it is no address.
func NewClient(token string, at Address) (*Client, error) {
	t, err := newTransport(at)
	if err != nil {
		return nil, err
	}
	return newClient(token, t), nil
}

// Token returns the bot's token, with the word Bot before it.
func (c *Client) Token() string { return c.token }

func newClient(token string, t *transport) *Client {
	token = strings.TrimPrefix(token, "Bot ")
	return &Client{token: "Bot " + token, transport: t, http: &http.Client{Transport: t},
		red: redactor{token}, contact: contact{doubt: make(chan struct{}, 1)}}
}

// CreateMessage posts m in a channel and returns its id. With EnforceNonce, Discord returns the
// message that it has already instead of posting it again. The error is ErrUnreadable when the
// message was posted and its id is not known.
func (c *Client) CreateMessage(ctx context.Context, channel string, m Message) (string, error) {
	var sent created
	err := c.do(ctx, request{op: "post message", method: http.MethodPost, body: m, files: m.Files,
		url: messagesURL(channel), again: m.EnforceNonce}, &sent)
	return sent.ID, err
}

// created is something that has an id. Without one it cannot be read.
type created struct {
	ID string
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *created) UnmarshalJSON(data []byte) error {
	var told struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(data, &told); err != nil {
		return err
	}
	if c.ID = told.ID; c.ID == "" {
		return errors.New("no id")
	}
	return nil
}

// EditMessage makes a message of the bot m.
func (c *Client) EditMessage(ctx context.Context, channel, message string, m Message) error {
	return c.do(ctx, request{op: "change message", method: http.MethodPatch, body: m, files: m.Files, again: true,
		url: messageURL(channel, message)}, nil)
}

// DeleteMessage removes a message of the bot from a channel.
func (c *Client) DeleteMessage(ctx context.Context, channel, message string) error {
	return c.do(ctx, request{op: "remove message", method: http.MethodDelete, again: true,
		url: messageURL(channel, message)}, nil)
}

// StartTyping shows for ten seconds, or until its next message, that the bot writes in a channel. It is not sent
// again: a sign that comes late is of no use. ErrBusy says that it was not sent because calls that matter more wait
// for their share of Discord's limit.
// https://discord.com/developers/docs/resources/channel#trigger-typing-indicator
func (c *Client) StartTyping(ctx context.Context, channel string) error {
	if !c.transport.share.isFree() {
		return ErrBusy
	}
	return c.do(ctx, request{op: "show typing", method: http.MethodPost, url: typingURL(channel)}, nil)
}

// CreateDM returns the channel of the bot's direct conversation with a person. It is the same to do it
// again. Whether the person accepts messages shows only when one is sent: CodeCannotMessage or
// CodeNoMutualServers.
func (c *Client) CreateDM(ctx context.Context, user string) (channel string, err error) {
	var opened created
	err = c.do(ctx, request{op: "open direct messages", method: http.MethodPost, again: true,
		url: directURL(), body: map[string]string{"recipient_id": user}}, &opened)
	return opened.ID, err
}

// InGuild reports whether the bot is in a guild.
// https://discord.com/developers/docs/resources/guild#get-guild
func (c *Client) InGuild(ctx context.Context, guild string) (bool, error) {
	err := c.do(ctx, request{op: "ask for a server", method: http.MethodGet, again: true, url: guildURL(guild)}, nil)
	switch CodeOf(err) {
	case discordgo.ErrCodeUnknownGuild, discordgo.ErrCodeMissingAccess:
		return false, nil
	}
	return err == nil, err
}

// MaxThreadName is the length of the longest name of a thread, in characters.
const MaxThreadName = 100

// weekLong keeps a thread in the list of channels for a week after its last message, in minutes.
const weekLong = 10080

// newThread is a thread as it is asked for.
type newThread struct {
	Name        string                `json:"name"`
	Type        discordgo.ChannelType `json:"type"`
	AutoArchive int                   `json:"auto_archive_duration"`
}

// CreateThread begins a public thread in a channel of a server and returns its id; a name that is too
// long is cut. Discord does not recognise a second sending, so a failure after which the first may have
// arrived is final. Among the refusals are CodeMissingRights and CodeTooManyThreads. The error is
// ErrUnreadable when there is a thread and its id is not known.
func (c *Client) CreateThread(ctx context.Context, channel, name string) (id string, err error) {
	var begun created
	err = c.do(ctx, request{op: "begin thread", method: http.MethodPost, url: threadsURL(channel),
		body: newThread{Cut(name, MaxThreadName), discordgo.ChannelTypeGuildPublicThread, weekLong}}, &begun)
	return begun.ID, err
}

// StartThread begins a public thread under a message of a channel of a server; a name that is too long is
// cut. It has the id of the message, and is the same to begin again: the error is nil when it was begun
// before. Among the refusals are those of CreateThread and CodeUnknownMessage.
func (c *Client) StartThread(ctx context.Context, channel, message, name string) error {
	err := c.do(ctx, request{op: "begin thread", method: http.MethodPost, again: true,
		url:  messageURL(channel, message) + "/threads",
		body: threadHere{Cut(name, MaxThreadName), weekLong}}, nil)
	if CodeOf(err) == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return nil
	}
	return err
}

// threadHere is a thread as it is asked for under a message.
type threadHere struct {
	Name        string `json:"name"`
	AutoArchive int    `json:"auto_archive_duration"`
}

// Channel returns a channel; CodeUnknownChannel says that it is gone.
func (c *Client) Channel(ctx context.Context, id string) (Channel, error) {
	var found Channel
	err := c.do(ctx, request{op: "ask for a channel", method: http.MethodGet, again: true,
		url: channelURL(id)}, &found)
	return found, err
}

// ArchiveThread takes a thread of the bot off the list of channels. It stays so until somebody posts in
// it. The error is nil when it was archived or locked before.
func (c *Client) ArchiveThread(ctx context.Context, thread string) error {
	err := c.do(ctx, request{op: "archive thread", method: http.MethodPatch, again: true,
		url: channelURL(thread), body: map[string]bool{"archived": true}}, nil)
	if CodeOf(err) == discordgo.ErrCodePerformedOperationOnArchivedThread {
		return nil
	}
	return err
}

// User returns the account with an id.
func (c *Client) User(ctx context.Context, id string) (User, error) {
	var u User
	err := c.do(ctx, request{op: "ask for a user", method: http.MethodGet, again: true,
		url: userURL(id)}, &u)
	return u, err
}

// Member returns nil for a member of a guild; discordgo.ErrCodeUnknownMember says that somebody is none.
func (c *Client) Member(ctx context.Context, guild, user string) error {
	return c.do(ctx, request{op: "ask for a member", method: http.MethodGet, again: true,
		url: memberURL(guild, user)}, nil)
}

// IsMember reports whether somebody is on a server; true also when Discord will not tell.
func (c *Client) IsMember(ctx context.Context, guild, user string) (bool, error) {
	err := c.Member(ctx, guild, user)
	switch {
	case CodeOf(err) == discordgo.ErrCodeUnknownMember, CodeOf(err) == discordgo.ErrCodeUnknownUser:
		return false, nil
	case IsRefused(err):
		return true, nil
	}
	return true, err
}

// application returns the id of the bot's own application.
func (c *Client) application(ctx context.Context) (string, error) {
	if known := c.app.Load(); known != nil {
		return *known, nil
	}
	var app created
	err := c.do(ctx, request{op: "ask who I am", method: http.MethodGet, again: true,
		url: applicationURL()}, &app)
	if err == nil {
		c.app.Store(&app.ID)
	}
	return app.ID, err
}
