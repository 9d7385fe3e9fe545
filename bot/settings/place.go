package settings

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// The channels in which matches can begin: lines of `/server`, and the menu before any is chosen.
var (
	msgEverywhere = i18n.Message{ID: "server.channels.all", Other: "**Channels**: all"}
	msgInChannels = i18n.Message{ID: "server.channels.some",
		Other: "**Channels**: {{.Channels}}, with their threads"}
	msgGone = i18n.Message{ID: "server.channels.gone",
		One:   "({{.N}} that you picked is gone)",
		Other: "({{.N}} that you picked are gone)"}
	msgPickChannels = i18n.Message{ID: "server.menu.channels", Other: "Channels for games"}
)

// Forums on `/server`. Needs is a sentence about permissions.
var (
	msgForum = i18n.Message{ID: "server.forum",
		Other: "**Forum** {{.Channels}}: a post per game, also for games begun in other channels. {{.Needs}} League and daily " +
			"puzzle need a text channel."}
	msgForumRights = i18n.Message{ID: "server.forum.rights", Other: "**No post for the last game**: I lack a permission."}
	msgForumTag    = i18n.Message{ID: "server.forum.tag",
		Other: "**No post for the last game**: it needs a tag that everybody may use."}
)

// Threads on `/server`: whether matches have them, or why they cannot; and the buttons that change it.
var (
	msgThreadsOn = i18n.Message{ID: "server.threads.on",
		Other: "**Threads**: one per game between people, archived after it."}
	msgThreadsOff = i18n.Message{ID: "server.threads.off",
		Other: "**Threads**: off"}
	msgThreadRights = i18n.Message{ID: "server.threads.rights",
		Other: "**No thread for the last game**: I need **Create Public Threads** and **Send Messages in Threads** " +
			"there."}
	msgThreadsFull = i18n.Message{ID: "server.threads.full",
		Other: "**No thread for the last game**: this server has as many as Discord allows."}
	msgThreadsUnfit = i18n.Message{ID: "server.threads.unfit",
		Other: "**No thread for the last game**: its channel can't have threads."}
	msgThreadsHere = i18n.Message{ID: "server.threads.here",
		Other: "In this channel I still need **Create Public Threads** and **Send Messages in Threads**."}
	msgMakeThreads = i18n.Message{ID: "server.button.threads", Other: "Thread per game"}
	msgNoThreads   = i18n.Message{ID: "server.button.nothreads", Other: "No threads"}
)

// The arguments of the controls for channels and threads.
const (
	argChannels   = "channels"
	argThreads    = "threads"
	argUnthreaded = "nothreads"
)

const maxPicked = 10

// channelsLine says in which channels matches can begin, and how many of the chosen ones no longer exist.
func channelsLine(t i18n.Printer, channels []string, gone int) string {
	said := t.Text(msgEverywhere, nil)
	if len(channels) > 0 {
		said = t.Text(msgInChannels, i18n.Args{"Channels": text.Channels(t, channels)})
	}
	if gone > 0 {
		said += " " + t.Text(msgGone, i18n.Args{"N": gone})
	}
	return said
}

// forumLine says what the forums among channels are for, and why the last match has no post there; "" without a forum.
func forumLine(c *dispatch.Call, s *play.ServerSettings, channels []string) string {
	forums := slices.DeleteFunc(slices.Clone(channels), func(id string) bool { return !slices.Contains(s.Forums, id) })
	if len(forums) == 0 {
		return ""
	}
	said := c.T.Text(msgForum, i18n.Args{"Channels": text.Channels(c.T, forums), "Needs": text.ForumNeeds(c.T)})
	switch {
	case s.Unthreaded == play.ForumTag:
		said += " " + c.T.Text(msgForumTag, nil)
	case s.Unthreaded == play.ForumRights:
		said += " " + c.T.Text(msgForumRights, nil)
	case s.Unthreaded == play.ThreadsFull && !s.Threads:
		said += " " + c.T.Text(msgThreadsFull, nil)
	}
	return said
}

func channelMenu(t i18n.Printer, channels []string) ui.Row {
	return ui.Row{Channels: &ui.ChannelMenu{ID: ui.NoMatch(ui.Server, argChannels), Prompt: t.Text(msgPickChannels, nil),
		Forums: true, Selected: channels, Count: ui.Count{Max: maxPicked}}}
}

// threadsLine says whether matches have threads, or why the bot cannot create any.
func threadsLine(c *dispatch.Call, s play.ServerSettings) string {
	if !s.Threads {
		return c.T.Text(msgThreadsOff, nil)
	}
	said := c.T.Text(msgThreadsOn, nil)
	switch {
	case s.Unthreaded == play.ThreadRights:
		return said + " " + c.T.Text(msgThreadRights, nil)
	case s.Unthreaded == play.ThreadsFull:
		return said + " " + c.T.Text(msgThreadsFull, nil)
	case s.Unthreaded == play.ThreadsUnfit:
		return said + " " + c.T.Text(msgThreadsUnfit, nil)
	case !c.Thread && (len(s.Channels) == 0 || c.IsIn(s.Channels)) &&
		!c.BotRights.Has(discordgo.PermissionCreatePublicThreads|discordgo.PermissionSendMessagesInThreads):
		return said + " " + c.T.Text(msgThreadsHere, nil)
	}
	return said
}

// threadsButton turns threads on, or off if they are on.
func threadsButton(t i18n.Printer, on bool) ui.Button {
	if on {
		return button(t, ui.Server, argUnthreaded, msgNoThreads)
	}
	return button(t, ui.Server, argThreads, msgMakeThreads)
}
