package wire

import (
	"strconv"
	"strings"
)

// User is a person or the bot in Discord's form.
type User struct {
	ID            Snowflake `json:"id"`
	Username      string    `json:"username"`
	Discriminator string    `json:"discriminator"`
	GlobalName    *string   `json:"global_name"`
	Avatar        *string   `json:"avatar"`
	Bot           bool      `json:"bot,omitempty"`
	PublicFlags   int       `json:"public_flags"`
}

// Member is a member of a guild in Discord's form.
type Member struct {
	User         *User       `json:"user,omitempty"`
	Nick         *string     `json:"nick"`
	Avatar       *string     `json:"avatar"`
	Banner       *string     `json:"banner"`
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

// The ids that exist in every sandbox. They never change, so that a bot's database and the sandbox's folder agree.
const (
	GuildID   Snowflake = 1000000000000000001 // the guild "Sandbox"
	GeneralID Snowflake = 1000000000000000011 // #general
	MadID     Snowflake = 1000000000000000012 // #mad
	QuietID   Snowflake = 1000000000000000013 // #quiet, where the bot may not send
	PrivateID Snowflake = 1000000000000000014 // the conversation of Alice and Bob
	GroupID   Snowflake = 1000000000000000015 // the group "friends" of Alice, Bob and Carol
	AliceID   Snowflake = 1000000000000000021
	BobID     Snowflake = 1000000000000000022
	CarolID   Snowflake = 1000000000000000023
	BotID     Snowflake = 1000000000000000031 // the bot's user, and its application
	DaveID    Snowflake = 1000000000000000101 // the fourth person; further ones follow

	ElsewhereID Snowflake = 1000000000000000002 // the guild "Elsewhere", where the bot is not
	LoungeID    Snowflake = 1000000000000000016 // #lounge, of Elsewhere
	HushedID    Snowflake = 1000000000000000017 // #hushed, of Elsewhere: no public answers of apps
	ForumID     Snowflake = 1000000000000000018 // #games, a forum
)

const joined = "2022-07-22T00:00:00.000000+00:00"

func newUser(id Snowflake, name string) User {
	return User{ID: id, Username: strings.ToLower(name), Discriminator: "0", GlobalName: &name}
}

// The minimum and maximum number of people.
const (
	MinPeople = 3
	MaxPeople = 300
)

// names are the names of the first people. Further people have the same names with a number.
var names = strings.Fields("Alice Bob Carol Dave Erin Frank Grace Henry Iris Jack Kate Liam Mia Noah Olivia Peter Quinn Rosa Sam " +
	"Tina Uma Victor Wendy Xavier Yara Zoe Amir Bella Chen Diego Elena Felix Gita Hugo Ines Jonas Kira Lena Marco " +
	"Nina Oscar Paula Rahul Sofia Tariq Ursula Vera Will Xenia Yusuf")

// UserOf returns a person or the bot, or false.
func UserOf(id Snowflake) (User, bool) {
	if id == BotID {
		return User{ID: BotID, Username: "MAD", Discriminator: "0001", Bot: true}, true
	}
	var at int
	switch {
	case id >= AliceID && id <= CarolID:
		at = int(id - AliceID)
	case id >= DaveID && id < DaveID+MaxPeople-MinPeople:
		at = int(id-DaveID) + MinPeople
	default:
		return User{}, false
	}
	name := names[at%len(names)]
	if round := at / len(names); round > 0 {
		name += strconv.Itoa(round + 1)
	}
	return newUser(id, name), true
}

// BotUser is the bot's user.
func BotUser() User {
	u, _ := UserOf(BotID)
	return u
}

// People returns the ids of the first n people, at least MinPeople, in the order of the page.
func People(n int) []Snowflake {
	list := []Snowflake{AliceID, BobID, CarolID}
	for len(list) < n {
		list = append(list, DaveID+Snowflake(len(list)-MinPeople))
	}
	return list
}

// MemberOfGuild returns a user as a member of a guild.
func MemberOfGuild(u User) Member { return Member{User: &u, Roles: []Snowflake{}, JoinedAt: joined} }

// MemberOf returns a member of a channel's guild, without the user itself.
func MemberOf(id Snowflake, c *Channel) Member {
	return Member{Roles: []Snowflake{}, JoinedAt: joined, Permissions: PermissionsIn(c, id)}
}
