package rest

import (
	"net/http"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// postThread begins a thread that hangs on no message.
func postThread(c *call, in *wire.Channel) (int, any, *check.Refusal) {
	t, err := check.Thread(c.form())
	switch {
	case in.GuildID == 0:
		err = check.DirectChannel
	case in.Type != wire.ChannelText:
		err = check.WrongChannelType
	case !may(c, in, wire.PermissionCreateThreads):
		err = check.MissingPermissions
	}
	if err != nil {
		return 0, nil, err
	}
	thread, err := c.NewThread(in, t)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, c.For(0, thread), nil
}

// patchChannel changes a thread. Other channels the sandbox does not change.
func patchChannel(c *call, channel *wire.Channel) (int, any, *check.Refusal) {
	switch {
	case channel.GuildID == 0:
		return 0, nil, check.DirectChannel
	case !channel.IsThread():
		return 0, nil, check.Unhandled("changes of channels that are no threads")
	}
	next, err := check.ChangeOfThread(c.form(), channel, c.BotPermissions(channel))
	if err != nil {
		return 0, nil, err
	}
	changed, err := c.ChangeThread(next)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, c.For(0, changed), nil
}
