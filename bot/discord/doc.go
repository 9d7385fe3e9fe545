// Package discord speaks to Discord: it keeps a session to the gateway, hands on the interactions
// that come in, and makes the calls to the REST API within Discord's limits. It alone imports
// discordgo, and uses it for the gateway only, over a relay that lets through what it can bear. It
// knows no game.
//
// A Client makes the calls; a Gateway receives. The types are what is sent and received, with the
// names of Discord's documents, and hold what is used.
package discord
