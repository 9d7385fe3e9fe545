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

// Client makes calls to Discord's REST API. It keeps to the rate limits and retries failed calls that are safe to
// repeat. Its errors hold no secrets; they wrap an *APIError if Discord refused the call. It is safe for concurrent
// use.
type Client struct{ caller }

// caller makes calls.
type caller struct {
	token        string // with the prefix "Bot "
	transport    *transport
	http         *http.Client
	red          redactor
	availability availability
	app          atomic.Pointer[string] // the application's id; nil until it is known
}

// restLimit bounds a call that no person waits for.
const restLimit = 20 * time.Second

// NewClient returns a Client for the Discord at the given address. The token may have the prefix "Bot ". The error
// says what is wrong with the address.
func NewClient(token string, at Address) (*Client, error) {
	t, err := newTransport(at)
	if err != nil {
		return nil, err
	}
	return newClient(token, t), nil
}

// Token returns the bot's token with the prefix "Bot ".
func (c *Client) Token() string { return c.token }

func newClient(token string, t *transport) *Client {
	token = strings.TrimPrefix(token, "Bot ")
	return &Client{caller{token: "Bot " + token, transport: t, http: &http.Client{Transport: t},
		red: redactor{token}, availability: availability{suspect: make(chan struct{}, 1)}}}
}

// CreateMessage posts m in a channel and returns its id. With EnforceNonce, Discord does not post a message twice
// but returns the first one. The error is ErrUnreadable if the message was posted but its id is not known.
func (c *Client) CreateMessage(ctx context.Context, channel string, m Message) (string, error) {
	var sent created
	err := c.do(ctx, request{op: "post message", method: http.MethodPost, body: m, files: m.Files,
		url: messagesURL(channel), retryable: m.EnforceNonce}, &sent)
	return sent.ID, err
}

// created is the id of an object that Discord created. Decoding fails without an id.
type created struct {
	ID string
}

func (c *created) UnmarshalJSON(data []byte) error {
	var object struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	if c.ID = object.ID; c.ID == "" {
		return errors.New("no id")
	}
	return nil
}

// EditMessage replaces a message of the bot with m.
func (c *Client) EditMessage(ctx context.Context, channel, message string, m Message) error {
	return c.do(ctx, request{op: "change message", method: http.MethodPatch, body: m, files: m.Files, retryable: true,
		url: messageURL(channel, message)}, nil)
}

// DeleteMessage deletes a message of the bot.
func (c *Client) DeleteMessage(ctx context.Context, channel, message string) error {
	return c.do(ctx, request{op: "remove message", method: http.MethodDelete, retryable: true,
		url: messageURL(channel, message)}, nil)
}

// StartTyping shows the typing indicator in a channel for ten seconds, or until the bot's next message. It is not
// retried, because a late indicator is useless. It returns ErrBusy without sending anything if more important calls
// are waiting for the global rate limit.
// https://discord.com/developers/docs/resources/channel#trigger-typing-indicator
func (c *Client) StartTyping(ctx context.Context, channel string) error {
	if !c.transport.share.isFree() {
		return ErrBusy
	}
	return c.do(ctx, request{op: "show typing", method: http.MethodPost, url: typingURL(channel)}, nil)
}

// CreateDM returns the channel for direct messages to a user. It can be repeated. Discord reports only on the first
// message that the user does not accept any: CodeCannotMessage or CodeNoMutualServers.
func (c *Client) CreateDM(ctx context.Context, user string) (channel string, err error) {
	var dm created
	err = c.do(ctx, request{op: "open direct messages", method: http.MethodPost, retryable: true,
		url: directURL(), body: map[string]string{"recipient_id": user}}, &dm)
	return dm.ID, err
}

// InGuild reports whether the bot is in a guild.
// https://discord.com/developers/docs/resources/guild#get-guild
func (c *Client) InGuild(ctx context.Context, guild string) (bool, error) {
	err := c.do(ctx, request{op: "ask for a server", method: http.MethodGet, retryable: true, url: guildURL(guild)}, nil)
	switch CodeOf(err) {
	case discordgo.ErrCodeUnknownGuild, discordgo.ErrCodeMissingAccess:
		return false, nil
	}
	return err == nil, err
}

// MaxThreadName is the maximum length of a thread's name, in characters.
const MaxThreadName = 100

// weekLong lists a thread for a week after its last message, in minutes.
const weekLong = 10080

type threadRequest struct {
	Name        string                `json:"name"`
	Type        discordgo.ChannelType `json:"type"`
	AutoArchive int                   `json:"auto_archive_duration"`
}

// CreateThread creates a public thread in a channel and returns its id. In an announcement channel, which takes no
// other, it is an announcement thread. CreateThread truncates a name that is too long. It is not retried if the
// first attempt may have succeeded, because Discord would create a second thread. Discord may refuse with
// CodeMissingRights or CodeTooManyThreads. The error is ErrUnreadable if the thread was created but its id is not
// known.
func (c *Client) CreateThread(ctx context.Context, channel, name string) (id string, err error) {
	var thread created
	for _, kind := range []discordgo.ChannelType{discordgo.ChannelTypeGuildPublicThread,
		discordgo.ChannelTypeGuildNewsThread} {
		err = c.do(ctx, request{op: "begin thread", method: http.MethodPost, url: threadsURL(channel),
			body: threadRequest{Truncate(name, MaxThreadName), kind, weekLong}}, &thread)
		if CodeOf(err) != discordgo.ErrCodeCannotExecuteActionOnThisChannelType {
			break
		}
	}
	return thread.ID, err
}

// StartThread creates a public thread for a message, with the message's id as its own. It truncates a name that is
// too long. It can be repeated: a thread that exists already is not an error. Discord may refuse as in
// CreateThread, or with CodeUnknownMessage.
func (c *Client) StartThread(ctx context.Context, channel, message, name string) error {
	err := c.do(ctx, request{op: "begin thread", method: http.MethodPost, retryable: true,
		url:  messageURL(channel, message) + "/threads",
		body: messageThreadRequest{Truncate(name, MaxThreadName), weekLong}}, nil)
	if CodeOf(err) == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return nil
	}
	return err
}

type messageThreadRequest struct {
	Name        string `json:"name"`
	AutoArchive int    `json:"auto_archive_duration"`
}

// Channel returns a channel. The error has CodeUnknownChannel if the channel was deleted.
func (c *Client) Channel(ctx context.Context, id string) (Channel, error) {
	var found Channel
	err := c.do(ctx, request{op: "ask for a channel", method: http.MethodGet, retryable: true,
		url: channelURL(id)}, &found)
	return found, err
}

// ArchiveThread archives a thread of the bot, which hides it until somebody posts in it. A thread that is archived
// or locked already is not an error.
func (c *Client) ArchiveThread(ctx context.Context, thread string) error {
	err := c.do(ctx, request{op: "archive thread", method: http.MethodPatch, retryable: true,
		url: channelURL(thread), body: map[string]bool{"archived": true}}, nil)
	if CodeOf(err) == discordgo.ErrCodePerformedOperationOnArchivedThread {
		return nil
	}
	return err
}

// User returns a user.
func (c *Client) User(ctx context.Context, id string) (User, error) {
	var u User
	err := c.do(ctx, request{op: "ask for a user", method: http.MethodGet, retryable: true,
		url: userURL(id)}, &u)
	return u, err
}

// Member returns nil if user is a member of the guild, and discordgo.ErrCodeUnknownMember if not.
func (c *Client) Member(ctx context.Context, guild, user string) error {
	return c.do(ctx, request{op: "ask for a member", method: http.MethodGet, retryable: true,
		url: memberURL(guild, user)}, nil)
}

// IsMember reports whether user is a member of the guild. It also returns true if Discord refuses to tell.
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

// HasRole reports whether a guild has a role. It also returns true if Discord refuses to tell.
func (c *Client) HasRole(ctx context.Context, guild, role string) (bool, error) {
	err := c.do(ctx, request{op: "ask for a role", method: http.MethodGet, retryable: true,
		url: roleURL(guild, role)}, nil)
	switch {
	case CodeOf(err) == discordgo.ErrCodeUnknownRole:
		return false, nil
	case IsRefused(err):
		return true, nil
	}
	return true, err
}

// application returns the id of the bot's application.
func (c *Client) application(ctx context.Context) (string, error) {
	if known := c.app.Load(); known != nil {
		return *known, nil
	}
	var app created
	err := c.do(ctx, request{op: "ask who I am", method: http.MethodGet, retryable: true,
		url: applicationURL()}, &app)
	if err == nil {
		c.app.Store(&app.ID)
	}
	return app.ID, err
}
