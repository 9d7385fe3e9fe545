package server

import (
	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

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

// may reports whether the bot has a permission in a channel. In direct messages it has all that matter.
func may(c *call, channel *wire.Channel, p wire.Permission) bool {
	return channel.Context() == discordgo.InteractionContextBotDM || c.Channels.BotPermissions(channel).Has(p)
}

func getChannel(c *call, channel *wire.Channel) (any, *check.Refusal) {
	return c.Channels.For(0, channel), nil
}

// postDM opens direct messages with a person. Discord does not check here whether the person accepts them.
func postDM(c *call) (any, *check.Refusal) {
	to, err := check.Recipient(c.form(), c.People.Has)
	if err != nil {
		return nil, err
	}
	return c.Channels.For(0, c.Channels.OpenDM(to)), nil
}

// postTyping shows the typing indicator. It does not reopen an archived thread.
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

// postThread creates a thread without a message or, in a forum, a post.
func postThread(c *call, in *wire.Channel) (any, *check.Refusal) {
	if in.IsForum() {
		return postInForum(c, in)
	}
	t, err := check.Thread(c.form())
	return beginThread(c, in, t, err)
}

// postInForum creates a post in a forum.
func postInForum(c *call, in *wire.Channel) (any, *check.Refusal) {
	f, rights := c.form(), c.Channels.BotPermissions(in)
	t, message, err := check.ForumPost(f, in, rights)
	if err != nil {
		return nil, err
	}
	d := check.Message(message, c.files, newMessage(c, check.ChannelFlags))
	if err := f.Err(); err != nil {
		return nil, err
	}
	if len(d.Files) > 0 && !rights.Has(discordgo.PermissionAttachFiles) {
		return nil, check.MissingPermissions
	}
	var first *world.Post
	thread, err := c.Threads.Begin(in, t, func(p *world.Post) *check.Refusal {
		first = p
		return c.Messages.Send(p, d, check.ChannelMentions())
	})
	if err != nil {
		return nil, err
	}
	return created{struct {
		wire.Channel
		Message wire.Message `json:"message"`
	}{c.Channels.For(0, thread), c.Messages.ForBot(first)}}, nil
}

// postThreadUnder creates the thread of a message, which can only have one.
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

// beginThread creates a thread, unless err or something else forbids it.
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

// getActiveThreads returns the threads of a guild that are not archived and that the bot can see, newest first.
func getActiveThreads(c *call) (any, *check.Refusal) {
	guild := c.id("guild")
	if !c.Bot.IsIn(guild) {
		return nil, check.UnknownGuild
	}
	return listOfThreads(c, c.Threads.Active(guild)), nil
}

// getArchivedThreads returns the archived threads of a channel, last archived first.
func getArchivedThreads(c *call, channel *wire.Channel) (any, *check.Refusal) {
	switch {
	case !may(c, channel, discordgo.PermissionReadMessageHistory):
		return nil, check.MissingPermissions
	case c.URL.RawQuery != "limit=100":
		return nil, check.Unhandled("another list of archived threads than the last 100")
	}
	list := c.Threads.Archived(channel.ID)
	return listOfThreads(c, list[:min(len(list), maxPage)]), nil
}

func listOfThreads(c *call, threads []*wire.Channel) any {
	list := []wire.Channel{}
	for _, t := range threads {
		if may(c, t, discordgo.PermissionViewChannel) {
			list = append(list, c.Channels.For(0, t))
		}
	}
	return map[string]any{"threads": list, "members": []any{}, "has_more": false}
}

// patchChannel changes a thread. Changing other channels is not supported.
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
