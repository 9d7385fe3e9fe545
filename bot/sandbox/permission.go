package sandbox

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
	permissionOwner  = Permission(1<<50 - 1)
	permissionDirect = permissionFiles | PermissionMentionEveryone | PermissionExternalEmojis
)

// personPermissions are what a person may do. Alice owns the guild, so she may do everything.
func personPermissions(person Snowflake) Permission {
	if person == AliceID {
		return permissionOwner
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

// has tells whether all of the others are in the set.
func (p Permission) has(others Permission) bool { return p&others == others }

// botPermissions are what the bot may do in a channel. mu must be held.
func (s *Server) botPermissions(c *Channel) Permission {
	if p, ok := s.granted[c.ID]; ok {
		return p
	}
	switch {
	case c.Type == ChannelDM:
		return permissionDirect
	case c.ID == QuietID:
		return permissionBot &^ PermissionSendMessages
	default:
		return permissionBot
	}
}

// SetPermissions changes what the bot may do in a guild channel until the server closes.
func (s *Server) SetPermissions(channel Snowflake, p Permission) {
	s.ready()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.granted[channel] = p
}

// maySend says why the bot cannot post to a channel, or nil. mu must be held.
func (s *Server) maySend(c *Channel, d *draft) *apiError {
	if c.Type == ChannelDM {
		if s.closedDMs[c.recipient()] {
			return errClosedDM()
		}
		return nil
	}
	p := s.botPermissions(c)
	switch {
	case !p.has(PermissionViewChannel):
		return errNoAccess()
	case !p.has(PermissionSendMessages):
		return errNoPermission()
	case len(d.files) > 0 && !p.has(PermissionAttachFiles):
		return errNoPermission()
	case d.onlyEmbeds() && !p.has(PermissionEmbedLinks):
		return errNoPermission()
	case d.reference != nil && !p.has(PermissionReadHistory):
		return refuse(400, 160002, "You cannot reply without permission to read message history")
	}
	return nil
}

// withhold takes the embeds from a draft for a channel where the bot may not show any, as Discord
// does without a word. mu must be held.
func (s *Server) withhold(c *Channel, d *draft) {
	if c.Type != ChannelDM && !s.botPermissions(c).has(PermissionEmbedLinks) {
		d.embeds = nil
	}
}

// mayRead says why the bot cannot see a channel's messages, or nil. mu must be held.
func (s *Server) mayRead(c *Channel) *apiError {
	p := s.botPermissions(c)
	if c.Type != ChannelDM && !p.has(PermissionViewChannel|PermissionReadHistory) {
		return errNoAccess()
	}
	return nil
}
