package bot

import (
	"madbot/bot/discord"
	"madbot/bot/text"
)

// lacking returns the permissions that the bot lacks to post a board where c comes from. In a direct
// message it needs none.
func (c *Call) lacking() []text.Permission {
	return c.without(append(c.toPost(), text.AttachFiles))
}

// mute returns the permissions that the bot lacks to post anything where c comes from.
func (c *Call) mute() []text.Permission { return c.without(c.toPost()) }

// toPost are the permissions without which nothing can be posted where c comes from.
func (c *Call) toPost() []text.Permission {
	if c.Thread {
		return []text.Permission{text.ViewChannel, text.SendInThreads}
	}
	return []text.Permission{text.ViewChannel, text.SendMessages}
}

// without returns those of needed that the bot does not hold where c comes from.
func (c *Call) without(needed []text.Permission) []text.Permission {
	bits := []discord.Permissions{text.ViewChannel: discord.ViewChannel,
		text.SendMessages: discord.SendMessages, text.SendInThreads: discord.SendMessagesInThreads,
		text.AttachFiles: discord.AttachFiles}
	var lacking []text.Permission
	for _, p := range needed {
		if c.InGuild() && !c.Rights.Has(bits[p]) {
			lacking = append(lacking, p)
		}
	}
	return lacking
}
