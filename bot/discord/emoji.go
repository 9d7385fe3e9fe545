package discord

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"

	"github.com/bwmarrin/discordgo"
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
	if CodeOf(err) == discordgo.ErrCodeUnknownEmoji {
		return nil
	}
	return err
}

// WithoutEmojis returns m with words in place of its emojis, and whether it had any. Discord refuses
// a message that shows one which is gone.
func (m Message) WithoutEmojis() (Message, bool) {
	plain, had := withoutEmojis(m.Components)
	m.Components = plain
	return m, had
}

func withoutEmojis(list []Component) (plain []Component, had bool) {
	for _, c := range list {
		within := false
		switch one := c.(type) {
		case Container:
			one.Components, within = withoutEmojis(one.Components)
			c = one
		case ActionRow:
			one.Components, within = withoutEmojis(one.Components)
			c = one
		case Button:
			within = one.Emoji != nil
			c = one.plain()
		case StringSelect:
			one.Options, within = plainOptions(one.Options)
			c = one
		}
		plain, had = append(plain, c), had || within
	}
	return plain, had
}

// plainOptions returns options without emojis, whose labels say enough.
func plainOptions(list []SelectOption) (plain []SelectOption, had bool) {
	for _, o := range list {
		had = had || o.Emoji != nil
		o.Emoji = nil
		plain = append(plain, o)
	}
	return plain, had
}

// plain returns b with words in place of its emoji: those of a name of several, as "red 211" of red_211,
// unless the label has the last. A name of one word is that of a mark, which a label can do without.
func (b Button) plain() Button {
	if b.Emoji == nil {
		return b
	}
	words := strings.Split(b.Emoji.Name, "_")
	last := words[len(words)-1]
	if b.Label == "" || len(words) > 1 && !strings.Contains(b.Label, last) {
		b.Label = Cut(strings.TrimSpace(b.Label+" "+strings.Join(words, " ")), MaxButtonLabel)
	}
	b.Emoji = nil
	return b
}
