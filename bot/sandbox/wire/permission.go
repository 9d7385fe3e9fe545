package wire

import (
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Permission is a set of Discord's permission bits; a string of digits in JSON.
type Permission uint64

// The sets: of a person, of the bot in a channel, and of the bot in a direct conversation (as
// Discord's documentation of app_permissions says).
const (
	permissionBot    = discordgo.PermissionViewChannel | permissionSend | permissionLook
	permissionSend   = discordgo.PermissionSendMessages | permissionThread
	permissionThread = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	permissionLook   = permissionFiles | discordgo.PermissionReadMessageHistory | discordgo.PermissionUseExternalEmojis
	permissionFiles  = discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles
	permissionPerson = permissionBot | discordgo.PermissionAddReactions | discordgo.PermissionUseApplicationCommands
	permissionAll    = Permission(1<<50 - 1)
	permissionOthers = permissionFiles | discordgo.PermissionMentionEveryone // in others' conversations
	permissionDirect = permissionOthers | discordgo.PermissionUseExternalEmojis
)

// PermissionsIn are what a person may do in a channel. Alice owns the bot's guild, so there she may
// do everything, such as to manage it.
func PermissionsIn(c *Channel, person Snowflake) Permission {
	switch {
	case c.Home() == HushedID:
		return permissionPerson
	case c.GuildID == ElsewhereID:
		return permissionPerson | discordgo.PermissionUseExternalApps
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
		return discordgo.PermissionSendMessagesInThreads
	}
	return discordgo.PermissionSendMessages
}

// Has reports whether all of the others are in the set.
func (p Permission) Has(others Permission) bool { return p&others == others }

// BotPermissions are what the bot may do in a channel unless somebody has changed it. Where it is
// not, they are what the application may do for a person who uses it there.
func BotPermissions(c *Channel) Permission {
	switch {
	case c.Context() == discordgo.InteractionContextBotDM:
		return permissionDirect
	case c.Context() == discordgo.InteractionContextPrivateChannel:
		return permissionOthers
	case !c.WithBot():
		return permissionFiles | discordgo.PermissionUseExternalEmojis
	case c.Home() == QuietID:
		return permissionBot &^ permissionSend
	default:
		return permissionBot
	}
}
