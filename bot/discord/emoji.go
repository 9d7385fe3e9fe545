package discord

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Emojis returns the emojis of the application.
// https://discord.com/developers/docs/resources/emoji
func (c *Client) Emojis(ctx context.Context) ([]discordgo.ComponentEmoji, error) {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	app, err := c.application(ctx)
	if err != nil {
		return nil, err
	}
	var list struct {
		Items []discordgo.ComponentEmoji `json:"items"`
	}
	err = c.do(ctx, request{op: "list emojis", method: http.MethodGet, retryable: true,
		url: emojisURL(app)}, &list)
	return list.Items, err
}

// CreateEmoji adds an emoji to the application. The picture is a PNG of at most 256 KiB. Discord refuses a name
// that exists.
func (c *Client) CreateEmoji(ctx context.Context, name string, drawn []byte) (discordgo.ComponentEmoji, error) {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	app, err := c.application(ctx)
	if err != nil {
		return discordgo.ComponentEmoji{}, err
	}
	var made discordgo.ComponentEmoji
	err = c.do(ctx, request{op: "make emoji", method: http.MethodPost, url: emojisURL(app),
		body: map[string]string{"name": name,
			"image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(drawn)}}, &made)
	return made, err
}

// DeleteEmoji deletes an emoji of the application. It is not an error if there is no such emoji.
func (c *Client) DeleteEmoji(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	app, err := c.application(ctx)
	if err != nil {
		return err
	}
	err = c.do(ctx, request{op: "remove emoji", method: http.MethodDelete, retryable: true,
		url: emojisURL(app) + "/" + url.PathEscape(id)}, nil)
	if CodeOf(err) == discordgo.ErrCodeUnknownEmoji {
		return nil
	}
	return err
}

// WithoutEmojis returns m with words in place of its custom emojis, and whether it had any. Discord refuses
// messages with an emoji that was deleted.
func (m Message) WithoutEmojis() (Message, bool) {
	plain, had := withoutEmojis(m.Components)
	m.Components = plain
	return m, had
}

func withoutEmojis(list []discordgo.MessageComponent) (plain []discordgo.MessageComponent, had bool) {
	for _, c := range list {
		within := false
		switch one := c.(type) {
		case discordgo.Container:
			one.Components, within = withoutEmojis(one.Components)
			c = one
		case discordgo.ActionsRow:
			one.Components, within = withoutEmojis(one.Components)
			c = one
		case discordgo.Button:
			within = one.Emoji != nil
			c = inWords(one)
		case discordgo.SelectMenu:
			one.Options, within = plainOptions(one.Options)
			c = one
		}
		plain, had = append(plain, c), had || within
	}
	return plain, had
}

// plainOptions removes the emojis of menu options. Their labels are clear without them.
func plainOptions(list []discordgo.SelectMenuOption) (plain []discordgo.SelectMenuOption, had bool) {
	for _, o := range list {
		had = had || o.Emoji != nil
		o.Emoji = nil
		plain = append(plain, o)
	}
	return plain, had
}

// inWords replaces the emoji of b with the words of its name, such as "red 211" for red_211, unless the label
// contains the last of them. Emojis with a one-word name only decorate a label, so they are just removed.
func inWords(b discordgo.Button) discordgo.Button {
	if b.Emoji == nil {
		return b
	}
	words := strings.Split(b.Emoji.Name, "_")
	last := words[len(words)-1]
	if b.Label == "" || len(words) > 1 && !strings.Contains(b.Label, last) {
		b.Label = Truncate(strings.TrimSpace(b.Label+" "+strings.Join(words, " ")), MaxButtonLabel)
	}
	b.Emoji = nil
	return b
}
