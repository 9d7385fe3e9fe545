package dispatch

import (
	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/text"
)

// right is a permission of Discord with what people call it.
type right struct {
	bit  discord.Permissions
	name text.Permission
}

// Hidden reports whether all answers of the bot are private where c comes from, because it is only
// installed for the person and other apps may not be used in public there.
func (c *Call) MustBePrivate() bool {
	return c.Venue.Away && c.InGuild() && !c.UserRights.Has(discordgo.PermissionUseExternalApps)
}

// Lacking returns what the bot lacks to post a board where c comes from. In a direct message, and where
// it only answers, it needs nothing.
func (c *Call) MissingRights() []text.Permission {
	return c.without(append(c.postRights(), right{discordgo.PermissionAttachFiles, text.AttachFiles}))
}

// LackingThreads returns what the bot lacks to begin threads where c comes from and to post boards in them. In a thread
// it begins none.
func (c *Call) MissingThreadRights() []text.Permission {
	if c.Thread {
		return c.MissingRights()
	}
	return append(c.MissingRights(), c.without([]right{{discordgo.PermissionCreatePublicThreads, text.BeginThreads},
		{discordgo.PermissionSendMessagesInThreads, text.SendInThreads}})...)
}

// Mute returns what the bot lacks to post anything where c comes from.
func (c *Call) MissingPostRights() []text.Permission { return c.without(c.postRights()) }

// postRights are the rights without which nothing can be posted where c comes from.
func (c *Call) postRights() []right {
	send := right{discordgo.PermissionSendMessages, text.SendMessages}
	if c.Thread {
		send = right{discordgo.PermissionSendMessagesInThreads, text.SendInThreads}
	}
	return []right{{discordgo.PermissionViewChannel, text.ViewChannel}, send}
}

// without returns those of rights that the bot does not hold where c comes from.
func (c *Call) without(rights []right) []text.Permission {
	var lacking []text.Permission
	for _, r := range rights {
		if c.InGuild() && !c.Venue.Away && !c.BotRights.Has(r.bit) {
			lacking = append(lacking, r.name)
		}
	}
	return lacking
}
