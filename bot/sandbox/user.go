package sandbox

import "strings"

// User is a person or the bot, as Discord writes one.
type User struct {
	ID            Snowflake `json:"id"`
	Username      string    `json:"username"`
	Discriminator string    `json:"discriminator"`
	GlobalName    *string   `json:"global_name"`
	Avatar        *string   `json:"avatar"`
	Bot           bool      `json:"bot,omitempty"`
	PublicFlags   int       `json:"public_flags"`
}

// Member is a person in the guild.
type Member struct {
	User         *User       `json:"user,omitempty"`
	Nick         *string     `json:"nick"`
	Avatar       *string     `json:"avatar"`
	Roles        []Snowflake `json:"roles"`
	JoinedAt     string      `json:"joined_at"`
	PremiumSince *string     `json:"premium_since"`
	Deaf         bool        `json:"deaf"`
	Mute         bool        `json:"mute"`
	Flags        int         `json:"flags"`
	Pending      bool        `json:"pending"`
	Permissions  Permission  `json:"permissions,omitempty"`
	TimedOut     *string     `json:"communication_disabled_until"`
}

// The ids of what every sandbox has. They are fixed, so that a bot's database and the sandbox's
// folder agree.
const (
	GuildID   Snowflake = 1000000000000000001 // the guild "Sandbox"
	GeneralID Snowflake = 1000000000000000011 // #general
	MadID     Snowflake = 1000000000000000012 // #mad
	QuietID   Snowflake = 1000000000000000013 // #quiet, where the bot may not send
	AliceID   Snowflake = 1000000000000000021
	BobID     Snowflake = 1000000000000000022
	CarolID   Snowflake = 1000000000000000023
	BotID     Snowflake = 1000000000000000031 // the bot's user, and its application
)

// joined is when everybody came to the guild.
const joined = "2022-07-22T00:00:00.000000+00:00"

func newUser(id Snowflake, name string) *User {
	return &User{ID: id, Username: strings.ToLower(name), Discriminator: "0", GlobalName: &name}
}

// newUsers are the three people and the bot.
func newUsers() map[Snowflake]*User {
	users := map[Snowflake]*User{
		AliceID: newUser(AliceID, "Alice"),
		BobID:   newUser(BobID, "Bob"),
		CarolID: newUser(CarolID, "Carol"),
		BotID:   {ID: BotID, Username: "MAD", Discriminator: "0001", Bot: true},
	}
	return users
}

// people are the ids of the three, in the order the page shows them.
func people() []Snowflake { return []Snowflake{AliceID, BobID, CarolID} }

// isPerson tells whether the id is one of the three.
func isPerson(id Snowflake) bool { return id == AliceID || id == BobID || id == CarolID }

// member gives a user's face in the guild; withUser also names who it is.
func (s *Server) member(id Snowflake, withUser bool) Member {
	m := Member{Roles: []Snowflake{}, JoinedAt: joined}
	if withUser {
		m.User = s.users[id]
	}
	return m
}
