package discord

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"
)

const (
	pageSize = 100 // messages that are read at once, as many as Discord gives
	maxPages = 5   // that are read to find one, after the newest
	// clocksDiffer is by how much a clock may be ahead of Discord's for what was posted by it to be found.
	clocksDiffer = 24 * time.Hour
)

// FindMessage returns the id of the bot's message in a channel of which an outermost component has the ID
// mark. It reads the newest 100 messages, of which it may be a day older than since, for clocks differ, and then up
// to 500, the first ones since then. It returns "" when none of them is it, or the bot may not read them there, for
// which it needs the right to read the message history.
func (c *Client) FindMessage(ctx context.Context, channel string, mark int, since time.Time) (string, error) {
	app, err := c.application(ctx)
	if err != nil {
		return "", err
	}
	after, oldest := "", idBefore(since.Add(-clocksDiffer))
	for range 1 + maxPages {
		page, err := c.page(ctx, channel, after)
		if err != nil {
			return "", err
		}
		for _, m := range page {
			if m.Author.ID == app && m.has(mark) && m.isAfter(oldest) {
				return m.ID, nil
			}
		}
		if len(page) < pageSize {
			return "", nil
		}
		if after == "" {
			after = idBefore(since)
		} else {
			after = page[0].ID
		}
	}
	return "", nil
}

// page returns the messages of a channel that follow one, or the last ones for "", newest first.
func (c *Client) page(ctx context.Context, channel, after string) (page []posted, err error) {
	err = c.do(ctx, request{op: "read messages", method: http.MethodGet, again: true,
		url: pageURL(channel, after, pageSize)}, &page)
	return page, err
}

// posted is a message as a channel lists it.
type posted struct {
	ID     string `json:"id"`
	Author struct {
		ID string `json:"id"` // of the bot it is that of its application
	} `json:"author"`
	Components []outermost `json:"components"`
}

// outermost is a component that is in no other.
type outermost struct {
	ID int `json:"id"`
}

// isAfter reports whether m was posted after a message with an id.
func (m posted) isAfter(id string) bool {
	return cmp.Or(cmp.Compare(len(m.ID), len(id)), cmp.Compare(m.ID, id)) > 0
}

func (m posted) has(mark int) bool { return slices.Contains(m.Components, outermost{mark}) }

// firstID is when ids begin, in milliseconds since 1970.
const firstID = 1420070400000

// idBefore returns an id above those of all that was made before t, and below the others.
// https://discord.com/developers/docs/reference#snowflakes
func idBefore(t time.Time) string {
	return strconv.FormatInt(max((t.UnixMilli()-firstID)<<22-1, 0), 10)
}
