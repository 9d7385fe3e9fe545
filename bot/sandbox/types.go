package sandbox

import (
	"madbot/bot/sandbox/client"
	"madbot/bot/sandbox/page"
	"madbot/bot/sandbox/server"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// The types that tests and the page share with the server, documented in their packages.
type (
	Actor   = client.Actor
	Input   = client.Input
	Option  = client.Option
	Refusal = client.Refusal
	Fault   = server.Fault
	Answer  = world.Answer

	GatewayFault = server.GatewayFault

	Tour = page.Tour
	Try  = page.Try

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

// The errors, documented in their packages.
var (
	ErrClosed   = world.ErrClosed
	ErrInUse    = world.ErrInUse
	ErrNoAnswer = client.ErrNoAnswer
)

// Silence is a GatewayFault, documented in package server.
const Silence = server.Silence

// The minimum and maximum number of people.
const (
	MinPeople = wire.MinPeople
	MaxPeople = wire.MaxPeople
)

// MaxGuilds is the maximum number of guilds with the bot.
const MaxGuilds = wire.MaxGuilds

// GuildAt returns the n-th guild with the bot, from 0.
func GuildAt(n int) Snowflake { return wire.GuildAt(n) }

// The ids that exist in every sandbox.
const (
	GuildID   = wire.GuildID
	GeneralID = wire.GeneralID
	MadID     = wire.MadID
	QuietID   = wire.QuietID
	ForumID   = wire.ForumID
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

// ParseSnowflake parses the digits of an id. The error quotes the text.
func ParseSnowflake(text string) (Snowflake, error) { return wire.ParseSnowflake(text) }
