package rest

import (
	"net/http"
	"slices"
	"strconv"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

const (
	usualPage = 50  // how many messages are listed unless a call says otherwise
	maxPage   = 100 // and at most
)

// getMessages lists the messages that follow one, newest first. Who may not read what was said gets none.
func getMessages(c *call, channel *wire.Channel) (int, any, *check.Refusal) {
	q := c.URL.Query()
	if !q.Has("after") {
		return 0, nil, check.Unhandled("a list of messages other than after one")
	}
	after, err := wire.ParseSnowflake(q.Get("after"))
	n := usualPage
	if text := q.Get("limit"); err == nil && text != "" {
		n, err = strconv.Atoi(text)
	}
	if err != nil || n < 1 || n > maxPage {
		return 0, nil, check.InvalidForm("Invalid Form Body")
	}
	list := []wire.Message{}
	if may(c, channel, wire.PermissionReadHistory) {
		for _, p := range slices.Backward(c.After(channel.ID, after, n)) {
			list = append(list, c.ForBot(p))
		}
	}
	return http.StatusOK, list, nil
}
