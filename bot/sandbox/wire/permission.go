package wire

import (
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Permission is a set of Discord's permission bits. In JSON it is a string of digits.
type Permission uint64

// The permissions of a person, of the bot in a channel, and of the bot in direct messages, the last as documented
// for app_permissions.
const (
	permissionBot    = discordgo.PermissionViewChannel | permissionSend | permissionLook
	permissionSend   = discordgo.PermissionSendMessages | permissionThread
	permissionThread = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	permissionLook   = permissionFiles | discordgo.PermissionReadMessageHistory | discordgo.PermissionUseExternalEmojis
	permissionFiles  = discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles
	permissionPerson = permissionBot | discordgo.PermissionAddReactions | discordgo.PermissionUseApplicationCommands
	permissionAll    = Permission(1<<50 - 1)
	permissionOthers = permissionFiles | discordgo.PermissionMentionEveryone // in conversations of other people
	permissionDirect = permissionOthers | discordgo.PermissionUseExternalEmojis
)

// PermissionsIn returns a person's permissions in a channel. Alice owns the bot's guild, so she has all of them
// there.
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

// MarshalText implements encoding.TextMarshaler.
func (p Permission) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(p), 10), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Permission) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	*p = Permission(n)
	return err
}

// SendIn returns the permission that is needed to send a message in a channel.
func SendIn(c *Channel) Permission {
	if c.IsThread() {
		return discordgo.PermissionSendMessagesInThreads
	}
	return discordgo.PermissionSendMessages
}

// Has reports whether p includes all of others.
func (p Permission) Has(others Permission) bool { return p&others == others }

// BotPermissions returns the initial permissions of the bot in a channel. Where the bot is not a member, they are
// those that the app has when a person uses it there.
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
