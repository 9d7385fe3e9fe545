package rest

import (
	"net/http"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

func getGateway(c *call) (int, any, *check.Refusal) {
	return http.StatusOK, map[string]any{"url": "ws://" + wire.Host(c.Request) + "/gateway/"}, nil
}

func (a *API) getGatewayBot(c *call) (int, any, *check.Refusal) {
	left, reset := c.Left(world.SessionsKey, world.SessionPace(a.Sessions))
	if !a.Limits {
		left, reset = a.Sessions, 0
	}
	return http.StatusOK, map[string]any{
		"url":    "ws://" + wire.Host(c.Request) + "/gateway/",
		"shards": a.Shards,
		"session_start_limit": map[string]any{"total": a.Sessions, "remaining": left,
			"reset_after": reset.Milliseconds(), "max_concurrency": a.Concurrency},
	}, nil
}

// getUser answers for an id and for "@me".
func getUser(c *call) (int, any, *check.Refusal) {
	id := c.id("user")
	if c.PathValue("user") == "@me" {
		id = wire.BotID
	}
	u, ok := wire.UserOf(id)
	if !ok {
		return 0, nil, check.UnknownUser
	}
	return http.StatusOK, u, nil
}

// postDM opens the conversation with a person. Whether they accept messages shows only when one is
// sent.
func postDM(c *call) (int, any, *check.Refusal) {
	to, err := check.Recipient(c.form())
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, c.For(0, c.OpenDM(to)), nil
}
