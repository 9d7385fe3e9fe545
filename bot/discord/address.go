package discord

import (
	"net/url"
	"strconv"
)

// api is the address of version 9 of the API. With version 10, an edit would have to list the
// attachments that are new beside those that stay.
const api = "https://discord.com/api/v9"

func gatewayURL() string { return api + "/gateway/bot" }

func userURL(id string) string { return api + "/users/" + url.PathEscape(id) }

func memberURL(guild, user string) string {
	return api + "/guilds/" + url.PathEscape(guild) + "/members/" + url.PathEscape(user)
}

func messagesURL(channel string) string {
	return channelURL(channel) + "/messages"
}

// pageURL lists the messages of a channel that follow one, the newest for "", so many at most.
func pageURL(channel, after string, most int) string {
	all := messagesURL(channel) + "?limit=" + strconv.Itoa(most)
	if after == "" {
		return all
	}
	return all + "&after=" + url.QueryEscape(after)
}

func messageURL(channel, message string) string {
	return messagesURL(channel) + "/" + url.PathEscape(message)
}

func channelURL(id string) string { return api + "/channels/" + url.PathEscape(id) }

func guildURL(id string) string { return api + "/guilds/" + url.PathEscape(id) }

// directURL opens direct conversations.
func directURL() string { return api + "/users/@me/channels" }

func typingURL(channel string) string { return channelURL(channel) + "/typing" }

func threadsURL(channel string) string { return channelURL(channel) + "/threads" }

// applicationURL is the bot's own application.
func applicationURL() string { return api + "/applications/@me" }

// commandsURL is the list of commands in a guild, or everywhere when it is "".
func commandsURL(app, guild string) string {
	at := api + "/applications/" + url.PathEscape(app)
	if guild != "" {
		at += "/guilds/" + url.PathEscape(guild)
	}
	return at + "/commands"
}

// emojisURL is the list of the emojis of an application.
func emojisURL(app string) string {
	return api + "/applications/" + url.PathEscape(app) + "/emojis"
}

// callbackURL takes the first answer to an interaction.
func callbackURL(in *Interaction) string {
	return api + "/interactions/" + url.PathEscape(in.ID) + "/" + url.PathEscape(in.Token) +
		"/callback"
}

// followupURL takes the further answers to an interaction.
func followupURL(in *Interaction) string {
	return api + "/webhooks/" + url.PathEscape(in.ApplicationID) + "/" + url.PathEscape(in.Token)
}

// originalURL is the first answer to an interaction.
func originalURL(in *Interaction) string { return followupURL(in) + "/messages/@original" }
