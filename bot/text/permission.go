package text

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules/match"
)

// Permission is a right that the bot needs in a channel to show a match there.
type Permission uint8

// The permissions, by the names that Discord gives them.
const (
	ViewChannel Permission = iota
	SendMessages
	SendInThreads // instead of SendMessages in a thread
	AttachFiles
	BeginThreads
	CreatePosts // SendMessages in a forum
	SendInPosts // SendInThreads in a forum
)

// Permissions, named as in Discord's settings in this language.
var (
	msgPermView = i18n.Message{ID: "permission.view", Other: "View Channel"}
	msgPermSend = i18n.Message{ID: "permission.send", Other: "Send Messages"}
	msgPermPost = i18n.Message{ID: "permission.thread", Other: "Send Messages in Threads"}
	msgPermOpen = i18n.Message{ID: "permission.threads", Other: "Create Public Threads"}
	msgPermFile = i18n.Message{ID: "permission.attach", Other: "Attach Files"}
	msgPermMake = i18n.Message{ID: "permission.posts", Other: "Create Posts"}
	msgPermIn   = i18n.Message{ID: "permission.inposts", Other: "Send Messages in Posts"}
)

// What the bot cannot do in a channel, or people on a server. List is some of the permissions above,
// in bold, and Needs the sentences with it. Edit Channel and Permissions are words of Discord's own settings.
var (
	msgNoPerms = i18n.Message{ID: "permission.missing",
		Other: "I can't show a game here. {{.Needs}} Then try again, or use another channel."}
	msgNeeds = i18n.Message{ID: "permission.needs",
		Other: "I need {{.List}}. Ask a moderator: Edit Channel → Permissions."}
	msgOnlyIn = i18n.Message{ID: "channels.elsewhere",
		Other: "On this server games are played in {{.Channels}}. Try again there."}
	msgUntold = i18n.Message{ID: "home.untold",
		Other: "**I can't post in {{.Channel}}**, so I tell the players by direct message."}
	msgUnsent = i18n.Message{ID: "home.unsent",
		Other: "**I can't post in {{.Channel}}**: the challenge waits until I can."}
	msgUntoldDirect = i18n.Message{ID: "home.untolddirect",
		Other: "**I couldn't write to you in direct messages**, so you weren't told what happened in this game."}
	msgUnposted = i18n.Message{ID: "home.unposted",
		Other: "**This may not have been shown to the others here.** If you don't see it below, tell them: `/games` " +
			"lists their games and shows the boards."}
	msgMute = i18n.Message{ID: "home.mute",
		Other: "**I can't post here**, so I tell the players by direct message. {{.Needs}}"}
	msgNotManager = i18n.Message{ID: "permission.manage", Other: "Only people who manage this server or its games can do that."}
)

// RefuseHere returns a refusal to show a match in a channel where the bot lacks permissions.
func RefuseHere(t i18n.Printer, lacking []Permission) error {
	return Refuse(msgNoPerms, i18n.Args{"Needs": needs(t, lacking)})
}

// RefuseChannel returns a refusal to show a match outside the channels that the server allows.
func RefuseChannel(t i18n.Printer, channels []string) error {
	return Refuse(msgOnlyIn, i18n.Args{"Channels": Channels(t, channels)})
}

// BoardNotPosted says that the news of m could not be posted, and what happens instead.
func BoardNotPosted(t i18n.Printer, m *play.Match) string {
	form := msgUntold
	switch {
	case m.Venue.Guild == "":
		return t.Text(msgUntoldDirect, nil)
	case m.Status == match.Proposed:
		form = msgUnsent
	}
	return t.Text(form, i18n.Args{"Channel": Channel(m.Venue.Channel)})
}

// MaybeNotPosted says that the public message may not have been posted.
func MaybeNotPosted(t i18n.Printer) string { return t.Text(msgUnposted, nil) }

// Muted says that the board cannot be posted in this channel, because the bot lacks permissions.
func Muted(t i18n.Printer, lacking []Permission) string {
	return t.Text(msgMute, i18n.Args{"Needs": needs(t, lacking)})
}

// ForumNeeds says which permissions the bot needs in a forum.
func ForumNeeds(t i18n.Printer) string {
	return needs(t, []Permission{CreatePosts, SendInPosts, AttachFiles})
}

// RefuseMember returns a refusal to a person who may not manage the server.
func RefuseMember() error { return Refuse(msgNotManager, nil) }

// needs says which permissions the bot lacks and who can grant them.
func needs(t i18n.Printer, list []Permission) string {
	names := []i18n.Message{ViewChannel: msgPermView, SendMessages: msgPermSend,
		SendInThreads: msgPermPost, AttachFiles: msgPermFile, BeginThreads: msgPermOpen,
		CreatePosts: msgPermMake, SendInPosts: msgPermIn}
	words := make([]string, len(list))
	for i, p := range list {
		words[i] = "**" + t.Text(names[p], nil) + "**"
	}
	return t.Text(msgNeeds, i18n.Args{"List": turns.And(t, words)})
}
