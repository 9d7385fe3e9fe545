package bot

import (
	"madbot/bot/i18n"
)

// permissions is Discord's set of rights in a channel.
type permissions uint64

// The rights that matter here.
const (
	administrator permissions = 1 << 3
	viewChannel   permissions = 1 << 10
	sendMessages  permissions = 1 << 11
	attachFiles   permissions = 1 << 15
	sendInThreads permissions = 1 << 38
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

// missing returns the names of the rights a board message needs and p does not hold.
func (p permissions) missing(t i18n.Printer, thread bool) []string {
	names := p.muted(t, thread)
	if p&(administrator|attachFiles) == 0 {
		names = append(names, "**"+t.Text(msgPermFile, nil)+"**")
	}
	return names
}

// muted returns the names of the rights without which nothing at all can be posted and that p does
// not hold.
func (p permissions) muted(t i18n.Printer, thread bool) []string {
	send, name := sendMessages, msgPermSend
	if thread {
		send, name = sendInThreads, msgPermPost
	}
	var names []string
	for _, need := range []struct {
		right permissions
		name  i18n.Message
	}{{viewChannel, msgPermView}, {send, name}} {
		if p&(administrator|need.right) == 0 {
			names = append(names, "**"+t.Text(need.name, nil)+"**")
		}
	}
	return names
}
