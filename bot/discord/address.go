package discord

import (
	"net/url"
	"strconv"
)

// api is version 9 of the API. In version 10, an edit would have to list its new attachments besides those it
// keeps.
const api = "https://discord.com/api/v9"

func gatewayURL() string { return api + "/gateway/bot" }

func userURL(id string) string { return api + "/users/" + url.PathEscape(id) }

func memberURL(guild, user string) string {
	return api + "/guilds/" + url.PathEscape(guild) + "/members/" + url.PathEscape(user)
}

func roleURL(guild, role string) string {
	return api + "/guilds/" + url.PathEscape(guild) + "/roles/" + url.PathEscape(role)
}

func messagesURL(channel string) string {
	return channelURL(channel) + "/messages"
}

// pageURL lists up to most messages of a channel: those after a message id, or the newest if after is "".
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

// guildsURL lists up to most guilds of the bot.
func guildsURL(most int) string { return api + "/users/@me/guilds?limit=" + strconv.Itoa(most) }

func directURL() string { return api + "/users/@me/channels" }

func typingURL(channel string) string { return channelURL(channel) + "/typing" }

// activeThreadsURL lists the threads of a guild that are not archived.
func activeThreadsURL(guild string) string { return guildURL(guild) + "/threads/active" }

// archivedThreadsURL lists the public threads of a channel that were archived last.
func archivedThreadsURL(channel string) string {
	return threadsURL(channel) + "/archived/public?limit=100"
}

func threadsURL(channel string) string { return channelURL(channel) + "/threads" }

func applicationURL() string { return api + "/applications/@me" }

// commandsURL is the address of the commands of a guild, or of the global ones if guild is "".
func commandsURL(app, guild string) string {
	at := api + "/applications/" + url.PathEscape(app)
	if guild != "" {
		at += "/guilds/" + url.PathEscape(guild)
	}
	return at + "/commands"
}

func emojisURL(app string) string {
	return api + "/applications/" + url.PathEscape(app) + "/emojis"
}

func callbackURL(in *Interaction) string {
	return api + "/interactions/" + url.PathEscape(in.ID) + "/" + url.PathEscape(in.Token) +
		"/callback"
}

// followupURL is the address to which the follow-up messages of an interaction are posted.
func followupURL(in *Interaction) string {
	return api + "/webhooks/" + url.PathEscape(in.ApplicationID) + "/" + url.PathEscape(in.Token)
}

// originalURL is the message of the first response to an interaction.
func originalURL(in *Interaction) string { return followupURL(in) + "/messages/@original" }
