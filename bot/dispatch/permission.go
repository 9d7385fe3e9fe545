package dispatch

import (
	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/text"
)

type right struct {
	bit  discord.Permissions
	name text.Permission
}

// MustBePrivate reports whether all answers to c are private, because only the person installed the bot and the server
// does not allow public use of such apps.
func (c *Call) MustBePrivate() bool {
	return c.Venue.Away && c.InGuild() && !c.UserRights.Has(discordgo.PermissionUseExternalApps)
}

// MissingRights returns the permissions that the bot lacks to post a board where c comes from. It needs none in direct
// messages, or if only the person installed it.
func (c *Call) MissingRights() []text.Permission {
	return c.missing(append(c.postRights(), right{discordgo.PermissionAttachFiles, text.AttachFiles}))
}

// MissingForumRights returns the permissions that the bot lacks to create posts in the forum where c comes from, and to
// post boards in them.
func (c *Call) MissingForumRights() []text.Permission {
	return c.missing([]right{{discordgo.PermissionViewChannel, text.ViewChannel},
		{discordgo.PermissionSendMessages, text.CreatePosts},
		{discordgo.PermissionSendMessagesInThreads, text.SendInPosts},
		{discordgo.PermissionAttachFiles, text.AttachFiles}})
}

// MissingThreadRights returns the permissions that the bot lacks to create threads where c comes from and to post
// boards in them. In a thread, it creates no threads.
func (c *Call) MissingThreadRights() []text.Permission {
	if c.Thread {
		return c.MissingRights()
	}
	return append(c.MissingRights(), c.missing([]right{{discordgo.PermissionCreatePublicThreads, text.BeginThreads},
		{discordgo.PermissionSendMessagesInThreads, text.SendInThreads}})...)
}

// MissingPostRights returns the permissions that the bot lacks to post anything where c comes from.
func (c *Call) MissingPostRights() []text.Permission { return c.missing(c.postRights()) }

// postRights returns the permissions for posting anything where c comes from.
func (c *Call) postRights() []right {
	send := right{discordgo.PermissionSendMessages, text.SendMessages}
	if c.Thread {
		send = right{discordgo.PermissionSendMessagesInThreads, text.SendInThreads}
	}
	return []right{{discordgo.PermissionViewChannel, text.ViewChannel}, send}
}

// missing returns the rights that the bot lacks where c comes from.
func (c *Call) missing(rights []right) []text.Permission {
	var lacking []text.Permission
	for _, r := range rights {
		if c.InGuild() && !c.Venue.Away && !c.BotRights.Has(r.bit) {
			lacking = append(lacking, r.name)
		}
	}
	return lacking
}
