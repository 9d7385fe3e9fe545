package wire

import "strconv"

// Permission is a set of Discord's permission bits; a string of digits in JSON.
type Permission uint64

// The permissions the sandbox tells apart.
const (
	PermissionManageGuild     Permission = 1 << 5
	PermissionAddReactions    Permission = 1 << 6
	PermissionViewChannel     Permission = 1 << 10
	PermissionSendMessages    Permission = 1 << 11
	PermissionManageMessages  Permission = 1 << 13
	PermissionEmbedLinks      Permission = 1 << 14
	PermissionAttachFiles     Permission = 1 << 15
	PermissionReadHistory     Permission = 1 << 16
	PermissionMentionEveryone Permission = 1 << 17
	PermissionExternalEmojis  Permission = 1 << 18
	PermissionUseCommands     Permission = 1 << 31
	PermissionManageThreads   Permission = 1 << 34
	PermissionCreateThreads   Permission = 1 << 35
	PermissionSendInThreads   Permission = 1 << 38
	PermissionExternalApps    Permission = 1 << 50
)

// The sets: of a person, of the bot in a channel, and of the bot in a direct conversation (as
// Discord's documentation of app_permissions says).
const (
	permissionBot    = PermissionViewChannel | permissionSend | permissionLook
	permissionSend   = PermissionSendMessages | PermissionCreateThreads | PermissionSendInThreads
	permissionLook   = permissionFiles | PermissionReadHistory | PermissionExternalEmojis
	permissionFiles  = PermissionEmbedLinks | PermissionAttachFiles
	permissionPerson = permissionBot | PermissionAddReactions | PermissionUseCommands
	permissionAll    = Permission(1<<50 - 1)
	permissionOthers = permissionFiles | PermissionMentionEveryone // in others' conversations
	permissionDirect = permissionOthers | PermissionExternalEmojis
)

// PermissionsIn are what a person may do in a channel. Alice owns the bot's guild, so there she may
// do everything, such as to manage it.
func PermissionsIn(c *Channel, person Snowflake) Permission {
	switch {
	case c.Home() == HushedID:
		return permissionPerson
	case c.GuildID == ElsewhereID:
		return permissionPerson | PermissionExternalApps
	case person == AliceID:
		return permissionAll
	default:
		return permissionPerson
	}
}

// MarshalText writes the digits.
func (p Permission) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(p), 10), nil
}

// UnmarshalText reads the digits.
func (p *Permission) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	*p = Permission(n)
	return err
}

// SendIn is the permission that a message in a channel needs.
func SendIn(c *Channel) Permission {
	if c.IsThread() {
		return PermissionSendInThreads
	}
	return PermissionSendMessages
}

// Has reports whether all of the others are in the set.
func (p Permission) Has(others Permission) bool { return p&others == others }

// BotPermissions are what the bot may do in a channel unless somebody has changed it. Where it is
// not, they are what the application may do for a person who uses it there.
func BotPermissions(c *Channel) Permission {
	switch {
	case c.Context() == InBotDM:
		return permissionDirect
	case c.Context() == InPrivate:
		return permissionOthers
	case !c.WithBot():
		return permissionFiles | PermissionExternalEmojis
	case c.Home() == QuietID:
		return permissionBot &^ permissionSend
	default:
		return permissionBot
	}
}
