package sandbox

import (
	"madbot/bot/sandbox/client"
	"madbot/bot/sandbox/server"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// What tests and the page share with the server, documented in the packages that it comes from.
type (
	Actor   = client.Actor
	Input   = client.Input
	Option  = client.Option
	Refusal = client.Refusal
	Fault   = server.Fault
	Answer  = world.Answer

	GatewayFault = server.GatewayFault

	Channel    = wire.Channel
	Choice     = wire.Choice
	Command    = wire.Command
	Component  = wire.Component
	Message    = wire.Message
	Modal      = wire.Modal
	Permission = wire.Permission
	Snowflake  = wire.Snowflake
	User       = wire.User
)

// The errors, documented where they come from.
var (
	ErrClosed   = world.ErrClosed
	ErrInUse    = world.ErrInUse
	ErrNoAnswer = client.ErrNoAnswer
)

// Silence is a GatewayFault, documented where it comes from.
const Silence = server.Silence

// MinPeople is how many people a sandbox has at least, MaxPeople how many it can have.
const (
	MinPeople = wire.MinPeople
	MaxPeople = wire.MaxPeople
)

// MaxGuilds is how many guilds the bot can be in.
const MaxGuilds = wire.MaxGuilds

// GuildAt is the n-th guild that the bot is in, from 0.
func GuildAt(n int) Snowflake { return wire.GuildAt(n) }

// The ids of what every sandbox has.
const (
	GuildID   = wire.GuildID
	GeneralID = wire.GeneralID
	MadID     = wire.MadID
	QuietID   = wire.QuietID
	AliceID   = wire.AliceID
	BobID     = wire.BobID
	CarolID   = wire.CarolID
	BotID     = wire.BotID

	PrivateID   = wire.PrivateID
	GroupID     = wire.GroupID
	ElsewhereID = wire.ElsewhereID
	LoungeID    = wire.LoungeID
	HushedID    = wire.HushedID
)

// ParseSnowflake reads the digits of an id. The error quotes the text.
func ParseSnowflake(text string) (Snowflake, error) { return wire.ParseSnowflake(text) }
