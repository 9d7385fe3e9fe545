package discord

import (
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Permissions is a set of discordgo.Permission… bits in a channel.
// https://discord.com/developers/docs/topics/permissions
type Permissions uint64

// Has reports whether p includes all of rights. Administrators have every permission.
func (p Permissions) Has(rights Permissions) bool {
	return p&discordgo.PermissionAdministrator != 0 || p&rights == rights
}

// ParsePermissions parses the decimal text that Discord sends, and reports whether it is valid.
func ParsePermissions(text string) (Permissions, bool) {
	bits, err := strconv.ParseUint(text, 10, 64)
	return Permissions(bits), err == nil
}
