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
	pageSize = 100 // messages per request; Discord's maximum
	maxPages = 5   // read after the page of the newest messages
	// clocksDiffer is how far the clock of the machine that posted a message may be ahead of Discord's.
	clocksDiffer = 24 * time.Hour
)

// FindMessage returns the id of the bot's message that has a top-level component with the ID mark, or "" if there
// is none. It looks at the newest 100 messages, and then at up to 500 from the time since on. The newest ones may
// be up to a day older than since, because clocks differ. The bot needs the permission to read the message history;
// without it, it finds nothing.
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

// page returns the messages of a channel after a message id, newest first, or the latest ones if after is "".
func (c *Client) page(ctx context.Context, channel, after string) (page []posted, err error) {
	err = c.do(ctx, request{op: "read messages", method: http.MethodGet, retryable: true,
		url: pageURL(channel, after, pageSize)}, &page)
	return page, err
}

type posted struct {
	ID     string `json:"id"`
	Author struct {
		ID string `json:"id"` // for the bot, the application's id
	} `json:"author"`
	Components []outermost `json:"components"`
}

// outermost is a top-level component.
type outermost struct {
	ID int `json:"id"`
}

func (m posted) isAfter(id string) bool {
	return cmp.Or(cmp.Compare(len(m.ID), len(id)), cmp.Compare(m.ID, id)) > 0
}

func (m posted) has(mark int) bool { return slices.Contains(m.Components, outermost{mark}) }

// firstID is the epoch of Discord's ids, in Unix milliseconds.
const firstID = 1420070400000

// idBefore returns the id just below those of objects created at t.
// https://discord.com/developers/docs/reference#snowflakes
func idBefore(t time.Time) string {
	return strconv.FormatInt(max((t.UnixMilli()-firstID)<<22-1, 0), 10)
}
