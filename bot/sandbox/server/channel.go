package server

import (
	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// inChannel finds the channel that the address names.
func inChannel(h func(*call, *wire.Channel) (any, *check.Refusal)) handler {
	return func(c *call) (any, *check.Refusal) {
		channel := c.Channels.Get(c.id("channel"))
		switch {
		case channel == nil:
			return nil, check.UnknownChannel
		case !channel.WithBot() || !may(c, channel, discordgo.PermissionViewChannel):
			return nil, check.MissingAccess
		}
		return h(c, channel)
	}
}

// may reports whether the bot has a permission in a channel. It has all that matter in direct
// conversations.
func may(c *call, channel *wire.Channel, p wire.Permission) bool {
	return channel.Context() == discordgo.InteractionContextBotDM || c.Channels.BotPermissions(channel).Has(p)
}

func getChannel(c *call, channel *wire.Channel) (any, *check.Refusal) {
	return c.Channels.For(0, channel), nil
}

// postDM opens the conversation with a person. Whether they accept messages shows only when one is
// sent.
func postDM(c *call) (any, *check.Refusal) {
	to, err := check.Recipient(c.form(), c.People.Has)
	if err != nil {
		return nil, err
	}
	return c.Channels.For(0, c.Channels.OpenDM(to)), nil
}

// postTyping shows that the bot writes, where it may. An archived thread is not reopened by that.
func postTyping(c *call, channel *wire.Channel) (any, *check.Refusal) {
	err := c.Channels.MaySend(channel, &check.Draft{})
	if err == nil {
		err = check.Archived(channel, c.Channels.BotPermissions(channel))
	}
	if err != nil {
		return nil, err
	}
	c.Channels.Typing(channel)
	return nil, nil
}

// postThread begins a thread that hangs on no message.
func postThread(c *call, in *wire.Channel) (any, *check.Refusal) {
	t, err := check.Thread(c.form())
	return beginThread(c, in, t, err)
}

// postThreadUnder begins a thread under a message, which has one at most.
func postThreadUnder(c *call, in *wire.Channel) (any, *check.Refusal) {
	message := c.id("message")
	t, err := check.ThreadUnder(c.form(), message)
	switch {
	case c.Messages.Public(in.ID, message) == nil:
		err = check.UnknownMessage
	case c.Channels.Get(message) != nil:
		err = check.ThreadExists
	}
	return beginThread(c, in, t, err)
}

// beginThread begins a thread that was asked for, unless err or something else forbids it.
func beginThread(c *call, in *wire.Channel, t check.NewThread, err *check.Refusal) (any, *check.Refusal) {
	switch {
	case in.GuildID == 0:
		err = check.DirectChannel
	case in.Type != discordgo.ChannelTypeGuildText:
		err = check.WrongChannelType
	case !may(c, in, discordgo.PermissionCreatePublicThreads):
		err = check.MissingPermissions
	}
	if err != nil {
		return nil, err
	}
	thread, err := c.Threads.New(in, t)
	if err != nil {
		return nil, err
	}
	return created{c.Channels.For(0, thread)}, nil
}

// patchChannel changes a thread. Other channels the sandbox does not change.
func patchChannel(c *call, channel *wire.Channel) (any, *check.Refusal) {
	switch {
	case channel.GuildID == 0:
		return nil, check.DirectChannel
	case !channel.IsThread():
		return nil, check.Unhandled("changes of channels that are no threads")
	}
	next, err := check.ChangeOfThread(c.form(), channel, c.Channels.BotPermissions(channel))
	if err != nil {
		return nil, err
	}
	changed, err := c.Threads.Change(next)
	if err != nil {
		return nil, err
	}
	return c.Channels.For(0, changed), nil
}
