package discord

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
)

// Emoji is an emoji of the application's own, on a button or beside an option.
// https://discord.com/developers/docs/resources/emoji
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"` // 2 to 32 letters, digits and underscores; read aloud
}

// Emojis returns the emojis of the application.
func (c *Client) Emojis(ctx context.Context) ([]Emoji, error) {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	app, err := c.application(ctx)
	if err != nil {
		return nil, err
	}
	var list struct {
		Items []Emoji `json:"items"`
	}
	err = c.do(ctx, request{op: "list emojis", method: http.MethodGet, again: true,
		url: emojisURL(app)}, &list)
	return list.Items, err
}

// CreateEmoji gives the application an emoji, drawn as a PNG of at most 256 KiB. Discord refuses a
// name that another one has.
func (c *Client) CreateEmoji(ctx context.Context, name string, drawn []byte) (Emoji, error) {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	app, err := c.application(ctx)
	if err != nil {
		return Emoji{}, err
	}
	var made Emoji
	err = c.do(ctx, request{op: "make emoji", method: http.MethodPost, url: emojisURL(app),
		body: map[string]string{"name": name,
			"image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(drawn)}}, &made)
	return made, err
}

// DeleteEmoji takes an emoji from the application; one that is gone already is no error.
func (c *Client) DeleteEmoji(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	app, err := c.application(ctx)
	if err != nil {
		return err
	}
	err = c.do(ctx, request{op: "remove emoji", method: http.MethodDelete, again: true,
		url: emojisURL(app) + "/" + url.PathEscape(id)}, nil)
	if CodeOf(err) == CodeUnknownEmoji {
		return nil
	}
	return err
}
