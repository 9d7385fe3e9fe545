package bot

import "madbot/bot/text"

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

// missing returns what a board message needs and p does not allow.
func (p permissions) missing(thread bool) []text.Permission {
	lacking := p.muted(thread)
	if !p.allow(attachFiles) {
		lacking = append(lacking, text.AttachFiles)
	}
	return lacking
}

// muted returns what any message at all needs and p does not allow.
func (p permissions) muted(thread bool) []text.Permission {
	var lacking []text.Permission
	if !p.allow(viewChannel) {
		lacking = append(lacking, text.ViewChannel)
	}
	switch {
	case thread && !p.allow(sendInThreads):
		lacking = append(lacking, text.SendInThreads)
	case !thread && !p.allow(sendMessages):
		lacking = append(lacking, text.SendMessages)
	}
	return lacking
}

// allow reports whether p holds right; an administrator holds all.
func (p permissions) allow(right permissions) bool { return p&(administrator|right) != 0 }
