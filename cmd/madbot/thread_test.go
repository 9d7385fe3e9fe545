package main

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// threads returns the threads of all channels, by channel, oldest first.
func (s *stage) threads() (list []sandbox.Channel) {
	for _, name := range []string{"general", "mad", "quiet", "games"} {
		list = append(list, s.server.Threads(s.server.Channel(name))...)
	}
	return english(s, list)
}

// threadTitle returns the title of a thread after its channel's name.
func (s *stage) threadTitle(c sandbox.Channel) string {
	for _, name := range []string{"general", "mad", "quiet", "games"} {
		if s.server.Channel(name) == c.ParentID {
			return "#" + name + " / " + s.plain(c.Name)
		}
	}
	return c.Name
}

// threadsSeen returns which threads are new, and which were archived, locked or reopened.
func (s *stage) threadsSeen() string {
	var out strings.Builder
	for _, c := range s.threads() {
		state := "thread " + s.threadTitle(c)
		if c.Thread.Archived {
			state += ", archived"
		}
		if c.Thread.Locked {
			state += ", locked"
		}
		if s.topics[c.ID] != state {
			out.WriteString("  " + state + "\n")
		}
		s.topics[c.ID] = state
	}
	return out.String()
}

// changeThread does what a line "TITLE is …" says.
func (s *stage) changeThread(line string) {
	s.t.Helper()
	title, change, ok := strings.Cut(line, " is ")
	require.True(s.t, ok, "what is thread %q?", line)
	states := map[string][2]bool{"archived": {true, false}, "locked": {true, true}, "reopened": {}, "unlocked": {true, false}}
	if change == "deleted" {
		s.server.DeleteChannel(s.thread(title).ID)
		return
	}
	state, known := states[change]
	require.True(s.t, known, "no thread is %q", change)
	s.server.SetThread(s.thread(title).ID, state[0], state[1])
}

// changeForum does what a line about the forum #games says. It returns false for other lines.
func (s *stage) changeForum(line string) bool {
	const rights = discordgo.PermissionViewChannel | discordgo.PermissionReadMessageHistory |
		discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads | discordgo.PermissionAttachFiles
	forum := s.server.Channel("games")
	switch line {
	case "the bot may not post in #games":
		s.server.SetPermissions(forum, rights&^discordgo.PermissionSendMessages)
	case "the bot may not answer in #games":
		s.server.SetPermissions(forum, rights&^discordgo.PermissionSendMessagesInThreads)
	case "the bot may post in #games":
		s.server.SetPermissions(forum, rights)
	case "the forum needs a tag":
		s.server.SetForum(true, "!news", "games")
	case "the forum needs a moderator's tag":
		s.server.SetForum(true, "!news")
	case "the forum is deleted":
		s.server.DeleteChannel(forum)
	default:
		return false
	}
	if line != "the forum needs a tag" {
		s.muted = line != "the bot may post in #games"
	}
	return true
}

// thread returns the newest thread whose title begins with title.
func (s *stage) thread(title string) sandbox.Channel {
	s.t.Helper()
	for _, c := range slices.Backward(s.threads()) {
		if strings.HasPrefix(c.Name, title) {
			return c
		}
	}
	require.Fail(s.t, "no such thread", title)
	return sandbox.Channel{}
}

// reach sets whether the bot's direct messages reach somebody.
func (s *stage) reach(name, line string) {
	s.t.Helper()
	actor := s.server.Actor(name)
	switch line {
	case "closes direct messages", "opens direct messages":
		actor.CloseDMs(line == "closes direct messages")
	case "shares no server", "shares a server":
		actor.ShareNoServer(line == "shares no server")
	default:
		require.Fail(s.t, "nobody can do this", "%s %s", name, line)
	}
}
