package discord

import (
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Permissions is a set of rights in a channel, of discordgo.Permission….
// https://discord.com/developers/docs/topics/permissions
type Permissions uint64

// Has reports whether p includes all of rights.
func (p Permissions) Has(rights Permissions) bool {
	return p&discordgo.PermissionAdministrator != 0 || p&rights == rights
}

// ParsePermissions reads the decimal text in which Discord sends a set; false when it is none.
func ParsePermissions(text string) (Permissions, bool) {
	bits, err := strconv.ParseUint(text, 10, 64)
	return Permissions(bits), err == nil
}
