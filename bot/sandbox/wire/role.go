package wire

// Role is a role of a guild in Discord's form.
type Role struct {
	ID          Snowflake  `json:"id"`
	Name        string     `json:"name"`
	Color       int        `json:"color"`
	Hoist       bool       `json:"hoist"`
	Position    int        `json:"position"`
	Permissions Permission `json:"permissions"`
	Managed     bool       `json:"managed"`
	Mentionable bool       `json:"mentionable"`
	Flags       int        `json:"flags"`
}

// RoleName is the name of the role that each guild with the bot has besides @everyone. It has no permissions.
const RoleName = "Referees"

// roleID is RoleAt(0).
const roleID Snowflake = 1000000000000000041

// RoleAt returns the id of guild n's role, from 0.
func RoleAt(n int) Snowflake { return roleID + Snowflake(n)*apart }

// RolesOf returns the roles of a guild, @everyone first, which has the id of the guild.
func RolesOf(guild Snowflake) []Role {
	roles := []Role{{ID: guild, Name: "@everyone", Permissions: permissionPerson}}
	if n, ok := GuildNumber(guild); ok {
		roles = append(roles, Role{ID: RoleAt(n), Name: RoleName, Position: 1})
	}
	return roles
}
