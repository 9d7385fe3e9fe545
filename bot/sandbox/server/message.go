package server

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

func postMessage(c *call, channel *wire.Channel) (any, *check.Refusal) {
	f := c.form()
	d := check.Message(f, c.files, newMessage(c, check.ChannelFlags))
	to := c.Messages.Public(channel.ID, d.Reply.To)
	if to == nil && d.Reply.To != 0 {
		d.Reply.Missing()
	}
	if err := c.Channels.MaySend(channel, d); err != nil {
		return nil, err
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	if p := c.Messages.SameNonce(channel, d); p != nil {
		return c.Messages.ForBot(p), nil
	}
	p := c.Messages.New(channel)
	if to != nil {
		p.Type = discordgo.MessageTypeReply
		p.Reference = &wire.Reference{MessageID: to.ID, ChannelID: channel.ID,
			GuildID: channel.GuildID}
	}
	if err := c.Messages.Send(p, d, check.ChannelMentions()); err != nil {
		return nil, err
	}
	return c.Messages.ForBot(p), nil
}

func newMessage(c *call, flags discordgo.MessageFlags) check.MessageRule {
	return check.MessageRule{Flags: flags, Version: c.version, Emojis: c.Emojis.IDs()}
}

func editOf(c *call, p *world.Post) check.MessageRule {
	return check.MessageRule{
		Flags:   check.EditFlags,
		Edit:    true,
		V2:      p.Flags&discordgo.MessageFlagsIsComponentsV2 != 0,
		Version: c.version,
		Emojis:  c.Emojis.IDs(),
	}
}

func getMessage(c *call, channel *wire.Channel) (any, *check.Refusal) {
	p := c.Messages.Public(channel.ID, c.id("message"))
	switch {
	case !may(c, channel, discordgo.PermissionReadMessageHistory):
		return nil, check.MissingAccess
	case p == nil:
		return nil, check.UnknownMessage
	}
	return c.Messages.ForBot(p), nil
}

func patchMessage(c *call, channel *wire.Channel) (any, *check.Refusal) {
	p := c.Messages.Public(channel.ID, c.id("message"))
	switch {
	case p == nil:
		return nil, check.UnknownMessage
	case p.Author.ID != wire.BotID:
		return nil, check.ForeignMessage
	}
	f := c.form()
	d := check.Message(f, c.files, editOf(c, p))
	err := f.Err()
	if err == nil {
		err = check.Archived(channel, c.Channels.BotPermissions(channel))
	}
	if err == nil && len(d.Files) > 0 && !may(c, channel, discordgo.PermissionAttachFiles) {
		err = check.MissingPermissions
	}
	if err == nil {
		err = c.Paces.OldEdit(p)
	}
	if err != nil {
		return nil, err
	}
	return edited(c, p, d, check.ChannelMentions())
}

// edited changes a message and responds with it.
func edited(c *call, p *world.Post, d *check.Draft,
	otherwise *check.Mentions) (any, *check.Refusal) {
	next, err := c.Messages.Edit(p, d, otherwise)
	if err != nil {
		return nil, err
	}
	return c.Messages.ForBot(next), nil
}

func deleteMessage(c *call, channel *wire.Channel) (any, *check.Refusal) {
	p := c.Messages.Public(channel.ID, c.id("message"))
	switch {
	case p == nil:
		return nil, check.UnknownMessage
	case p.Author.ID == wire.BotID:
	case channel.Context() == discordgo.InteractionContextBotDM:
		return nil, check.DirectChannel
	case !may(c, channel, discordgo.PermissionManageMessages):
		return nil, check.MissingPermissions
	}
	if err := check.Locked(channel, c.Channels.BotPermissions(channel)); err != nil {
		return nil, err
	}
	c.Messages.Remove(p)
	return nil, nil
}

const (
	usualPage = 50  // messages per page by default
	maxPage   = 100 // and at most
)

// getMessages lists the messages after an id, or the latest, newest first. The list is empty if the bot may not
// read the history.
func getMessages(c *call, channel *wire.Channel) (any, *check.Refusal) {
	q := c.URL.Query()
	if q.Has("before") || q.Has("around") {
		return nil, check.Unhandled("a list of messages before or around one")
	}
	var after wire.Snowflake
	var err error
	if q.Has("after") {
		after, err = wire.ParseSnowflake(q.Get("after"))
	}
	n := usualPage
	if text := q.Get("limit"); err == nil && text != "" {
		n, err = strconv.Atoi(text)
	}
	if err != nil || n < 1 || n > maxPage {
		return nil, check.InvalidForm("Invalid Form Body")
	}
	list := []wire.Message{}
	if may(c, channel, discordgo.PermissionReadMessageHistory) {
		page := c.Messages.Last(channel.ID, n)
		if q.Has("after") {
			page = c.Messages.After(channel.ID, after, n)
		}
		for _, p := range slices.Backward(page) {
			list = append(list, c.Messages.ForBot(p))
		}
	}
	return list, nil
}
