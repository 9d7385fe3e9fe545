package rest

import (
	"net/http"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// inChannel finds the channel that the address names.
func inChannel(h func(*call, *wire.Channel) (int, any, *check.Refusal)) handler {
	return func(c *call) (int, any, *check.Refusal) {
		channel := c.Channel(c.id("channel"))
		switch {
		case channel == nil:
			return 0, nil, check.UnknownChannel
		case !channel.WithBot() || !may(c, channel, wire.PermissionViewChannel):
			return 0, nil, check.MissingAccess
		}
		return h(c, channel)
	}
}

// may reports whether the bot has a permission in a channel. It has all that matter in direct
// conversations.
func may(c *call, channel *wire.Channel, p wire.Permission) bool {
	return channel.Context() == wire.InBotDM || c.BotPermissions(channel).Has(p)
}

func getChannel(c *call, channel *wire.Channel) (int, any, *check.Refusal) {
	return http.StatusOK, c.For(0, channel), nil
}

func postMessage(c *call, channel *wire.Channel) (int, any, *check.Refusal) {
	f := c.form()
	d := check.Message(f, c.files, newMessage(c, check.ChannelFlags))
	to := c.PublicPost(channel.ID, d.Reply.To)
	if to == nil && d.Reply.To != 0 {
		d.Reply.Missing()
	}
	if err := c.MaySend(channel, d); err != nil {
		return 0, nil, err
	}
	if err := f.Err(); err != nil {
		return 0, nil, err
	}
	if p := c.SameNonce(channel, d); p != nil {
		return http.StatusOK, c.ForBot(p), nil
	}
	p := c.NewPost(channel)
	if to != nil {
		p.Type = wire.TypeReply
		p.Reference = &wire.Reference{MessageID: to.ID, ChannelID: channel.ID,
			GuildID: channel.GuildID}
	}
	if err := c.Send(p, d, check.ChannelMentions()); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, c.ForBot(p), nil
}

// postTyping shows that the bot writes, where it may. An archived thread is not reopened by that.
func postTyping(c *call, channel *wire.Channel) (int, any, *check.Refusal) {
	err := c.MaySend(channel, &check.Draft{})
	if err == nil {
		err = check.Archived(channel, c.BotPermissions(channel))
	}
	if err != nil {
		return 0, nil, err
	}
	c.Typing(channel)
	return http.StatusNoContent, nil, nil
}

// newMessage is how a new message is checked.
func newMessage(c *call, flags int) check.MessageRule {
	return check.MessageRule{Flags: flags, Version: c.version, Emojis: c.EmojiIDs()}
}

// editOf is how an edit of a message is checked.
func editOf(c *call, p *world.Post) check.MessageRule {
	return check.MessageRule{
		Flags:   check.EditFlags,
		Edit:    true,
		V2:      p.Flags&wire.FlagComponentsV2 != 0,
		Version: c.version,
		Emojis:  c.EmojiIDs(),
	}
}

func getMessage(c *call, channel *wire.Channel) (int, any, *check.Refusal) {
	p := c.PublicPost(channel.ID, c.id("message"))
	switch {
	case !may(c, channel, wire.PermissionReadHistory):
		return 0, nil, check.MissingAccess
	case p == nil:
		return 0, nil, check.UnknownMessage
	}
	return http.StatusOK, c.ForBot(p), nil
}

func patchMessage(c *call, channel *wire.Channel) (int, any, *check.Refusal) {
	p := c.PublicPost(channel.ID, c.id("message"))
	switch {
	case p == nil:
		return 0, nil, check.UnknownMessage
	case p.Author.ID != wire.BotID:
		return 0, nil, check.ForeignMessage
	}
	f := c.form()
	d := check.Message(f, c.files, editOf(c, p))
	err := f.Err()
	if err == nil {
		err = check.Archived(channel, c.BotPermissions(channel))
	}
	if err == nil && len(d.Files) > 0 && !may(c, channel, wire.PermissionAttachFiles) {
		err = check.MissingPermissions
	}
	if err == nil {
		err = c.OldEdit(p)
	}
	if err != nil {
		return 0, nil, err
	}
	return edited(c, p, d, check.ChannelMentions())
}

// edited changes a message and answers with it.
func edited(c *call, p *world.Post, d *check.Draft,
	otherwise *check.Mentions) (int, any, *check.Refusal) {
	next, err := c.Edit(p, d, otherwise)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, c.ForBot(next), nil
}

func deleteMessage(c *call, channel *wire.Channel) (int, any, *check.Refusal) {
	p := c.PublicPost(channel.ID, c.id("message"))
	switch {
	case p == nil:
		return 0, nil, check.UnknownMessage
	case p.Author.ID == wire.BotID:
	case channel.Context() == wire.InBotDM:
		return 0, nil, check.DirectChannel
	case !may(c, channel, wire.PermissionManageMessages):
		return 0, nil, check.MissingPermissions
	}
	if err := check.Locked(channel, c.BotPermissions(channel)); err != nil {
		return 0, nil, err
	}
	c.Remove(p)
	return http.StatusNoContent, nil, nil
}
