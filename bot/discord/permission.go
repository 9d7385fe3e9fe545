package discord

import "strconv"

// Permissions is a set of rights in a channel.
// https://discord.com/developers/docs/topics/permissions
type Permissions uint64

// The rights that a bot needs to post messages with pictures and to begin threads, and those of people
// that it asks for. Administrator includes all others.
const (
	Administrator         Permissions = 1 << 3
	ManageGuild           Permissions = 1 << 5 // of a person: to change the settings of the server
	ViewChannel           Permissions = 1 << 10
	SendMessages          Permissions = 1 << 11
	AttachFiles           Permissions = 1 << 15
	CreatePublicThreads   Permissions = 1 << 35
	SendMessagesInThreads Permissions = 1 << 38
	UseExternalApps       Permissions = 1 << 50 // of an app of a person's own: to answer in public
)

// Has reports whether p includes all of rights.
func (p Permissions) Has(rights Permissions) bool {
	return p&Administrator != 0 || p&rights == rights
}

// MarshalText implements encoding.TextMarshaler: Discord takes a set as a decimal text.
func (p Permissions) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(p), 10), nil
}

// ParsePermissions reads the decimal text in which Discord sends a set; false when it is none.
func ParsePermissions(text string) (Permissions, bool) {
	bits, err := strconv.ParseUint(text, 10, 64)
	return Permissions(bits), err == nil
}
