package bot

import (
	"madbot/bot/discord"
	"madbot/bot/i18n"
)

var (
	msgPermView = i18n.Message{ID: "permission.view", Other: "View Channel"}
	msgPermSend = i18n.Message{ID: "permission.send", Other: "Send Messages"}
	msgPermPost = i18n.Message{ID: "permission.thread", Other: "Send Messages in Threads"}
	msgPermFile = i18n.Message{ID: "permission.attach", Other: "Attach Files"}
	msgNoPerms  = i18n.Message{ID: "permission.missing",
		Other: "I cannot show a match here: in this channel I am not allowed to {{.List}}. Someone " +
			"who manages the channel can switch that on for me or my role, under Edit Channel → " +
			"Permissions. Nothing has changed; try again then, or in another channel."}
)

// right is a permission of Discord with its name.
type right struct {
	bit  discord.Permissions
	name i18n.Message
}

// lacking returns the names of the rights that the bot lacks to post a board where c comes from.
// In a direct message it needs none.
func (c *Call) lacking() []string {
	return c.without(append(c.postRights(), right{discord.AttachFiles, msgPermFile}))
}

// mute returns the names of the rights that the bot lacks to post anything where c comes from.
func (c *Call) mute() []string { return c.without(c.postRights()) }

// postRights are the rights without which nothing can be posted where c comes from.
func (c *Call) postRights() []right {
	send := right{discord.SendMessages, msgPermSend}
	if c.Thread {
		send = right{discord.SendMessagesInThreads, msgPermPost}
	}
	return []right{{discord.ViewChannel, msgPermView}, send}
}

// without returns the names of those of rights that the bot does not hold where c comes from.
func (c *Call) without(rights []right) []string {
	var names []string
	for _, r := range rights {
		if c.InGuild() && !c.Rights.Has(r.bit) {
			names = append(names, "**"+c.T.Text(r.name, nil)+"**")
		}
	}
	return names
}
