package wire

import "strconv"

// Permission is a set of Discord's permission bits; a string of digits in JSON.
type Permission uint64

// The permissions the sandbox tells apart.
const (
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
)

// The sets: of a person, of the bot in a channel, and of the bot in a direct conversation (as
// Discord's documentation of app_permissions says).
const (
	permissionBot    = PermissionViewChannel | PermissionSendMessages | permissionLook
	permissionLook   = permissionFiles | PermissionReadHistory | PermissionExternalEmojis
	permissionFiles  = PermissionEmbedLinks | PermissionAttachFiles
	permissionPerson = permissionBot | PermissionAddReactions | PermissionUseCommands
	permissionAll    = Permission(1<<50 - 1)
	permissionDirect = permissionFiles | PermissionMentionEveryone | PermissionExternalEmojis
)

// PermissionsOf are what a person may do. Alice owns the guild, so she may do everything.
func PermissionsOf(person Snowflake) Permission {
	if person == AliceID {
		return permissionAll
	}
	return permissionPerson
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

// Has reports whether all of the others are in the set.
func (p Permission) Has(others Permission) bool { return p&others == others }

// BotPermissions are what the bot may do in a channel unless somebody has changed it.
func BotPermissions(c *Channel) Permission {
	switch {
	case c.Type == ChannelDM:
		return permissionDirect
	case c.ID == QuietID:
		return permissionBot &^ PermissionSendMessages
	default:
		return permissionBot
	}
}
